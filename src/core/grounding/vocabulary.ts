import search from 'approx-string-match';
import type { Tokens } from './tokens.ts';

/** Shorter words are not compared letter by letter. */
const SHORTEST = 4;

/** The different words of a page, with the letters that each has. */
export interface Vocabulary {
  readonly words: readonly string[];
  /** A bit for each letter and digit that a word has. */
  readonly letters: readonly number[];
}

/** The different words of a page, to be compared letter by letter. */
export function vocabularyOf({ keys, joined }: Tokens): Vocabulary {
  const whole = [...joined.values()].map(({ key }) => key);
  const words = [...new Set([...keys, ...whole])].filter((key) => key.length >= SHORTEST && !/^\d/.test(key));
  return { words, letters: words.map(lettersOf) };
}

function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at += 1) bits |= 1 << (word.charCodeAt(at) & 31);
  return bits;
}

function bitCount(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/** The words of a page of which at most a share of the letters differs from a word. */
export function similarWords(key: string, { words, letters: all }: Vocabulary, share: number): string[] {
  const most = Math.max(1, Math.floor(share * key.length));
  const letters = lettersOf(key);
  return words.filter(
    (word, at) =>
      Math.abs(word.length - key.length) <= most &&
      bitCount(letters ^ (all[at] ?? 0)) <= 2 * most &&
      search(word, key, most).some(({ start, end, errors }) => errors + start + word.length - end <= most),
  );
}
