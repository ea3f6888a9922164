import type { SampleModel } from './sampleModel.ts';
import { answerOf } from './answer.ts';

/** A summary of the samples of one question. */
export interface SamplesSummary {
  readonly size: number;
  readonly right: number;
  readonly wrong: number;
  readonly unknown: number;
  /** The best reward of the samples that have ended and whose reward is known; null if there is none. */
  readonly best: number | null;
  readonly worst: number | null;
  readonly mean: number | null;
  /**
   * The number of different answers, ignoring case, white space, and a final period; a missing answer does not count.
   */
  readonly answers: number;
}

export function summarizeSamples(samples: readonly SampleModel[]): SamplesSummary {
  const verdicts = samples.map((sample) => sample.meta.value.verdict);
  const rewards = samples
    .filter((sample) => !sample.streaming)
    .map((sample) => sample.explained.value?.score?.overall ?? null)
    .filter((value) => value !== null);
  const answers = new Set(
    samples
      .map((sample) =>
        answerOf(sample.parsed.value).text.toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, ''),
      )
      .filter((answer) => answer !== ''),
  );
  const known = rewards.length > 0;
  return {
    size: samples.length,
    right: verdicts.filter((verdict) => verdict === 'right').length,
    wrong: verdicts.filter((verdict) => verdict === 'wrong').length,
    unknown: verdicts.filter((verdict) => verdict === 'unknown').length,
    best: known ? Math.max(...rewards) : null,
    worst: known ? Math.min(...rewards) : null,
    mean: known ? rewards.reduce((sum, value) => sum + value, 0) / rewards.length : null,
    answers: answers.size,
  };
}
