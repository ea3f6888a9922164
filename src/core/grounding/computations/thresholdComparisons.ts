import type { Computation } from '../model.ts';
import { tokenKeys, tokenize } from '../tokens.ts';
import { agreed, openLines, type NamedCell, type TableComparison } from './cellPairs.ts';
import { hasRowsOfOneKind, HOW_MANY, nounAt, rowNames } from './countedRows.ts';
import { growthOf } from './growthComparisons.ts';
import { namedLines, type NamedLines } from './namedLines.ts';
import { everyColumn } from './quantifiers.ts';
import { isExplained, namesSubject } from './tableComparisons.ts';
import { thresholdIn, type Threshold } from './thresholds.ts';
import { peersOf, type Line, type ValueTable, computedCell } from './valueTables.ts';
import { yearPairs } from './yearSteps.ts';

/** Numbers that differ more from a threshold have another scale, or are not what it is said of. */
const FAR = 20;
const EVERY =
  /(?<![a-zäöüß])(?:all|every|each|both|jede[rsnm]?|alle[nr]?|beide[nr]?)(?![a-zäöüß])|所有|全部|每|各|都/u;
const ONLY = /(?<![a-zäöüß])(?:only|just|exactly|precisely|nur|genau)(?![a-zäöüß])|只有|仅/u;
/** What is said of one row and of no other. */
const ONLY_ONE =
  /(?:(?<![a-zäöüß])(?:only|just|nur)\s(?:(?:the|der|die|das)\s)?|只有|仅)(?<behind>.{0,80})/su;
const PERCENT: ReadonlySet<string> = new Set(['percent', 'percentage', 'prozent', 'share', '%', '百', '比']);

/** A longer answer is more than a number. */
const LONGEST_COUNT = 20;

/** Whether a text has words that say a threshold of numbers. */
export function maySayThreshold(clause: string): boolean {
  return thresholdIn(clause) !== null;
}

/**
 * Whether the tables agree with a clause that says on which side of a number others are: `Asia had more than 100 in every
 * year`, `All sites have more than 80 employees`, `Two regions grew by more than 5% in 2024`. Null if what it leaves open
 * decides the result.
 */
export function compareWithThreshold(clause: string, tables: readonly ValueTable[]): TableComparison | null {
  const threshold = thresholdIn(clause);
  if (threshold === null) return null;
  return agreed(tables.flatMap((table) => compareInTable(threshold, table) ?? []));
}

/**
 * Whether an answer is the number of rows that a question asks for: `How many regions grew by more than 5% in 2024?` Null if
 * it is something else than a number, or the question asks for something else.
 */
export function countBeyondThreshold(
  answer: string,
  question: string,
  tables: () => readonly ValueTable[],
): TableComparison | null {
  const { keys, numbers } = tokenize(answer.slice(0, LONGEST_COUNT));
  const value = Number(numbers.get(0)?.at(-1)?.values[0]);
  if (keys.length !== 1 || !Number.isInteger(value) || !HOW_MANY.test(question)) return null;
  const threshold = thresholdIn(question.replace(HOW_MANY, ' ').replace(/[?？]\s*$/u, ''));
  if (threshold === null) return null;
  const found = tables().flatMap((table) => {
    const named = namedLines(threshold.rest, table);
    const isOther = named.rows.length > 0 || nounAt(tokenize(threshold.rest), table) === null;
    if (isOther || !isExplained(withoutNouns(named, table), table)) return [];
    return countRows(rowsOfKind(table), named.columns, threshold, table, { value, isExact: true }) ?? [];
  });
  const [only, second] = found;
  return second === undefined ? (only ?? null) : null;
}

function compareInTable(threshold: Threshold, table: ValueTable): TableComparison | null {
  const { rest } = threshold;
  const named = namedLines(rest, table);
  const tokens = tokenize(rest);
  const noun = nounAt(tokens, table);
  const count = noun === null ? null : countBefore(rest, tokens, noun.at);
  if (!namesSubject([named], table) && noun === null) return null;
  if (!isExplained(withoutNouns(named, table, count), table)) return null;
  if (count !== null && named.rows.length === 0)
    return countRows(rowsOfKind(table), named.columns, threshold, table, count);
  if (ONLY.test(rest)) return onlyRow(named, threshold, table);
  const isOfRows = noun !== null && EVERY.test(rest.replace(/(?:every|each|all) (?:years?|quarters?)/u, ' '));
  const rows = named.rows.length > 0 ? named.rows : isOfRows ? rowsOfKind(table) : openLines(table.rows);
  if (named.rows.length === 0 && !isOfRows && (noun !== null || rows.length > 1)) return null;
  const every = everyColumn(rest, table);
  return everyCell(rows, named.columns, every, threshold, table);
}

/** Whether the only row that is named behind `only` is beyond a threshold in a column, and no other of its kind is. */
function onlyRow(
  { rows, columns }: NamedLines,
  threshold: Threshold,
  table: ValueTable,
): TableComparison | null {
  const [row, second] = rows;
  const [column, other] = columns.length === 0 ? table.columns : columns;
  if (row === undefined || second !== undefined || row.isTotal) return null;
  if (column === undefined || other !== undefined || !hasRowsOfOneKind(table)) return null;
  const behind = tokenKeys(ONLY_ONE.exec(threshold.rest)?.groups?.['behind'] ?? '');
  if (!row.forms.some((form) => form.length > 0 && form.every((key, at) => key === behind[at]))) return null;
  const others = peersOf(row, table.rows).filter((peer) => peer !== row);
  const results = [row, ...others].flatMap((one) => {
    const [measured = null, several] = measure(one, column, threshold, table);
    const result = several === undefined ? compareOne(measured, threshold) : null;
    return result === null ? [] : [{ result, isAsSaid: result.isBeyond === (one === row) }];
  });
  const failed = results.find(({ isAsSaid }) => !isAsSaid)?.result;
  if (failed === undefined && results.length <= others.length) return null;
  const nearest = results
    .map(({ result }) => result)
    .toSorted((one, next) => distanceOf(one) - distanceOf(next))[0];
  const shown = failed ?? nearest;
  if (shown === undefined || others.length === 0) return null;
  return { holds: failed === undefined, computation: comparisonOf(shown, threshold) };
}

/** The rows of the kind of the first one. */
function rowsOfKind({ rows }: ValueTable): readonly Line[] {
  const [first] = rows;
  return first === undefined || first.isTotal ? [] : peersOf(first, rows);
}

/** A count that a clause says of the rows of a table. */
interface SaidCount {
  readonly value: number;
  /** Whether there must be no more of them. */
  readonly isExact: boolean;
}

/** The number that counts the noun of a table's rows: `three regions`, `two of the four sites`. */
function countBefore(text: string, tokens: ReturnType<typeof tokenize>, noun: number): SaidCount | null {
  const counts = [...tokens.numbers].filter(([at]) => at < noun && noun - at <= 4);
  const [first] = counts;
  const value = Number(first?.[1].at(-1)?.values[0]);
  if (first === undefined || !Number.isInteger(value) || value < 1 || value > 200) return null;
  return { value, isExact: ONLY.test(text) };
}

/** The words of a clause that name no row and no column, without the noun of the rows and their count. */
function withoutNouns(
  { others }: NamedLines,
  table: ValueTable,
  count: SaidCount | null = null,
): readonly string[] {
  return others.filter((word) => {
    if (nounAt(tokenize(word), table) !== null || EVERY.test(word) || ONLY.test(word)) return false;
    return count === null || word !== String(count.value);
  });
}

/** A number that is compared with a threshold, and the cells that it is from. */
interface Measured {
  readonly value: number;
  readonly isPercent: boolean;
  readonly cells: readonly NamedCell[];
  readonly text: string;
}

/** What a threshold is compared with in a row: its numbers in some columns, or how much they changed. */
function measure(
  row: Line,
  column: Line | null,
  { change, quantity }: Threshold,
  table: ValueTable,
): readonly (Measured | null)[] {
  if (change === 0) {
    const cell = column === null ? null : table.cellAt(row, column);
    if (cell === null || column === null || cell.value < 0) return [null];
    const isPercent = cell.isPercent || [...PERCENT].some((word) => table.words.has(word));
    return [{ value: cell.value, isPercent, cells: [{ cell, row, column }], text: cell.text }];
  }
  const pairs = yearPairs(column === null ? [] : [column], table);
  return pairs.map((step): Measured | null => {
    const growth = growthOf(row, step, table);
    if (growth === null) return null;
    const value = change * (quantity.isPercent ? growth.rate : growth.amount);
    const text = `${value.toFixed(1)}${quantity.isPercent ? '%' : ''}`;
    return { value, isPercent: quantity.isPercent, cells: [growth.later, growth.earlier], text };
  });
}

/** How a number compares with a threshold. */
interface Beyond {
  readonly measured: Measured;
  readonly isBeyond: boolean;
  /** The threshold in the scale of the number. */
  readonly limit: number;
}

/** How a number compares with a threshold; null if they cannot be compared. */
function compareOne(measured: Measured | null, { quantity, sign, isInclusive }: Threshold): Beyond | null {
  const { values, scale, isPercent } = quantity;
  // Of `1,100` one thousand and one hundred is meant, unless the table has numbers of one and a bit.
  const said = Math.max(...values);
  if (measured === null || (isPercent && !measured.isPercent)) return null;
  const { value, cells } = measured;
  if (!isPercent && cells.some(({ cell }) => cell.isPercent)) return null;
  const size = Math.abs(value);
  const isAlike = (one: number): boolean => isPercent || (size <= one * FAR && one <= size * FAR);
  const limits = [...new Set(values.flatMap((one) => [one, one * scale]))].filter(isAlike);
  const [limit, other] = limits;
  if (limit === undefined || other !== undefined || limit <= 0 || limit < said) return null;
  const isBeyond = value === limit ? isInclusive : sign === '>' ? value > limit : value < limit;
  return { measured, isBeyond, limit };
}

/** Whether all numbers of some rows are beyond a threshold: in the named column, in every one, or wherever it is open. */
function everyCell(
  rows: readonly Line[],
  named: readonly Line[],
  every: readonly Line[] | null,
  threshold: Threshold,
  table: ValueTable,
): TableComparison | null {
  const isYears = threshold.change !== 0;
  if (every !== null && (named.length > 0 || isYears)) return null;
  const open: readonly (Line | null)[] = isYears ? [null] : openLines(table.columns);
  const columns: readonly (Line | null)[] = every ?? (named.length > 0 ? named : open);
  const measured = rows.flatMap((row) => columns.flatMap((column) => measure(row, column, threshold, table)));
  const results = measured.flatMap((one) => compareOne(one, threshold) ?? []);
  if (results.length === 0 || results.length < measured.length) return null;
  const failed = results.find(({ isBeyond }) => !isBeyond);
  // Where it is not said in which column, all must agree.
  const isOpen = every === null && named.length === 0;
  if (isOpen && failed !== undefined && results.some(({ isBeyond }) => isBeyond)) return null;
  const nearest = results.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0];
  const shown = failed ?? nearest;
  return shown === undefined
    ? null
    : { holds: failed === undefined, computation: comparisonOf(shown, threshold) };
}

function distanceOf({ measured, limit }: Beyond): number {
  return Math.abs(measured.value - limit);
}

/** How a number compares with a threshold, as text: `91.5 (Asia, 2022) < 100`. */
function comparisonOf({ measured, limit }: Beyond, { quantity }: Threshold): Computation {
  const { value, cells, text } = measured;
  const [first] = cells;
  const place = first === undefined ? '' : ` (${first.row.nameOf()}, ${first.column.nameOf()})`;
  const sign = value > limit ? '>' : value < limit ? '<' : '=';
  return {
    kind: 'comparison',
    operands: [],
    cells: cells.map(({ cell }) => computedCell(cell)),
    text: `${text}${place} ${sign} ${quantity.text.trim()}`,
    value: 1,
    said: 1,
  };
}

/** Whether so many rows as a clause says are beyond a threshold. */
function countRows(
  rows: readonly Line[],
  named: readonly Line[],
  threshold: Threshold,
  table: ValueTable,
  { value, isExact }: SaidCount,
): TableComparison | null {
  if (named.length > 1 || rows.length < 2) return null;
  const isYears = threshold.change !== 0;
  const open: readonly (Line | null)[] = isYears ? [null] : openLines(table.columns);
  const columns: readonly (Line | null)[] = named.length > 0 ? named : open;
  const counted = columns.map((column) => {
    const measured = rows.map((row) => ({ row, values: measure(row, column, threshold, table) }));
    const known = measured.map(({ row, values }) => ({
      row,
      beyond: values.map((one) => compareOne(one, threshold)?.isBeyond ?? null),
      cells: values.flatMap((one) => one?.cells[0] ?? []),
    }));
    // In which years something changed must not matter.
    const isKnown = known.every(
      ({ beyond }) => beyond.length > 0 && !beyond.includes(null) && new Set(beyond).size === 1,
    );
    return isKnown ? known.filter(({ beyond }) => beyond[0] === true) : null;
  });
  const results = counted.map((found) =>
    found === null ? null : found.length === value ? true : found.length < value || isExact ? false : null,
  );
  const [result] = results;
  const found = counted[0];
  if (result == null || found == null || results.some((one) => one !== result)) return null;
  const names = found.map(({ row }) => row);
  return {
    holds: result,
    computation: {
      kind: 'count',
      operands: [],
      cells: found.flatMap(({ cells }) => cells.slice(0, 1).map(({ cell }) => computedCell(cell))),
      text: rowNames(names),
      value: found.length,
      said: value,
    },
  };
}
