import type { GroundedClaim, Grounding } from '../core/grounding/model.ts';
import type { GroundingShown } from './grounding.ts';
import type { ListChanges } from './sentList.ts';

/** What pages say of claims, as a view shows it. */
export type GroundedShown = Extract<GroundingShown, { kind: 'grounded' }>;

/** What changes a grounding that a view shows to the one after it. */
export interface GroundingChanges {
  /** All but the claims. */
  readonly shown: Omit<GroundedShown, 'grounding'>;
  readonly rest: Omit<Grounding, 'claims'>;
  readonly claims: ListChanges<GroundedClaim>;
}
