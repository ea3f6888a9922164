import type { Default, Need, Score } from '../../../src/core/rewards/model.ts';
import type { Trainer } from '../../../src/core/rewards/trainers.ts';
import { joinList } from '../../../src/core/joinList.ts';

/**
 * What a person can do so that the reward becomes known, as sentences; none if it is known, and none if only a verdict
 * is missing, which the number itself shows (`0.18 or 0.98`).
 * @param isEstimated whether the length in tokens is only an estimate
 */
export function needSentences(score: Score, isEstimated: boolean): readonly string[] {
  const wanted = score.needs.filter((need) => need !== 'verdict' || score.ifWrong === null);
  const unknown = score.components
    .filter(({ paid }) => paid === null)
    .map(({ title }) => title.toLowerCase());
  const what = wanted.length === 1 && unknown.length > 0 ? joinList(unknown) : 'the reward';
  return wanted.map((need) => sentence(need, what, isEstimated));
}

function sentence(need: Need, what: string, isEstimated: boolean): string {
  switch (need) {
    case 'verdict':
      return `Say whether the answer is right to know ${what}.`;
    case 'reference':
      return `Type the reference answer to know ${what}.`;
    case 'response_length':
      return isEstimated
        ? `The number of tokens is an estimate here, and ${what} needs the exact one.`
        : `Give the exact number of tokens (response_length) to know ${what}.`;
  }
}

/** A trainer's name as it writes it. */
export function trainerName(trainer: Trainer): string {
  return trainer === 'easyr1' ? 'EasyR1' : trainer;
}

/**
 * `num_images 3, the default: the record has none.`
 * @param trainer the trainer whose inputs are used; null for everything in the record
 */
export function defaultSentence({ key, value }: Default, trainer: Trainer | null): string {
  const shown = value === '' ? 'empty' : value;
  const why = trainer === null ? 'the record has none' : `${trainerName(trainer)} passes none`;
  return `${key} ${shown}, the default: ${why}.`;
}
