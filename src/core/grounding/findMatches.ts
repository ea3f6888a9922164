import { findSpacedCode, isCode } from './codes.ts';
import { PLACE_WORDS } from './mentions.ts';
import { sourceOf, wordsOf } from './findNear.ts';
import { findNearWords } from './matchApproximately.ts';
import { findWords, type SearchBudget, type TokenRange } from './matchWords.ts';
import type { Difference } from './model.ts';
import { saysOtherwise } from './otherwise.ts';
import type { PageIndex } from './pageIndex.ts';
import { findParaphrase, findValues } from './paraphrase.ts';
import { MAX_PARTS, type SoughtText } from './soughtText.ts';
import type { Tokens } from './tokens.ts';

/** Words on a page that say what a claim says. */
export interface Match {
  readonly index: PageIndex;
  /** In the order of the text. */
  readonly ranges: readonly TokenRange[];
  /** In how many places of the page it stands. */
  readonly occurrences: number;
  readonly confidence: number;
  readonly difference: Difference | null;
}

/** How sure a match is, by how it was found; docs/grounding.md lists these. */
const EXACT = 1;
const WITHOUT_ACCENTS = 0.9;
const VALUES = 0.8;
const PARAPHRASE = 0.6;
const SUPPORTED = 0.2;
const WEAK = 0.3;
/** A number or word of fewer characters that stands in several places is weak. */
const MIN_CHARACTERS = 3;
/** Tokens of a claim that are looked for; the rest of a longer claim is not compared, and the match is unsure. */
const MAX_CLAIM_TOKENS = 2000;
const CUT = 0.5;

/**
 * Where pages say what a claim says, on the first page that does: its words in order, else without accents, else its
 * values, its parts one by one, or all its numbers and names in one sentence or row. All places of words in order are
 * returned.
 */
export function findMatches(pages: readonly PageIndex[], sought: SoughtText, budget: SearchBudget): Match[] {
  const to = Math.min(sought.claim.keys.length, MAX_CLAIM_TOKENS);
  const isCut = to < sought.claim.keys.length;
  for (const index of pages) {
    const exact = findExactly(index, sought, to, budget);
    if (exact.length > 0) return isCut ? exact.map((match) => ({ ...match, confidence: CUT })) : exact;
  }
  if (isCut) return [];
  for (const index of pages) {
    const loose = findLoosely(index, sought, budget) ?? findParts(index, sought, budget);
    if (loose !== null) return [loose];
  }
  return [];
}

function findExactly(
  index: PageIndex,
  { claim, source }: SoughtText,
  to: number,
  budget: SearchBudget,
): Match[] {
  const exact = findWords(index, { tokens: claim, from: 0, to, comparison: 'exact' }, budget);
  const toMatch = (range: TokenRange, sure: number, difference: Difference | null, count: number): Match => ({
    index,
    ranges: [range],
    occurrences: count,
    confidence: sure,
    difference,
  });
  if (exact.length > 0) {
    const confidence = exact.length > 1 && isShort(claim) ? WEAK : EXACT;
    return exact.map((range) => toMatch(range, confidence, null, exact.length));
  }
  const plain = findWords(index, { tokens: claim, from: 0, to, comparison: 'without-accents' }, budget);
  return plain.map((range) => {
    const difference = {
      said: sourceOf(claim, source, 0, to),
      pageHas: wordsOf(index, range),
      accents: true as const,
    };
    return toMatch(range, WITHOUT_ACCENTS, difference, plain.length);
  });
}

function isShort({ folded }: Tokens): boolean {
  return folded.text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < MIN_CHARACTERS;
}

function findLoosely(index: PageIndex, sought: SoughtText, budget: SearchBudget): Match | null {
  const { claim, source } = sought;
  if (isCode(source)) {
    const code = findSpacedCode(index, claim, source);
    return code === null
      ? null
      : { index, ranges: [code], occurrences: 1, confidence: EXACT, difference: null };
  }
  const values = findValues(index, sought, budget);
  if (values !== null) {
    return {
      index,
      ranges: values.ranges,
      occurrences: values.occurrences,
      confidence: VALUES,
      difference: null,
    };
  }
  const description = findDescription(index, sought, budget);
  if (description !== null) {
    return { index, ranges: [description], occurrences: 1, confidence: PARAPHRASE, difference: null };
  }
  const found = findParaphrase(index, sought, budget);
  if (found === null) return null;
  // Where nearly the same sentence stands, the words that differ matter.
  const near = findNearWords(claim, source, [index]);
  if (near !== null && saysOtherwise(near.differences)) return null;
  const confidence = PARAPHRASE + SUPPORTED * found.support;
  return { index, ranges: found.ranges, occurrences: found.occurrences, confidence, difference: null };
}

/** The most words on each side of what a description names that may belong to it. */
const MOST_AROUND = 4;

/**
 * The words of the page in a claim that otherwise only says where something stands: `The table stands below the heading
 * Revenue by region`. Null if it says anything else.
 */
function findDescription(
  index: PageIndex,
  { claim, content }: SoughtText,
  budget: SearchBudget,
): TokenRange | null {
  const said = content();
  const named = said.filter((at) => !PLACE_WORDS.has(claim.keys[at] ?? ''));
  const [first] = named;
  const last = named.at(-1);
  if (first === undefined || last === undefined || named.length === said.length) return null;
  // A word such as `region` may also belong to the words of the page: the longest text of it is meant.
  const starts = said.filter((at) => at <= first).slice(-MOST_AROUND);
  const ends = said.filter((at) => at >= last).slice(0, MOST_AROUND);
  for (const from of starts) {
    for (const end of ends.toReversed()) {
      if (said.indexOf(end) === said.indexOf(from)) continue;
      const [found] = findWords(index, { tokens: claim, from, to: end + 1, comparison: 'exact' }, budget);
      if (found !== undefined) return found;
    }
  }
  return null;
}

/** A claim of several sentences or lines, or one with parts left out (`...`), is on a page if each part is. */
function findParts(
  index: PageIndex,
  { claim, source, parts }: SoughtText,
  budget: SearchBudget,
): Match | null {
  if (parts().length < 2 || parts().length > MAX_PARTS) return null;
  const near = findNearWords(claim, source, [index]);
  if (near?.differences.some(({ said }) => said !== '') === true) return null;
  const ranges: TokenRange[] = [];
  let confidence = 1;
  for (const part of parts()) {
    const [found] = findExactly(index, part, part.claim.keys.length, budget);
    const match = found ?? findLoosely(index, part, budget);
    if (match === null) return null;
    ranges.push(...match.ranges);
    confidence = Math.min(confidence, match.confidence);
  }
  return { index, ranges: mergeRanges(ranges), occurrences: 1, confidence, difference: null };
}

function mergeRanges(ranges: readonly TokenRange[]): TokenRange[] {
  const merged: TokenRange[] = [];
  for (const range of ranges.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last === undefined || range.from > last.to) merged.push(range);
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, range.to) };
  }
  return merged;
}
