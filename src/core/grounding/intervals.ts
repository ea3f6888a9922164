import type { TokenRange } from './matchWords.ts';
import type { Tokens } from './tokens.ts';
import { BETWEEN, isYearKey } from './values.ts';

/** Words that join the ends of an interval only behind `between`; otherwise they join two things. */
const AND: ReadonlySet<string> = new Set(['and', 'und']);
const BEFORE: ReadonlySet<string> = new Set(['between', 'zwischen']);
/** What comes before the first number of a change: `from 481.9 to 518.9`. A page may have the later number first. */
const FROM: ReadonlySet<string> = new Set(['from', 'von', 'vom', '从', '由']);
/** A dash between two numbers, with the unit of the first one before it. */
const DASH = /^[^\p{L}-]*-[^\p{L}-]*$/u;

/** Whether two numbers of a text, one behind the other, are the ends of an interval: `5-7%`, `between 5% and 7%`. */
export function isInterval(
  { keys, folded, starts, ends, optional }: Tokens,
  one: TokenRange,
  other: TokenRange,
): boolean {
  const before = keys[one.from - 1] ?? '';
  // In `from 3.04 in 2017 to 2.71`, the year is not the beginning of one.
  const isYears = isYearKey(keys[one.from]) === isYearKey(keys[other.from]);
  if (FROM.has(before) || !isYears) return false;
  const joins: string[] = [];
  for (let at = one.to; at < other.from; at += 1) {
    const key = keys[at] ?? '';
    if (BETWEEN.has(key)) joins.push(key);
    else if (!optional.has(at)) return false;
  }
  const [join, second] = joins;
  if (second !== undefined) return false;
  if (join === undefined) return DASH.test(folded.text.slice(ends[one.to - 1], starts[other.from]));
  return !AND.has(join) || BEFORE.has(before);
}
