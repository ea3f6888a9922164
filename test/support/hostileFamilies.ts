import { growth } from './growth.ts';

/** Texts of one shape and any length, made to take a reader of texts more time than their length justifies. */
export interface HostileFamily {
  readonly name: string;
  /** The text of this family with about `length` characters. */
  readonly text: (length: number) => string;
}

/** What the texts of hostile families are made of. */
export interface HostileSeeds {
  /** Text that is repeated: openers, quotes, marks, words, white space. */
  readonly pieces: readonly string[];
  /** Openers with their closers, which are nested, and which are opened or closed only. */
  readonly pairs?: readonly (readonly [open: string, close: string])[];
  /** Beginnings after which a pattern reads on. */
  readonly prefixes: readonly string[];
  /** What follows a prefix many times. */
  readonly fillers: readonly string[];
  /** Ends that a pattern does not accept, so that it tries everything before it. */
  readonly suffixes: readonly string[];
  /** Text with a number in it, so that each of its repeats has another name. */
  readonly numbered?: readonly ((index: number) => string)[];
}

const repeat = (piece: string, length: number): string => piece.repeat(Math.ceil(length / piece.length));

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/**
 * The families that `seeds` make: each piece repeated, each pair nested, opened, and closed, each numbered text, and
 * prefixes with fillers and suffixes. There are very many of the last kind.
 * @param combinations how many of the prefixes with fillers and suffixes to take, spread evenly over all of them
 */
export function hostileFamilies(seeds: HostileSeeds, combinations = Infinity): readonly HostileFamily[] {
  const repeated = seeds.pieces.map((piece) => ({
    name: `${shown(piece)} repeated`,
    text: (length: number) => repeat(piece, length),
  }));
  const nested = (seeds.pairs ?? []).flatMap(([open, close]) => [
    {
      name: `${shown(open)} nested in itself`,
      text: (length: number) => {
        const depth = Math.ceil(length / (open.length + close.length));
        return open.repeat(depth) + close.repeat(depth);
      },
    },
    { name: `${shown(open)} opened only`, text: (length: number) => repeat(open, length) },
    { name: `${shown(close)} closed only`, text: (length: number) => repeat(close, length) },
    { name: `${shown(open + close)} in a row`, text: (length: number) => repeat(open + close, length) },
  ]);
  const numbered = (seeds.numbered ?? []).map((piece) => ({
    name: `${shown(piece(1))} with many numbers`,
    text: (length: number) => {
      const parts: string[] = [];
      for (let made = 0; made < length; made += parts.at(-1)?.length ?? length)
        parts.push(piece(parts.length));
      return parts.join('');
    },
  }));
  const all = seeds.prefixes.length * seeds.fillers.length * seeds.suffixes.length;
  const taken = Math.min(all, combinations);
  const combined = Array.from({ length: taken }, (_, index): HostileFamily => {
    const chosen = Math.floor((index * all) / taken);
    const suffix = seeds.suffixes[chosen % seeds.suffixes.length] ?? '';
    const rest = Math.floor(chosen / seeds.suffixes.length);
    const filler = seeds.fillers[rest % seeds.fillers.length] ?? ' ';
    const prefix = seeds.prefixes[Math.floor(rest / seeds.fillers.length)] ?? '';
    return {
      name: `${shown(prefix)}, then ${shown(filler)} repeated, then ${shown(suffix)}`,
      text: (length) => prefix + repeat(filler, length) + suffix,
    };
  });
  return [...repeated, ...nested, ...numbered, ...combined];
}

/** Microseconds that no family is slow in: so small times vary too much to compare them. */
const NEGLIGIBLE = 10_000;

/** How many times longer the time may become when a text becomes four times as long. */
const MOST_GROWTH = 6;
/** How much more time than most families one takes that is measured again. */
const SLOW = 3;

/**
 * The names of the families whose time grows faster than their length, with how many times longer each takes at `large`
 * characters than at a quarter of them. Families that take no more time than most are not measured again, because they
 * cannot freeze anything and their small times vary.
 */
export async function familiesThatGrow(
  families: readonly HostileFamily[],
  work: (text: string) => unknown,
  large: number,
): Promise<readonly string[]> {
  const small = large / 4;
  for (const { text } of families.slice(0, 5)) await work(text(large));
  const times: number[] = [];
  for (const { text } of families) {
    const whole = text(large);
    const start = process.threadCpuUsage();
    await work(whole);
    const { user, system } = process.threadCpuUsage(start);
    times.push(user + system);
  }
  const usual = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const found: string[] = [];
  for (const [index, { name, text }] of families.entries()) {
    if ((times[index] ?? 0) < Math.max(NEGLIGIBLE, SLOW * usual)) continue;
    const texts = new Map([small, large].map((length) => [length, text(length)]));
    const grown =
      4 * (await growth((length) => work(texts.get(length) ?? ''), { small, large }, MOST_GROWTH / 4));
    if (grown >= MOST_GROWTH) found.push(`${name}: ${grown.toFixed(1)} times`);
  }
  return found;
}
