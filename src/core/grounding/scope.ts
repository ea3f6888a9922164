import { partitionPoint } from '../binarySearch.ts';
import type { PageWords } from './model.ts';
import type { Tokens } from './tokens.ts';

/** What belongs together on a page: its rows and its sentences, as tokens. */
export interface Scopes {
  /** The tokens at the height of a token, over the whole width of the page, in the order of the text. */
  readonly rowOf: (token: number) => readonly number[];
  /** The tokens of the sentence of a token, in the order of the text. */
  readonly sentenceOf: (token: number) => readonly number[];
}

/** The tokens of a page. */
export interface PageTokens {
  readonly page: PageWords;
  readonly tokens: Tokens;
  /** For each token, the index of the page's word that it begins in. */
  readonly wordAt: readonly number[];
}

/** A sentence reaches at most this many tokens to either side. */
const MAX_REACH = 80;
/** A row has at most this many tokens. */
const MAX_ROW = 400;
/** A line of at least this share of numbers is a row of a table and part of no sentence. */
const TABULAR = 0.4;
/** What stands behind the last word of a paragraph: `1.9 days.` is no row of a table. */
const LAST_LINE = /^[)"']?[.!?](?:\s|$)/;
const SENTENCE_END = /[.!?][)"']?\s|[。！？；]/;
const ABBREVIATION =
  /^(?:no|nr|mr|mrs|ms|dr|prof|st|vs|fig|eg|ie|etc|inc|ltd|co|ca|z|b|d|h|abb|tab|bzw|mio|mrd|approx|\p{L})$/u;

/** The rows and sentences of a page. */
export function findScopes({ page, tokens, wordAt }: PageTokens): Scopes {
  const middle = (token: number): number => {
    const box = page.words[wordAt[token] ?? 0]?.box;
    return box === undefined ? 0 : (box.top + box.bottom) / 2;
  };
  const middles = tokens.keys.map((_, token) => middle(token));
  const byHeight = tokens.keys
    .map((_, token) => token)
    .sort((one, other) => (middles[one] ?? 0) - (middles[other] ?? 0));
  const begins = beginnings({ page, tokens, wordAt });
  return {
    rowOf: (token) => {
      const box = page.words[wordAt[token] ?? 0]?.box;
      if (box === undefined) return [];
      const from = partitionPoint(byHeight.length, (at) => (middles[byHeight[at] ?? 0] ?? 0) < box.top);
      const row: number[] = [];
      for (let at = from; at < byHeight.length && row.length < MAX_ROW; at += 1) {
        const one = byHeight[at] ?? 0;
        if ((middles[one] ?? 0) > box.bottom) break;
        row.push(one);
      }
      return row.sort((one, other) => one - other);
    },
    sentenceOf: (token) => {
      let from = token;
      while (from > 0 && token - from < MAX_REACH && begins[from] !== true) from -= 1;
      let to = token + 1;
      while (to < begins.length && to - token < MAX_REACH && begins[to] !== true) to += 1;
      return Array.from({ length: to - from }, (_, at) => from + at);
    },
  };
}

/** For each token, whether a sentence begins with it. */
function beginnings({ page, tokens, wordAt }: PageTokens): boolean[] {
  const { keys, starts, ends, folded, numbers } = tokens;
  const counts = new Map<number, { tokens: number; numbers: number; end: string }>();
  const lineOf = (token: number): number => page.words[wordAt[token] ?? 0]?.line ?? 0;
  for (const at of keys.keys()) {
    const line = lineOf(at);
    const count = counts.get(line) ?? { tokens: 0, numbers: 0, end: '' };
    counts.set(line, count);
    count.end = folded.text.slice(ends[at], (ends[at] ?? 0) + 2);
    count.tokens += 1;
    if (numbers.get(at)?.[0]?.inDigits === true) count.numbers += 1;
  }
  const isTabular = (line: number): boolean => {
    const count = counts.get(line);
    return count !== undefined && count.numbers >= TABULAR * count.tokens && !LAST_LINE.test(count.end);
  };
  return keys.map((_, at) => {
    if (at === 0) return true;
    const between = folded.text.slice(ends[at - 1], starts[at]);
    if (SENTENCE_END.test(between) && !(between.startsWith('.') && ABBREVIATION.test(keys[at - 1] ?? '')))
      return true;
    const line = lineOf(at);
    const before = lineOf(at - 1);
    if (line === before) return false;
    if (isTabular(line) || isTabular(before)) return true;
    const upper = page.words[wordAt[at - 1] ?? 0]?.box;
    const lower = page.words[wordAt[at] ?? 0]?.box;
    const height = page.words[wordAt[at] ?? 0]?.height ?? 0;
    return upper !== undefined && lower !== undefined && lower.top - upper.bottom > height;
  });
}
