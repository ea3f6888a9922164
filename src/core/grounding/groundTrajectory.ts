import { once } from '../once.ts';
import type { Trajectory } from '../trajectory/model.ts';
import { groundAnswer } from './answer.ts';
import { readClaims } from './claims.ts';
import { contentOf } from './content.ts';
import { isCountOnPages } from './countOnPages.ts';
import { isDerivedOnPages } from './derivedOnPages.ts';
import { ClaimValues } from './computations/claimValues.ts';
import { groundComputations, readComputations } from './computations/namedComputations.ts';
import { readValueTables } from './computations/valueTables.ts';
import { groundBox } from './groundBox.ts';
import type { SeenImages } from './crops.ts';
import { findWords, type SearchBudget, type Wanted } from './matchWords.ts';
import type {
  CitedImage,
  Claim,
  ComputedNumber,
  GroundedClaim,
  GroundedPage,
  Grounding,
  PageReference,
  WrittenComputation,
} from './model.ts';
import type { PageIndex } from './pageIndex.ts';
import { groundClaim } from './status.ts';
import { tokenize } from './tokens.ts';
import { numberKeys } from './values.ts';

/** What a trajectory is grounded on. */
export interface GroundingPages {
  /** Every page whose words are known, sent or not; a page that is absent has no text. */
  readonly pages: readonly PageIndex[];
  readonly images: readonly CitedImage[];
}

/** Comparisons of words that one grounding may take before its searches are cut short. */
const MAX_STEPS = 20_000_000;
/** What the labels of figures begin with. */
const FIGURE_WORDS = ['图', 'Figure', 'Fig', 'Abbildung', 'Abb', 'Bild'];

/**
 * Finds the claims of a trajectory on the pages, and what its answer rests on. Never throws.
 * @param question says how an answer is computed; null if it is not known
 */
export function groundTrajectory(
  trajectory: Trajectory,
  pages: GroundingPages,
  question: string | null = null,
): Grounding {
  const read = readClaims(trajectory, pages.images, figuresOf(pages));
  const named = readComputations(trajectory);
  const claims = groundClaims(read.claims, pages, trajectory.text, read.seen);
  const values = new ClaimValues(claims);
  const computations = groundComputations(named, values, claims);
  const placeOf = (index: number): string => {
    const { start = 0, end = 0 } = claims[index]?.place ?? {};
    return trajectory.text.slice(start, end);
  };
  const sent = sentPages(pages);
  const tables = once(() => readValueTables(sent));
  const { answer, computed, undecided } = groundAnswer(trajectory, {
    claims,
    named,
    values,
    question,
    placeOf,
    tables,
    isOnPages: (text) => areOnPages(text, sent),
    isDerivedOnPages: (text, start, number) => isDerivedOnPages(text, start, number, sent),
    isCountOnPages: (number, noun) => isCountOnPages(number, noun, sent),
  });
  const checked = claims.map((claim, index) =>
    undecided.has(index) ? { ...claim, isUndecided: true as const } : claim,
  );
  return {
    claims: withComputations(checked, computations, computed),
    pages: pagesOf(claims, pages),
    answer,
    computations,
    unread: read.unread,
  };
}

function sentPages({ pages, images }: GroundingPages): readonly PageIndex[] {
  const sentKeys = new Set(images.map(keyOf));
  return pages.filter(({ page }) => sentKeys.has(keyOf(page)));
}

/** Whether pages have each word and number of a text, wherever it stands. */
function areOnPages(text: string, pages: readonly PageIndex[]): boolean {
  const tokens = tokenize(text);
  return contentOf(tokens).every((at) => {
    const keys = [tokens.keys[at] ?? '', ...(tokens.numbers.get(at) ?? []).flatMap(numberKeys)];
    return pages.some(({ positions }) => keys.some((key) => positions.has(key)));
  });
}

/** Whether a page that was sent has a label such as `Figure 2`, for its number. */
function figuresOf(pages: GroundingPages): (figure: number) => boolean {
  const sent = sentPages(pages);
  const known = new Map<number, boolean>();
  const isOnPage = (figure: number): boolean =>
    FIGURE_WORDS.some((word) => {
      const tokens = tokenize(`${word} ${figure}`);
      const wanted: Wanted = { tokens, from: 0, to: tokens.keys.length, comparison: 'exact' };
      return sent.some((index) => findWords(index, wanted, { steps: MAX_STEPS }).length > 0);
    });
  return (figure) => {
    const has = known.get(figure) ?? isOnPage(figure);
    known.set(figure, has);
    return has;
  };
}

/** The claims with how their numbers are computed, where the response writes it or its answer follows from others. */
function withComputations(
  claims: readonly GroundedClaim[],
  written: readonly WrittenComputation[],
  answer: ReadonlyMap<number, ComputedNumber>,
): GroundedClaim[] {
  const computed = new Map<number | null, ComputedNumber>();
  for (const { claim, right, computation } of written) computed.set(claim, { right, computation });
  for (const [claim, one] of answer) computed.set(claim, one);
  return claims.map((claim, index) => {
    const one = computed.get(index);
    return one === undefined ? claim : { ...claim, computed: one };
  });
}

/**
 * Finds claims on the pages. Never throws.
 * @param text of the response
 * @param seen the images that the claims cite
 */
export function groundClaims(
  claims: readonly Claim[],
  { pages, images }: GroundingPages,
  text: string,
  seen: SeenImages,
): GroundedClaim[] {
  const byKey = new Map(pages.map((index) => [keyOf(index.page), index]));
  const sentKeys = new Set(images.map(keyOf));
  const sent = [...sentKeys].flatMap((key) => byKey.get(key) ?? []);
  const searched = {
    text,
    sent,
    unsent: pages.filter(({ page }) => !sentKeys.has(keyOf(page))),
    seen,
    lacksText: sent.length < sentKeys.size || sent.some(({ hasText }) => !hasText),
    pageOf: (page: PageReference) => byKey.get(keyOf(page)),
  };
  const budget: SearchBudget = { steps: MAX_STEPS };
  return claims.map((claim) => {
    const grounded = groundClaim(claim, searched, budget);
    return claim.box === null ? grounded : groundBox(grounded, seen, pages);
  });
}

function keyOf({ document, page }: PageReference): string {
  return `${page} ${document}`;
}

function pagesOf(claims: readonly GroundedClaim[], { pages }: GroundingPages): GroundedPage[] {
  const keys = new Set(
    claims.flatMap(({ on, namedPlace }) =>
      [on, namedPlace?.on ?? null].flatMap((page) => (page === null ? [] : [keyOf(page)])),
    ),
  );
  return pages
    .filter(({ page }) => keys.has(keyOf(page)))
    .map(({ page: { document, page, size } }) => ({ document, page, size }));
}
