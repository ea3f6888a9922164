import type { RunState } from '../../../src/protocol/run.ts';
import type { RewardTerm } from '../../../src/core/whatIf/rewardWhatIf.ts';

/** A component whose weight can be changed. */
export interface WeightedComponent {
  readonly name: string;
  /** Its weight in the reward; 1 for a reward whose weights are not known, so that a change is a multiple. */
  readonly weight: number;
  readonly isKnown: boolean;
}

/** The components of the reward that samples are paid for. A component that counts nothing cannot be changed. */
export function weightedComponents(state: RunState | null): readonly WeightedComponent[] {
  const { columns = [], profile } = state ?? {};
  return columns.flatMap(({ name: column, kind, isEmpty }): WeightedComponent[] => {
    if (kind !== 'component' || isEmpty) return [];
    const name = column.slice('reward.'.length);
    const known = profile?.components.find((component) => component.name === name);
    if (known === undefined) return [{ name, weight: 1, isKnown: false }];
    return known.factor === 0 ? [] : [{ name, weight: known.factor, isKnown: true }];
  });
}

/** What changed weights add to the reward. */
export function weightTerms(state: RunState | null, weights: ReadonlyMap<string, number>): RewardTerm[] {
  return weightedComponents(state).flatMap(({ name, weight }) => {
    const changed = weights.get(name);
    return changed === undefined || changed === weight
      ? []
      : [{ column: `reward.${name}`, factor: changed / weight - 1 }];
  });
}
