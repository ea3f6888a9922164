import { editDistance } from './editDistance.ts';
import type { NearMatch } from './findNear.ts';
import type { TokenRange } from './matchWords.ts';
import type { PageIndex } from './pageIndex.ts';
import type { Tokens } from './tokens.ts';

/** One word of letters and digits that is no number with its unit: `HG-340/B`. */
const CODE = /^(?=[^\d]*\d)(?=\p{Lu}|\p{Ll})[^\s]{5,40}$/u;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
/** This share of the characters of a code may differ. */
const MAX_DIFFERENT = 0.2;
/** A code of fewer characters is not looked for in several words. */
const MIN_SPACED = 10;

/** Whether a text is a code, which is compared as it is. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/** Where a code stands on a page in groups: `GB33BUKB2020` as `GB33 BUKB 2020`. Null if it does not. */
export function findSpacedCode(
  { tokens: { keys } }: PageIndex,
  claim: Tokens,
  source: string,
): TokenRange | null {
  const code = claim.keys.join('');
  if (!CODE.test(source) || code.length < MIN_SPACED) return null;
  for (let from = 0; from < keys.length; from += 1) {
    let to = from;
    let rest = code;
    for (let key = keys[to]; key !== undefined && rest !== '' && rest.startsWith(key); key = keys[to]) {
      rest = rest.slice(key.length);
      to += 1;
    }
    if (rest === '') return { from, to };
  }
  return null;
}

/** The word on the pages that a code is with a few characters changed; the most similar one. */
export function findNearCode(source: string, pages: readonly PageIndex[]): NearMatch | null {
  const said = withoutEdges(source);
  if (!CODE.test(said)) return null;
  const most = Math.max(1, Math.floor(MAX_DIFFERENT * said.length));
  let best: NearMatch | null = null;
  for (const index of pages) {
    for (const [at, { text }] of index.page.words.entries()) {
      const pageHas = withoutEdges(text);
      if (Math.abs(pageHas.length - said.length) > most || !/\d/.test(pageHas)) continue;
      const confidence = 1 - editDistance(said.toLowerCase(), pageHas.toLowerCase()) / said.length;
      if (confidence < 1 - most / said.length || (best !== null && confidence <= best.confidence)) continue;
      const from = index.wordAt.indexOf(at);
      if (from < 0) continue;
      const range = { from, to: index.wordAt.lastIndexOf(at) + 1 };
      best = { index, ranges: [range], difference: { said, pageHas }, differences: [], confidence };
    }
  }
  return best;
}

/** A word without the punctuation around it. */
function withoutEdges(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && !ALPHANUMERIC.test(text.charAt(from))) from += 1;
  while (to > from && !ALPHANUMERIC.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}
