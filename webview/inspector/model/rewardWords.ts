import type { Default, Need, Score } from '../../../src/core/rewards/model.ts';
import type { Trainer } from '../../../src/core/rewards/trainers.ts';
import { joinList } from '../../../src/core/joinList.ts';
import type { InspectorState, SampleFacts } from '../../../src/protocol/inspector.ts';
import { mainCause, NO_SCORE, type Explained, type RewardLine } from './explain.ts';

/**
 * What a person can do so that the reward becomes known, as sentences; none if it is known, and none if only a verdict
 * is missing, which the two numbers themselves show.
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
    case 'retrieved_images':
      return `List the images that searches brought (retrieved_images) to know ${what}.`;
    case 'file_name':
      return `Name the document with the answer (file_name) to know ${what}.`;
    case 'reference_page':
      return `List the pages with the answer (reference_page) to know ${what}.`;
    case 'sympy':
      return 'Only SymPy can tell whether this answer is equal to the reference.';
  }
}

/** The sentence beside the reward: its most important cause, or why there is no reward. */
export interface KeySentence {
  readonly sentence: string;
  /** The line of the cause; null if nothing is lost, or if there is no reward. */
  readonly line: RewardLine | null;
  /** Whether something must be done so that there is a reward. */
  readonly isFault: boolean;
}

export const NO_PROFILE_SENTENCE = 'No built-in reward is made for this dialect.';

export function keySentence(
  explained: Explained | null,
  { composite }: Pick<InspectorState, 'composite'>,
  meta: SampleFacts,
): KeySentence {
  const only = (sentence: string, isFault = false): KeySentence => ({ sentence, line: null, isFault });
  const score = explained?.score ?? null;
  if (composite?.chosen === true && composite.fault !== null) return only(composite.fault.message, true);
  if (explained === null || score === null)
    return only(composite?.chosen === true ? 'Not scored yet.' : NO_PROFILE_SENTENCE);
  if (score.raises !== null) return only(score.raises.reason, true);
  const line = mainCause(explained);
  if (line !== null) return { sentence: lineSentence(line, meta), line, isFault: false };
  if (explained.isSoFar)
    return only(explained.headline === NO_SCORE ? 'Nothing is lost so far.' : 'If the response ended here');
  const [need] = needSentences(score, meta.tokensEstimated);
  if (need !== undefined) return only(need);
  return only(score.overall === null ? 'Nobody has judged the answer.' : 'Nothing is deducted.');
}

/** Why something is lost or gained, with who judged a wrong answer. */
export function lineSentence({ code, reason }: RewardLine, { verdictBy }: SampleFacts): string {
  const sentence = reason.replace(/\.$/, '');
  if (code !== 'answer-wrong' || verdictBy === null) return sentence;
  return verdictBy === 'person' ? `${sentence} (by you)` : `${sentence} (by the model)`;
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
