import fs from 'node:fs';
import path from 'node:path';
import { loadProfile } from '../../src/cli/arguments/profileOption.ts';
import { temporaryFolder } from '../support/files.ts';
import { otherArea, failureOf, type Failure } from './errorCase.ts';

/** Loads a composite reward's file as the command line does. */
function loadingFailure(text: string): Promise<Failure> {
  const file = path.join(temporaryFolder(), 'mine.reward.json');
  fs.writeFileSync(file, text);
  return failureOf(() => loadProfile(file));
}

const component = (text: string): string => `{\n  "components": [\n    ${text}\n  ]\n}\n`;

export const compositeRewardCases = otherArea('Composite rewards', {
  'a file that is not there': () => failureOf(() => loadProfile('none.reward.json')),
  'a reward of no name that is known': () => failureOf(() => loadProfile('lang3act')),
  'no JSON': () => loadingFailure('{"components": [] so}'),
  'a check that there is not': () => loadingFailure(component('{"check": "word-f2", "weight": 1}')),
  'a key that there is not': () => loadingFailure(component('{"check": "word-f1", "weight": 1, "least": 1}')),
  'a pattern with lookaround': () =>
    loadingFailure(component('{"check": "pattern", "weight": 1, "pattern": "a(?=b)"}')),
  'a component that the built-in reward does not have': () =>
    loadingFailure(component('{"profile": "evisrag", "component": "tool", "weight": 1}')),
});
