import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { stepDifference } from '../../../src/core/comparison/alignment.ts';
import { groupAnswers } from '../../../src/core/comparison/answerGroups.ts';
import { diffWords, type WordDiff } from '../../../src/core/comparison/wordDiff.ts';
import { answerKey } from '../../../src/core/metrics/answerKey.ts';
import { comparableStep as step } from './cases/comparableStep.ts';

describe('the first difference between matching steps', () => {
  const call = step('tool', 'zoom', 'a table', 'image 1');

  it.each([
    ['a side has none', [call, null], 'missing'],
    ['another tool is called', [call, step('tool', 'crop', 'a table', 'image 1')], 'name'],
    ['the args differ', [call, call, step('tool', 'zoom', 'another', 'image 2')], 'args'],
    ['the text differs', [call, step('tool', 'zoom', 'another table', 'image 1')], 'text'],
    ['only white space differs', [call, step('tool', 'zoom', ' a\n\ttable ', 'image 1')], null],
    ['there is one side', [call], null],
  ] as const)('is found where %s', (_, steps, difference) => {
    expect(stepDifference(steps)).toBe(difference);
  });
});

describe('the words that two texts share', () => {
  const textOf = ({ pieces }: WordDiff, without: 'added' | 'removed'): string =>
    pieces
      .filter(({ kind }) => kind !== without)
      .map(({ text }) => text)
      .join('');
  const marked = ({ pieces }: WordDiff, wanted: 'added' | 'removed'): string[] =>
    pieces.filter(({ kind }) => kind === wanted).map(({ text }) => text);

  it('marks the words that only one side has', () => {
    const diff = diffWords('It grew by 7.7% in 2024.', 'It grew by 8.1% in 2024.');
    expect(diff.same).toBe(false);
    expect(marked(diff, 'removed')).toEqual(['7.7']);
    expect(marked(diff, 'added')).toEqual(['8.1']);
  });

  it.each([
    ['a decimal', 'It is 452.6 million.', 'It is 461.2 million.', '452.6', '461.2'],
    ['its sign', 'It changed by -5.2%.', 'It changed by 5.2%.', '-5.2', '5.2'],
    ['groups of digits', 'All: 1 234.5 tons', 'All: 1 237.5 tons', '1 234.5', '1 237.5'],
    ['a hyphen before it that is no sign', 'Pages 10-20 only', 'Pages 10-25 only', '20', '25'],
    ['separators', 'All: 12,345.60', 'All: 12,345.80', '12,345.60', '12,345.80'],
  ])('marks a number as a whole, with %s', (_, first, second, removed, added) => {
    const diff = diffWords(first, second);
    expect(marked(diff, 'removed')).toEqual([removed]);
    expect(marked(diff, 'added')).toEqual([added]);
  });

  it('marks words that replace others in one piece', () => {
    const diff = diffWords('The small red dog sleeps.', 'The big brown cat sleeps.');
    expect(marked(diff, 'removed')).toEqual(['small red dog']);
    expect(marked(diff, 'added')).toEqual(['big brown cat']);
    expect(marked(diffWords('one two', 'one very two big'), 'added')).toEqual(['very ', ' big']);
  });

  it('marks words that replace others line by line', () => {
    const diff = diffWords('All: 10\n20\n30', 'All: 11\n21\n30');
    expect(marked(diff, 'removed')).toEqual(['10', '20']);
    expect(marked(diff, 'added')).toEqual(['11', '21']);
  });

  it('treats different white space as equal', () => {
    expect(diffWords('one  two\n', 'one two').same).toBe(true);
  });

  it('marks two long texts without a common word as a whole, in bounded work', () => {
    const text = (seed: string): string => Array.from({ length: 4_000 }, (_, k) => `${seed}${k}`).join(' ');
    expect(diffWords(text('a'), text('b')).pieces).toEqual([
      { text: text('a'), kind: 'removed' },
      { text: text('b'), kind: 'added' },
    ]);
  });

  it('loses no text of either side', () => {
    const text = fc.array(
      fc.constantFrom('a', 'b ', ' c', '\n', '<x>', 'é', '😀', '-4', '1 234', '5.6', '²'),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [first, second] = [a.join(''), b.join('')];
        const diff = diffWords(first, second);
        expect(textOf(diff, 'removed')).toBe(second);
        if (!diff.same) expect(textOf(diff, 'added')).toBe(first);
      }),
      propertyRuns(),
    );
  });
});

describe('answers that agree', () => {
  it('are grouped without case, white space and a final period, the largest group first, none last', () => {
    const groups = groupAnswers(['', '12', 'Total  revenue.', 'total revenue', '', ''], null);
    expect(groups).toEqual([
      { answer: 'Total  revenue.', members: [2, 3] },
      { answer: '12', members: [1] },
      { answer: '', members: [0, 4, 5] },
    ]);
  });

  it('are grouped by the words that EVisRAG compares under its reward', () => {
    expect(groupAnswers(['The plant', 'plant'], 'evisrag')).toHaveLength(1);
    expect(groupAnswers(['The plant', 'plant'], 'lang2act')).toHaveLength(2);
  });

  it('are each in exactly one group, with the answers of the same key', () => {
    const answer = fc.constantFrom('', '4', '4.', ' four', 'Four', 'five');
    fc.assert(
      fc.property(fc.array(answer, { maxLength: 8 }), (answers) => {
        const groups = groupAnswers(answers, null);
        const members = groups.flatMap((group) => group.members);
        expect(members.toSorted((a, b) => a - b)).toEqual([...answers.keys()]);
        for (const group of groups)
          expect(new Set(group.members.map((index) => answerKey(answers[index] ?? ''))).size).toBe(1);
        const keys = groups.map((group) => answerKey(group.answer));
        expect(new Set(keys).size).toBe(keys.length);
      }),
      propertyRuns(),
    );
  });
});
