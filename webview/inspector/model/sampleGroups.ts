import { t } from '@vscode/l10n';
import { groupAnswers } from '../../../src/core/comparison/answerGroups.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import { isPartial } from '../../../src/core/records/sampleState.ts';
import { samplesPhrase } from '../../../src/core/countPhrases.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
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
 * @param profile the reward, which decides which answers are equal
 */
export function groupSamples(
  samples: readonly ComparedSample[],
  profile: string | null,
): readonly SampleGroup[] {
  const answers = samples.map(({ answer }) => answer);
  return groupAnswers(answers, profile).map(({ answer, members }) => ({
    answer,
    samples: members.flatMap((index) => samples[index] ?? []),
  }));
}

/** How many of the samples are right, wrong, not judged, and not complete: `1 right, 2 not judged`. */
export function verdictsPhrase(samples: readonly ComparedSample[]): string {
  const whole = samples.filter(({ sample }) => !isPartial(sample.meta.value));
  const arriving = samples.filter(({ sample }) => sample.streaming).length;
  const of = (verdict: Verdict): number => whole.filter((sample) => sample.verdict === verdict).length;
  const [right, wrong, unknown] = [of('right'), of('wrong'), of('unknown')];
  const incomplete = samples.length - whole.length - arriving;
  return [
    right > 0 && t('{0} right', wholeNumber(right)),
    wrong > 0 && t('{0} wrong', wholeNumber(wrong)),
    unknown > 0 && t('{0} not judged', wholeNumber(unknown)),
    incomplete > 0 && t('{0} incomplete', wholeNumber(incomplete)),
    arriving > 0 && t('{0} still arriving', wholeNumber(arriving)),
  ]
    .filter((phrase) => phrase !== false)
    .join(', ');
}

/** The samples with a complete response that nobody has judged. */
export function unjudged(samples: readonly ComparedSample[]): readonly ComparedSample[] {
  return samples.filter(({ sample, verdict }) => !isPartial(sample.meta.value) && verdict === 'unknown');
}

/** What the samples have in common, in sentences. */
export function samplesSentences(samples: readonly ComparedSample[], groups: readonly SampleGroup[]): string {
  const answers = groups.filter(({ answer }) => answer !== '').length;
  const sentences = [`${samplesPhrase(samples.length)}: ${verdictsPhrase(samples)}.`];
  if (answers === 1 && groups.length === 1) sentences.push(t('All give the same answer.'));
  else if (answers > 1) sentences.push(t('They give {0} different answers.', wholeNumber(answers)));
  const rewards = samples.map((sample) => sample.reward).filter((paid) => paid !== null);
  const best = Math.max(...rewards);
  const worst = Math.min(...rewards);
  const mean = rewards.reduce((sum, paid) => sum + paid, 0) / rewards.length;
  if (rewards.length > 1)
    sentences.push(
      best === worst
        ? t('The known rewards ({0}) are all {1}.', wholeNumber(rewards.length), formatReward(best))
        : t(
            'The known rewards ({0}) are {1} to {2}, {3} on average.',
            wholeNumber(rewards.length),
            formatReward(worst),
            formatReward(best),
            formatReward(Math.round(mean * 1000) / 1000),
          ),
    );
  return sentences.join(' ');
}

function verdictWord(verdict: Verdict): string {
  switch (verdict) {
    case 'right':
      return t('right');
    case 'wrong':
      return t('wrong');
    case 'unknown':
      return t('not judged');
  }
}

/** The name of a sample for a screen reader: `Sample 3 of 8, answer 42, not judged`. */
export function sampleName({ sample, index, answer, verdict }: ComparedSample, total: number): string {
  const place = t('Sample {0} of {1}', index + 1, total);
  if (sample.streaming) return `${place}, ${t('still arriving')}`;
  const said = answer === '' ? t('no answer') : t('answer {0}', oneLine(answer, 60));
  return `${place}, ${said}, ${verdictWord(verdict)}`;
}
