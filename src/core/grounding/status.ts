import { findNearNumber, wordsOf, type NearMatch } from './findNear.ts';
import { findWords, type SearchBudget, type TokenRange } from './matchWords.ts';
import type { CitedImage, Claim, ClaimStatus, Difference, GroundedClaim } from './model.ts';
import type { PageIndex } from './pageIndex.ts';
import { tokenize, type Tokens } from './tokens.ts';

/** The pages that claims are looked for on. */
export interface SearchedPages {
  readonly sent: readonly PageIndex[];
  /** Pages of the documents that were not sent. */
  readonly unsent: readonly PageIndex[];
  readonly images: ReadonlyMap<number, CitedImage>;
  /** Whether some page that was sent has no text. */
  readonly lacksText: boolean;
  readonly pageOf: (image: CitedImage) => PageIndex | undefined;
}

/** Words on a page that say what a claim says. */
interface Match {
  readonly index: PageIndex;
  /** In the order of the text. */
  readonly ranges: readonly TokenRange[];
  readonly occurrences: number;
  readonly confidence: number;
  readonly difference: Difference | null;
}

/** How sure a status is: docs/grounding.md lists these. */
const EXACT = 1;
const WEAK = 0.3;
const UNCERTAIN = 0.5;
/** A number of fewer digits that stands in several places is weak. */
const MIN_DIGITS = 3;

/** Grounds one claim. */
export function groundClaim(claim: Claim, pages: SearchedPages, budget: SearchBudget): GroundedClaim {
  const { image, ...rest } = claim;
  const shown = image === null ? undefined : pages.images.get(image);
  const base = {
    ...rest,
    cited: image === null ? null : { image, document: shown?.document ?? null, page: shown?.page ?? null },
    placeBox: null,
  };
  const tokens = tokenize(claim.text);
  const citedImages = [image, ...(claim.alsoCites ?? [])].flatMap((one) => {
    const cited = one === null ? undefined : pages.images.get(one);
    return cited === undefined ? [] : [cited];
  });
  const cited = citedImages.flatMap((one) => pages.pageOf(one) ?? []);
  const others = pages.sent.filter((index) => !cited.includes(index));
  const citesNone = image === null || citedImages.length === 0;
  const stands = (status: ClaimStatus, match: Match): GroundedClaim => place(base, status, match, pages);

  const onCited = findOn(cited, tokens, budget);
  if (onCited !== null) return stands('found', onCited);
  const onOther = findOn(others, tokens, budget);
  if (onOther !== null) return stands(citesNone ? 'found' : 'other-page', onOther);
  const isUnread = citesNone ? pages.lacksText : cited.every(({ hasText }) => !hasText);
  if (isUnread) return nowhere(base, 'unknown', UNCERTAIN);
  const near = findNearNumber(tokens, claim.text, [...cited, ...others], () => false);
  if (near !== null) return stands('near', matchOf(near));
  const onUnsent = findOn(pages.unsent, tokens, budget);
  if (onUnsent !== null) return stands('not-found', onUnsent);
  return nowhere(base, 'not-found', EXACT);
}

function matchOf({ range, ...near }: NearMatch): Match {
  return { ...near, ranges: [range], occurrences: 1 };
}

function findOn(pages: readonly PageIndex[], tokens: Tokens, budget: SearchBudget): Match | null {
  for (const index of pages) {
    const ranges = findWords(index, { tokens, from: 0, to: tokens.keys.length, comparison: 'exact' }, budget);
    const [first] = ranges;
    if (first === undefined) continue;
    const isShort = tokens.folded.text.replaceAll(/[^\p{L}\p{N}]/gu, '').length < MIN_DIGITS;
    return {
      index,
      ranges: [first],
      occurrences: ranges.length,
      confidence: isShort && ranges.length > 1 ? WEAK : EXACT,
      difference: null,
    };
  }
  return null;
}

type Base = Omit<
  GroundedClaim,
  'status' | 'on' | 'sent' | 'boxes' | 'words' | 'difference' | 'source' | 'confidence' | 'occurrences'
>;

function place(base: Base, status: ClaimStatus, match: Match, { sent }: SearchedPages): GroundedClaim {
  const { index, ranges, occurrences, difference } = match;
  const { document, page, source } = index.page;
  const parts = ranges.flatMap(({ from, to }) => index.partsOf(from, to));
  const recognized = Math.min(100, ...parts.map(({ word }) => word.confidence ?? 100)) / 100;
  return {
    ...base,
    status,
    on: { document, page },
    sent: sent.includes(index),
    boxes: index.boxesOf(parts),
    words: ranges.map((range) => wordsOf(index, range)).join(' '),
    difference,
    source,
    confidence: match.confidence * recognized,
    occurrences,
  };
}

function nowhere(base: Base, status: ClaimStatus, confidence: number): GroundedClaim {
  return {
    ...base,
    status,
    on: null,
    sent: false,
    boxes: [],
    words: '',
    difference: null,
    source: null,
    confidence,
    occurrences: 0,
  };
}
