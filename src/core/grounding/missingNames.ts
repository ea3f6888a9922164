import type { SelectableTable, SelectedPlace } from './cell.ts';
import { contentOf } from './content.ts';
import { editDistance } from './editDistance.ts';
import { fold } from './fold.ts';
import type { TokenRange } from './matchWords.ts';
import { DESCRIBING_WORDS, isSmallNumber, PLACE_WORDS } from './mentions.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';
import { isYearKey } from './values.ts';

/** Names in args beside those of a row or a column. */
export interface OtherNames {
  /** The names of what is not there. */
  readonly missing: readonly TokenRange[];
  /** The words of the page, outside of the table, that have a value of their own: the column is not what is meant. */
  readonly outside: readonly TokenRange[];
}

const NONE: OtherNames = { missing: [], outside: [] };
/** What joins two words of a name. */
const JOINS = /^[\s'’&-]{0,4}$/u;
/** What stands between the names of a row and of a column alone: `Asia, margins`, `"row": "Asia", "column": "margins"`. */
const SEPARATES =
  /^[\s"'“”]*[,;:|/>(（，、；：][\s"'“”{]*(?:(?:the )?(?:columns?|col|spalte)[\s"'“”:：]*)?$/iu;
const ROW = /(?<!\p{L})(?:rows?|zeile)[\s"'“”:：]*$/iu;
const COLUMN = /(?<!\p{L})(?:columns?|col|spalte)[\s"'“”:：]*$/iu;
/** The most characters before a name that are read. */
const LONGEST_GAP = 30;
const HAN = /\p{Script=Han}/u;
/** Groups of words that tables use for the same. */
const SAME: readonly (readonly string[])[] = [
  ['revenue', 'sales', 'turnover', 'umsatz', 'umsatzerlöse', 'erlöse'],
  ['employee', 'staff', 'headcount', 'workforce', 'personnel', 'people', 'mitarbeiter', 'beschäftigte'],
  ['profit', 'earnings', 'income', 'gewinn', 'ergebnis', 'überschuss'],
  ['cost', 'expense', 'expenditure', 'spending', 'kosten', 'aufwand', 'ausgaben'],
];
const ENDINGS = ['s', 'es', 'n', 'en', 'e'];

/**
 * The names in args beside those of the selected row or column that name no other part of its table. A cell has both of
 * its names.
 */
export function otherNames(
  index: PageIndex,
  tokens: Tokens,
  { kind, words, named, tables }: SelectedPlace,
): OtherNames {
  const [table] = tables;
  // Less than a word is one that only says what kind of place is meant, and is a head by chance.
  if (kind === 'cell' || kind === 'table' || words < 1 || table === undefined || table.columns.length < 2)
    return NONE;
  const names = namesIn(tokens, named);
  if (kind === 'column' && names.some((name) => isOfRow(tokens, name, tables))) return NONE;
  const missing: TokenRange[] = [];
  const outside: TokenRange[] = [];
  for (const name of names) {
    if (kind === 'row' && !isColumnName(name, tokens, named)) continue;
    const keys = tokens.keys.slice(name.from, name.to).map(wordForms);
    const isAbout = (forms: readonly string[]): boolean =>
      tables.some((one) => forms.some((form) => index.wordsAbout(one).has(form)));
    // `total revenue` may be what a table about revenue has; what is called a row must have all its words.
    const last = keys.at(-1) ?? [];
    const isRow = isRowName(name, tokens);
    if (isRow ? keys.every(isAbout) : isAbout(last)) continue;
    const places = last.flatMap((form) => index.positions.get(form) ?? []);
    const valued = kind === 'row' || isRow ? undefined : places.find((token) => hasValue(index, token));
    if (valued === undefined) missing.push(name);
    else outside.push({ from: valued, to: valued + 1 });
  }
  return { missing, outside };
}

/** Whether all words of a text that say something are in the label of one row: `Sanierung der Brücke` for `Sanierung Brücke`. */
export function isOfRow(
  { keys, optional }: Tokens,
  { from, to }: TokenRange,
  tables: readonly SelectableTable[],
): boolean {
  const wanted = contentOf({ keys, optional }).flatMap((at) =>
    at >= from && at < to ? [wordForms(keys[at] ?? '')] : [],
  );
  return tables.some(({ rows }) =>
    rows.some(({ label: [words = []] }) =>
      wanted.every((forms) => forms.some((form) => words.includes(form))),
    ),
  );
}

/**
 * Whether a name is that of a column for sure: it stands behind the word for one, or behind the name of the row without
 * other words between. Most words beside the name of a row only describe it.
 */
function isColumnName(
  { from }: TokenRange,
  { starts, ends, folded }: Tokens,
  named: ReadonlySet<number>,
): boolean {
  const last = [...named].filter((at) => at < from).at(-1);
  const start = starts[from] ?? 0;
  if (COLUMN.test(folded.text.slice(Math.max(0, start - LONGEST_GAP), start))) return true;
  return last !== undefined && SEPARATES.test(folded.text.slice(ends[last], start));
}

/** Whether the word for a row stands before a name. */
function isRowName({ from }: TokenRange, { starts, folded }: Tokens): boolean {
  const start = starts[from] ?? 0;
  return ROW.test(folded.text.slice(Math.max(0, start - LONGEST_GAP), start));
}

/** Words side by side that say something and name nothing that is selected. */
export function namesIn(
  { keys, optional, starts, ends, folded }: Tokens,
  named: ReadonlySet<number>,
): TokenRange[] {
  const names: TokenRange[] = [];
  for (const at of contentOf({ keys, optional })) {
    const key = keys[at] ?? '';
    if (named.has(at) || PLACE_WORDS.has(key) || DESCRIBING_WORDS.has(key) || HAN.test(key)) continue;
    if (isSmallNumber(key)) continue;
    const last = names.at(-1);
    if (last?.to === at && JOINS.test(folded.text.slice(ends[at - 1], starts[at])))
      names[names.length - 1] = { from: last.from, to: at + 1 };
    else names.push({ from: at, to: at + 1 });
  }
  return names;
}

/** A word in other forms: in the plural and the singular, and what tables also call it. */
export function wordForms(key: string): string[] {
  const forms = [
    key,
    ...ENDINGS.map((ending) => key + ending),
    ...ENDINGS.filter((ending) => key.length > ending.length + 2 && key.endsWith(ending)).map((ending) =>
      key.slice(0, -ending.length),
    ),
    key.replace(/ies$/, 'y'),
    key.replace(/y$/, 'ies'),
  ];
  const same = SAME.filter((words) => words.some((word) => forms.includes(word))).flat();
  return [...new Set([...forms, ...same, ...same.map((word) => `${word}s`)])];
}

/** Whether the sentence or line of a word has a number that may be its value: no part of a date, and no small count. */
function hasValue({ tokens, scopes }: PageIndex, token: number): boolean {
  const sentence = scopes().sentenceOf(token);
  const dated = new Set(
    sentence.flatMap((at) =>
      Array.from({ length: (tokens.dates.get(at)?.[0]?.to ?? at) - at }, (_, offset) => at + offset),
    ),
  );
  return sentence.some((at) => {
    const [number] = tokens.numbers.get(at) ?? [];
    const key = tokens.keys[at] ?? '';
    if (number?.inDigits !== true || dated.has(at) || isYearKey(key)) return false;
    return number.unit !== null || !/^\d{1,2}$/.test(key);
  });
}

/** The most names that are offered, and the share of the letters in which they may differ. */
const MOST_NEAREST = 3;
const MAX_DIFFERENT = 0.4;

/** The names of the rows, or of the columns if a row is selected, that are most like a name that is not there. */
export function nearestNames({ kind, tables }: SelectedPlace, missing: string): string[] {
  const wanted = fold(missing).text;
  const words = new Set(wanted.split(' '));
  const names = tables.flatMap(({ rows, columns }): string[] =>
    (kind === 'row' ? columns : rows).map(({ name }) => name),
  );
  const ranked = [...new Set(names)]
    .map((name) => {
      const text = fold(name).text;
      const shared = text.split(' ').some((word) => words.has(word) && word.length > 2);
      const different = editDistance(text, wanted) / Math.max(text.length, wanted.length, 1);
      return { name, different: shared ? different / 2 : different };
    })
    .filter(({ name, different }) => name !== '' && different <= MAX_DIFFERENT)
    .sort((one, other) => one.different - other.different);
  return ranked.slice(0, MOST_NEAREST).map(({ name }) => name);
}
