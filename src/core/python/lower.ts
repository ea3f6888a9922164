import { isInRanges, readRanges, unpackRanges } from './characterRanges.ts';
import type { CharacterRanges } from './characterRanges.ts';
import { CASE_IGNORABLE_RUNS, CASED_RUNS, LOWER_RUNS } from './tables.ts';

const NOT_ASCII = /[^\0-\x7f]/;
const CAPITAL_SIGMA = 0x3a3;
const SMALL_SIGMA = '\u03c3';
const FINAL_SIGMA = '\u03c2';
const DOTTED_I = 0x130;
const LONGEST_OF_DOTTED_I = 'i\u0307';

/** The content of the tables, unpacked when the first non-ASCII text is converted. */
interface Letters {
  readonly small: ReadonlyMap<number, string>;
  readonly cased: CharacterRanges;
  readonly ignorable: CharacterRanges;
}

let letters: Letters | null = null;

/** Python's `str.lower()` with the letters of CPython 3.11's Unicode version: newer letters do not change. */
export function lower(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  letters ??= readLetters();
  const { small } = letters;
  let lowered = '';
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at) ?? 0;
    const next = at + (point > 0xffff ? 2 : 1);
    if (point === CAPITAL_SIGMA) lowered += isFinal(text, at, letters) ? FINAL_SIGMA : SMALL_SIGMA;
    else lowered += small.get(point) ?? text.slice(at, next);
    at = next;
  }
  return lowered;
}

/** Whether the sigma at `at` ends a word: a cased letter precedes it and none follows it. */
function isFinal(text: string, at: number, { cased, ignorable }: Letters): boolean {
  let before = at;
  let point: number;
  do {
    if (before === 0) return false;
    before -= isPairBefore(text, before) ? 2 : 1;
    point = text.codePointAt(before) ?? 0;
  } while (isInRanges(ignorable, point));
  if (!isInRanges(cased, point)) return false;
  let after = at + 1;
  do {
    if (after >= text.length) return true;
    point = text.codePointAt(after) ?? 0;
    after += point > 0xffff ? 2 : 1;
  } while (isInRanges(ignorable, point));
  return !isInRanges(cased, point);
}

function isPairBefore(text: string, at: number): boolean {
  return at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;
}

function readLetters(): Letters {
  const small = new Map<number, string>([[DOTTED_I, LONGEST_OF_DOTTED_I]]);
  const numbers = unpackRanges(LOWER_RUNS);
  let end = 0;
  for (let at = 0; at < numbers.length; at += 4) {
    const [distance = 0, more = 0, step = 0, shift = 0] = numbers.slice(at, at + 4);
    const first = end + distance;
    end = first + more * step;
    for (let index = 0; index <= more; index++) {
      const point = first + index * step;
      small.set(point, String.fromCodePoint(point + shift));
    }
  }
  return { small, cased: readRanges(CASED_RUNS), ignorable: readRanges(CASE_IGNORABLE_RUNS) };
}
