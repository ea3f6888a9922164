import type { Span } from './span.ts';

/** A part of a text, as a link names it: it is found again after the text has changed elsewhere. */
export interface Passage {
  /** Where it was, in UTF-16 units. */
  readonly start: number;
  readonly length: number;
  /** Of the text, as 14 hexadecimal digits. */
  readonly hash: string;
}

/** The base and the moduli of a rolling hash (Rabin and Karp); products of two remainders are exact in a double. */
const BASE = 65_599;
const MODULI = [67_108_859, 67_108_837] as const;

/** The hash of a text, as 14 hexadecimal digits. It tells texts apart; it is no protection against forgery. */
function hashOf(text: string): string {
  return MODULI.map((modulus) => remainderOf(text, modulus).toString(16).padStart(7, '0')).join('');
}

/** How a link names the passage of `text` at `span`. */
export function passageAt(text: string, { start, end }: Span): Passage {
  return { start, length: end - start, hash: hashOf(text.slice(start, end)) };
}

/** Where a passage is in `text`: the place nearest to where it was; null if the text no longer has it. Linear. */
export function findPassage(text: string, { start, length, hash }: Passage): Span | null {
  if (length === 0 || length > text.length) return null;
  const [first, second] = [rolling(text, length, MODULI[0]), rolling(text, length, MODULI[1])];
  const wanted = [Number.parseInt(hash.slice(0, 7), 16), Number.parseInt(hash.slice(7), 16)] as const;
  let nearest: number | null = null;
  for (let at = 0; at + length <= text.length; at++) {
    const isHere = first.next(at) === wanted[0];
    if (second.next(at) !== wanted[1] || !isHere) continue;
    if (nearest === null || Math.abs(at - start) < Math.abs(nearest - start)) nearest = at;
  }
  return nearest === null ? null : { start: nearest, end: nearest + length };
}

function remainderOf(text: string, modulus: number): number {
  let hash = 0;
  for (let index = 0; index < text.length; index++) hash = (hash * BASE + text.charCodeAt(index)) % modulus;
  return hash;
}

/** The hashes of all parts of a text with a length, from the first on: each follows from the one before. */
function rolling(text: string, length: number, modulus: number): { readonly next: (at: number) => number } {
  let power = 1;
  for (let index = 1; index < length; index++) power = (power * BASE) % modulus;
  let hash = remainderOf(text.slice(0, length), modulus);
  return {
    next: (at) => {
      if (at === 0) return hash;
      const without = (hash + modulus - ((text.charCodeAt(at - 1) * power) % modulus)) % modulus;
      hash = (without * BASE + text.charCodeAt(at + length - 1)) % modulus;
      return hash;
    },
  };
}
