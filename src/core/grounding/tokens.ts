import { readDates, type DateReading } from './dates.ts';
import { fold } from './fold.ts';
import type { TokenTexts } from './tokenTexts.ts';
import { scaleOf, unitOf } from './units.ts';
import { readNumbers, type NumberReading } from './values.ts';

/** The tokens of a text with what its numbers and dates mean. */
export interface Tokens extends TokenTexts {
  /** The numbers that begin with a token, by its index. */
  readonly numbers: ReadonlyMap<number, readonly NumberReading[]>;
  /** The dates that begin with a token, by its index. */
  readonly dates: ReadonlyMap<number, readonly DateReading[]>;
  /**
   * Words that are broken by a hyphen at the end of a line as one word, and words without the mark of a footnote: by the
   * index of their first token.
   */
  readonly joined: ReadonlyMap<number, JoinedWord>;
  /** Indices of tokens that a match may pass over: units and scales of numbers, and what stands between two of them. */
  readonly optional: ReadonlySet<number>;
}

/** Another form of a word. */
export interface JoinedWord {
  readonly key: string;
  /** Index of the token after its last one. */
  readonly to: number;
}

/** A character of Chinese or Japanese; otherwise a number, a word, or a sign. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々〇]|\d+(?:[.,']\d+)*|[\p{L}\p{N}](?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])*(?:'\p{L}+)*|[%‰\p{Sc}\p{So}]/gu;
const ORDINAL = /^(?:st|nd|rd|th)$/;
const WORD = /^\p{L}{5}/u;
const AFTER_DIGITS = /[\p{L}\p{N}]/u;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A word with the number of a footnote, which stands above the line on the page. */
const MARKED = /^(\p{L}{3,})\d{1,2}$/u;
/** A title before a name, which a page may have and a claim may not. */
const TITLE = /^(?:dr|prof|mr|mrs|ms)$/;
const BREAK = /^-[^\S\n]*\n\s*$/;
/** A longer gap is no broken word. */
const MAX_BREAK = 8;

/** A text in tokens. Linear in its length. */
export function tokenize(source: string): Tokens {
  const { optional, ...base } = splitTokens(source);
  const dates = readDates(base);
  const numbers = readNumbers(base, optional);
  return { ...base, dates, numbers, optional };
}

/** The tokens of a text as they are compared, without what they mean. */
export function tokenKeys(source: string): readonly string[] {
  return splitTokens(source).keys;
}

function splitTokens(
  source: string,
): Omit<Tokens, 'numbers' | 'dates' | 'optional'> & { optional: Set<number> } {
  const folded = fold(source);
  const { text } = folded;
  const keys: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const optional = new Set<number>();
  for (const match of text.matchAll(TOKEN)) {
    const [key] = match;
    const last = keys.length - 1;
    // Digits with letters behind them are one word (`2a`), unless the letters are a unit (`5kg`, `10k`) or a word
    // behind the mark of a footnote.
    if (
      ends[last] === match.index &&
      isDigit(text, match.index - 1) &&
      AFTER_DIGITS.test(key) &&
      !HAN.test(key) &&
      !WORD.test(key)
    ) {
      if (ORDINAL.test(key)) optional.add(keys.length);
      else if (unitOf(key) === null && scaleOf(key) === 0) {
        keys[last] = `${keys[last] ?? ''}${key}`;
        ends[last] = match.index + key.length;
        continue;
      }
    }
    if (TITLE.test(key) && text.charAt(match.index + key.length) === '.') optional.add(keys.length);
    keys.push(key);
    starts.push(match.index);
    ends.push(match.index + key.length);
  }
  const joined = new Map<number, JoinedWord>();
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const [, word] = isDigit(key, key.length - 1) ? (MARKED.exec(key) ?? []) : [];
    if (word !== undefined) joined.set(at, { key: word, to: at + 1 });
  }
  for (let at = 0; at + 1 < keys.length; at += 1) {
    const from = ends[at] ?? 0;
    const to = starts[at + 1] ?? 0;
    if (text.charAt(from) !== '-' || to - from > MAX_BREAK || !BREAK.test(text.slice(from, to))) continue;
    joined.set(at, { key: `${keys[at] ?? ''}${keys[at + 1] ?? ''}`, to: at + 2 });
  }
  return { folded, keys, starts, ends, joined, optional };
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}
