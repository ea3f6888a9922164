import type { GroundedClaim, Grounding } from '../core/grounding/model.ts';
import type { GroundingShown } from './grounding.ts';

/** What pages say of claims, as a view shows it. */
export type GroundedShown = Extract<GroundingShown, { kind: 'grounded' }>;

/** Claims that a view has already, by their indices in its grounding: from `start` up to and without `end`. */
export type KnownClaims = readonly [start: number, end: number];

/** What changes a grounding that a view shows to the one after it. */
export interface GroundingChanges {
  /** All but the claims. */
  readonly shown: Omit<GroundedShown, 'grounding'>;
  readonly rest: Omit<Grounding, 'claims'>;
  /** The claims, in text order: those that the view has already, and new ones. */
  readonly claims: readonly (KnownClaims | GroundedClaim)[];
}

/**
 * What changes a grounding to the one after it.
 * @param known the claims of the former, each as JSON
 * @param next the claims of `now`, each as JSON
 */
export function groundingChanges(
  known: readonly string[],
  { grounding, ...shown }: GroundedShown,
  next: readonly string[],
): GroundingChanges {
  const { claims: all, ...rest } = grounding;
  // Of equal claims, the first one is kept.
  const places = new Map(known.map((json, index) => [json, index] as const).reverse());
  const claims: (KnownClaims | GroundedClaim)[] = [];
  let run: [start: number, end: number] | null = null;
  for (const [index, claim] of all.entries()) {
    const json = next[index] ?? '';
    // The claim after the last one comes first: equal claims may stand in several places.
    const at: number | undefined = run !== null && known[run[1]] === json ? run[1] : places.get(json);
    if (at === undefined) {
      run = null;
      claims.push(claim);
    } else if (run !== null && run[1] === at) run[1] = at + 1;
    else {
      run = [at, at + 1];
      claims.push(run);
    }
  }
  return { shown, rest, claims };
}

/** The grounding after some changes; claims that have not changed stay the same objects. */
export function changeGrounding(
  past: GroundedShown,
  { shown, rest, claims }: GroundingChanges,
): GroundedShown {
  const changed = claims.flatMap((one) => (isKnown(one) ? past.grounding.claims.slice(...one) : [one]));
  return { ...shown, grounding: { ...rest, claims: changed } };
}

function isKnown(one: KnownClaims | GroundedClaim): one is KnownClaims {
  return Array.isArray(one);
}
