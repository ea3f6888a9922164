import { expect, test } from 'vitest';
import { countRight, knownNumbers, majorityOf } from '../../../src/core/summary/groupMembers.ts';
import { NumberColumn } from '../../../src/core/summary/numberColumn.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import { answerText, keptAnswerNumber } from '../../../src/runs/worker/answerText.ts';
import { factsOf } from './facts.ts';

const LONG = `It is ${'very '.repeat(100)}long`;

const MAJORITIES: readonly (readonly [
  name: string,
  answers: readonly (string | null)[],
  majority: { readonly row: number; readonly count: number } | null,
])[] = [
  ['the most frequent answer', ['7', '8', '8'], { row: 1, count: 2 }],
  ['of equally frequent ones the first', ['7', '8', '8', '7'], { row: 0, count: 2 }],
  [
    'whatever the case, white space and a final period',
    ['b', 'New  York', 'new york. '],
    { row: 1, count: 2 },
  ],
  [
    'of long answers those that are the same to their end',
    [`${LONG}a`, `${LONG}b`, `${LONG.toUpperCase()}B`],
    { row: 1, count: 2 },
  ],
  ['none for missing and empty answers', [null, '', '  ', '.'], null],
];

test.each(MAJORITIES)(
  'the majority is %s, in columns with numbers and with texts',
  (_, answers, expected) => {
    const columns = new RunColumns();
    for (const answer of answers) columns.add(factsOf({ answer }));
    const texts = answers.map(answerText);
    const answerOf = (row: number): number => keptAnswerNumber(texts[row] ?? '');
    const rows = Uint32Array.from(answers.keys());
    expect(majorityOf(columns, rows)).toEqual(expected);
    expect(majorityOf({ answerOf }, rows)).toEqual(expected);
  },
);

test('rows are counted as right or wrong only if it is known', () => {
  const columns = new RunColumns();
  for (const right of [true, null, false, true]) columns.add(factsOf({ right }));
  expect(countRight(columns, Uint32Array.of(0, 1, 2, 3))).toEqual({ right: 2, wrong: 1 });
  expect(countRight(columns, Uint32Array.of(1))).toEqual({ right: 0, wrong: 0 });
});

test('the numbers of a group are known if each of its rows has a finite one', () => {
  const column = new NumberColumn();
  [1, 0.5, Number.NaN].forEach((value, row) => {
    column.set(row, value);
  });
  const of = (...rows: readonly number[]) => knownNumbers(column, Uint32Array.of(...rows));
  expect([of(1, 0), of(0, 2), of(0, 3), of()]).toEqual([[0.5, 1], null, null, null]);
  expect(knownNumbers(undefined, Uint32Array.of(0))).toBeNull();
});
