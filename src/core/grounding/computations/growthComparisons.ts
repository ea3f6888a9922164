import { agreed, type NamedCell, type TableComparison } from './cellPairs.ts';
import { NOT_GROWTH } from './comparisonWords.ts';
import { namedLines } from './namedLines.ts';
import { isExplained, namesSubject } from './tableComparisons.ts';
import { areAlike, peersOf, type Line, type ValueTable, computedCell } from './valueTables.ts';
import { yearPairs, type YearStep } from './yearSteps.ts';
import { wholeWords } from './wholeWords.ts';

/** The most UTF-16 units of a clause that is read. */
const LONGEST = 300;
const GROW =
  'gr[eo]w|grown|grows|growing|rose|risen|rise|increased?|increases|climbed|climb|expanded|expand|wuchs|wuchsen|gewachsen|stieg|stiegen|gestiegen|wachsen|steigen';
/** A growth that is compared, and how: `grew faster`, `grew most`. */
const GROWN = new RegExp(`${wholeWords(GROW)}|增长|增加|上升`, 'u');
const SHRUNK = new RegExp(
  `${wholeWords('fell|fall|fallen|declined?|decreased?|dropped|drop|shrank|shrink|lost|sank|sanken|gesunken|gefallen|fiel')}|下降|减少`,
  'u',
);
type Form = readonly [pattern: RegExp, sign: '<' | '>'];
const THAN: readonly Form[] = [
  [
    new RegExp(
      `${wholeWords('faster|more\\s(?:quickly|rapidly|strongly)|schneller|stärker')}(?<middle>[^;]{0,80}?)${wholeWords('than|als')}(?<object>.*)`,
      'su',
    ),
    '>',
  ],
  [
    new RegExp(
      `${wholeWords('slower|more\\sslowly|less\\s(?:quickly|rapidly|strongly)|langsamer|schwächer')}(?<middle>[^;]{0,80}?)${wholeWords('than|als')}(?<object>.*)`,
      'su',
    ),
    '<',
  ],
  [/比(?<object>[^比]{1,40}?)(?:增长|增加|上升)得?(?:更|要)?(?<middle>)快/su, '>'],
  [/比(?<object>[^比]{1,40}?)(?:增长|增加|上升)得?(?:更|要)?(?<middle>)慢/su, '<'],
];
const NOUN = '(?:percentage\\s)?(?:growth(?:\\srates?)?|increases?|wachstum)';
const MOST: readonly Form[] = [
  [
    new RegExp(
      `${wholeWords(`(?:the\\s)?(?:fastest(?:[\\s-]growing)?|most\\s(?:quickly|rapidly|strongly))|(?:the\\s)?(?:highest|strongest|fastest|largest|greatest)\\s${NOUN}|am\\s(?:schnellsten|stärksten)|(?:das\\s)?(?:höchste|stärkste)\\s${NOUN}`)}|增(?:长得?|速)最快`,
      'u',
    ),
    '>',
  ],
  [
    new RegExp(
      `${wholeWords(`(?:the\\s)?(?:slowest(?:[\\s-]growing)?|most\\sslowly|least\\s(?:quickly|rapidly|strongly))|(?:the\\s)?(?:lowest|weakest|slowest|smallest)\\s${NOUN}|am\\s(?:langsamsten|schwächsten)`)}|增(?:长得?|速)最慢`,
      'u',
    ),
    '<',
  ],
];

/** What a clause in lower case compares: the growth of what is named with that of something else, or of all others. */
interface GrowthClause {
  readonly sign: '<' | '>';
  readonly subject: string;
  /** Null for all others. */
  readonly object: string | null;
}

/** The only comparison of growths of a clause in lower case; null if it has none or several. */
function growthIn(clause: string): GrowthClause | null {
  if (clause.length > LONGEST || SHRUNK.test(clause) || NOT_GROWTH.test(clause)) return null;
  const found = [
    ...THAN.flatMap(([pattern, sign]): GrowthClause[] => {
      const match = pattern.exec(clause);
      if (match === null) return [];
      const { middle = '', object = '' } = match.groups ?? {};
      return [{ sign, subject: `${clause.slice(0, match.index)} ${middle}`, object }];
    }),
    ...MOST.flatMap(([pattern, sign]): GrowthClause[] => {
      const match = pattern.exec(clause);
      if (match === null) return [];
      const rest = `${clause.slice(0, match.index)} ${clause.slice(match.index + match[0].length)}`;
      return [{ sign, subject: rest, object: null }];
    }),
  ];
  const [only] = found;
  if (only === undefined || found.length > 1) return null;
  const isGrowth = GROWN.test(clause) || /growing|growth|wachstum|增长|增速/u.test(clause);
  return isGrowth ? only : null;
}

/** Whether a text has words that compare growths. */
export function mayCompareGrowth(clause: string): boolean {
  return growthIn(clause.slice(0, LONGEST + 1).toLowerCase()) !== null;
}

/**
 * Whether the tables agree with a clause that compares growths by labels: `Asia grew faster than Europe`, `Asia had the
 * highest growth in 2024`. What is true of the percentages holds; it is wrong if it is true of the amounts neither.
 */
export function compareGrowth(clause: string, tables: readonly ValueTable[]): TableComparison | null {
  const said = growthIn(clause.toLowerCase());
  return said === null ? null : agreed(tables.flatMap((table) => compareInTable(said, table) ?? []));
}

function compareInTable({ sign, subject, object }: GrowthClause, table: ValueTable): TableComparison | null {
  const withoutGrowth = (text: string): string => text.replace(GROWN, ' ');
  const own = namedLines(withoutGrowth(subject), table);
  const other = namedLines(withoutGrowth(object ?? ''), table);
  const others = [...own.others, ...other.others];
  if (!namesSubject([own, other], table) || !isExplained(others, table)) return null;
  const columns = [...new Set([...own.columns, ...other.columns])];
  const [row, second] = own.rows;
  if (row === undefined || second !== undefined || row.isTotal) return null;
  const against = object === null ? peersOf(row, table.rows).filter((peer) => peer !== row) : other.rows;
  if (against.length === 0 || against.includes(row)) return null;
  const pairs = yearPairs(columns, table);
  return agreed(pairs.flatMap((step) => compareRows(row, against, step, sign, table) ?? []));
}

/** How much a row grew. */
interface Growth {
  readonly row: Line;
  readonly later: NamedCell;
  readonly earlier: NamedCell;
  /** In percent. */
  readonly rate: number;
  readonly amount: number;
}

/** How much a row grew from one year to another; null if that cannot be said. */
export function growthOf(row: Line, [later, earlier]: YearStep, table: ValueTable): Growth | null {
  const [after, before] = [table.cellAt(row, later), table.cellAt(row, earlier)];
  if (after === null || before === null || before.value <= 0 || !areAlike([after, before])) return null;
  const amount = after.value - before.value;
  return {
    row,
    later: { cell: after, row, column: later },
    earlier: { cell: before, row, column: earlier },
    rate: (100 * amount) / before.value,
    amount,
  };
}

function compareRows(
  row: Line,
  against: readonly Line[],
  step: YearStep,
  sign: '<' | '>',
  table: ValueTable,
): TableComparison | null {
  const own = growthOf(row, step, table);
  const others = against.map((one) => growthOf(one, step, table));
  const known = others.filter((one) => one !== null);
  if (own === null || known.length < others.length) return null;
  const isMore = (one: number, other: number): boolean => (sign === '>' ? one > other : one < other);
  const failed = known.find(({ rate }) => !isMore(own.rate, rate));
  const isOtherwise = known.every(({ amount }) => isMore(own.amount, amount));
  if (failed !== undefined && isOtherwise) return null;
  const nearest = known.toSorted(
    (one, other) => Math.abs(one.rate - own.rate) - Math.abs(other.rate - own.rate),
  )[0];
  const shown = failed ?? nearest;
  return shown === undefined ? null : { holds: failed === undefined, computation: computationOf(own, shown) };
}

/** How two growths compare, as text: `12.8% (Asia) > 4.6% (Europe)`. */
function computationOf(own: Growth, other: Growth): TableComparison['computation'] {
  const difference = own.rate - other.rate;
  const sign = difference > 0 ? '>' : difference < 0 ? '<' : '=';
  const decimals = Math.abs(difference) < 0.1 ? 3 : 1;
  const shown = ({ rate, row }: Growth): string => `${rate.toFixed(decimals)}% (${row.nameOf()})`;
  const cells = [own.later, own.earlier, other.later, other.earlier];
  return {
    kind: 'comparison',
    operands: [],
    cells: cells.map(({ cell }) => computedCell(cell)),
    text: `${shown(own)} ${sign} ${shown(other)}`,
    value: 1,
    said: 1,
  };
}
