import { boxArea, intersection, type PageBox } from '../geometry/box.ts';
import type { GroundedClaim, PageReference } from './model.ts';

/** A place on a page that shows the answer. */
export interface GoldPlace extends PageReference {
  readonly box: PageBox;
}

/** How the claims of a response meet the places that show the answer. */
export interface GoldenClaims {
  /** Claims that have a place on a page. */
  readonly placed: number;
  /** Those whose place meets one that shows the answer. */
  readonly meeting: number;
}

/** What is read of a claim. */
type PlacedClaim = Pick<GroundedClaim, 'on' | 'boxes' | 'namedPlace'>;

/**
 * How many claims meet the places that show the answer. The place of a claim is where its words stand; if it has none, the
 * place that it names, such as the box of a crop.
 */
export function goldenClaims(claims: readonly PlacedClaim[], gold: readonly GoldPlace[]): GoldenClaims {
  const placed = claims.map(placesOf).filter((places) => places.length > 0);
  const meeting = placed.filter((places) =>
    places.some((place) => gold.some((other) => isSamePage(place, other) && doMeet(place.box, other.box))),
  );
  return { placed: placed.length, meeting: meeting.length };
}

function placesOf({ on, boxes, namedPlace }: PlacedClaim): readonly GoldPlace[] {
  if (on !== null && boxes.length > 0) return boxes.map((box) => ({ ...on, box }));
  return namedPlace === null ? [] : [{ ...namedPlace.on, box: namedPlace.box }];
}

function isSamePage(one: PageReference, other: PageReference): boolean {
  return one.document === other.document && one.page === other.page;
}

/** Whether two boxes share an area; a point or a line has none, and meets a box that it is in. */
function doMeet(one: PageBox, other: PageBox): boolean {
  const shared = intersection(one, other);
  return shared !== null && (boxArea(shared) > 0 || boxArea(one) === 0 || boxArea(other) === 0);
}
