import { selectPlace, type SelectedPlace } from './cell.ts';
import { IMAGE } from './claims/patterns.ts';
import { contentOf } from './content.ts';
import { originEnd, originStart } from './fold.ts';
import { findWords, type SearchBudget, type TokenRange } from './matchWords.ts';
import { isSmallNumber, PLACE_WORDS } from './mentions.ts';
import { isOfRow, otherNames } from './missingNames.ts';
import type { PageIndex } from './pageIndex.ts';
import { namesHeading, namesTable, selectTable } from './selectTable.ts';
import { tokenize, type Tokens } from './tokens.ts';

const IMAGES = new RegExp(IMAGE, 'giu');
/** Args of more characters select nothing. */
const MAX_ARGS = 2000;

/** The words of args that may name a place, without the images that they name. */
export interface PlaceArgs {
  readonly tokens: Tokens;
  /** The source of the tokens. */
  readonly source: string;
}

/** The args of a tool call as words that may select a place; null if they are none or too long. */
export function readPlaceArgs(args: string): PlaceArgs | null {
  if (args.length > MAX_ARGS) return null;
  const source = args.replaceAll(IMAGES, (mention) => ' '.repeat(mention.length));
  const tokens = tokenize(source);
  return tokens.keys.length === 0 ? null : { tokens, source };
}

/** What a description of a place comes to on a page. */
export interface DescribedPlace {
  readonly index: PageIndex;
  /** Null if the description names no row and no column, but other words of the page. */
  readonly selected: SelectedPlace | null;
  /** The words that it names. */
  readonly ranges: readonly TokenRange[];
  /** The names in the description that the page does not have. */
  readonly missing: readonly TokenRange[];
}

/** Whether a description names any words at all: `top left` does not. */
export function namesWords(args: PlaceArgs): boolean {
  return namesTable(args.tokens) || phrasesOf(args).some(({ isLabel }) => isLabel);
}

/** The table that args name as a whole, else the cell, row or column that they select. */
function placeOf(index: PageIndex, { tokens }: PlaceArgs): SelectedPlace | null {
  if (namesHeading(tokens)) return null;
  const selected = selectTable(index, tokens) ?? selectPlace(index.places(), tokens);
  // What only says what kind of place is meant may be a head by chance: `table of unicorns by region`.
  return selected !== null && selected.words < 1 && namesTable(tokens) ? null : selected;
}

/** The place that a description names on a page: a table, cell, row or column, else words that stand there. Null if neither. */
export function describedPlace(
  index: PageIndex,
  args: PlaceArgs,
  budget: SearchBudget,
): DescribedPlace | null {
  const selected = placeOf(index, args);
  const named = selected?.named ?? new Set<number>();
  const others = selected === null ? null : otherNames(index, args.tokens, selected);
  const phrases = phrasesOf(args).flatMap((phrase) => without(phrase, named, args));
  const ranges: TokenRange[] = [];
  const missing = [...(others?.missing ?? [])];
  for (const { from, to, isLabel } of phrases) {
    const [found] = findWords(index, { tokens: args.tokens, from, to, comparison: 'exact' }, budget);
    const isKnown =
      !isLabel ||
      missing.some((one) => one.from < to && from < one.to) ||
      (selected?.kind === 'column' && isOfRow(args.tokens, { from, to }, selected.tables));
    if (found !== undefined) ranges.push(found);
    else if (!isKnown) missing.push({ from, to });
  }
  // A word of a sentence is no table.
  if (selected === null && (ranges.length === 0 || namesTable(args.tokens))) return null;
  const outside = others?.outside ?? [];
  return outside.length === 0
    ? { index, selected, ranges, missing }
    : { index, selected: null, ranges: outside, missing };
}

/**
 * The place that a value must stand in that args select. It holds nothing if the args also name a row (or a column) that
 * is not there: then the value is not what the column has.
 */
export function valuePlace(index: PageIndex, args: PlaceArgs, budget: SearchBudget): SelectedPlace | null {
  const selected = placeOf(index, args);
  if (selected === null || selected.boxes.length === 0) return null;
  if (selected.kind === 'cell' || selected.kind === 'table') return selected;
  const { missing, outside } = otherNames(index, args.tokens, selected);
  const isThere =
    missing.length + outside.length === 0 &&
    (selected.kind === 'row' ||
      selected.words < 1 ||
      describedPlace(index, args, budget)?.missing.length === 0);
  return isThere ? selected : { ...selected, boxes: [], cells: [] };
}

/** Words of args between those that only say what kind of place is meant. */
interface Phrase extends TokenRange {
  /** Whether it looks like words of a page: quoted, with a capital, Chinese, or a number. */
  readonly isLabel: boolean;
}

function phrasesOf({ tokens, source }: PlaceArgs): Phrase[] {
  const content = new Set(contentOf(tokens));
  const phrases: Phrase[] = [];
  const isEnd = (at: number): boolean => {
    const between = tokens.folded.text.slice(tokens.ends[at - 1], tokens.starts[at]);
    return PLACE_WORDS.has(tokens.keys[at] ?? '') || /[,;:"'|/()[\]，、；：“”‘’《》「」]/u.test(between);
  };
  for (let at = 0; at < tokens.keys.length;) {
    const key = tokens.keys[at] ?? '';
    if (!content.has(at) || PLACE_WORDS.has(key) || isSmallNumber(key)) {
      at += 1;
      continue;
    }
    let to = at + 1;
    while (to < tokens.keys.length && !isEnd(to)) to += 1;
    while (to > at + 1 && !content.has(to - 1)) to -= 1;
    phrases.push({ from: at, to, isLabel: looksLikeLabel({ tokens, source }, at, to) });
    at = to;
  }
  return phrases;
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function looksLikeLabel(
  { tokens: { folded, starts, ends }, source }: PlaceArgs,
  from: number,
  to: number,
): boolean {
  const start = originStart(folded, starts[from] ?? 0) ?? 0;
  const end = originEnd(folded, (ends[to - 1] ?? 1) - 1) ?? 0;
  const text = source.slice(start, end);
  const isQuoted =
    /["'“”‘’„«»《「]$/u.test(source.slice(0, start)) && /^["'“”‘’«»》」]/u.test(source.slice(end));
  return (
    isQuoted || /\d{3}/.test(text) || /(?<!\p{L})\p{Lu}/u.test(text) || (HAN.test(text) && to - from > 1)
  );
}

/** What is left of a phrase without the words that name the selected place. */
function without(phrase: Phrase, named: ReadonlySet<number>, args: PlaceArgs): Phrase[] {
  const content = new Set(contentOf(args.tokens));
  let { from, to } = phrase;
  while (from < to && (named.has(from) || !content.has(from))) from += 1;
  while (to > from && (named.has(to - 1) || !content.has(to - 1))) to -= 1;
  return from === to ? [] : [{ from, to, isLabel: phrase.isLabel && looksLikeLabel(args, from, to) }];
}
