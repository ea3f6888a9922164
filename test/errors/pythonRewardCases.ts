import type { UserRewardInput, UserRewardOptions } from '../../src/userRewards/model.ts';
import { input, rewardFile, startReward } from '../unit/userRewards/support.ts';
import { area, type Failure } from './errorCase.ts';

/** The failure of the last of `inputs`. */
async function scoring(
  file: string,
  inputs: readonly UserRewardInput[] = [input('a')],
  options: Partial<UserRewardOptions> = {},
): Promise<Failure> {
  const { reward } = startReward(file, options);
  const score = (await reward.score(inputs)).at(-1);
  if (score?.ok !== false) throw new Error('Nothing went wrong.');
  const { reason, message, hint, remedy } = score.error;
  return { reason, message: withoutPlaces(message), hint: hint && withoutPlaces(hint), remedy };
}

/** Removes the folders of files and of the interpreter, which differ between machines. */
function withoutPlaces(text: string): string {
  return text
    .replaceAll(/[^\s(]*[/\\](?=\w+\.py\b)/g, '')
    .replaceAll(/[^\s(]*python3?(?:\.\d+)?(?:\.exe)?(?= (?:-m|does))/g, 'PYTHON');
}

const returning = (asked: string): Promise<Failure> =>
  scoring(rewardFile('returns'), [input('a', asked), input('b', asked)]);

export const pythonRewardCases = area('Python rewards', {
  'a file that is not there': () => scoring(rewardFile('absent')),
  'no such interpreter': () => scoring(rewardFile('verl'), undefined, { python: 'no-such-python' }),
  'a function that is not there': () => scoring(`${rewardFile('raises')}:score`),
  'a contract of neither trainer': () => scoring(`${rewardFile('contracts')}:old`),
  'an argument that the function does not take': () =>
    scoring(rewardFile('contracts'), undefined, { kwargs: { speed: 1 } }),
  'modules that are missing': () => scoring(rewardFile('needs_modules')),
  'an environment variable that is missing': () => scoring(rewardFile('needs_key')),
  'a file that raises while it is imported': () => scoring(rewardFile('raises_at_import')),
  'a file with broken syntax': () => scoring(rewardFile('broken_syntax')),
  'a call that raises': () => scoring(rewardFile('raises'), [input('one')]),
  'a call that ends the process': () => scoring(rewardFile('easyr1_sequential'), [input('exit')]),
  'a call that hangs': () =>
    scoring(rewardFile('easyr1_sequential'), [input('hang')], { timeLimitMs: 200, graceMs: 10_000 }),
  'the wrong number of scores': () => returning('too few'),
  'a score that is no dict': () => returning('numbers'),
  'a dict without overall': () => returning('no overall'),
  'an overall that is not a number': () => returning('none inside'),
});
