import type { WordPart } from '../geometry/word.ts';
import { originEnd, originStart } from './fold.ts';
import type { TokenRange } from './matchWords.ts';
import type { Difference } from './model.ts';
import { findNearNumbers, seekNearNumbers, type NearNumbers } from './nearNumbers.ts';
import type { PageIndex } from './pageIndex.ts';
import { contentOf } from './content.ts';
import type { Tokens } from './tokens.ts';
import type { NumberReading } from './values.ts';

/** Something on a page that nearly says what a claim says. */
export interface NearMatch {
  readonly index: PageIndex;
  /** The tokens of the page that differ. */
  readonly ranges: readonly TokenRange[];
  readonly difference: Difference;
  /**
   * Where a sentence differs, in its order: words replaced, left out or added; one side is empty where the other one has
   * more words. Empty if it is no sentence.
   */
  readonly differences: readonly Difference[];
  readonly confidence: number;
}

/** The share of a claim's other words that must stand in the row or sentence of a number that differs. */
const MIN_CONTEXT = 0.33;
/** A claim of fewer other words says too little of the place. */
const MIN_CONTEXT_WORDS = 2;

/**
 * The number on the pages that a claim says with one digit changed, missing, added or exchanged, or rounded. Of several
 * the one is taken whose row or sentence has most of the claim's other words; then the first.
 * @param pages those with the selected cell first, then in the order in which they are searched
 * @param isPreferred whether a token of a page is in the selected cell
 */
export function findNearNumber(
  claim: Tokens,
  source: string,
  pages: readonly PageIndex[],
  isPreferred: (index: PageIndex, token: number) => boolean,
): NearMatch | null {
  const missing = missingNumbers(claim, pages);
  let best: { readonly match: NearMatch; readonly score: number } | null = null;
  const content = contentOf(claim).filter((at) => !claim.numbers.has(at));
  for (const at of missing) {
    for (const said of claim.numbers.get(at) ?? []) {
      const nearOn = seekNearNumbers(said, claim.keys[at]);
      for (const index of pages) {
        for (const token of nearOn(index.nearNumbers())) {
          const context = contextShare(index, token, claim, content);
          const isWeak = content.length >= MIN_CONTEXT_WORDS && context < MIN_CONTEXT;
          const preferred = isPreferred(index, token);
          if (isWeak && !preferred) continue;
          const score = (preferred ? 2 : 0) + context;
          if (best !== null && score <= best.score) continue;
          const range = { from: token, to: endOfNear(index.tokens, token, nearOn) };
          const match = {
            index,
            ranges: [range],
            difference: {
              said: saidText(claim, source, { from: at, to: said.to }),
              pageHas: signOf(index.tokens, token) + wordsOf(index, range),
            },
            differences: [],
            confidence: content.length === 0 ? 0.5 : Math.min(0.9, 0.5 + 0.4 * context),
          };
          best = { match, score };
        }
      }
    }
  }
  return best?.match ?? null;
}

/** Where a number of a page ends, as it is read to be nearly the same: `8 632` may also be a column after another one. */
function endOfNear(
  { numbers, keys }: Tokens,
  token: number,
  nearOn: (near: NearNumbers) => readonly number[],
): number {
  const readings = numbers.get(token) ?? [];
  const isNear = (reading: NumberReading): boolean =>
    nearOn(findNearNumbers({ keys, numbers: new Map([[token, [reading]]]) })).length > 0;
  const read = readings.length > 1 ? readings.find(isNear) : undefined;
  return (read ?? readings[0])?.to ?? token + 1;
}

/** The numbers of a claim that no page has, by the index of their first token. */
function missingNumbers({ numbers }: Tokens, pages: readonly PageIndex[]): number[] {
  let readTo = 0;
  return [...numbers].flatMap(([at, readings]) => {
    if (at < readTo) return [];
    // `61 320` is not on a page that has 61.
    const longest = Math.max(...readings.map(({ to }) => to));
    const whole = readings.filter(({ to }) => to === longest);
    const isThere = whole.some((reading) =>
      reading.values.some((value) => pages.some(({ positions }) => positions.has(`#${value}`))),
    );
    readTo = longest;
    return isThere || readings[0]?.inDigits !== true ? [] : [at];
  });
}

/** The minus before a number, which is part of what differs; empty if there is none. */
export function signOf({ folded, starts, numbers }: Tokens, token: number): string {
  const isNegative = numbers.get(token)?.[0]?.values[0]?.startsWith('-') === true;
  return isNegative && folded.text.charAt((starts[token] ?? 0) - 1) === '-' ? '\u2212' : '';
}

function contextShare(index: PageIndex, token: number, claim: Tokens, content: readonly number[]): number {
  if (content.length === 0) return 0;
  const { rowOf, sentenceOf } = index.scopes();
  const near = new Set([...rowOf(token), ...sentenceOf(token)].map((at) => index.tokens.keys[at] ?? ''));
  return content.filter((at) => near.has(claim.keys[at] ?? '')).length / content.length;
}

/** The text of some tokens of a claim, as it is written. */
export function sourceOf({ folded, starts, ends }: Tokens, source: string, from: number, to: number): string {
  const start = originStart(folded, starts[from] ?? 0) ?? 0;
  const end = originEnd(folded, (ends[to - 1] ?? 1) - 1) ?? source.length;
  return source.slice(start, end);
}

/** The text of a number of a claim and what belongs to it, with the sign before it, as it is written. */
export function saidText(claim: Tokens, source: string, { from, to }: TokenRange): string {
  const text = sourceOf(claim, source, from, to);
  const { folded, starts } = claim;
  const sign = (starts[from] ?? 0) - 1;
  return signOf(claim, from) === ''
    ? text
    : source.slice(originStart(folded, sign), originEnd(folded, sign)) + text;
}

/** The words of a page that some of its tokens are, as they are written. */
export function wordsOf(index: PageIndex, { from, to }: TokenRange): string {
  return textOf(index.partsOf(from, to));
}

/** The text of some parts of words, as they are written; a word that is broken at the end of a line is whole. */
export function textOf(parts: readonly WordPart[]): string {
  let text = '';
  for (const { word, start, end } of parts) {
    const part = word.text.slice(start, end);
    text += text === '' || text.endsWith('\u0000') ? part : ` ${part}`;
    if (word.continues === true) text = `${text.slice(0, -1)}\u0000`;
  }
  return text.replaceAll('\u0000 ', '').replaceAll('\u0000', '');
}
