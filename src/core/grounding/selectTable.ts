import type { SelectableTable, SelectedPlace } from './cell.ts';
import { findMention } from './mentions.ts';
import { wordForms, namesIn } from './missingNames.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';

const TABLE_WORDS: ReadonlySet<string> = new Set(['table', 'tables', 'tabelle', 'tabellen', '表']);
/** The heading of a table is no table, but `the table with the heading Revenue` is one. */
const HEADING =
  /(?<!\p{L})(?:title|heading|caption|überschrift|titel)s?\s{1,3}(?:of|for|above|der|des|von|über)(?!\p{L})|表的?标题/u;
const TABLE_OF =
  /(?<!\p{L})(?:table\s{1,3}of(?!\p{L})[^;\n]{1,60}?(?<!\p{L})by|tabelle\s{1,3}(?:der|des|von)(?!\p{L})[^;\n]{1,60}?(?<!\p{L})nach)(?!\p{L})/u;
const NONE: ReadonlySet<number> = new Set();
/** How much a word counts that is in the title or a head; the other words about a table count 1. */
const NAMING = 2;

/** Whether args ask for the heading of a table. */
export function namesHeading({ folded }: Tokens): boolean {
  return HEADING.test(folded.text);
}

/** Whether args say what a table is about in the words of a page: `table of revenue by region`. */
export function namesTable(args: Tokens): boolean {
  return TABLE_OF.test(args.folded.text) && namesIn(args, NONE).length > 0;
}

/**
 * The table that args name as a whole: by its title or its number, by two or more of its heads or labels, or as `table of
 * revenue by region`. Null if they name a part of it, or none.
 */
export function selectTable(index: PageIndex, args: Tokens): SelectedPlace | null {
  const hasWord = args.keys.some((key) => TABLE_WORDS.has(key));
  const scored = index
    .places()
    .filter(({ columns, runsAcross }) => columns.length > 1 && runsAcross)
    .map((table) => ({ table, score: scoreOf(table, index, args, hasWord) }))
    .filter(({ score }) => score > 0);
  const highest = Math.max(...scored.map(({ score }) => score));
  const tables = scored.filter(({ score }) => score === highest).map(({ table }) => table);
  if (tables.length === 0) return null;
  return {
    kind: 'table',
    boxes: tables.map(({ box }) => box),
    cells: [],
    words: highest,
    named: new Set(args.keys.keys()),
    tables,
  };
}

/** How well args name a table; 0 if they do not. */
function scoreOf(table: SelectableTable, index: PageIndex, args: Tokens, hasWord: boolean): number {
  const { rows, columns } = table;
  const title = titleOf(table, args);
  if (isNumbered(title[0] ?? [], args.keys)) return title.length + args.keys.length;
  const titled = findMention(args, title, NONE)?.tokens ?? NONE;
  const isNamed = (forms: SelectableTable['title']): boolean =>
    (findMention(args, forms, titled)?.weight ?? 0) >= 1;
  const labelColumn = rows.find((row) => row.labelColumn !== null)?.labelColumn ?? null;
  const rowHead = labelColumn === null ? [] : (columns[labelColumn]?.heads ?? []);
  const headed = columns.filter(({ heads }, at) => at !== labelColumn && heads.length > 0);
  const named = headed.filter(({ heads }) => heads.some(isNamed));
  const labels = rows.filter(({ label }) => isNamed(label)).length;
  // `employees by site` names what is counted and the rows; one row, one column, or both are a part of the table.
  const isPair =
    hasWord &&
    named.every(({ name }) => !/\d/.test(name)) &&
    rowHead.some((forms) => findMention(args, forms, NONE) !== null);
  if ((named.length === 1 && !isPair) || labels === 1 || (named.length > 0 && labels > 0)) return 0;
  if (named.length + labels > 0 && !hasWord && (named.length < headed.length || labels > 0)) return 0;
  const words = namesIn(args, titled).flatMap(({ from, to }) => args.keys.slice(from, to));
  const isTitled = titled.size > 1 || (titled.size > 0 && hasWord);
  if (!isTitled && (words.length === 0 || (!hasWord && named.length < 2))) return 0;
  const naming = new Set([...(title[0] ?? []), ...columns.flatMap(({ heads }) => heads.flat(2))]);
  let score = titled.size * NAMING;
  for (const word of words) {
    const forms = wordForms(word);
    if (!forms.some((form) => index.wordsAbout(table).has(form)))
      return isTitled && words.length === 1 ? score : 0;
    score += forms.some((form) => naming.has(form)) ? NAMING : 1;
  }
  return score;
}

/** The title that args name; the head over the labels is one if it has several words: `Employees by function`. */
function titleOf({ title, rows, columns }: SelectableTable, args: Tokens): SelectableTable['title'] {
  const labelColumn = rows.find((row) => row.labelColumn !== null)?.labelColumn ?? null;
  const rowHead = labelColumn === null ? [] : (columns[labelColumn]?.heads[0] ?? []);
  const isTitle = (rowHead[0]?.length ?? 0) > 2 && findMention(args, rowHead, NONE) !== null;
  return isTitle ? rowHead : title;
}

/** Whether args have the number that the title of a table begins with: `Table 14`. */
function isNumbered([word = '', number = '']: readonly string[], keys: readonly string[]): boolean {
  return (
    TABLE_WORDS.has(word) &&
    /^\d{1,3}$/.test(number) &&
    keys.length <= 3 &&
    keys.some((key, at) => TABLE_WORDS.has(key) && keys[at + 1] === number)
  );
}
