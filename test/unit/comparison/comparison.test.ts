import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { alignSteps, stepDifference } from '../../../src/core/comparison/alignment.ts';
import { groupAnswers } from '../../../src/core/comparison/answerGroups.ts';
import { comparableStep, type ComparableStep } from '../../../src/core/comparison/comparableSteps.ts';
import { diffWords, type WordDiff } from '../../../src/core/comparison/wordDiff.ts';
import { answerKey } from '../../../src/core/metrics/answerKey.ts';
import { growth, LIMIT } from '../../support/growth.ts';

const step = (
  kind: ComparableStep['kind'],
  name: string,
  text = '',
  args: string | null = null,
): ComparableStep => comparableStep({ kind, name, args, text });
/** The rows of aligned steps, such as `0:1:-`. */
const rows = (...sides: readonly (readonly ComparableStep[])[]): string[] =>
  alignSteps(sides).map((row) => row.map((index) => index ?? '-').join(':'));

describe('aligning the steps of trajectories', () => {
  it('pairs blocks of the same name, whatever their text', () => {
    const before = [step('think', 'think', 'a'), step('answer', 'answer', '4')];
    const after = [
      step('think', 'think', 'b c'),
      step('block', 'description'),
      step('answer', 'answer', '5'),
    ];
    expect(rows(before, after)).toEqual(['0:0', '-:1', '1:2']);
  });

  it('pairs the same tool call on both sides after a new one was inserted', () => {
    const before = [step('tool', 'read_numeric_value', 'image 2 row total 518')];
    const after = [
      step('tool', 'read_numeric_value', 'image 1 heading'),
      step('tool', 'read_numeric_value', 'image 2 row total 518'),
    ];
    expect(rows(before, after)).toEqual(['-:0', '0:1']);
  });

  it('pairs tool calls by their args where their texts are empty', () => {
    const before = [step('tool', 'zoom', '', 'image 1'), step('tool', 'zoom', '', 'image 2 table')];
    const after = [step('tool', 'zoom', '', 'image 2 table')];
    expect(rows(before, after)).toEqual(['0:-', '1:0']);
  });

  it('never pairs a block with a tool call', () => {
    expect(rows([step('think', 'think', 'x')], [step('tool', 'think', 'x')])).toEqual(['0:-', '-:0']);
  });

  it('puts a step that only some sides have in one row for all of them', () => {
    const think = step('think', 'think', 'look');
    const answer = step('answer', 'answer', '4');
    const call = step('tool', 'zoom', 'the table of revenue', 'image 2');
    expect(rows([think, answer], [think, call, answer], [think, answer], [think, call, answer])).toEqual([
      '0:0:0:0',
      '-:1:-:1',
      '1:2:1:2',
    ]);
  });

  it('finds an inserted step among hundreds that differ on all sides', () => {
    const calls = (side: string): ComparableStep[] =>
      Array.from({ length: 300 }, (_, k) => step('tool', 'read', `row${k} of ${side}`, `row${k} column${k}`));
    const [before, after] = [calls('one'), calls('two')];
    after.splice(150, 0, step('tool', 'crop', 'something else'));
    const made = rows(before, after);
    expect(made).toHaveLength(301);
    expect(made[150]).toBe('-:150');
    expect(made[300]).toBe('299:300');
  });

  it('shows every step of every side once and in order, also when there are many', () => {
    const kinds = fc.constantFrom<ComparableStep['kind']>('think', 'tool', 'answer', 'text');
    const words = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 });
    const some = fc
      .tuple(kinds, fc.constantFrom('a', 'b', 'c'), words)
      .map(([kind, name, said]) => step(kind, name, said.join(' ')));
    const side = fc.oneof(
      { weight: 30, arbitrary: fc.array(some, { maxLength: 12 }) },
      { weight: 1, arbitrary: fc.array(some, { minLength: 201, maxLength: 220 }) },
      // So long that steps are paired by their places.
      { weight: 1, arbitrary: some.map((one) => Array.from({ length: 5_001 }, () => one)) },
    );
    fc.assert(
      fc.property(fc.array(side, { minLength: 2, maxLength: 8 }), (sides) => {
        const made = alignSteps(sides);
        for (const [index, steps] of sides.entries())
          expect(made.map((row) => row[index]).filter((cell) => cell !== null)).toEqual([...steps.keys()]);
        for (const row of made) {
          expect(row).toHaveLength(sides.length);
          expect(row.some((cell) => cell !== null)).toBe(true);
        }
      }),
      propertyRuns(100),
    );
  });

  it('matches steps of the same kind only, and the same trajectory with itself', () => {
    const some = fc
      .tuple(fc.constantFrom<ComparableStep['kind']>('think', 'tool', 'text'), fc.constantFrom('a', 'b'))
      .map(([kind, name]) => step(kind, name, name));
    const side = fc.array(some, { maxLength: 10 });
    fc.assert(
      fc.property(side, side, side, (a, b, c) => {
        const sides = [a, b, c];
        for (const row of alignSteps(sides)) {
          const kinds = row.flatMap((cell, index) =>
            cell === null ? [] : (sides[index]?.[cell]?.kind ?? []),
          );
          expect(new Set(kinds).size).toBe(1);
        }
        expect(alignSteps([a, a])).toEqual(a.map((_, index) => [index, index]));
      }),
      propertyRuns(200),
    );
  });

  it('takes time in proportion to the length of trajectories that have nothing in common', async () => {
    const sides = new Map(
      [1_000, 4_000].map((length) => [
        length,
        ['a', 'b'].map((name) =>
          Array.from({ length }, (_, k) => step('tool', name, `${name}${k} ${name}${k + 1} ${name}${k + 2}`)),
        ),
      ]),
    );
    const factor = await growth((length) => alignSteps(sides.get(length) ?? []), {
      small: 1_000,
      large: 4_000,
    });
    expect(factor).toBeLessThan(LIMIT);
  });
});

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
    const text = fc.array(fc.constantFrom('a', 'b ', ' c', '\n', '<x>', 'é', '😀'), { maxLength: 30 });
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
