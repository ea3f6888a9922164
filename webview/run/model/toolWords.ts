import { t } from '@vscode/l10n';
import { percent } from '../../../src/core/charts/chartWords.ts';
import type { Coverage } from '../../../src/core/toolPool/coverage.ts';
import type { Spelling } from '../../../src/core/toolPool/toolNames.ts';
import { whole } from './numbers.ts';

/** A share in percent, with one decimal at most; empty if it is not known. */
export const tenths = (share: number | null): string => (share === null ? '' : percent(share));

/** Why a name counts as the same tool as the most frequent spelling. */
export function spellingWords({ why }: Pick<Spelling, 'why'>): string {
  switch (why) {
    case 'form':
      return t('differs in case or separators');
    case 'plural':
      return t('is in the singular or plural');
    case 'slip':
      return t('has a wrong letter');
    case null:
      return t('is the most frequent spelling');
  }
}

/** `The 7 most used tools cover 98.9% of all uses. 1,411 trajectories use no other (94.1% of those with tools).` */
export function coverageWords({ k, uses, whole: trajectories, wholeShare }: Coverage): string {
  const covers =
    k === 1
      ? t('The most used tool covers {0} of all uses.', tenths(uses))
      : t('The {0} most used tools cover {1} of all uses.', whole(k), tenths(uses));
  const others =
    trajectories === 1
      ? t('1 trajectory uses no other ({0} of those with tools).', tenths(wholeShare))
      : t(
          '{0} trajectories use no other ({1} of those with tools).',
          whole(trajectories),
          tenths(wholeShare),
        );
  return `${covers} ${others}`;
}
