import type { Computation } from '../model.ts';
import { agreed, openLines, type TableComparison } from './cellPairs.ts';
import { NOT_PLAIN } from './comparisonWords.ts';
import { growthOf } from './growthComparisons.ts';
import { namedLines } from './namedLines.ts';
import { isExplained, namesSubject } from './tableComparisons.ts';
import { computedCell, type Line, type ValueCell, type ValueTable } from './valueTables.ts';
import { yearPairs, type YearStep } from './yearSteps.ts';

/** The most UTF-16 units of a clause that is read. */
const LONGEST = 300;
const MORE = '(?<more>(?:more than|over|mehr als)\\s)?';
const FORMS: readonly (readonly [pattern: RegExp, multiple: number])[] = (
  [
    ['doubled|verdoppelte?n?', 2],
    ['tripled|verdreifachte?n?', 3],
    ['quadrupled|vervierfachte?n?', 4],
    ['halved|halbierte?n?', 0.5],
  ] as const
).map(([words, multiple]) => [
  new RegExp(`(?<![a-zäöüß])${MORE}(?:${words})(?![a-zäöüß])(?:\\ssich(?![a-zäöüß]))?`, 'u'),
  multiple,
]);
const SINCE = /(?<![a-zäöüß])(?:since|seit)(?![a-zäöüß])/u;
/** How far, as a share, a ratio may be from a multiple to be right, and from where on it is wrong. */
const CLOSE = 0.03;
const FAR = 0.2;

/** By how much something is said to have changed. */
interface Multiple {
  readonly value: number;
  readonly isMore: boolean;
  /** The clause without the words that say it. */
  readonly rest: string;
}

function multipleIn(clause: string): Multiple | null {
  const text = clause.toLowerCase();
  if (text.length > LONGEST) return null;
  const found = FORMS.flatMap(([pattern, value]): Multiple[] => {
    const match = pattern.exec(text);
    if (match === null) return [];
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return [{ value, isMore: match.groups?.['more'] !== undefined, rest }];
  });
  const [only] = found;
  return only === undefined || found.length > 1 || NOT_PLAIN.test(only.rest) ? null : only;
}

/** Whether a text has words that say by which factor something changed. */
export function maySayMultiple(clause: string): boolean {
  return multipleIn(clause.slice(0, LONGEST + 1)) !== null;
}

/**
 * Whether the tables agree with a clause that says by which factor a row changed: `Revenue more than doubled from 2022 to
 * 2024`. Null if it does not say which row and from when, or if the factor is about right.
 */
export function compareMultiple(clause: string, tables: readonly ValueTable[]): TableComparison | null {
  const said = multipleIn(clause);
  return said === null ? null : agreed(tables.flatMap((table) => compareInTable(said, table) ?? []));
}

function compareInTable(said: Multiple, table: ValueTable): TableComparison | null {
  const named = namedLines(said.rest, table);
  const { rows, columns } = named;
  const [row, second] = rows.length > 0 ? rows : openLines(table.rows);
  if (row === undefined || second !== undefined) return null;
  const others = named.others.filter((word) => word !== 'since' && word !== 'seit' && word !== 'haben');
  if (!namesSubject([named], table) || !isExplained(others, table)) return null;
  const steps = stepsOf(columns, SINCE.test(said.rest), table);
  return steps.length === 0 ? null : agreedRatios(row, steps, said, table);
}

/** The steps that a change is said of: from a year on to each later one, or between the years that are named. */
function stepsOf(columns: readonly Line[], isSince: boolean, table: ValueTable): readonly YearStep[] {
  const [first, second] = columns;
  if (first === undefined || columns.some(({ year }) => year === null)) return [];
  if (!isSince) return yearPairs(columns, table);
  const from = first.year ?? 0;
  return second === undefined
    ? table.columns.flatMap((later): YearStep[] =>
        later.year !== null && later.year > from ? [[later, first]] : [],
      )
    : [];
}

/** Whether a row changed by a factor in the last of some steps; null if it did so only in an earlier one. */
function agreedRatios(
  row: Line,
  steps: readonly YearStep[],
  said: Multiple,
  table: ValueTable,
): TableComparison | null {
  const found = steps
    .toSorted(([one], [other]) => (one.year ?? 0) - (other.year ?? 0))
    .map((step) => compareStep(row, step, said, table));
  const last = found.at(-1) ?? null;
  return last === null || last.holds || found.every((one) => one?.holds === false) ? last : null;
}

function compareStep(
  row: Line,
  step: YearStep,
  { value, isMore }: Multiple,
  table: ValueTable,
): TableComparison | null {
  const growth = growthOf(row, step, table);
  if (growth === null) return null;
  const { later, earlier, rate } = growth;
  const ratio = 1 + rate / 100;
  const share = value > 1 ? ratio / value : value / ratio;
  const isRight = isMore ? share > 1 : Math.abs(share - 1) <= CLOSE;
  // What is rounded, or changed by more than is said, is not called wrong.
  if (!isRight && share > (isMore ? 1 - CLOSE : 1 - FAR)) return null;
  return { holds: isRight, computation: ratioOf([later.cell, earlier.cell], ratio) };
}

function ratioOf(cells: readonly ValueCell[], ratio: number): Computation {
  return {
    kind: 'ratio',
    operands: [],
    cells: cells.map(computedCell),
    text: `${cells.map(({ text }) => text).join(' / ')} = ${ratio.toFixed(2)}`,
    value: ratio,
    said: ratio,
  };
}
