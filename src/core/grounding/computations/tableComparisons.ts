import type { Computation, ComputedCell } from '../model.ts';
import { changeIn, comparedSides, NOT_PLAIN, PLAIN_WORDS, superlativeIn } from './comparisonWords.ts';
import { isAbout, namedLines, type NamedLines } from './namedLines.ts';
import { areAlike, peersOf, type Line, type ValueCell, type ValueTable } from './valueTables.ts';

/** A comparison of what tables have, which a sentence says by labels. */
export interface TableComparison {
  readonly holds: boolean;
  readonly computation: Computation;
}

/** The most UTF-16 units of a clause that is read. */
const LONGEST = 300;
/**
 * Whether the tables agree with a clause that compares by labels, such as `Revenue was higher in 2024 than in 2023`,
 * `Asia had the lowest revenue`, or `Sales fell from 2023 to 2024`. Null if it compares nothing, or if what it leaves open
 * decides the result.
 * @param isQuestion whether it is asked and not said
 */
export function compareInTables(
  clause: string,
  tables: readonly ValueTable[],
  isQuestion: boolean,
): TableComparison | null {
  const text = clause.toLowerCase();
  if (text.length > LONGEST || NOT_PLAIN.test(text)) return null;
  return agreed(tables.flatMap((table) => compareInTable(text, table, isQuestion) ?? []));
}

/** Whether a text has words that compare. */
export function mayCompare(clause: string, isQuestion: boolean): boolean {
  const text = clause.slice(0, LONGEST + 1).toLowerCase();
  return (
    text.length <= LONGEST &&
    !NOT_PLAIN.test(text) &&
    (comparedSides(text) !== null || superlativeIn(text) !== null || changeIn(text, isQuestion) !== null)
  );
}

/** The first of several comparisons if all have the same result. */
function agreed(found: readonly TableComparison[]): TableComparison | null {
  const [first] = found;
  return first !== undefined && found.every(({ holds }) => holds === first.holds) ? first : null;
}

function compareInTable(text: string, table: ValueTable, isQuestion: boolean): TableComparison | null {
  const sides = comparedSides(text);
  const superlative = superlativeIn(text);
  const change = changeIn(text, isQuestion);
  if ([sides, superlative, change].filter((one) => one !== null).length !== 1) return null;
  if (sides !== null) {
    const subject = namedLines(sides.subject, table);
    const object = namedLines(sides.object, table);
    return areExplained([subject, object], table) ? compareSides(subject, object, sides.sign, table) : null;
  }
  if (superlative !== null) {
    const { start, end, sign } = superlative;
    const named = namedLines(`${text.slice(0, start)} ${text.slice(end)}`, table);
    if (!areExplained([named], table)) return null;
    return isOverColumns(text.slice(0, start), text.slice(end), named)
      ? compareColumns(named, sign, table)
      : compareRows(named, sign, table);
  }
  if (change === null) return null;
  const named = namedLines(text.replace(change.words, ' '), table);
  return areExplained([named], table) ? compareYears(text, named, change.sign, table) : null;
}

/** Whether a table is about what a clause says: a row that it names, or its other words; `it` may be anything. */
function areExplained(named: readonly NamedLines[], table: ValueTable): boolean {
  const others = named.flatMap((one) => one.others);
  const isNamed = named.some(({ rows }) => rows.length > 0) || others.some((word) => isAbout(table, word));
  return isNamed && isExplained(others, table);
}

/** Whether a table is about all that is said beside its labels. */
export function isExplained(others: readonly string[], table: ValueTable): boolean {
  return others.every((word) => PLAIN_WORDS.has(word) || isAbout(table, word));
}

function compareSides(
  subject: NamedLines,
  object: NamedLines,
  sign: '<' | '>',
  table: ValueTable,
): TableComparison | null {
  const isNamed = ({ rows, columns }: NamedLines): boolean => rows.length + columns.length > 0;
  if (!isNamed(subject) || !isNamed(object)) return null;
  // What one side does not say is as on the other side.
  const sideOf = (own: NamedLines, other: NamedLines): Lines => ({
    rows: own.rows.length > 0 ? own.rows : other.rows,
    columns: own.columns.length > 0 ? own.columns : other.columns,
  });
  const [one, other] = [sideOf(subject, object), sideOf(object, subject)];
  return agreed(
    openChoices(one, table).flatMap((choice) => {
      const fill = ({ rows, columns }: Lines): Lines => ({
        rows: rows.length > 0 ? rows : [choice],
        columns: columns.length > 0 ? columns : [choice],
      });
      return everyPair(cellsOf(fill(one), table), cellsOf(fill(other), table), sign) ?? [];
    }),
  );
}

type Lines = Pick<NamedLines, 'rows' | 'columns'>;

/** The lines that may be meant where no row, or no column, is named; one that is not used if both are. */
function openChoices({ rows, columns }: Lines, table: ValueTable): readonly Line[] {
  if (rows.length === 0) return columns.length === 0 ? [] : openLines(table.rows);
  return columns.length === 0 ? openLines(table.columns) : rows.slice(0, 1);
}

/** Where no row or column is named, the sum is meant, or what is true of all of them. */
export function openLines(lines: readonly Line[]): readonly Line[] {
  const totals = lines.filter(({ isTotal }) => isTotal);
  return totals.length === 1 ? totals : lines;
}

/** Whether `highest` compares the columns and not the rows: `revenue was highest in 2024`, `2024 had the highest revenue`. */
function isOverColumns(before: string, after: string, { rows, columns }: NamedLines): boolean {
  const [column, second] = columns;
  if (column === undefined || second !== undefined || rows.length > 1) return false;
  const name = (column.forms[0] ?? []).join(' ');
  const isRightBehind = new RegExp(
    `^\\s{0,2}(?:in|im|for|during)\\s(?:the\\s)?(?:jahr |year )?${escaped(name)}`,
    'u',
  );
  const isRightBefore = new RegExp(`${escaped(name)}\\s?年?$`, 'u');
  const isSubject = new RegExp(
    `^\\s{0,4}${escaped(name)}\\s?(?:年)?\\s?(?:was|is|had|has|war|ist|hatte|是)`,
    'u',
  );
  return (
    isRightBehind.test(after) ||
    isRightBefore.test(before) ||
    isSubject.test(before) ||
    /['’]s?\s{0,2}$/u.test(before)
  );
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

/**
 * Whether the only row that is named has the most (or the least).
 * @param others the rows that it is compared with; not set for all of its kind
 */
export function compareRows(
  { rows, columns }: Lines,
  sign: '<' | '>',
  table: ValueTable,
  others?: readonly Line[],
): TableComparison | null {
  const [row, second] = rows;
  if (row === undefined || second !== undefined || row.isTotal || columns.length > 1) return null;
  const peers = others ?? peersOf(row, table.rows).filter((peer) => peer !== row);
  const open = columns.length > 0 ? columns : openLines(table.columns);
  return agreed(
    open.flatMap(
      (column) =>
        everyPair(
          cellsOf({ rows: [row], columns: [column] }, table),
          cellsOf({ rows: peers, columns: [column] }, table),
          sign,
        ) ?? [],
    ),
  );
}

/**
 * Whether the only column that is named has the most (or the least).
 * @param others the columns that it is compared with; not set for all of its kind
 */
export function compareColumns(
  { rows, columns }: Lines,
  sign: '<' | '>',
  table: ValueTable,
  others?: readonly Line[],
): TableComparison | null {
  const [column, second] = columns;
  if (column === undefined || second !== undefined || column.isTotal || rows.length > 1) return null;
  const peers = others ?? peersOf(column, table.columns).filter((peer) => peer !== column);
  const open = rows.length > 0 ? rows : openLines(table.rows);
  return agreed(
    open.flatMap(
      (row) =>
        everyPair(
          cellsOf({ rows: [row], columns: [column] }, table),
          cellsOf({ rows: [row], columns: peers }, table),
          sign,
        ) ?? [],
    ),
  );
}

const EVERY_YEAR = /(?:every|each) year|jedes jahr|每年|逐年/u;
const EVERY_ROW =
  /(?<![a-z])(?:every|each|all)(?![a-z])|(?<![a-z])(?:jede[rsnm]?|allen?)(?![a-z])|所有|每|各/u;

/** Whether numbers rose (or fell) from one year to another; where one is named, from the one before it. */
function compareYears(
  text: string,
  { rows, columns }: Lines,
  sign: '<' | '>',
  table: ValueTable,
): TableComparison | null {
  const steps = stepsOf(columns, table, EVERY_YEAR.test(text));
  if (steps === null) return null;
  const isEveryRow = EVERY_ROW.test(text.replace(EVERY_YEAR, ' '));
  const open = rows.length > 0 ? rows : isEveryRow ? table.rows : openLines(table.rows);
  const results = open.map((row) => everyStep(row, steps, sign, table));
  const known = results.filter((one) => one !== null);
  if (rows.length === 0 && !isEveryRow) return agreed(known);
  // What is said of several rows must be true of each.
  return known.length === results.length ? (known.find(({ holds }) => !holds) ?? known[0] ?? null) : null;
}

/** A year and an earlier one. */
type YearStep = readonly [later: Line, earlier: Line];

/** The years that a change is said of; null if they are not known. */
function stepsOf(named: readonly Line[], table: ValueTable, isEvery: boolean): readonly YearStep[] | null {
  const years = table.columns
    .filter(({ year }) => year !== null)
    .sort((one, other) => (one.year ?? 0) - (other.year ?? 0));
  if (named.length > 2 || named.some(({ year }) => year === null)) return null;
  const indices = named.map((column) => years.indexOf(column));
  const last = named.length === 0 ? years.length - 1 : Math.max(...indices);
  const before = years.findIndex(({ year }) => year === (years[last]?.year ?? 0) - 1);
  const first = named.length === 0 ? 0 : named.length === 1 ? before : Math.min(...indices);
  if (first < 0 || (named.length === 0 && !isEvery)) return null;
  const span = years.slice(first, last + 1);
  const ends = isEvery ? span : [...span.slice(0, 1), ...span.slice(1).slice(-1)];
  const steps = ends.slice(1).flatMap((later, at): YearStep[] => {
    const earlier = ends[at];
    return earlier === undefined ? [] : [[later, earlier]];
  });
  return steps.length === 0 ? null : steps;
}

function everyStep(
  row: Line,
  steps: readonly YearStep[],
  sign: '<' | '>',
  table: ValueTable,
): TableComparison | null {
  const results = steps.map(([later, earlier]) =>
    everyPair(
      cellsOf({ rows: [row], columns: [later] }, table),
      cellsOf({ rows: [row], columns: [earlier] }, table),
      sign,
    ),
  );
  const known = results.filter((one) => one !== null);
  return known.length === results.length ? (known.find(({ holds }) => !holds) ?? known[0] ?? null) : null;
}

/** A number with what names its place. */
interface NamedCell {
  readonly cell: ValueCell;
  readonly row: Line;
  readonly column: Line;
}

/** The cells where rows and columns cross; null if one of them has no number. */
function cellsOf({ rows, columns }: Lines, table: ValueTable): readonly NamedCell[] | null {
  const places = rows.flatMap((row) => columns.map((column) => ({ row, column })));
  const cells = places.flatMap((place) => {
    const cell = table.cellAt(place.row, place.column);
    return cell === null ? [] : [{ ...place, cell }];
  });
  return cells.length === places.length ? cells : null;
}

/** The most pairs of numbers that one comparison compares. */
const MOST_PAIRS = 400;

/** Whether each of some numbers is more (or less) than each of some others; null if that cannot be said. */
function everyPair(
  subjects: readonly NamedCell[] | null,
  objects: readonly NamedCell[] | null,
  sign: '<' | '>',
): TableComparison | null {
  const pairs = (subjects ?? []).flatMap((one) => (objects ?? []).map((other) => [one, other] as const));
  if (pairs.length > MOST_PAIRS) return null;
  const isKnown = pairs.every(
    ([one, other]) =>
      (one.row !== other.row || one.column !== other.column) && areAlike([one.cell, other.cell]),
  );
  const failed = pairs.find(([one, other]) => !isInOrder(one.cell, other.cell, sign));
  // The other number that is nearest says most.
  const nearest = pairs.toSorted((one, other) => distanceOf(one) - distanceOf(other))[0];
  const shown = failed ?? nearest;
  if (!isKnown || shown === undefined) return null;
  return { holds: failed === undefined, computation: computationOf(shown) };
}

function isInOrder({ value }: ValueCell, other: ValueCell, sign: '<' | '>'): boolean {
  return sign === '>' ? value > other.value : value < other.value;
}

function distanceOf([one, other]: readonly [NamedCell, NamedCell]): number {
  return Math.abs(one.cell.value - other.cell.value);
}

/** How two numbers compare, as text: `112.6 (Asia) < 231.0 (Europe)`. */
function computationOf([one, other]: readonly [NamedCell, NamedCell]): Computation {
  const { value } = one.cell;
  const sign = value > other.cell.value ? '>' : value < other.cell.value ? '<' : '=';
  const shown = ({ cell, row, column }: NamedCell): string => {
    const names = [
      ...(one.row === other.row ? [] : [row.nameOf()]),
      ...(one.column === other.column ? [] : [column.nameOf()]),
    ];
    return `${cell.text} (${names.join(', ')})`;
  };
  return {
    kind: 'comparison',
    operands: [],
    cells: [placed(one.cell), placed(other.cell)],
    text: `${shown(one)} ${sign} ${shown(other)}`,
    value: 1,
    said: 1,
  };
}

function placed({ on, box, text }: ValueCell): ComputedCell {
  return { on, box, text };
}
