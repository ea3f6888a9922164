import { isDateOrPart } from './dates.ts';
import { withoutAccents } from './fold.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';
import { scaleOf } from './units.ts';
import { areEqualNumbers, numberKeys, type NumberReading } from './values.ts';

/** Tokens of a page, from `from` up to and without `to`. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** What searches may still cost. Shared by all searches of a grounding, so that no text can make it endless. */
export interface SearchBudget {
  steps: number;
}

/** Comparisons of one search, at most. */
const MAX_STEPS = 50_000;
/** Comparisons that every search may take, even when the budget is spent. */
const MIN_STEPS = 500;
/** Occurrences on a page are counted up to this number. */
const MAX_OCCURRENCES = 1000;

/** What is compared: folded words, or these without their accents. */
export type Comparison = 'exact' | 'without-accents';

/** The tokens of a claim that are searched, and how. */
export interface Wanted extends TokenRange {
  readonly tokens: Tokens;
  readonly comparison: Comparison;
}

/**
 * Where tokens of a claim stand on a page, in order and with nothing between them. Numbers are compared by their value
 * and dates by their day; units and scales may be missing on one side.
 */
export function findWords(index: PageIndex, wanted: Wanted, budget: SearchBudget): TokenRange[] {
  const { tokens, to, comparison } = wanted;
  let { from } = wanted;
  while (from < to && tokens.optional.has(from)) from += 1;
  if (from >= to || !canStand(index, { ...wanted, from })) return [];
  const found: TokenRange[] = [];
  const search = { steps: Math.max(MIN_STEPS, Math.min(MAX_STEPS, budget.steps)) };
  const before = search.steps;
  let last = -1;
  for (const at of startsOf(index, tokens, from, comparison)) {
    if (search.steps <= 0 || found.length >= MAX_OCCURRENCES) break;
    if (at < last) continue;
    const end = matchFrom(index.tokens, wanted, from, at, search);
    if (end === null) continue;
    found.push({ from: at, to: end });
    last = end;
  }
  budget.steps -= before - search.steps;
  return found;
}

function compared(key: string, comparison: Comparison): string {
  return comparison === 'exact' ? key : withoutAccents(key);
}

/** Whether each word that is nothing else than a word is on the page at all. */
function canStand({ positions }: PageIndex, { tokens, from, to, comparison }: Wanted): boolean {
  let readTo = from;
  for (let at = from; at < to; at += 1) {
    for (const { to: end } of tokens.numbers.get(at) ?? []) readTo = Math.max(readTo, end);
    for (const { to: end } of tokens.dates.get(at) ?? []) readTo = Math.max(readTo, end);
    readTo = Math.max(readTo, tokens.joined.get(at)?.to ?? 0);
    if (at < readTo || tokens.optional.has(at)) continue;
    const key = compared(tokens.keys[at] ?? '', comparison);
    // A word of the claim may be the first or the second half of a broken word only together with the other half.
    if (!positions.has(key)) return false;
  }
  return true;
}

/** Where a match of the token `at` may begin on the page, in rising order. */
function startsOf(
  { positions }: PageIndex,
  { keys, numbers, dates, joined }: Tokens,
  at: number,
  comparison: Comparison,
): readonly number[] {
  const wanted = new Set([compared(keys[at] ?? '', comparison)]);
  for (const reading of numbers.get(at) ?? []) for (const key of numberKeys(reading)) wanted.add(key);
  for (const { keys: days } of dates.get(at) ?? []) for (const day of days) wanted.add(`@${day}`);
  const whole = joined.get(at);
  if (whole !== undefined) wanted.add(compared(whole.key, comparison));
  const lists = [...wanted].flatMap((key) => positions.get(key) ?? []);
  return wanted.size === 1 ? lists : [...new Set(lists)].sort((one, other) => one - other);
}

/** The end of the match of the claim's tokens from `start` on with those of the page from `at` on; null if there is none. */
function matchFrom(
  page: Tokens,
  { tokens: claim, to, comparison }: Wanted,
  start: number,
  at: number,
  search: { steps: number },
): number | null {
  const open: [number, number][] = [[start, at]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [i, j] = next;
    if (i >= to) return j;
    search.steps -= 1;
    if (search.steps <= 0) return null;
    // What is tried first is pushed last.
    if (page.optional.has(j) && j > at) open.push([i, j + 1]);
    if (claim.optional.has(i)) open.push([i + 1, j]);
    if (j < page.keys.length) open.push(...stepsFrom(page, claim, i, j, comparison));
  }
  return null;
}

/** Where a number of a page ends that is equal to one of a claim: with its scale where that makes them equal. */
function endOfValue({ keys, optional }: Tokens, one: NumberReading, { to, values }: NumberReading): number {
  const isScaled = optional.has(to) && scaleOf(keys[to] ?? '') > 0;
  return isScaled && !one.values.some((value) => values.includes(value)) ? to + 1 : to;
}

/** After which tokens of the claim and the page a match of tokens `i` and `j` goes on. */
function stepsFrom(
  page: Tokens,
  claim: Tokens,
  i: number,
  j: number,
  comparison: Comparison,
): [number, number][] {
  const found: [number, number][] = [];
  const said = claim.numbers.get(i) ?? [];
  const read = page.numbers.get(j) ?? [];
  const areDigits = said[0]?.inDigits === true && read[0]?.inDigits === true;
  const isSame = (one: string, other: string): boolean =>
    compared(one, comparison) === compared(other, comparison);
  const key = claim.keys[i] ?? '';
  if (!areDigits) {
    const word = claim.joined.get(i);
    const broken = page.joined.get(j);
    if (broken !== undefined && isSame(key, broken.key)) found.push([i + 1, broken.to]);
    if (word !== undefined && isSame(word.key, page.keys[j] ?? '')) found.push([word.to, j + 1]);
    if (word !== undefined && broken !== undefined && isSame(word.key, broken.key)) {
      found.push([word.to, broken.to]);
    }
    if (isSame(key, page.keys[j] ?? '')) found.push([i + 1, j + 1]);
  }
  for (const one of said) {
    for (const other of read)
      if (areEqualNumbers(one, other)) found.push([one.to, endOfValue(page, one, other)]);
  }
  const days = page.dates.get(j) ?? [];
  if (days.length > 0) {
    for (const one of claim.dates.get(i) ?? []) {
      for (const other of days) if (isDateOrPart(one, other)) found.push([one.to, other.to]);
    }
  }
  return found;
}
