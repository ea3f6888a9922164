import type { PageBox } from '../../core/geometry/box.ts';
import type { GroundedClaim, PageReference } from '../../core/grounding/model.ts';

/** Where on the pages a person sees what a claim is about. */
export interface ClaimPlace extends PageReference {
  readonly status: GroundedClaim['status'];
  /** The words that the page has, or the place that the claim names if its words stand nowhere; may be empty. */
  readonly boxes: readonly PageBox[];
}

/** The place of a claim: where its words stand, otherwise the page that it cites. Null if it leads to no page. */
export function claimPlace({ on, cited, boxes, namedPlace, status }: GroundedClaim): ClaimPlace | null {
  if (on !== null && boxes.length > 0) return { ...on, status, boxes };
  if (namedPlace !== null) return { ...namedPlace.on, status, boxes: [namedPlace.box] };
  if (cited?.document != null && cited.page !== null)
    return { document: cited.document, page: cited.page, status, boxes: [] };
  return on === null ? null : { ...on, status, boxes: [] };
}
