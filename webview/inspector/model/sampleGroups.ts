import { answerKey } from '../../../src/core/metrics/answerKey.ts';
import { normalizedAnswer } from '../../../src/core/metrics/normalizedAnswer.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import { isPartial } from '../../../src/core/records/sampleState.ts';
import { count, pluralize } from '../../shared/format.ts';
import { formatReward } from '../../../src/core/rewards/explanation/headline.ts';
import { answerOf } from './answer.ts';
import type { SampleModel } from './sampleModel.ts';

/** One sample of a question, as far as samples are compared. */
export interface ComparedSample {
  readonly sample: SampleModel;
  /** From 0. */
  readonly index: number;
  /** Stripped; empty if there is none. */
  readonly answer: string;
  readonly verdict: Verdict;
  /** Null while the response arrives, and while the reward is not known. */
  readonly reward: number | null;
}

/** Samples that give the same answer, or none. */
export interface SampleGroup {
  /** As the first of them writes it; empty if they give none. */
  readonly answer: string;
  readonly samples: readonly ComparedSample[];
}

/** The samples of a question. */
export function compareSamples(samples: readonly SampleModel[]): readonly ComparedSample[] {
  return samples.map((sample, index) => ({
    sample,
    index,
    answer: answerOf(sample.parsed.value).text,
    verdict: sample.meta.value.verdict,
    reward: sample.streaming ? null : (sample.explained.value?.score?.overall ?? null),
  }));
}

/**
 * Samples by their answer: the largest group first, those without an answer last.
 * @param profile the reward: one that compares words decides which answers are equal; for others, case, white space, and
 *   a final period do not count
 */
export function groupSamples(
  samples: readonly ComparedSample[],
  profile: string | null,
): readonly SampleGroup[] {
  const groups = new Map<string, ComparedSample[]>();
  for (const sample of samples) {
    const key = sample.answer === '' ? '' : groupKey(sample.answer, profile);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [sample]);
    else group.push(sample);
  }
  return [...groups.values()]
    .map((members): SampleGroup => ({ answer: members[0]?.answer ?? '', samples: members }))
    .toSorted(
      (a, b) => Number(a.answer === '') - Number(b.answer === '') || b.samples.length - a.samples.length,
    );
}

function groupKey(answer: string, profile: string | null): string {
  const words = profile === 'evisrag' ? normalizedAnswer(answer) : '';
  return words === '' ? answerKey(answer) : words;
}

/** How many of the samples are right, wrong, not judged, and not complete: `1 right, 2 not judged`. */
export function verdictsPhrase(samples: readonly ComparedSample[]): string {
  const whole = samples.filter(({ sample }) => !isPartial(sample.meta.value));
  const arriving = samples.filter(({ sample }) => sample.streaming).length;
  const of = (verdict: Verdict): number => whole.filter((sample) => sample.verdict === verdict).length;
  return (
    [
      [of('right'), 'right'],
      [of('wrong'), 'wrong'],
      [of('unknown'), 'not judged'],
      [samples.length - whole.length - arriving, 'incomplete'],
      [arriving, 'still arriving'],
    ] as const
  )
    .filter(([number]) => number > 0)
    .map(([number, words]) => `${count(number)} ${words}`)
    .join(', ');
}

/** The samples with a complete response that nobody has judged. */
export function unjudged(samples: readonly ComparedSample[]): readonly ComparedSample[] {
  return samples.filter(({ sample, verdict }) => !isPartial(sample.meta.value) && verdict === 'unknown');
}

/** What the samples have in common, in sentences. */
export function samplesSentences(samples: readonly ComparedSample[], groups: readonly SampleGroup[]): string {
  const answers = groups.filter(({ answer }) => answer !== '').length;
  const sentences = [`${pluralize(samples.length, 'sample')}: ${verdictsPhrase(samples)}.`];
  if (answers === 1 && groups.length === 1) sentences.push('All give the same answer.');
  else if (answers > 1) sentences.push(`They give ${count(answers)} different answers.`);
  const rewards = samples.map((sample) => sample.reward).filter((paid) => paid !== null);
  const best = Math.max(...rewards);
  const worst = Math.min(...rewards);
  const mean = rewards.reduce((sum, paid) => sum + paid, 0) / rewards.length;
  if (rewards.length > 1)
    sentences.push(
      best === worst
        ? `The known rewards (${count(rewards.length)}) are all ${formatReward(best)}.`
        : `The known rewards (${count(rewards.length)}) are ${formatReward(worst)} to ${formatReward(best)}, ${formatReward(Math.round(mean * 1000) / 1000)} on average.`,
    );
  return sentences.join(' ');
}

const VERDICTS: Readonly<Record<Verdict, string>> = { right: 'right', wrong: 'wrong', unknown: 'not judged' };

/** The name of a sample for a screen reader: `Sample 3 of 8, answer 42, not judged`. */
export function sampleName({ sample, index, answer, verdict }: ComparedSample, total: number): string {
  const place = `Sample ${index + 1} of ${total}`;
  if (sample.streaming) return `${place}, still arriving`;
  const said = answer === '' ? 'no answer' : `answer ${oneLine(answer, 60)}`;
  return `${place}, ${said}, ${VERDICTS[verdict]}`;
}
