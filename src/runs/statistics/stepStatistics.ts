import type { FieldSummary } from '../../core/summary/fieldSummary.ts';
import { Numbers } from './fieldStatistics.ts';
import type { Groups, GroupsSummary } from './groups.ts';

/** Statistics of the samples of one training step. */
export interface StepStatistics {
  /** Null for the samples of which no step is known. */
  readonly step: number | null;
  readonly samples: number;
  /** The field by which groups are compared; null if no sample has it. */
  readonly field: FieldSummary | null;
  /** The scores that the records themselves hold; null if none does. */
  readonly recorded: FieldSummary | null;
  /** Null if no sample of the step belongs to a group. */
  readonly groups: GroupsSummary | null;
}

/** The numbers of a step as they are collected. */
interface CollectedStep {
  samples: number;
  readonly field: Numbers;
  readonly recorded: Numbers;
}

/** Collects a field of samples by training step. */
export class Steps {
  readonly #steps = new Map<number | null, CollectedStep>();

  /** Adds a sample of a step. */
  add(step: number | null, value: number | null, recorded: number | null): void {
    let found = this.#steps.get(step);
    if (found === undefined) {
      found = { samples: 0, field: new Numbers(), recorded: new Numbers() };
      this.#steps.set(step, found);
    }
    found.samples += 1;
    if (value !== null) found.field.add(value);
    if (recorded !== null) found.recorded.add(recorded);
  }

  /** The statistics of each step in the order of their numbers; samples of no known step come last. */
  statistics(groups: Groups): readonly StepStatistics[] {
    const summaries = groups.summaryByStep();
    return [...this.#steps]
      .sort(([one], [other]) => (one ?? Infinity) - (other ?? Infinity))
      .map(([step, { samples, field, recorded }]) => ({
        step,
        samples,
        field: field.statistics(),
        recorded: recorded.statistics(),
        groups: summaries.get(step) ?? null,
      }));
  }
}
