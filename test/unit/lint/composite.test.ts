import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import type { RewardProfile } from '../../../src/core/rewards/model.ts';

function composite(...components: readonly object[]): RewardProfile {
  const file = JSON.stringify({ components: components.map((each) => ({ weight: 1, ...each })) });
  const { profile, problems } = readComposite(file, 'own.reward.json');
  if (profile === null) throw new Error(problems.map(({ message }) => message).join(' '));
  return profile;
}

const ORDER = composite({ check: 'order', tags: ['think', 'look', 'answer'] }, { check: 'equals' });
const TWO_ORDERS = composite(
  { check: 'order', tags: ['think', 'answer'] },
  { check: 'order', tags: ['look', 'answer'] },
);
const pattern = (text: string, more: object = {}): RewardProfile =>
  composite({ check: 'pattern', pattern: text, flags: 's', ...more });
const PATTERN = pattern('^\\s*<think>.*</think>\\s*<answer>.*</answer>\\s*$');

const findings = (reward: RewardProfile, body: string): string[] => {
  const text = `{{ content }}\n${body}`;
  return lintPrompt(text, { name: 'own', reward }).findings.map(
    ({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`,
  );
};

describe('tags in the order of a composite reward', () => {
  it.each([
    [
      'another order',
      ORDER,
      '<look>...</look> <think>...</think> <answer>...</answer>',
      ['format-shown: <think>'],
    ],
    [
      'a second order',
      TWO_ORDERS,
      '<think>...</think> <answer>...</answer> <look>...</look>',
      ['format-shown: <look>'],
    ],
    [
      'a missing mark of the answer',
      composite({ profile: 'verl-math', component: 'accuracy' }),
      '<answer>...</answer>',
      ['tag-missing: <answer>'],
    ],
    ['a missing tag', ORDER, '<think>...</think> <answer>...</answer>', ['tag-missing: <think>']],
    [
      'another spelling',
      ORDER,
      '<think>...</think> <looking>...</looking> <answer>...</answer>',
      ['tag-unknown: <looking>', 'tag-missing: <looking>'],
    ],
  ])('finds %s', (_what, reward, body, expected) => {
    expect(findings(reward, body)).toEqual(expected);
  });

  it('says what another order costs', () => {
    const text = '{{ content }}\n<look>...</look> <think>...</think> <answer>...</answer>';
    const [finding] = lintPrompt(text, { name: 'own', reward: ORDER }).findings;
    expect(finding?.message).toBe(
      'The reward own expects the order `<think>`, `<look>` and `<answer>`, but `<think>` comes later here. Show the tags in the order that the reward expects. Such a response loses 1.',
    );
  });

  it.each([
    ['the order of the reward', ORDER, '<think>...</think> <look>...</look> <answer>...</answer>'],
    ['another case', ORDER, '<Think>...</Think> <Look>...</Look> <Answer>...</Answer>'],
    ['either of two orders', TWO_ORDERS, '<look>...</look> <think>...</think> <answer>...</answer>'],
  ])('reports nothing for %s', (_what, reward, body) => {
    expect(findings(reward, body)).toEqual([]);
  });
});

describe('tags in the pattern of a composite reward', () => {
  it.each([
    ['another order', PATTERN, '<answer>...</answer> <think>...</think>', ['format-shown: <think>']],
    ['a missing tag', PATTERN, '<think>...</think>', ['tag-missing: <think>']],
    ['another case', PATTERN, '<THINK>...</THINK> <answer>...</answer>', ['tag-case: <THINK>']],
    [
      'another spelling',
      PATTERN,
      '<thinking>...</thinking> <answer>...</answer>',
      ['tag-unknown: <thinking>', 'tag-missing: <thinking>'],
    ],
    [
      'a missing part that a pattern is looked for in',
      pattern('\\d', { in: 'total' }),
      'Write the number.',
      ['tag-missing: Write the number.'],
    ],
    [
      'a tag of a pattern with escapes and a boxed answer',
      pattern('\\<reason\\>.+\\<\\/reason\\>\\s*<final>\\s*\\\\boxed\\{.*\\}.*</final>'),
      '<final>...</final>',
      ['tag-missing: <final>'],
    ],
  ])('finds %s', (_what, reward, body, expected) => {
    const shown = findings(reward, body);
    expect(
      shown.map((each) => (each === 'tag-missing: {{ content }}' ? 'tag-missing: Write the number.' : each)),
    ).toEqual(expected);
  });

  it.each([
    ['the form of the pattern', PATTERN, '<think>...</think> <answer>...</answer>'],
    [
      'a tag that the pattern takes or leaves',
      pattern('(<plan>.*</plan>)?\\s*<answer>.*</answer>'),
      '<answer>...</answer>',
    ],
    ['one of two tags', pattern('<answer>.*</answer>|<final>.*</final>'), '<final>...</final>'],
    [
      'two patterns without an order',
      composite({ check: 'pattern', pattern: '<a1>.*</a1>' }, { check: 'pattern', pattern: '<b1>.*</b1>' }),
      '<b1>...</b1> <a1>...</a1>',
    ],
    [
      'another case if the pattern ignores it',
      pattern('<answer>.*</answer>', { flags: 'is' }),
      '<ANSWER>...</ANSWER>',
    ],
    ['a tag that must not occur', pattern('<tool>.*</tool>', { least: 0, most: 0 }), 'Answer.'],
    ['any tag', pattern('<(\\w+)>.*</(\\w+)>'), 'Answer in a tag of your choice.'],
  ])('reports nothing for %s', (_what, reward, body) => {
    expect(findings(reward, body)).toEqual([]);
  });
});
