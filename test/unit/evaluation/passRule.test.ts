import { describe, expect, it } from 'vitest';
import type { PassRule } from '../../../src/core/datasets/model.ts';
import { decidePass, type PassFacts } from '../../../src/core/datasets/passRule.ts';

const nothing: PassFacts = { response: '', reward: null, verdict: 'unknown', claims: null };
const noReference = { references: [], sufficient: null };
const answer = (text: string): Partial<PassFacts> => ({ response: `<answer>${text}</answer>` });
const reward: PassRule = { kind: 'reward', atLeast: 0.8 };
const grounded: PassRule = { kind: 'grounded', atLeast: 0.5 };
const exact: PassRule = { kind: 'exact' };
const judged: PassRule = { kind: 'judged' };

describe('a sample passes by', () => {
  it.each<[PassRule, Partial<PassFacts>, object, boolean | null, string]>([
    [reward, { reward: 0.8 }, {}, true, 'The reward is 0.8; it takes 0.8 to pass.'],
    [reward, { reward: 0.79996 }, {}, false, 'The reward is only 0.8; it takes 0.8 to pass.'],
    [reward, { reward: 0.25 }, {}, false, 'The reward is only 0.25; it takes 0.8 to pass.'],
    [reward, {}, {}, null, 'The reward is not known.'],
    [exact, answer('The 42.'), { references: ['42'] }, true, 'The answer is the reference answer.'],
    [exact, answer('b'), { references: ['x', 'B'] }, true, 'The answer is one of the reference answers.'],
    [exact, answer('43'), { references: ['42'] }, false, 'The answer is not the reference answer, “42”.'],
    [
      exact,
      answer('43'),
      { references: ['42', '41'] },
      false,
      'The answer is none of the reference answers, such as “42”.',
    ],
    [
      exact,
      answer('no'),
      { references: ['x'.repeat(100)] },
      false,
      `The answer is not the reference answer, “${'x'.repeat(79)}…”.`,
    ],
    [exact, answer('42'), {}, null, 'The question has no reference answer.'],
    [
      exact,
      answer('No relevant information'),
      { references: ['42'], sufficient: false },
      true,
      'The answer says that the pages do not have the information.',
    ],
    [
      exact,
      answer('42'),
      { references: ['42'], sufficient: false },
      false,
      'The answer does not say that the pages do not have the information.',
    ],
    [judged, { verdict: 'right' }, {}, true, 'The answer was judged right.'],
    [judged, { verdict: 'wrong' }, {}, false, 'The answer was judged wrong.'],
    [judged, {}, {}, null, 'Nobody has judged the answer.'],
    [
      grounded,
      { claims: { found: 1, checked: 2 } },
      {},
      true,
      '1 of 2 claims are found on the pages (50%); it takes 50% to pass.',
    ],
    [
      grounded,
      { claims: { found: 1, checked: 3 } },
      {},
      false,
      'Only 1 of 3 claims are found on the pages (33.3%); it takes 50% to pass.',
    ],
    [
      grounded,
      { claims: { found: 0, checked: 0 } },
      {},
      null,
      'It has no claim that can be checked on the pages.',
    ],
    [grounded, {}, {}, null, 'Its claims were not looked for on the pages.'],
  ])('%j of %j %j: %j', (rule, facts, item, passed, why) => {
    expect(decidePass(rule, { ...nothing, ...facts }, { ...noReference, ...item })).toEqual({ passed, why });
  });
});
