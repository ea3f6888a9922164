import { horizontalOverlap } from '../geometry/box.ts';
import { isGerman } from './claims/names.ts';
import { contentOf } from './content.ts';
import { findWords, type SearchBudget, type TokenRange } from './matchWords.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';

/** Words of a page that say what a claim says in other words. */
export interface Paraphrase {
  /** The numbers and dates of the claim, in the order of the page. */
  readonly ranges: readonly TokenRange[];
  /** The share of the claim's other words that stand beside them. */
  readonly support: number;
  readonly occurrences: number;
}

/** Places of one number that are looked at, at most. */
const MAX_PLACES = 50;
/** A number of fewer digits proves nothing alone. */
const MIN_DIGITS = 3;
/** A label (words before a number) needs this share of its words beside the number. */
const MIN_LABEL = 0.5;
/** A label has at most this many words. */
const MAX_LABEL = 4;
/** Words are also the same if they begin with the same letters. */
const STEM = 5;
const MAX_ANCHORS = 40;
/** Years stand in too many places to say where a claim stands. */
const YEAR = /^(?:19|20)\d\d$/;
/** So many of its rarest values are looked at as the one that the others stand beside. */
const MAX_PIVOTS = 3;

/** A number, date or name of a claim that must stand on the page. */
interface Anchor extends TokenRange {
  readonly kind: 'value' | 'name';
  readonly places: readonly TokenRange[];
}

/**
 * Where all values of a claim that is nothing but values stand on a page, in their order if they are an interval.
 * Null if one is missing.
 */
export function findValues(index: PageIndex, claim: Tokens, budget: SearchBudget): Paraphrase | null {
  const anchors = anchorsOf(index, claim, '', budget);
  const covered = new Set(
    anchors.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at)),
  );
  if (anchors.length < 2 || contentOf(claim).some((at) => !covered.has(at))) return null;
  if (anchors.some(({ places }) => places.length === 0)) return null;
  const [first] = anchors[0]?.places ?? [];
  if (first === undefined) return null;
  const ranges = anchors.map(({ places }) => nearest(places, first.from));
  return { ranges: inOrder(ranges), support: 1, occurrences: 1 };
}

/**
 * Where all numbers, dates and names of a claim stand in one sentence or one row of a page, the heads of the row's
 * columns included, with words of the claim beside them. Null if they stand in none.
 */
export function findParaphrase(
  index: PageIndex,
  claim: Tokens,
  source: string,
  budget: SearchBudget,
): Paraphrase | null {
  const anchors = anchorsOf(index, claim, source, budget);
  const values = anchors.filter(({ kind }) => kind === 'value');
  if (
    values.length === 0 ||
    anchors.length > MAX_ANCHORS ||
    anchors.some(({ places }) => places.length === 0)
  )
    return null;
  const pivots = values
    .toSorted((one, other) => one.places.length - other.places.length)
    .slice(0, MAX_PIVOTS);
  const isStrong = (pivot: Anchor): boolean =>
    claim.dates.has(pivot.from) ||
    (!YEAR.test(claim.keys[pivot.from] ?? '') &&
      (anchors.length > 1 || digitsOf(claim, pivot) >= MIN_DIGITS));
  for (const pivot of pivots.filter(isStrong)) {
    const found = findAround(index, claim, source, anchors, pivot);
    if (found !== null) return found;
  }
  return null;
}

/** The paraphrase in the sentence or row of one of its values. */
function findAround(
  index: PageIndex,
  claim: Tokens,
  source: string,
  anchors: readonly Anchor[],
  pivot: Anchor,
): Paraphrase | null {
  const values = anchors.filter(({ kind }) => kind === 'value');
  const content = contentOf(claim).filter((at) => !anchors.some(({ from, to }) => at >= from && at < to));
  const isLabel = content.length > 0 && isLabelled(claim, source, values);
  let best: Paraphrase | null = null;
  let occurrences = 0;
  for (const place of pivot.places.slice(0, MAX_PLACES)) {
    for (const scope of [index.scopes().sentenceOf(place.from), index.scopes().rowOf(place.from)]) {
      const ranges = rangesIn(index, new Set(scope), anchors, place, pivot);
      if (ranges === null) continue;
      const support = supportIn(index, scope, claim, content);
      if (isLabel && support < MIN_LABEL) continue;
      if (support === 0 && content.length > 0 && namesAnother(index, claim, content)) continue;
      occurrences += 1;
      if (best === null || support > best.support)
        best = { ranges: inOrder(valuesOf(ranges, anchors)), support, occurrences };
      break;
    }
  }
  return best === null ? null : { ...best, occurrences };
}

function anchorsOf(index: PageIndex, claim: Tokens, source: string, budget: SearchBudget): Anchor[] {
  const anchors: Anchor[] = [];
  const add = (from: number, to: number, kind: Anchor['kind']): void => {
    const places = findWords(index, { tokens: claim, from, to, comparison: 'exact' }, budget);
    anchors.push({ from, to, kind, places });
  };
  const names = new Map(namesOf(claim, source).map((name) => [name.from, name.to]));
  for (let at = 0; at < claim.keys.length && anchors.length <= MAX_ANCHORS;) {
    const day = claim.dates.get(at)?.toSorted((one, other) => other.to - one.to)[0];
    const number = claim.numbers.get(at)?.findLast(({ inDigits }) => inDigits);
    const name = names.get(at);
    const to = day?.to ?? number?.to ?? name;
    if (to === undefined) at += 1;
    else {
      add(at, to, day === undefined && number === undefined ? 'name' : 'value');
      at = to;
    }
  }
  return anchors;
}

/** Runs of words with capitals that do not begin the claim: names. In German, a single one is none. */
function namesOf({ folded, starts, keys }: Tokens, source: string): TokenRange[] {
  const names: TokenRange[] = [];
  const least = isGerman(source) ? 2 : 1;
  const isCapital = (at: number): boolean =>
    /^\p{Lu}/u.test(
      source.slice(folded.starts[starts[at] ?? 0] ?? 0, (folded.starts[starts[at] ?? 0] ?? 0) + 2),
    );
  for (let at = 1; at < keys.length; at += 1) {
    let to = at;
    while (to < keys.length && isCapital(to)) to += 1;
    if (to - at >= least) names.push({ from: at, to });
    at = Math.max(at, to);
  }
  return names;
}

function digitsOf({ keys }: Tokens, { from, to }: TokenRange): number {
  return keys.slice(from, to).join('').replaceAll(/\D/g, '').length;
}

/** Whether a claim is a label with its value rather than a sentence: `Net income: 37.0`. */
function isLabelled(
  { keys, folded, starts }: Tokens,
  source: string,
  values: readonly TokenRange[],
): boolean {
  const first = values[0]?.from ?? 0;
  const before = source.slice(0, folded.starts[starts[first] ?? 0]);
  if (/[:=|：]\s*[\p{Sc}(-]?$/u.test(before)) return true;
  const words = keys.length - values.reduce((sum, { from, to }) => sum + to - from, 0);
  return words === first && first > 0 && first <= MAX_LABEL;
}

function rangesIn(
  index: PageIndex,
  scope: ReadonlySet<number>,
  anchors: readonly Anchor[],
  place: TokenRange,
  rarest: Anchor,
): TokenRange[] | null {
  const inside = anchors.map((anchor) =>
    anchor === rarest ? place : anchor.places.find(({ from }) => scope.has(from)),
  );
  const inScope = inside.filter((range) => range !== undefined);
  const all = anchors.map(
    (anchor, at) => inside[at] ?? anchor.places.find((head) => isHeadOf(index, head, inScope)),
  );
  const ranges = all.filter((range) => range !== undefined);
  return ranges.length === anchors.length ? ranges : null;
}

/** Whether some words stand above one of others, in its column. */
function isHeadOf({ page, wordAt }: PageIndex, head: TokenRange, ranges: readonly TokenRange[]): boolean {
  const upper = page.words[wordAt[head.from] ?? 0]?.box;
  return ranges.some(({ from }) => {
    const lower = page.words[wordAt[from] ?? 0]?.box;
    return (
      upper !== undefined &&
      lower !== undefined &&
      upper.bottom <= lower.top &&
      horizontalOverlap(upper, lower) > 0
    );
  });
}

function supportIn(
  { tokens }: PageIndex,
  scope: readonly number[],
  claim: Tokens,
  content: readonly number[],
): number {
  if (content.length === 0) return 1;
  const stems = new Set(scope.map((at) => (tokens.keys[at] ?? '').slice(0, STEM)));
  return content.filter((at) => stems.has((claim.keys[at] ?? '').slice(0, STEM))).length / content.length;
}

/** Whether two neighboring words of a claim stand side by side on the page: then the claim speaks of that place. */
function namesAnother(index: PageIndex, { keys }: Tokens, content: readonly number[]): boolean {
  return content.some((at, order) => {
    const next = content[order + 1];
    if (next !== at + 1) return false;
    const places = index.positions.get(keys[at] ?? '') ?? [];
    return places.slice(0, MAX_PLACES).some((place) => index.tokens.keys[place + 1] === keys[next]);
  });
}

/** Of the words that stand for some anchors, those of numbers and dates. */
function valuesOf(ranges: readonly TokenRange[], anchors: readonly Anchor[]): TokenRange[] {
  return ranges.filter((_, at) => anchors[at]?.kind === 'value');
}

function nearest(places: readonly TokenRange[], to: number): TokenRange {
  return places.reduce(
    (one, other) => (Math.abs(other.from - to) < Math.abs(one.from - to) ? other : one),
    places[0] ?? { from: to, to },
  );
}

function inOrder(ranges: readonly TokenRange[]): TokenRange[] {
  return ranges.toSorted((one, other) => one.from - other.from);
}
