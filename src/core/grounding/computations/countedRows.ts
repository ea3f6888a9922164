import type { ComputedNumber } from '../model.ts';
import { tokenize, type Tokens } from '../tokens.ts';
import { NOT_WHOLE, PLAIN_WORDS } from './comparisonWords.ts';
import { namedLines } from './namedLines.ts';
import { peersOf, type Line, type ValueTable, computedCell } from './valueTables.ts';

/** The most UTF-16 units of a text that is read. */
const LONGEST = 300;
/** The most rows that are named. */
const MOST_NAMES = 6;
export const HOW_MANY = /how many|number of|count of|wie viele|anzahl|多少|几/iu;
/** Words of a count that say nothing of what is counted. */
const COUNT_WORDS: ReadonlySet<string> = new Set(
  'different distinct listed shown given named mentioned included contains list lists show total altogether verschiedene gibt es aufgeführt genannt anzahl count invoice bill receipt document list statement overview chart rechnung beleg liste übersicht dokument sind stehen 几 共 种 家 座 项 列 出 了'.split(
    ' ',
  ),
);
const ENDINGS = ['', 's', 'es', 'n', 'en', 'e'];

/**
 * Whether a count of what the rows of a table are is right: `There are 5 sites`, `How many regions are there?` Null if the
 * text counts something else, or if several tables or a page's own words may be meant.
 * @param said the words that say the count
 * @param question null if none is known
 */
export function countRows(
  said: string,
  question: string | null,
  tables: () => readonly ValueTable[],
): ComputedNumber | null {
  if (said.length > LONGEST || NOT_WHOLE.test(said.toLowerCase())) return null;
  const tokens = tokenize(said);
  const [first, second] = [...tokens.numbers];
  const value = Number(first?.[1].at(-1)?.values[0]);
  if (first === undefined || second !== undefined || !Number.isInteger(value) || value < 1 || value > 1000)
    return null;
  const isAsked =
    question !== null &&
    question.length <= LONGEST &&
    HOW_MANY.test(question) &&
    !NOT_WHOLE.test(question.toLowerCase());
  const counted = tables().filter(
    (table) =>
      counts(tokens, table, first[0]) ||
      (isAsked && tokens.keys.length <= 2 && counts(tokenize(question), table, null)),
  );
  const [table, other] = counted;
  if (table === undefined || other !== undefined) return null;
  const rows = table.rows[0] === undefined ? [] : peersOf(table.rows[0], table.rows);
  const right = rows.length === value;
  // Rows behind a sum may be of the same kind; words of the page may count more than the table lists.
  const isUnsure = rows.length < 2 || rows.length < table.rows.length - 1 || isOnPage(value, table);
  if (!right && isUnsure) return null;
  const [column] = table.columns;
  const cells = column === undefined ? [] : rows.flatMap((row) => table.cellAt(row, column) ?? []);
  return {
    right,
    computation: {
      kind: 'count',
      operands: [],
      cells: cells.map(computedCell),
      text: rowNames(rows),
      value: rows.length,
      said: value,
    },
  };
}

/** How many rows there are, and their names: `2 (Americas, Asia)`. */
export function rowNames(rows: readonly Line[]): string {
  const names = rows.slice(0, MOST_NAMES).map((row) => row.nameOf());
  const list = `${names.join(', ')}${rows.length > MOST_NAMES ? ', …' : ''}`;
  return rows.length === 0 ? '0' : `${rows.length} (${list})`;
}

/** What counts the numbers of a table and not its rows. */
const UNIT =
  /^(?:million|millions|thousand|thousands|billion|mio|mrd|tsd|euro|euros|percent|prozent|in|[%€$])$/;

/** The words for what the rows of a table are: those of the head over them, or behind `by` in that head or in the title. */
function nounsOf({ rowHead, title }: ValueTable): readonly (readonly string[])[] {
  const behindBy = (words: readonly string[]): readonly string[] =>
    words.slice(words.findLastIndex((key) => /^(?:by|per|nach|je)$/.test(key)) + 1);
  const isTitled = title.some((key) => /^(?:by|per|nach|je)$/.test(key));
  return [
    ...(rowHead.some((key) => UNIT.test(key)) ? [] : [behindBy(rowHead)]),
    ...(isTitled ? [behindBy(title)] : []),
  ].filter(({ length }) => length > 0);
}

/** Heads of rows that are not of one kind: amounts of money above numbers of people. */
const OF_MANY_KINDS =
  /^(?:metrics?|measures?|indicators?|figures?|kpis?|kennzahl(?:en)?|kenngrößen?|position(?:en)?|posten|angaben?|指标|项目)$/u;

/** Whether a table says what its rows are, so that their numbers can be compared with one that is said of one of them. */
export function hasRowsOfOneKind(table: ValueTable): boolean {
  return nounsOf(table).some((noun) => !OF_MANY_KINDS.test(noun.at(-1) ?? ''));
}

/** Where a text names what the rows of a table are, in the singular or the plural; null if it does not. */
export function nounAt({ keys }: Pick<Tokens, 'keys'>, table: ValueTable): NounPlace | null {
  for (const noun of nounsOf(table)) {
    const at = keys.findIndex((_, from) =>
      noun.every((key, offset) => {
        const word = keys[from + offset] ?? '';
        return word === key || (offset === noun.length - 1 && isPlural(word, key));
      }),
    );
    if (at >= 0) return { at, length: noun.length };
  }
  return null;
}

/** The tokens of a noun in a text. */
interface NounPlace {
  readonly at: number;
  readonly length: number;
}

/** Whether a text asks for or says the number of the rows of a table, and nothing else. */
function counts({ keys }: Tokens, table: ValueTable, numberAt: number | null): boolean {
  const noun = nounAt({ keys }, table);
  if (noun === null || (numberAt !== null && noun.at < numberAt)) return false;
  const others = namedLines(
    keys.filter((_, index) => index < noun.at || index >= noun.at + noun.length).join(' '),
    table,
  );
  return (
    others.rows.length === 0 &&
    others.columns.every(({ year }) => year !== null) &&
    others.others.every(
      (word) =>
        PLAIN_WORDS.has(word) ||
        COUNT_WORDS.has(word) ||
        /^\d+$/.test(word) ||
        (numberAt !== null && keys[numberAt] === word),
    )
  );
}

function isPlural(word: string, noun: string): boolean {
  return ENDINGS.some((ending) => word === noun + ending) || word === noun.replace(/y$/, 'ies');
}

/** Whether words of the page count what the rows are: `61 countries`. */
function isOnPage(value: number, table: ValueTable): boolean {
  const { numbers, keys } = table.tokens;
  const nouns = nounsOf(table).map((noun) => noun.at(-1) ?? '');
  return [...numbers].some(
    ([at, readings]) =>
      readings.some(({ values }) => values.includes(String(value))) &&
      keys.slice(at + 1, at + 4).some((word) => nouns.some((noun) => isPlural(word, noun))),
  );
}
