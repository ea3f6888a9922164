import { t } from '@vscode/l10n';
import { groupsPhrase, samplesPhrase } from '../../../src/core/countPhrases.ts';
import { joinList } from '../../../src/core/joinList.ts';
import type { RewardAnswer, TrialState } from '../../../src/core/whatIf/answers.ts';
import type { FilterCounts } from '../../../src/core/whatIf/filterWhatIf.ts';
import type { PromptDraws } from '../../../src/core/whatIf/promptDraws.ts';
import { anyNumber, reward, whole } from './numbers.ts';

/** What the mean of a key is called: `mean reward`, `share of right answers`. */
export function keyWords(key: string | null): string {
  return key === null ? t('share of right answers') : t('mean {0}', key);
}

/** Which groups are lost and why: `3,072 all right, 1,690 all wrong are dropped.`; empty if none is. */
export function lostSentence({ groups, kept, lost, lostAllRight, lostAllWrong }: FilterCounts): string {
  const others = groups - kept - lostAllRight - lostAllWrong - lost.unknown;
  const parts = [
    lostAllRight > 0 ? t('{0} all right', whole(lostAllRight)) : '',
    lostAllWrong > 0 ? t('{0} all wrong', whole(lostAllWrong)) : '',
    others > 0 ? t('{0} outside the bounds', whole(others)) : '',
    lost.unknown > 0 ? t('{0} in which a number is not known', whole(lost.unknown)) : '',
  ].filter((part) => part !== '');
  if (parts.length === 0) return groups === 0 ? '' : t('No group is dropped.');
  return t('Dropped: {0}.', joinList(parts));
}

/** How many prompts must be drawn to fill a batch. */
export function drawsSentence({ batch, expected, least, most }: PromptDraws, isByStep: boolean): string {
  if (expected === null || least === null || most === null)
    return t('No group is kept, so that no number of prompts fills a batch.');
  const number = whole(Math.ceil(expected));
  const what = isByStep
    ? t('To fill a batch of {0} prompts a step, {1} must be sampled', whole(batch), number)
    : t('To fill a batch of {0} prompts, {1} must be sampled', whole(batch), number);
  return least === most
    ? `${what}.`
    : t('{0} ({1} to {2} in 95% of cases).', what, whole(least), whole(most));
}

/** A number before and after. */
export const arrow = (before: string, after: string): string => `${before} → ${after}`;

/** How the rewards change as a whole, in sentences. */
export function rewardSentences(answer: RewardAnswer): readonly string[] {
  const { distributions, groups, variance, unknown, unknownGroups, unequal } = answer;
  const { without, lost, gained } = variance;
  return [
    ...(distributions === null
      ? []
      : [
          t(
            'Mean reward {0}, deviation {1}.',
            arrow(reward(distributions.before.mean), reward(distributions.after.mean)),
            arrow(reward(distributions.before.deviation), reward(distributions.after.deviation)),
          ),
        ]),
    ...(groups === 0
      ? []
      : [
          lost + gained === 0
            ? t('Without variance: {0}, before and after.', groupsPhrase(without[0]))
            : t(
                'Groups without variance: {0}; {1} lose it, {2} gain it.',
                arrow(whole(without[0]), whole(without[1])),
                whole(lost),
                whole(gained),
              ),
        ]),
    ...(unknown === 0
      ? []
      : [
          t(
            'Not compared: {0} with only one reward or none, and {1} that have such a sample.',
            samplesPhrase(unknown),
            groupsPhrase(unknownGroups),
          ),
        ]),
    ...(unequal.samples === 0
      ? []
      : [
          t(
            'The reward of {0} is not the sum of its parts, because it is rounded or limited or has other parts. The difference, at most {1}, stays as it is.',
            samplesPhrase(unequal.samples),
            anyNumber(unequal.most),
          ),
        ]),
  ];
}

/** `412 advantages change sign, in 301 groups.` */
export function signsSentence({ signs: { samples, groups } }: RewardAnswer): string {
  return samples === 0
    ? t('No advantage changes its sign.')
    : samples === 1
      ? t('1 advantage changes its sign.')
      : t('{0} advantages change sign, in {1}.', whole(samples), groupsPhrase(groups));
}

/** How many samples change their place, and how well the two orders agree. */
export function ranksSentence({ ranks: { samples, groups, tau } }: RewardAnswer): string {
  const agreement = tau === null ? '' : ` ${t("Kendall's τ is {0} on average.", reward(tau))}`;
  return samples === 0
    ? `${t('No sample changes its place in its group.')}${agreement}`
    : `${t('{0} in {1} change their place.', samplesPhrase(samples), groupsPhrase(groups))}${agreement}`;
}

/** How far a trial is. */
export function trialSentence({ name, phase, scored, failed, of }: TrialState): string {
  const counts =
    failed === 0
      ? t('{0} of {1} samples', whole(scored), whole(of))
      : t('{0} of {1} samples, {2} without a reward', whole(scored), whole(of), whole(failed));
  switch (phase) {
    case 'running':
      return t('Scoring with {0}: {1}.', name, counts);
    case 'stopped':
      return t('Scored with {0} until it was stopped: {1}.', name, counts);
    case 'done':
      return t('Scored with {0}: {1}.', name, counts);
  }
}
