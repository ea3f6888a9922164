import { boxArea, holdsPoint, type PageBox } from '../geometry/box.ts';
import { lineBoxes, lineExtents, type WordPart } from '../geometry/word.ts';
import { once } from '../once.ts';
import { datePartKeys } from './dates.ts';
import { originEnd, originStart, withoutAccents } from './fold.ts';
import { findPlaces, type SelectablePlaces, type SelectableTable } from './cell.ts';
import type { PageWords } from './model.ts';
import { findNearNumbers, type NearNumbers } from './nearNumbers.ts';
import { vocabularyOf, type Vocabulary } from './vocabulary.ts';
import { findScopes, type Scopes } from './scope.ts';
import { wordsAbout } from './tableWords.ts';
import { tokenize, type Tokens } from './tokens.ts';
import { numberKeys } from './values.ts';

/** A page whose words can be searched. Making one takes longer than a search: it is made once a page. */
export interface PageIndex {
  readonly page: PageWords;
  /** The words, folded. */
  readonly tokens: Tokens;
  /** Where the words, numbers and dates of the page begin, as indices of tokens in rising order. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
  /** For each token, the index of the page's word that it begins in. */
  readonly wordAt: readonly number[];
  /** Whether the page has words enough to be searched. */
  readonly hasText: boolean;
  /** The parts of words that tokens `from` to `to` are, in the order of the text. */
  readonly partsOf: (from: number, to: number) => WordPart[];
  /** The boxes of some parts, one a line. */
  readonly boxesOf: (parts: readonly WordPart[]) => PageBox[];
  readonly nearNumbers: () => NearNumbers;
  readonly scopes: () => Scopes;
  readonly vocabulary: () => Vocabulary;
  readonly places: () => SelectablePlaces;
  /** The tokens that say what a table of the page is about. */
  readonly wordsAbout: (table: SelectableTable) => ReadonlySet<string>;
  /** The tokens whose word has its middle in a box, in the order of the text. */
  readonly tokensIn: (box: PageBox) => number[];
  /** The words whose middle is in a box, and a point's word. */
  readonly partsIn: (box: PageBox) => WordPart[];
}

/** A page of fewer words has no text: it is a picture with a stamp or a page number. */
const MIN_WORDS = 3;

/** The index of a page. Takes time in proportion to its text. */
export function indexPage(page: PageWords): PageIndex {
  const offsets: number[] = [];
  let source = '';
  let line = page.words[0]?.line ?? 0;
  for (const word of page.words) {
    if (source !== '') source += word.line === line ? ' ' : '\n';
    line = word.line;
    offsets.push(source.length);
    source += word.text;
  }
  const tokens = tokenize(source);
  const { starts, ends, folded } = tokens;
  const sourceStart = (token: number): number => originStart(folded, starts[token] ?? 0) ?? 0;
  const sourceEnd = (token: number): number => originEnd(folded, (ends[token] ?? 1) - 1) ?? 0;
  let word = 0;
  const wordAt = starts.map((_, token) => {
    while ((offsets[word + 1] ?? Infinity) <= sourceStart(token)) word += 1;
    return word;
  });
  const about = new Map<SelectableTable, ReadonlySet<string>>();
  const extents = once(() => lineExtents(page.words));
  return {
    page,
    tokens,
    positions: positionsOf(tokens),
    wordAt,
    hasText: page.words.length >= MIN_WORDS,
    partsOf: (from, to) => {
      const parts: WordPart[] = [];
      if (to <= from) return parts;
      const start = sourceStart(from);
      const end = sourceEnd(to - 1);
      for (let at = wordAt[from] ?? 0; at < page.words.length; at += 1) {
        const word = page.words[at];
        const offset = offsets[at] ?? 0;
        if (word === undefined || offset >= end) break;
        parts.push({
          word,
          start: Math.max(0, start - offset),
          end: Math.min(word.text.length, end - offset),
        });
      }
      return parts;
    },
    boxesOf: (parts) => lineBoxes(parts, extents()),
    nearNumbers: once(() => findNearNumbers(tokens)),
    vocabulary: once(() => vocabularyOf(tokens)),
    places: once(() => findPlaces(page)),
    wordsAbout: (table) => {
      const words = about.get(table) ?? wordsAbout(table, { page, tokens, wordAt });
      about.set(table, words);
      return words;
    },
    tokensIn: (box) => {
      const found: number[] = [];
      for (let token = 0; token < wordAt.length; token += 1) {
        const one = page.words[wordAt[token] ?? 0];
        if (one !== undefined && isIn(one.box, box)) found.push(token);
      }
      return found;
    },
    partsIn: (box) =>
      page.words
        .filter((word) => isIn(word.box, box))
        .map((word) => ({ word, start: 0, end: word.text.length })),
    scopes: once(() => findScopes({ page, tokens, wordAt })),
  };
}

function isIn(word: PageBox, box: PageBox): boolean {
  return boxArea(box) === 0
    ? holdsPoint(word, box.left, box.top)
    : holdsPoint(box, (word.left + word.right) / 2, (word.top + word.bottom) / 2);
}

function positionsOf({ keys, numbers, dates, joined }: Tokens): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  const add = (key: string, at: number): void => {
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [at]);
    else if (known.at(-1) !== at) known.push(at);
  };
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    add(key, at);
    const plain = withoutAccents(key);
    if (plain !== key) add(plain, at);
    const word = joined.get(at);
    if (word !== undefined) {
      add(word.key, at);
      add(withoutAccents(word.key), at);
    }
    for (const reading of numbers.get(at) ?? []) for (const one of numberKeys(reading)) add(one, at);
    for (const { keys: days } of dates.get(at) ?? []) {
      for (const one of days.flatMap(datePartKeys)) add(`@${one}`, at);
    }
  }
  return positions;
}
