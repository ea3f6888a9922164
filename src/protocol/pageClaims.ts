import { isProblem, missedPlace, needsNoPage } from '../core/grounding/claimMark.ts';
import type { GroundedClaim, Grounding, NamedPlace } from '../core/grounding/model.ts';
import { MAX_CLAIM_TEXT, type ClaimMove, type PageClaim } from './document.ts';

/**
 * The claims of a grounding as the view of one document shows them, with the boxes that are on this document. What is
 * computed correctly, or could not be checked because it is computed, has none, unless it is found.
 * @param isShown whether a document, named as in the grounding, is the one in the view
 */
export function pageClaims(
  { claims }: Pick<Grounding, 'claims'>,
  isShown: (document: string) => boolean,
): PageClaim[] {
  return claims.map((claim, index): PageClaim => {
    const { kind, step, action, status, computed, isUndecided } = claim;
    const { on, namedPlace, words, difference, source } = needsNoPage(claim) ? NOWHERE : claim;
    const isHere = on !== null && isShown(on.document);
    return {
      claim: index,
      kind,
      step,
      action,
      status,
      source,
      ...(computed === undefined ? {} : { computed: { right: computed.right } }),
      ...(isUndecided === true && { isUndecided }),
      said: shortened(claim.text),
      words: shortened(words),
      difference:
        difference === null
          ? null
          : { ...difference, said: shortened(difference.said), pageHas: shortened(difference.pageHas) },
      page: isHere ? on.page : null,
      boxes: isHere ? claim.boxes : [],
      place: namedPlace !== null && isShown(namedPlace.on.document) ? placeOf(namedPlace, claim) : null,
    };
  });
}

/** What the pages have of a claim that need not stand on them. */
const NOWHERE: Pick<GroundedClaim, 'on' | 'namedPlace' | 'words' | 'difference' | 'source'> = {
  on: null,
  namedPlace: null,
  words: '',
  difference: null,
  source: null,
};

function placeOf({ on, box }: NamedPlace, claim: GroundedClaim): PageClaim['place'] {
  const cell = missedPlace(claim)?.cell;
  if (cell === undefined) return { page: on.page, box };
  const { row, column, text } = cell;
  const shown = { row: shortened(row), column: shortened(column), text: shortened(text) };
  return { page: on.page, box, cell: shown };
}

function shortened(text: string): string {
  return text.length <= MAX_CLAIM_TEXT ? text : `${text.slice(0, MAX_CLAIM_TEXT - 1)}\u2026`;
}

/** The claim to go to, by its index in the grounding; after the last one comes the first. Null if there is none. */
export function claimAfter(
  claims: readonly PageClaim[],
  selected: number | null,
  to: ClaimMove,
): number | null {
  const wanted = to === 'next-bad' || to === 'previous-bad' ? claims.filter(isProblem) : claims;
  if (to === 'previous' || to === 'previous-bad') {
    const before = selected === null ? undefined : wanted.findLast(({ claim }) => claim < selected);
    return (before ?? wanted.at(-1))?.claim ?? null;
  }
  const after = selected === null ? undefined : wanted.find(({ claim }) => claim > selected);
  return (after ?? wanted[0])?.claim ?? null;
}
