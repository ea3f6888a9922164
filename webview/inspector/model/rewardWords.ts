import { t } from '@vscode/l10n';
import type { Default, Need, Score } from '../../../src/core/rewards/model.ts';
import type { Trainer } from '../../../src/core/rewards/trainers.ts';
import { joinList } from '../../../src/core/joinList.ts';
import { isRunning } from '../../../src/core/records/sampleState.ts';
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
  const what = wanted.length === 1 && unknown.length > 0 ? joinList(unknown) : t('the reward');
  return wanted.map((need) => sentence(need, what, isEstimated));
}

function sentence(need: Need, what: string, isEstimated: boolean): string {
  switch (need) {
    case 'verdict':
      return t('Judge the answer to know {0}.', what);
    case 'reference':
      return t('Enter the reference answer to know {0}.', what);
    case 'response_length':
      return isEstimated
        ? t('The exact number of tokens is needed to know {0}; it is only estimated here.', what)
        : t('Enter the exact number of tokens (response_length) to know {0}.', what);
    case 'retrieved_images':
      return t('List the images that searches returned (retrieved_images) to know {0}.', what);
    case 'file_name':
      return t('Name the document with the answer (file_name) to know {0}.', what);
    case 'reference_page':
      return t('List the pages with the answer (reference_page) to know {0}.', what);
    case 'grounding':
      return t(
        'The reward reads the pages: name the document and the pages that were sent (documents, images).',
      );
    case 'sympy':
    case 'math_verify':
      return t(
        'Only {0} can tell whether this answer is equal to the reference.',
        need === 'sympy' ? 'SymPy' : 'Math-Verify',
      );
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

export const noProfileSentence = (): string => t('No built-in reward is made for this dialect.');

export function keySentence(
  explained: Explained | null,
  { composite }: Pick<InspectorState, 'composite'>,
  meta: SampleFacts,
): KeySentence {
  const only = (sentence: string, isFault = false): KeySentence => ({ sentence, line: null, isFault });
  const score = explained?.score ?? null;
  if (score === null && composite?.chosen === true && composite.fault !== null)
    return only(composite.fault.message, true);
  if (explained === null || score === null)
    return only(composite?.chosen === true ? t('Not scored yet.') : noProfileSentence());
  if (score.raises !== null) return only(score.raises.reason, true);
  const line = mainCause(explained);
  if (line !== null) return { sentence: lineSentence(line, meta), line, isFault: false };
  if (explained.isSoFar) {
    const nothing = isRunning(meta)
      ? t('Nothing is deducted so far.')
      : t('Nothing is deducted from the part that was kept.');
    return only(explained.headline === NO_SCORE ? nothing : t('If the response ended here'));
  }
  const [need] = needSentences(score, meta.tokensEstimated);
  if (need !== undefined) return only(need);
  return only(score.overall === null ? t('Nobody has judged the answer.') : t('Nothing is deducted.'));
}

/** Why something is lost or gained, with who judged a wrong answer. */
export function lineSentence({ code, reason }: RewardLine, { verdictBy }: SampleFacts): string {
  const sentence = reason.replace(/\.$/, '');
  if (code !== 'answer-wrong' || verdictBy === null) return sentence;
  return verdictBy === 'person' ? t('{0} (by you)', sentence) : t('{0} (by the model)', sentence);
}

/** A trainer's name as it writes it. */
export function trainerName(trainer: Trainer): string {
  return trainer === 'easyr1' ? 'EasyR1' : trainer;
}

/**
 * `num_images is 3 by default: the record has none.`
 * @param trainer the trainer whose inputs are used; null for everything in the record
 */
export function defaultSentence({ key, value }: Default, trainer: Trainer | null): string {
  const shown = value === '' ? t('empty') : value;
  return trainer === null
    ? t('{0} is {1} by default: the record has none.', key, shown)
    : t('{0} is {1} by default: {2} passes none.', key, shown, trainerName(trainer));
}
