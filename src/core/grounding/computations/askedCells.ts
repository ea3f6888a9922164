import type { Computation, ComputationKind } from '../model.ts';
import { askedKinds, isAskingWord } from './askedComputation.ts';
import { NOT_WHOLE } from './comparisonWords.ts';
import { compute, formulaOf } from './compute.ts';
import { namedLines } from './namedLines.ts';
import { roundsTo, type Quantity } from './quantities.ts';
import { openLines } from './cellPairs.ts';
import { isExplained } from './tableComparisons.ts';
import { isClose } from './uniqueComputation.ts';
import {
  areAlike,
  peersOf,
  type Line,
  type ValueCell,
  type ValueTable,
  computedCell,
} from './valueTables.ts';

/** A number, and what the cells that a text names come to. */
export interface CellComputation {
  readonly right: boolean;
  readonly computation: Computation;
}

/** The most UTF-16 units of a text that is read. */
const LONGEST = 600;
const MOST_CELLS = 50;
const EVERY =
  /(?<![a-z])(?:all|every|each|across|per|both|alle[nr]?|jede[rsnm]?|pro)(?![a-z])|所有|全部|各|每/u;
const RANGE = /(?<![a-z])(?:from|between|through|to|von|bis|zwischen)(?![a-z])|[-–—]|到|至/u;
const PAIRS: ReadonlySet<ComputationKind> = new Set<ComputationKind>([
  'difference',
  'growth',
  'ratio',
  'share',
]);

/**
 * Whether a number is what the cells that a text names by their labels come to: `What is the difference between total
 * revenue in 2024 and 2023?` Null if the text names no computation or no cells, or if it can be read in several ways.
 * @param text a question, or the sentence that says the number
 */
export function computeFromCells(
  number: Quantity,
  text: string,
  tables: () => readonly ValueTable[],
): CellComputation | null {
  const [kind] = askedKinds(text, number) ?? [];
  const lower = text.toLowerCase();
  if (kind === undefined || lower.length > LONGEST || NOT_WHOLE.test(lower)) return null;
  const said = text.replace(number.text, ' ');
  const found = tables().flatMap((table) => {
    const cells = namedCells(said.toLowerCase(), kind, table);
    return cells === null ? [] : (check(kind, cells, number) ?? []);
  });
  const [first] = found;
  const isSure = found.every(({ computation }) => computation.value === first?.computation.value);
  return first !== undefined && isSure ? first : (found.find(({ right }) => right) ?? null);
}

/** Whether numbers stand in the row that a text names, as far as a table has them: `Asia grew from 481.9` may not. */
export function areInNamedRow(
  text: string,
  numbers: readonly Quantity[],
  tables: readonly ValueTable[],
): boolean {
  const values = numbers.map(({ values: [value] }) => value);
  return tables.every((table) => {
    const { rows } = namedLines(text.toLowerCase(), table);
    const [row, second] = rows;
    if (row === undefined || second !== undefined) return true;
    const hasAll = (line: Line): boolean => {
      const cells = table.columns.map((column) => table.cellAt(line, column)?.value);
      return values.every((value) => cells.includes(value));
    };
    return hasAll(row) || !table.rows.some(hasAll);
  });
}

/** The cells that a text names, in the order in which they are computed. */
function namedCells(text: string, kind: ComputationKind, table: ValueTable): readonly ValueCell[] | null {
  const named = namedLines(text, table);
  const others = named.others.filter((word) => !isAskingWord(word));
  if (named.rows.length + named.columns.length === 0 || !isExplained(others, table)) return null;
  const isPair = PAIRS.has(kind);
  const isEvery = EVERY.test(text);
  const withoutSums = named.rows.filter(({ isTotal }) => !isTotal);
  // The label of a total is no word for a sum.
  if (kind === 'sum' && withoutSums.length < 2 && withoutSums.length < named.rows.length) return null;
  let rows = !isPair && (withoutSums.length > 1 || isEvery) ? withoutSums : named.rows;
  let { columns } = named;
  if (!isPair && RANGE.test(text)) columns = yearsBetween(columns, table);
  if (kind === 'share' && columns.length === 1) rows = partAndWhole(rows, table);
  if (rows.length === 0)
    rows = isEvery && !isPair && columns.length <= 1 ? everyRow(table) : onlyLine(table.rows);
  if (columns.length === 0)
    columns =
      isEvery && !isPair && rows.length === 1
        ? table.columns.filter(({ year }) => year !== null)
        : onlyLine(table.columns);
  const count = rows.length * columns.length;
  if (count < 2 || count > MOST_CELLS || Math.min(rows.length, columns.length) > 1 || (isPair && count !== 2))
    return null;
  if (kind === 'growth') columns = columns.toSorted((one, other) => (other.year ?? 0) - (one.year ?? 0));
  if (kind === 'growth' && columns.some(({ year }) => year === null)) return null;
  const cells = rows.flatMap((row) => columns.flatMap((column) => table.cellAt(row, column) ?? []));
  return cells.length === count && areAlike(cells) ? cells : null;
}

/** From a year to another one, with those between them. */
function yearsBetween(columns: readonly Line[], table: ValueTable): readonly Line[] {
  const years = columns.flatMap(({ year }) => year ?? []);
  if (columns.length !== 2 || years.length !== 2) return columns;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return table.columns.filter(({ year }) => year !== null && year >= first && year <= last);
}

/** The only line that can be meant where none is named. */
function onlyLine(lines: readonly Line[]): readonly Line[] {
  const open = openLines(lines);
  return open.length === 1 ? open : [];
}

function everyRow({ rows }: ValueTable): readonly Line[] {
  const [first] = rows;
  return first === undefined || first.isTotal ? [] : peersOf(first, rows);
}

function partAndWhole(rows: readonly Line[], table: ValueTable): readonly Line[] {
  const parts = rows.filter(({ isTotal }) => !isTotal);
  const wholes = table.rows.filter(({ isTotal }) => isTotal);
  return parts.length === 1 && wholes.length === 1 ? [...parts, ...wholes] : [];
}

function check(kind: ComputationKind, cells: readonly ValueCell[], number: Quantity): CellComputation | null {
  const isReversed = kind === 'difference' && (cells[0]?.value ?? 0) < (cells[1]?.value ?? 0);
  const operands = isReversed ? cells.toReversed() : cells;
  const values = operands.map(({ value }) => value);
  const value = compute(kind, values);
  if (value === null || !Number.isFinite(value)) return null;
  const right = roundsTo(value, number);
  // Another reading of the question, or another unit, is not called wrong.
  const isOther = KINDS.some((other) =>
    [values, values.toReversed()].some((order) => isClose([compute(other, order) ?? Number.NaN], number)),
  );
  if (!right && isOther) return null;
  const percent = number.isPercent ? '%' : '';
  const decimals = Math.min(number.decimals[0] ?? 0, 20);
  return {
    right,
    computation: {
      kind,
      operands: [],
      cells: operands.map(computedCell),
      text: `${formulaOf(kind, operands)} = ${value.toFixed(decimals)}${percent}`,
      value,
      said: number.values[0] ?? value,
    },
  };
}

const KINDS: readonly ComputationKind[] = ['difference', 'growth', 'ratio', 'share', 'sum', 'average'];
