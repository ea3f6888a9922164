import type { Sample } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { ScoreContext, Verdict } from '../../core/rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../core/rewards/trainers.ts';

/** What is said of all samples of a run. */
export interface ScoringOptions {
  /** Takes the place of what the records say; null to take theirs. */
  readonly verdict: Verdict | null;
  /** Images of a request, where a record does not say. */
  readonly numImages: number | null;
  /** The trainer whose own inputs rewards are given, and nothing else that a record holds; null to give it all. */
  readonly trainer: Trainer | null;
}

/** Every sample is scored by what its record holds. */
export const BY_THE_RECORD: ScoringOptions = { verdict: null, numImages: null, trainer: null };

/** What a reward function is given of a sample. */
export function rewardContext(sample: Sample, { verdict, numImages, trainer }: ScoringOptions): ScoreContext {
  const context: ScoreContext = {
    ...scoreContext(sample, sample.dialect),
    numImages: sample.numImages ?? numImages,
    verdict: verdict ?? sample.verdict,
  };
  return trainer === null ? context : asTheTrainerPasses(context, trainer);
}
