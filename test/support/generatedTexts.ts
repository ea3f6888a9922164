import { DIALECT_PIECES, GOOD_TEXTS } from '../unit/trajectory/dialectTexts.ts';
import { PIECES } from '../unit/trajectory/generate.ts';

/** Numbers from 0 to less than 1. */
type Random = () => number;

const GOOD = Object.values(GOOD_TEXTS);

/** What a good text is divided at, so that its pieces can be changed. */
const JOINTS = /(?=<|\n|\[|\{)/;

/**
 * The text with the number `index` of those that `seed` generates: pieces of all dialects in any order, good responses
 * with changes, pieces that are repeated many times, tags within tags, and any characters. It depends on nothing else,
 * so a text that fails can be generated again.
 */
export function generateText(seed: number, index: number): string {
  const random = randomNumbers(seed, index);
  const kinds = [
    anyPieces,
    anyPieces,
    changedText,
    changedText,
    changedText,
    repeated,
    nested,
    anyCharacters,
  ];
  const text = choose(random, kinds)(random);
  return random() < 0.2 ? text.slice(0, Math.ceil(text.length * random())) : text;
}

/** Mulberry32, a generator of pseudo-random numbers with 32 bits of state, by Tommy Ettinger. */
function randomNumbers(seed: number, index: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca77)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function choose<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

const piece = (random: Random): string =>
  random() < 0.05 ? anyCharacters(random).slice(0, 6) : choose(random, PIECES);

function anyPieces(random: Random): string {
  return Array.from({ length: upTo(random, 40) }, () => piece(random)).join('');
}

function changedText(random: Random): string {
  const pieces = choose(random, GOOD).split(JOINTS);
  for (let changes = upTo(random, 4); changes > 0; changes--) {
    const at = upTo(random, pieces.length - 1);
    const old = pieces[at] ?? '';
    pieces[at] = choose(random, [
      '',
      old + old,
      choose(random, DIALECT_PIECES),
      old.toUpperCase(),
      old + piece(random),
      old.replace(/\d/g, () => String(upTo(random, 9))),
    ]);
  }
  return pieces.join('');
}

function repeated(random: Random): string {
  return piece(random) + piece(random).repeat(upTo(random, 200)) + piece(random);
}

function nested(random: Random): string {
  const tags = Array.from({ length: upTo(random, 30) }, () =>
    choose(random, ['think', 'description', 'answer', 'tool', 'evidence', 'search', 'b']),
  );
  const closed = upTo(random, tags.length);
  return (
    tags.map((tag) => `<${tag}>`).join(piece(random)) +
    anyPieces(random) +
    tags
      .toReversed()
      .slice(0, closed)
      .map((tag) => `</${tag}>`)
      .join(piece(random))
  );
}

/** Characters of all planes, with lone surrogates, controls, and characters that turn text around. */
function anyCharacters(random: Random): string {
  const character = (): string =>
    choose(random, [
      () => String.fromCodePoint(upTo(random, 0x7f)),
      () => String.fromCharCode(upTo(random, 0xffff)),
      () => String.fromCodePoint(upTo(random, 0x10ffff)),
      () => choose(random, ['\u202e', '\u2066', '\u200b', '\ufeff', '\u2028', '\u0000', '\r', '<', '>', '"']),
    ])();
  return Array.from({ length: upTo(random, 60) }, character).join('');
}
