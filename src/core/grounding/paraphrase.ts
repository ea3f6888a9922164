import { horizontalOverlap } from '../geometry/box.ts';
import { rowsNamedBy, type RowOfWords } from './cell.ts';
import { originStart } from './fold.ts';
import { isInterval } from './intervals.ts';
import { findWords, type SearchBudget, type TokenRange } from './matchWords.ts';
import type { PageIndex } from './pageIndex.ts';
import { isCapital, MAX_ANCHORS, type Anchor, type SoughtText } from './soughtText.ts';
import type { Tokens } from './tokens.ts';
import { scaleOf } from './units.ts';
import { areEqualNumbers, isYearKey } from './values.ts';

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
/** Beside a value or name that says little alone, this share of the other words, and so many words, must stand. */
const MIN_SUPPORT = 0.5;
const MIN_SUPPORTED = { value: 1, name: 2 };
/** Short numbers prove nothing beside none of a claim's other words, if it has so many. */
const MANY_WORDS = 4;
/** Two names with so many words in one sentence say enough. */
const MIN_IN_NAMES = 3;
/** A label has at most this many words. */
const MAX_LABEL = 4;
/** Words are also the same if they begin with the same letters. */
const STEM = 5;
const SHORT_STEM = 4;
/** So many of its rarest values are looked at as the one that the others stand beside. */
const MAX_PIVOTS = 3;

const NEGATIONS: ReadonlySet<string> = new Set([
  'no',
  'not',
  'never',
  'without',
  'nicht',
  'kein',
  'keine',
  'ohne',
]);

/** An anchor with where it stands on the page. */
interface PlacedAnchor extends Anchor {
  readonly places: readonly TokenRange[];
}

/**
 * Where all values of a claim that is nothing but values stand on a page, in their order if they are an interval.
 * Null if one is missing.
 */
export function findValues(
  index: PageIndex,
  { claim, values, isOnlyValues }: SoughtText,
  budget: SearchBudget,
): Paraphrase | null {
  if (!isOnlyValues() || values().length < 2) return null;
  const anchors = placeAnchors(index, claim, values(), budget);
  const [first] = anchors?.[0]?.places ?? [];
  if (anchors === null || first === undefined) return null;
  const ranges = anchors.map(({ places }, at) => {
    const behind = endsInterval(claim, anchors, at) ? places.filter(({ from }) => from > first.from) : [];
    return nearest(behind.length > 0 ? behind : places, first.from);
  });
  if (!keepsIntervals(claim, anchors, ranges)) return null;
  return { ranges: inOrder(ranges), support: 1, occurrences: 1 };
}

/**
 * Where all numbers, dates and names of a claim stand in one sentence or one row of a page, the heads of the row's
 * columns included, with words of the claim beside them. Null if they stand in none.
 */
export function findParaphrase(
  index: PageIndex,
  sought: SoughtText,
  budget: SearchBudget,
): Paraphrase | null {
  const { claim } = sought;
  if (sought.anchors().length === 0 || sought.anchors().length > MAX_ANCHORS) return null;
  // What is nothing but a name is compared as it is.
  const hasValues = sought.anchors().some(({ kind }) => kind === 'value');
  if (!hasValues && !hasPlainWord(sought)) return null;
  const anchors = placeAnchors(index, claim, sought.anchors(), budget);
  if (anchors === null) return null;
  const isStrong = (pivot: Anchor): boolean =>
    pivot.kind === 'value' &&
    (claim.dates.has(pivot.from) ||
      // Years stand in too many places to say where a claim stands.
      (!isYearKey(claim.keys[pivot.from]) && (anchors.length > 1 || digitsOf(claim, pivot) >= MIN_DIGITS)));
  const pivots = (hasValues ? anchors.filter(({ kind }) => kind === 'value') : anchors)
    .toSorted((one, other) => one.places.length - other.places.length)
    .slice(0, MAX_PIVOTS);
  const rowsAt = rowsNamedBy(index.places(), claim);
  for (const pivot of pivots) {
    const found = findAround(index, sought, { anchors, pivot, isStrong: isStrong(pivot), rowsAt });
    if (found !== null) return found;
  }
  return null;
}

/** Where anchors stand on a page; null if one of them does not. */
function placeAnchors(
  index: PageIndex,
  claim: Tokens,
  anchors: readonly Anchor[],
  budget: SearchBudget,
): PlacedAnchor[] | null {
  const placed: PlacedAnchor[] = [];
  for (const anchor of anchors) {
    const { from, to } = anchor;
    const places = findWords(index, { tokens: claim, from, to, comparison: 'exact' }, budget);
    if (places.length === 0) return null;
    placed.push({ ...anchor, places });
  }
  return placed;
}

/** Whether a claim has a word that says something and has no capital. */
function hasPlainWord({ claim, source, content, anchors }: SoughtText): boolean {
  return content().some(
    (at) => !isCapital(claim, source, at) && !anchors().some(({ from, to }) => at >= from && at < to),
  );
}

/** What a paraphrase is looked for by. */
interface Anchors {
  readonly anchors: readonly PlacedAnchor[];
  /** The one that the others stand beside. */
  readonly pivot: PlacedAnchor;
  /** Whether it says something alone; otherwise the words beside it must. */
  readonly isStrong: boolean;
  /** The rows of tables that hold a point of the page, and whether the claim names them. */
  readonly rowsAt: (x: number, y: number) => readonly RowOfWords[];
}

/** The paraphrase in the sentence or row of one of its values or names. */
function findAround(
  index: PageIndex,
  { claim, source, content: ofClaim }: SoughtText,
  { anchors, pivot, isStrong, rowsAt }: Anchors,
): Paraphrase | null {
  const values = anchors.filter(({ kind }) => kind === 'value');
  const content = ofClaim().filter((at) => !anchors.some(({ from, to }) => at >= from && at < to));
  const isLabel = content.length > 0 && isLabelled(claim, source, values);
  const areShort = values.every((value) => digitsOf(claim, value) < MIN_DIGITS);
  let best: (Paraphrase & { readonly isNamed: boolean }) | null = null;
  let occurrences = 0;
  for (const place of pivot.places.slice(0, MAX_PLACES)) {
    for (const { tokens: scope, isNamed } of scopesOf(index, place, rowsAt)) {
      const ranges = rangesIn(index, new Set(scope), anchors, place, pivot);
      if (ranges === null || !keepsIntervals(claim, anchors, ranges)) continue;
      const support = supportIn(index, scope, claim, content);
      if (!isNamed && isLabel && support < MIN_LABEL) continue;
      if (!isNamed && support === 0 && content.length >= MANY_WORDS && areShort) continue;
      const isSure = isStrong || hasSameUnit(index, place, claim, pivot);
      if (!isNamed && !isSure && !isSupported(support, content, { anchors, pivot }, claim)) continue;
      // Several numbers in one row say more than words that stand elsewhere.
      const mayBeElsewhere = !isNamed && support === 0 && content.length > 0 && values.length < 2;
      if (mayBeElsewhere && namesAnother(index, claim, content)) continue;
      occurrences += 1;
      const ofValues = valuesOf(ranges, anchors);
      const isBetter =
        best === null || support > best.support || (support === best.support && isNamed && !best.isNamed);
      if (isBetter)
        best = { ranges: inOrder(ofValues.length > 0 ? ofValues : ranges), support, occurrences, isNamed };
      break;
    }
  }
  return best === null ? null : { ...best, occurrences };
}

/** Tokens of a page that belong together. */
interface Scope {
  readonly tokens: readonly number[];
  /** Whether it is a row that the claim names by its label. */
  readonly isNamed: boolean;
}

/**
 * What a value or name of a page belongs to: the row that the claim names, its sentence, its line, and a row of which
 * the claim names none. Empty if the claim names another row of its table.
 */
function scopesOf(index: PageIndex, { from }: TokenRange, rowsAt: Anchors['rowsAt']): Scope[] {
  const box = index.page.words[index.wordAt[from] ?? 0]?.box;
  if (box === undefined) return [];
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const rows = rowsAt(x, y);
  const isAnother =
    rows.some(({ named }) => named === 'another') && rows.every(({ named }) => named !== 'this');
  const ofRows = rows
    .filter(({ named }) => named !== 'another')
    .map(({ box: row, headBoxes, named }) => ({
      tokens: [...headBoxes.flatMap((head) => index.tokensIn(head)), ...index.tokensIn(row)],
      isNamed: named === 'this',
    }));
  const { sentenceOf, rowOf } = index.scopes();
  const around = isAnother ? [] : [sentenceOf(from), rowOf(from)];
  return [
    ...ofRows.filter(({ isNamed }) => isNamed),
    ...around.map((tokens) => ({ tokens, isNamed: false })),
    ...ofRows.filter(({ isNamed }) => !isNamed),
  ];
}

/** Whether a number of two digits or more has a unit, such as days or percent, in the claim and on the page. */
function hasSameUnit(index: PageIndex, { from }: TokenRange, claim: Tokens, pivot: Anchor): boolean {
  const [said] = claim.numbers.get(pivot.from) ?? [];
  const [there] = index.tokens.numbers.get(from) ?? [];
  return digitsOf(claim, pivot) > 1 && said?.unit != null && there?.unit?.kind === said.unit.kind;
}

/** Whether enough of a claim's other words stand beside a value or name that says little alone. */
function isSupported(
  support: number,
  content: readonly number[],
  { anchors, pivot }: Pick<Anchors, 'anchors' | 'pivot'>,
  claim: Tokens,
): boolean {
  if (content.some((at) => NEGATIONS.has(claim.keys[at] ?? ''))) return false;
  const names = anchors.filter(({ kind }) => kind === 'name');
  const inNames = names.reduce((sum, { from, to }) => sum + to - from, 0);
  if (names.length > 1 && inNames >= MIN_IN_NAMES) return true;
  if (content.length === 0 || support < MIN_SUPPORT) return false;
  return inNames + support * content.length >= MIN_SUPPORTED[pivot.kind];
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
  const before = source.slice(0, originStart(folded, starts[first] ?? 0));
  if (/[:=|：]\s*[\p{Sc}(-]?$/u.test(before)) return true;
  const words = keys.length - values.reduce((sum, { from, to }) => sum + to - from, 0);
  return words === first && first > 0 && first <= MAX_LABEL;
}

function rangesIn(
  index: PageIndex,
  scope: ReadonlySet<number>,
  anchors: readonly PlacedAnchor[],
  place: TokenRange,
  rarest: PlacedAnchor,
): TokenRange[] | null {
  // Of several equal ones, the one behind what the claim says before it: `DN 25` beside a diameter of 25 mm.
  let before = place.from;
  const inside = anchors.map((anchor) => {
    const places = anchor.places.filter(({ from }) => scope.has(from));
    const range = anchor === rarest ? place : places.length === 0 ? undefined : nearest(places, before);
    before = range?.to ?? before;
    return range;
  });
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
  const words = [...new Set(scope.map((at) => tokens.keys[at] ?? ''))];
  const stems = new Set(words.map((word) => word.slice(0, STEM)));
  const isBeside = (at: number): boolean => {
    const key = claim.keys[at] ?? '';
    return (
      stems.has(key.slice(0, STEM)) ||
      words.some((word) => Math.min(word.length, key.length) >= SHORT_STEM && isInflected(word, key)) ||
      (claim.numbers.get(at) ?? []).some((one) =>
        scope.some((token) => tokens.numbers.get(token)?.some((other) => areEqualNumbers(one, other))),
      )
    );
  };
  return content.filter(isBeside).length / content.length;
}

/** Whether one word is the other with an ending, or both have one: `hire`, `hired`, `hiring`. */
function isInflected(one: string, other: string): boolean {
  const [stem, second] = [one.replace(ENDING, ''), other.replace(ENDING, '')];
  return one.startsWith(other) || other.startsWith(one) || (stem === second && stem.length >= SHORT_STEM);
}
const ENDING = /(?:ing|ed)$/;

/**
 * Whether two neighboring words of a claim stand side by side on the page: then the claim speaks of that place, unless
 * they are what a number counts in both.
 */
function namesAnother(index: PageIndex, claim: Tokens, content: readonly number[]): boolean {
  const { keys } = claim;
  return content.some((at, order) => {
    const next = content[order + 1];
    if (next !== at + 1) return false;
    const places = index.positions.get(keys[at] ?? '') ?? [];
    const isCounted = counts(claim, at - 1);
    return places
      .slice(0, MAX_PLACES)
      .some(
        (place) =>
          index.tokens.keys[place + 1] === keys[next] && !(isCounted && counts(index.tokens, place - 1)),
      );
  });
}

/** Whether what follows a token is counted: it is a number, or a scale such as that of a head, `(万标箱)`. */
function counts({ keys, numbers }: Tokens, at: number): boolean {
  return numbers.has(at) || scaleOf(keys[at] ?? '') > 0;
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

/** Whether an anchor is the end of an interval that begins with the one before it. */
function endsInterval(claim: Tokens, anchors: readonly Anchor[], at: number): boolean {
  const [one, other] = [anchors[at - 1], anchors[at]];
  return one?.kind === 'value' && other?.kind === 'value' && isInterval(claim, one, other);
}

/** Whether the ends of each interval of a claim stand in its order. */
function keepsIntervals(claim: Tokens, anchors: readonly Anchor[], ranges: readonly TokenRange[]): boolean {
  return ranges.every(
    ({ from }, at) => !endsInterval(claim, anchors, at) || (ranges[at - 1]?.from ?? from) < from,
  );
}

function inOrder(ranges: readonly TokenRange[]): TokenRange[] {
  return ranges.toSorted((one, other) => one.from - other.from);
}
