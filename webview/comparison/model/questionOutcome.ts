import { t } from '@vscode/l10n';
import { questionsPhrase } from '../../../src/core/countPhrases.ts';
import type { ComparedQuestion } from '../../../src/protocol/comparison.ts';
import type { Range } from '../../../src/core/rewards/compareRewards.ts';
import { formatReward } from '../../../src/core/rewards/explanation/headline.ts';
import { count } from '../../shared/format.ts';

/** How a question was answered the second time: `waiting` until both sides have ended. */
export type Outcome = 'better' | 'worse' | 'equal' | 'unknown' | 'waiting';

/** The outcome of a question by the mean rewards of its sides; `unknown` if these cannot be compared. */
export function outcomeOf({ rewards, after, missing }: ComparedQuestion): Outcome {
  if (rewards === null) return after === null && missing !== null ? 'unknown' : 'waiting';
  if (typeof rewards === 'string') return 'unknown';
  const [least, most] = rewards.difference;
  if (least === 0 && most === 0) return 'equal';
  if (least > 0) return 'better';
  return most < 0 ? 'worse' : 'unknown';
}

/** A number, or the least and the most that it can be: `0.20` or `0.20\u20131.00`. */
export function formatRange([least, most]: Range): string {
  return least === most ? formatReward(least) : `${formatReward(least)}\u2013${formatReward(most)}`;
}

/**
 * The difference of a question's rewards: `+0.20`; `at least +0.20` or `at most -0.20` if only its direction is known; or
 * why it is not known.
 */
export function differenceText(question: ComparedQuestion): string {
  const { rewards, after, missing } = question;
  if (missing !== null || after?.state === 'failed') return '\u2013';
  if (rewards === null) return after === null ? t('Waiting') : t('Being answered');
  switch (rewards) {
    case 'incomplete':
      return t('No complete response');
    case 'no-reward':
      return t('No reward');
    case 'different-rewards':
      return t('Different rewards');
  }
  const [least, most] = rewards.difference;
  if (least === most) return least === 0 ? t('same') : signed(least);
  if (least > 0) return t('at least {0}', signed(least));
  if (most < 0) return t('at most {0}', signed(most));
  return rewards.lacksVerdicts ? t('Not judged') : t('Not known');
}

const signed = (value: number): string => (value > 0 ? `+${formatReward(value)}` : formatReward(value));

/** What the questions of a table come to, in sentences. */
export function sumSentences(questions: readonly ComparedQuestion[]): readonly string[] {
  const outcomes = questions.map(outcomeOf);
  const of = (outcome: Outcome): number => outcomes.filter((one) => one === outcome).length;
  const counts = [
    t('{0} better', count(of('better'))),
    t('{0} worse', count(of('worse'))),
    t('{0} equal', count(of('equal'))),
    ...(of('unknown') > 0 ? [t('{0} not comparable', count(of('unknown')))] : []),
    ...(of('waiting') > 0 ? [t('{0} not answered yet', count(of('waiting')))] : []),
  ];
  const all = questionsPhrase(questions.length);
  const sentences = [t('Of {0}: {1}.', all, counts.join(', '))];
  const known = questions.flatMap(({ rewards }) =>
    rewards !== null && typeof rewards !== 'string' && isKnown(rewards.before) && isKnown(rewards.after)
      ? [rewards]
      : [],
  );
  if (known.length > 0) {
    const mean = (side: 'before' | 'after'): number =>
      known.reduce((sum, rewards) => sum + rewards[side][0], 0) / known.length;
    const rounded = (value: number): string => formatReward(Math.round(value * 1000) / 1000);
    sentences.push(
      t(
        'Mean reward over {0} of {1}: {2} before, {3} after.',
        count(known.length),
        all,
        rounded(mean('before')),
        rounded(mean('after')),
      ),
    );
  }
  if (questions.some(({ rewards }) => typeof rewards === 'object' && rewards?.sharesVerdicts === true))
    sentences.push(t('An answer that is the same as a judged answer gets the same verdict.'));
  return sentences;
}

const isKnown = ([least, most]: Range): boolean => least === most;
