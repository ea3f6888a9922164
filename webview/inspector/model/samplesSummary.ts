import type { SampleModel } from './sampleModel.ts';
import type { ParsedText } from './parsedText.ts';

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

const LONGEST_ANSWER = 2_000;

/** The content of the last answer, stripped, and cut if it is very long; empty if there is none. */
export function lastAnswerText(parsed: ParsedText): string {
  for (let index = parsed.steps.length - 1; index >= 0; index--) {
    const step = parsed.steps.item(index);
    if (step?.kind === 'answer')
      return parsed.text
        .slice(step.body.start, Math.min(step.body.end, step.body.start + LONGEST_ANSWER))
        .trim();
  }
  return '';
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
        lastAnswerText(sample.parsed.value).toLowerCase().replace(/\s+/g, ' ').replace(/\.$/, ''),
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
