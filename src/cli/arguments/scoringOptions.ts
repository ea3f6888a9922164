import type { Trainer } from '../../core/rewards/trainers.ts';
import type { ScoringOptions } from '../../runs/scoring/rewardContext.ts';
import { numberOption, wordOption } from './arguments.ts';

/** Options of the commands that score samples, in addition to those about inputs. */
export const scoringOptions = {
  profile: { type: 'string' },
  judge: { type: 'string' },
  'num-images': { type: 'string' },
} as const;

/**
 * Reads the options that apply to every sample.
 * @throws PageTraceError `bad-input` for a word or a number that is not allowed
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
