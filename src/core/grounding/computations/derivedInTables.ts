import type { ComputationKind } from '../model.ts';
import { isAskingWord } from './askedComputation.ts';
import type { CellComputation } from './askedCells.ts';
import { openLines } from './cellPairs.ts';
import { NOT_WHOLE } from './comparisonWords.ts';
import { compute, formulaOf } from './compute.ts';
import { derivedNumber, type DerivedNumber } from './derivedNumbers.ts';
import { namedLines, type NamedLines } from './namedLines.ts';
import { quantitiesIn, roundsTo, type Quantity } from './quantities.ts';
import { isExplained, namesSubject } from './tableComparisons.ts';
import { isClose } from './uniqueComputation.ts';
import { areAlike, type Line, type ValueCell, type ValueTable, computedCell } from './valueTables.ts';
import { yearPairs } from './yearSteps.ts';

/** The most UTF-16 units of a text that is read. */
const LONGEST = 400;
/** What makes a year the one that a change is from: `than in 2023`, `since 2022`. */
const BASE =
  /(?<![a-zäöüß])(?:than|compared (?:with|to)|versus|vs\.?|from|since|over|against|als|gegenüber|seit|von|ab)(?: (?:in|the|year|im|jahr|dem)){0,3} (?:19|20)\d\d|比(?:19|20)\d\d/u;
const YEARS = /(?<!\d)(?:19|20)\d\d(?!\d)/g;
/** A whole, or a subject, that is named in another sentence. */
const PRONOUN =
  /(?<![a-zäöüß])(?:of (?:it|this|that|these|them|which|those)|davon|dessen|(?:that|this|which|it|they) (?:is|was|are|were)|das (?:ist|war|sind))(?![a-zäöüß])|其中|这/u;
/** What makes a number one of another time, of an average, or of several rows. */
const RATE =
  /(?<![a-zäöüß])(?:per (?:year|annum|quarter|month)|a year(?! (?:before|ago|earlier))|annual(?:ly|ized)?|average|cagr|compound|together|combined|jointly|both|zusammen|gemeinsam|pro jahr|jährlich|im schnitt|durchschnitt\w{0,4})(?![a-zäöüß])|年均|每年|平均/u;
/** What is measured by the numbers of a table, and is none of them: `the share fell`, `a share of the growth`. */
const SHARED = /^(?:shares?|proportion|margin|rate|ratio|anteil\w?|quote|占|例)$/u;
const GROWN = /^(?:growth|increase|rise|decline|decrease|gain|change|wachstum|anstieg|rückgang|增|长)$/u;
/** Words of such sentences that say nothing of what is compared. */
const SAYING =
  /^(?:fastest|slowest|most|least|strongest|weakest|alone|already|also|even|further|again|significantly|slightly|sharply|strongly|year-on-year|yoy|basis|points?|pp|prozentpunkte?n?|lag|liegt|lagen|liegen|höher|größer|niedriger|kleiner|geringer|weniger|mehr|made|makes?|represent(?:s|ed)?|constitutes?|machte?n?|deutlich|leicht|stark|kam|kamen|hinzu|dazu|百|分|点)$/u;

/** A change or a share of cells that a text may mean. */
interface Candidate {
  readonly kind: ComputationKind;
  readonly cells: readonly [ValueCell, ValueCell];
}

/** What a text may mean, and whether it can mean nothing else. */
interface Candidates {
  readonly all: readonly Candidate[];
  /** What it is compared with before it is called wrong: `all`, and the other years if one alone is named. */
  readonly near: readonly Candidate[];
  readonly isSure: boolean;
  /** Whether it is the share of a row in another one, which the text names with the column. */
  readonly isOfNamed?: boolean;
}
const NO_LINES: Pick<NamedLines, 'rows'> = { rows: [] };
const NONE: Candidates = { all: [], near: [], isSure: false };

/**
 * Whether a number that a text derives from others is what cells come to that it names by labels: `Total revenue reached
 * 518.9 in 2024, 7.7% more than in 2023`, `Europe had a share of 44.5%`. It is called wrong only if the text names the row
 * and the years, and no other reading of it comes near. Null if that cannot be said.
 * @param number one of the text, which starts at `start`
 * @param part of the text that the number is in, whose row is meant if the text names several
 */
export function computeDerived(
  number: Quantity,
  text: string,
  start: number,
  tables: () => readonly ValueTable[],
  part = '',
): CellComputation | null {
  const lower = text.toLowerCase();
  if (lower.length > LONGEST || NOT_WHOLE.test(lower.replaceAll(YEARS, ' '))) return null;
  if (PRONOUN.test(lower) || RATE.test(lower)) return null;
  const said = derivedNumber(text, start, number);
  if (said === null) return null;
  const from = number.span.start - start;
  const rest = `${lower.slice(0, from)} ${lower.slice(from + number.text.length)}`;
  const words = { rest, before: lower.slice(0, from), part: part.toLowerCase() };
  const found = tables().map((table) => candidatesIn(words, said, number, table));
  const all = found.flatMap((one) => one.all);
  const right = all.find((one) => fits(one, said, number));
  if (right !== undefined) return { right: true, computation: computationOf(right, number) };
  const known = found.filter((one) => one.all.length > 0);
  const [first] = all;
  const isSure =
    !said.isAbout && known.every((one) => one.isSure && (one.isOfNamed === true || !said.mayBeWritten));
  if (first === undefined || !isSure) return null;
  return known.some((one) => one.near.some((candidate) => isNear(candidate, said, number)))
    ? null
    : { right: false, computation: computationOf(first, number) };
}

/** A text without the number that it derives, and the part of it that has the number. */
interface DerivingText {
  readonly rest: string;
  /** The text before the number. */
  readonly before: string;
  readonly part: string;
}

function candidatesIn(
  { rest, before, part }: DerivingText,
  said: DerivedNumber,
  number: Quantity,
  table: ValueTable,
): Candidates {
  const named = namedLines(rest, table);
  const others = named.others.filter(
    (word) => !isAskingWord(word) && !SAYING.test(word) && !isOfRows(word, named.rows, table),
  );
  const words = others.filter((word) => !/^\d/.test(word));
  if (!namesSubject([named], table) || !isExplained(words, table)) return NONE;
  const measure = said.kind === 'share' ? GROWN : SHARED;
  if (named.others.some((word) => measure.test(word))) return NONE;
  const read = (lines: NamedLines): Candidates =>
    said.kind === 'share' ? shares(lines, before, table) : changes(rest, lines, said, number, table);
  // `Asia grew by 12.8%, Europe by 4.6%`: each number has its row.
  const { rows } = named.rows.length > 1 ? namedLines(part, table) : NO_LINES;
  if (rows.length === 1 && (said.kind === 'share' || said.direction !== 0))
    return { ...read({ ...named, rows }), isSure: false };
  const found = read(named);
  // Another number may be what this one is compared with.
  const isSure =
    found.isSure && (named.rows.length <= 1 || found.isOfNamed === true) && words.length === others.length;
  return { ...found, isSure };
}

/** Whether a word is a number that stands in one of some rows. */
function isOfRows(word: string, rows: readonly Line[], table: ValueTable): boolean {
  const [quantity] = /\d/.test(word) ? quantitiesIn(word, 0) : [];
  const within = rows.length > 0 ? rows : openLines(table.rows);
  return (
    quantity !== undefined &&
    within.some((row) =>
      table.columns.some((column) => {
        const value = table.cellAt(row, column)?.value;
        return value !== undefined && quantity.values.includes(value);
      }),
    )
  );
}

/** The changes between years of a row, or between two rows in a column. */
function changes(
  text: string,
  { rows, columns }: NamedLines,
  { isInPoints }: DerivedNumber,
  number: Quantity,
  table: ValueTable,
): Candidates {
  const kinds = (cells: readonly ValueCell[]): ComputationKind[] => {
    if (!number.isPercent || isInPoints) return ['difference'];
    return cells.every(({ isPercent }) => isPercent) ? ['growth', 'difference'] : ['growth'];
  };
  const between = (first: ValueCell | null, second: ValueCell | null): Candidate[] =>
    first === null || second === null || !areAlike([first, second])
      ? []
      : kinds([first, second]).map((kind): Candidate => ({ kind, cells: [first, second] }));
  const [one, other] = rows;
  if (one !== undefined && other !== undefined && rows.length === 2 && columns.length <= 1) {
    const open = columns.length === 1 ? columns : openLines(table.columns);
    const all = open.flatMap((column) => between(table.cellAt(one, column), table.cellAt(other, column)));
    return { all, near: all, isSure: false };
  }
  if (rows.length > 1) return NONE;
  const isBase = columns.length === 1 && BASE.test(text);
  const meant = rows.length > 0 ? rows : openLines(table.rows);
  if (rows.length === 0 && meant.length > 1) return NONE;
  const within = (years: readonly Line[]): Candidate[] =>
    meant.flatMap((row) =>
      yearPairs(years, table).flatMap(([later, earlier]) =>
        between(table.cellAt(row, later), table.cellAt(row, earlier)),
      ),
    );
  const all = within(isBase ? [] : columns);
  const near = columns.length === 1 ? within([]) : all;
  return { all, near, isSure: rows.length <= 1 && columns.length > 0 && !isBase };
}

/** The share of a row in the total, or in another row that is named with it. */
function shares({ rows, columns }: NamedLines, before: string, table: ValueTable): Candidates {
  const parts = rows.filter(({ isTotal }) => !isTotal);
  const wholes = table.rows.filter(({ isTotal }) => isTotal);
  const [part, second] = parts;
  const [whole, otherWhole] = wholes;
  const pair =
    part !== undefined && second === undefined && whole !== undefined && otherWhole === undefined
      ? [part, whole]
      : rows.length === 2
        ? rows
        : [];
  const [upper, lower] = pair;
  if (upper === undefined || lower === undefined || columns.length > 1) return NONE;
  const open = columns.length === 1 ? columns : table.columns;
  const all = open.flatMap((column): Candidate[] => {
    const [first, other] = [table.cellAt(upper, column), table.cellAt(lower, column)];
    return first === null || other === null ? [] : [{ kind: 'share', cells: [first, other] }];
  });
  const [subject, otherSubject] = rows.length === 2 ? namedLines(before, table).rows : [];
  // `Profit was 12.3% of revenue in 2024`
  const isOfNamed = columns.length === 1 && subject === upper && otherSubject === undefined;
  return { all, near: all, isSure: columns.length === 1 && (lower === whole || isOfNamed), isOfNamed };
}

function valueOf({ kind, cells }: Candidate): number {
  return (
    compute(
      kind,
      cells.map(({ value }) => value),
    ) ?? Number.NaN
  );
}

/** Whether a candidate comes to a number, with the sign that its words say. */
function fits(candidate: Candidate, { direction }: DerivedNumber, number: Quantity): boolean {
  const value = valueOf(candidate);
  const isSigned = direction === 0 || value === 0 || Math.sign(value) === direction;
  return Number.isFinite(value) && isSigned && roundsTo(Math.abs(value), number);
}

const KINDS: readonly ComputationKind[] = ['difference', 'growth', 'ratio', 'share'];

/** Whether a number may be meant otherwise: as another computation, in another unit, or with its last digit cut off. */
function isNear({ kind, cells }: Candidate, { direction }: DerivedNumber, number: Quantity): boolean {
  const value = valueOf({ kind, cells });
  // With the right size, only the direction is wrong.
  if (direction !== 0 && Math.sign(value) !== direction && roundsTo(Math.abs(value), number)) return false;
  const values = cells.map((cell) => cell.value);
  return KINDS.some((other) =>
    [values, values.toReversed()].some((order) => isClose([compute(other, order) ?? Number.NaN], number)),
  );
}

function computationOf({ kind, cells }: Candidate, number: Quantity): CellComputation['computation'] {
  const value = valueOf({ kind, cells });
  const decimals = Math.min(number.decimals[0] ?? 0, 20);
  const percent =
    kind === 'growth' || kind === 'share' || cells.every(({ isPercent }) => isPercent) ? '%' : '';
  return {
    kind,
    operands: [],
    cells: cells.map(computedCell),
    text: `${formulaOf(kind, cells)} = ${value.toFixed(decimals)}${percent}`,
    value,
    said: number.values[0] ?? value,
  };
}
