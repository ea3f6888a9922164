import { tokenKeys } from '../tokens.ts';
import {
  agreed,
  cellsOf,
  everyPair,
  openLines,
  together,
  type Lines,
  type TableComparison,
} from './cellPairs.ts';
import {
  changeIn,
  comparedSides,
  isLessBetter,
  NOT_PLAIN,
  PLAIN_WORDS,
  SALES_WORDS,
  superlativeIn,
  type ComparedAs,
  type ComparedSides,
  type PlacedSign,
} from './comparisonWords.ts';
import { nounAt } from './countedRows.ts';
import { isAbout, namedLines, type NamedLines } from './namedLines.ts';
import { everyColumn } from './quantifiers.ts';
import { peersOf, type Line, type ValueTable } from './valueTables.ts';
import { stepsOf, type YearStep } from './yearSteps.ts';

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

function compareInTable(text: string, table: ValueTable, isQuestion: boolean): TableComparison | null {
  const sides = comparedSides(text);
  const superlative = superlativeIn(text);
  const change = changeIn(text, isQuestion);
  // `Europe came out on top, ahead of Asia` says both of the first one.
  if (
    sides?.as === 'rank' &&
    superlative !== null &&
    change === null &&
    superlative.end <= sides.subject.length
  ) {
    const subject = `${text.slice(0, superlative.start)} ${sides.subject.slice(superlative.end)}`;
    return together([
      compareSuperlative(sides.subject, superlative, table),
      compareNamed({ ...sides, subject }, table),
    ]);
  }
  if ([sides, superlative, change].filter((one) => one !== null).length !== 1) return null;
  if (sides !== null) return compareNamed(sides, table);
  if (superlative !== null) return compareSuperlative(text, superlative, table);
  if (change === null) return null;
  const named = namedLines(text.replace(change.words, ' '), table);
  return areExplained([named], [], table) ? compareYears(text, named, change.sign, table) : null;
}

function compareNamed(
  { sign, as, subject, object }: ComparedSides,
  table: ValueTable,
): TableComparison | null {
  const named = [namedLines(subject, table), namedLines(object, table)] as const;
  if (!areExplained(named, [], table) || !isComparedAs(as, `${subject} ${object}`, named, table)) return null;
  const isOpen = named.every(({ rows }) => rows.length === 0);
  if (isOpen && namesRows(`${subject} ${object}`, table)) return null;
  return compareSides(...named, sign, everyColumn(`${subject} ${object}`, table), table);
}

function compareSuperlative(
  text: string,
  { start, end, sign, as }: PlacedSign,
  table: ValueTable,
): TableComparison | null {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const named = namedLines(`${before} ${after}`, table);
  if (!areExplained([named], named.rows, table) || !isComparedAs(as, `${before} ${after}`, [named], table))
    return null;
  // Who comes first is a row.
  const isRow = as === 'rank' && namedLines(before, table).rows.length > 0;
  if (!isRow && isOverColumns(before, after, named)) return compareColumns(named, sign, table);
  const every = everyColumn(text, table);
  if (every === null) return compareRows(named, sign, table);
  return together(every.map((column) => compareRows({ ...named, columns: [column] }, sign, table)));
}

/** Whether a clause speaks of what the rows are, and not of their sum: `two regions fell`. */
function namesRows(clause: string, table: ValueTable): boolean {
  return nounAt({ keys: tokenKeys(clause) }, table) !== null;
}

/** Whether a table has what a word compares: sales, or something of which more is better. */
function isComparedAs(
  as: ComparedAs,
  text: string,
  named: readonly NamedLines[],
  { words, title }: ValueTable,
): boolean {
  if (as === 'sales') return [...words].some((word) => SALES_WORDS.has(word));
  const heads = named.flatMap(({ columns }) => columns.flatMap(({ forms }) => forms.flat()));
  return as === null || !isLessBetter([text, ...heads, ...title].join(' '));
}

/**
 * Whether a table is about what a clause says: a row that it names, or its other words; `it` may be anything.
 * @param rows whose numbers the clause may say
 */
function areExplained(named: readonly NamedLines[], rows: readonly Line[], table: ValueTable): boolean {
  const others = named.flatMap((one) => one.others).filter((word) => !isInRows(word, rows, table));
  return namesSubject(named, table) && isExplained(others, table);
}

/** Whether a clause names a row of a table, or what the table is about. */
export function namesSubject(named: readonly NamedLines[], table: ValueTable): boolean {
  return named.some(({ rows, others }) => rows.length > 0 || others.some((word) => isAbout(table, word)));
}

/** Whether a word is a number that one of some rows has: `came out on top with 1,148`. */
function isInRows(word: string, rows: readonly Line[], table: ValueTable): boolean {
  const digits = word.replaceAll(/\D/g, '');
  return (
    digits.length > 1 &&
    rows.some((row) =>
      table.columns.some((column) => table.cellAt(row, column)?.text.replaceAll(/\D/g, '') === digits),
    )
  );
}

/** Whether a table is about all that is said beside its labels. */
export function isExplained(others: readonly string[], table: ValueTable): boolean {
  return others.every((word) => PLAIN_WORDS.has(word) || isAbout(table, word));
}

/** @param every the columns in each of which it is said; null if it is not said of all */
function compareSides(
  subject: NamedLines,
  object: NamedLines,
  sign: '<' | '>',
  every: readonly Line[] | null,
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
  if (every !== null && one.columns.length > 0) return null;
  const results = (every ?? openChoices(one, table)).map((choice) => {
    const fill = ({ rows, columns }: Lines): Lines => ({
      rows: rows.length > 0 ? rows : [choice],
      columns: columns.length > 0 ? columns : [choice],
    });
    return everyPair(cellsOf(fill(one), table), cellsOf(fill(other), table), sign);
  });
  return every === null ? agreed(results.filter((result) => result !== null)) : together(results);
}

/** The lines that may be meant where no row, or no column, is named; one that is not used if both are. */
function openChoices({ rows, columns }: Lines, table: ValueTable): readonly Line[] {
  if (rows.length === 0) return columns.length === 0 ? [] : openLines(table.rows);
  return columns.length === 0 ? openLines(table.columns) : rows.slice(0, 1);
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
  if (rows.length === 0 && !isEveryRow && namesRows(text, table)) return null;
  const open = rows.length > 0 ? rows : isEveryRow ? table.rows : openLines(table.rows);
  const results = open.map((row) => everyStep(row, steps, sign, table));
  if (rows.length === 0 && !isEveryRow) return agreed(results.filter((one) => one !== null));
  // What is said of several rows must be true of each.
  return together(results);
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
  return together(results);
}
