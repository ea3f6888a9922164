import type { Sample } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { ScoreContext, Verdict } from '../../core/rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../core/rewards/trainers.ts';

/** Options that apply to all samples of a run. */
export interface ScoringOptions {
  /** Overrides the verdicts of the records; null to use those. */
  readonly verdict: Verdict | null;
  /** Images of a request, where a record does not say. */
  readonly numImages: number | null;
  /** The trainer whose inputs rewards get, without anything else in the record; null to pass everything. */
  readonly trainer: Trainer | null;
}

/** Options with which every sample is scored as its record says. */
export const BY_THE_RECORD: ScoringOptions = { verdict: null, numImages: null, trainer: null };

/** The context of a sample for a reward function. */
export function rewardContext(sample: Sample, { verdict, numImages, trainer }: ScoringOptions): ScoreContext {
  const context: ScoreContext = {
    ...scoreContext(sample, sample.dialect),
    numImages: sample.numImages ?? numImages,
    verdict: verdict ?? sample.verdict,
  };
  return trainer === null ? context : asTheTrainerPasses(context, trainer);
}
