import type { PageBox } from '../../core/geometry/box.ts';
import { missedPlace, needsNoPage } from '../../core/grounding/claimMark.ts';
import type { GroundedClaim, PageReference } from '../../core/grounding/model.ts';

/** Where on the pages a person sees what a claim is about. */
export interface ClaimPlace extends PageReference {
  readonly status: GroundedClaim['status'];
  /** The words that the page has, or the place that the claim names if its words stand nowhere; may be empty. */
  readonly boxes: readonly PageBox[];
  /** The place on this page that the claim names, if that does not have its words; null if there is none. */
  readonly missed: PageBox | null;
}

/** The place of a claim: where its words stand, otherwise the page that it cites. Null if it leads to no page. */
export function claimPlace(claim: GroundedClaim): ClaimPlace | null {
  const { on, cited, boxes, namedPlace, status } = claim;
  if (!needsNoPage(claim)) {
    const missed = missedPlace(claim);
    if (on !== null && boxes.length > 0) {
      const isHere = missed?.on.document === on.document && missed.on.page === on.page;
      return { ...on, status, boxes, missed: isHere ? missed.box : null };
    }
    if (missed !== null) return { ...missed.on, status, boxes: [], missed: missed.box };
    if (namedPlace !== null) return { ...namedPlace.on, status, boxes: [namedPlace.box], missed: null };
  }
  if (cited?.document != null && cited.page !== null)
    return { document: cited.document, page: cited.page, status, boxes: [], missed: null };
  return on === null ? null : { ...on, status, boxes: [], missed: null };
}
