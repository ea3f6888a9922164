import type { Sample } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { Score, ScoreContext, Verdict } from '../../core/rewards/model.ts';
import { asTheTrainerPasses, type Trainer } from '../../core/rewards/trainers.ts';
import type { UserScore } from '../../userRewards/model.ts';
import { numberOption, wordOption } from './arguments.ts';
import type { Place } from '../../runs/reading/inputs.ts';

/** A sample with what a profile pays for it, and what the person's own reward function does. */
export interface Scored {
  readonly place: Place;
  readonly sample: Sample;
  /** Null where only the person's own function scores. */
  readonly score: Score | null;
  /** Whether a judge decides a part of the reward, and nobody has said how. */
  readonly unjudged: boolean;
  /** Null without `--python`. */
  readonly user: UserScore | null;
}

/** What the options say of every sample. */
export interface ScoringOptions {
  /** Takes the place of what the records say; null to take theirs. */
  readonly verdict: Verdict | null;
  /** Images of a request, where a record does not say. */
  readonly numImages: number | null;
  /** The trainer whose own inputs rewards are given, and nothing else that a record holds; null to give it all. */
  readonly trainer: Trainer | null;
}

/** Options of the commands that score samples, beside those of their inputs. */
export const scoringOptions = {
  profile: { type: 'string' },
  judge: { type: 'string' },
  'num-images': { type: 'string' },
} as const;

/**
 * What the options say of every sample.
 * @throws PageTraceError `bad-input` for a word or a number that is none of those allowed.
 */
export function readScoringOptions(
  values: { readonly judge?: string | undefined; readonly 'num-images'?: string | undefined },
  trainer: Trainer | null,
): ScoringOptions {
  const limits = { least: 0, most: 100_000, whole: true };
  return {
    verdict: wordOption('judge', values.judge, ['right', 'wrong', 'unknown'], null),
    numImages: numberOption('num-images', values['num-images'], limits, null),
    trainer,
  };
}

/** What a reward function is given of a sample. */
export function contextOf(sample: Sample, { verdict, numImages, trainer }: ScoringOptions): ScoreContext {
  const known = {
    ...sample,
    numImages: sample.numImages ?? numImages,
    verdict: verdict ?? sample.verdict,
  };
  const context = scoreContext(known, sample.dialect);
  return trainer === null ? context : asTheTrainerPasses(context, trainer);
}

/**
 * Whether the reward finds the format right: its format part is paid in full, or the format that it reports is 1. Null
 * where the profile looks at none, or nothing is known of it.
 */
export function formatHolds({
  components,
  reported,
}: Pick<Score, 'components' | 'reported'>): boolean | null {
  const component = components.find(({ key }) => key === 'format');
  if (component !== undefined) return component.value === null ? null : component.paid === component.most;
  const told = reported['format_score'] ?? reported['format'] ?? null;
  return told === null ? null : told === 1;
}

/** Whether a format is among what the profile looks at. */
export function looksAtFormat({ components, reported }: Pick<Score, 'components' | 'reported'>): boolean {
  return components.some(({ key }) => key === 'format') || 'format_score' in reported || 'format' in reported;
}

/** How many deductions a score has. */
export function countDeductions(score: Score): number {
  return score.components.reduce(
    (sum, { entries }) => sum + entries.filter(({ kind }) => kind === 'deduction').length,
    0,
  );
}
