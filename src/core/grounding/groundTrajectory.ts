import type { Trajectory } from '../trajectory/model.ts';
import { readClaims } from './claims.ts';
import type { CitedImage, Claim, GroundedClaim, GroundedPage, Grounding } from './model.ts';
import type { PageIndex } from './pageIndex.ts';

/** What a trajectory is grounded on. */
export interface GroundingPages {
  /** Every page whose words are known, sent or not; a page that is absent has no text. */
  readonly pages: readonly PageIndex[];
  readonly images: readonly CitedImage[];
}

/** Finds the claims of a trajectory on the pages, and what its answer rests on. Never throws. */
export function groundTrajectory(trajectory: Trajectory, pages: GroundingPages): Grounding {
  const read = readClaims(trajectory, pages.images);
  const claims = read.claims.map((claim) => groundClaim(claim, pages));
  return { claims, pages: pagesOf(claims, pages), answer: null, computations: [], unread: read.unread };
}

function pagesOf(claims: readonly GroundedClaim[], { pages }: GroundingPages): GroundedPage[] {
  const keys = new Set(claims.flatMap(({ on }) => (on === null ? [] : [`${on.page} ${on.document}`])));
  return pages
    .filter(({ page }) => keys.has(`${page.page} ${page.document}`))
    .map(({ page: { document, page, size } }) => ({ document, page, size }));
}

function groundClaim({ image, ...claim }: Claim, { pages, images }: GroundingPages): GroundedClaim {
  const shown = images.find((one) => one.image === image);
  const cited =
    image === null ? null : { image, document: shown?.document ?? null, page: shown?.page ?? null };
  const folded = claim.text.toLowerCase();
  const found = pages
    .filter(({ text }) => text.includes(folded))
    .sort((one, other) => Number(isCited(other, shown)) - Number(isCited(one, shown)))[0];
  const base = { ...claim, cited, placeBox: null, difference: null };
  if (found === undefined) {
    return {
      ...base,
      status: 'not-found',
      on: null,
      sent: false,
      boxes: [],
      words: '',
      source: null,
      confidence: 1,
      occurrences: 0,
    };
  }
  const { page, text, starts } = found;
  const at = text.indexOf(folded);
  const words = page.words.filter((_, index) => {
    const start = starts[index] ?? 0;
    return start >= at && start < at + folded.length;
  });
  return {
    ...base,
    status: shown === undefined || isCited(found, shown) ? 'found' : 'other-page',
    on: { document: page.document, page: page.page },
    sent: true,
    boxes: words.map(({ box }) => box),
    words: words.map((word) => word.text).join(' '),
    source: page.source,
    confidence: 1,
    occurrences: 1,
  };
}

function isCited({ page }: PageIndex, image: CitedImage | undefined): boolean {
  return page.document === image?.document && page.page === image.page;
}
