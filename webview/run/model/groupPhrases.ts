import { t } from '@vscode/l10n';
import type { GroupRow } from '../../../src/protocol/run.ts';
import { percent, whole } from './numbers.ts';

/** `5 of 8 right`. */
export function rightPhrase({ n, judged, right }: GroupRow): string {
  return judged === n
    ? t('{0} of {1} right', whole(right), whole(n))
    : t('{0} of {1} right, {2} not judged', whole(right), whole(judged), whole(n - judged));
}

/** `pass@1 62%, pass@2 89%`; null if it is not known of every sample whether it is right. */
export function passPhrase({ passesAt }: GroupRow): string | null {
  return passesAt.length === 0
    ? null
    : passesAt.map(({ k, share }) => t('pass@{0} {1}', whole(k), percent(share))).join(', ');
}

/** What is noteworthy about what a group is paid, in sentences. */
export function payPhrases({ isZeroVariance, hasOtherComponents }: GroupRow): readonly string[] {
  return [
    ...(isZeroVariance ? [t('All samples are paid the same, so the group teaches nothing.')] : []),
    ...(hasOtherComponents ? [t('They differ in a component all the same.')] : []),
  ];
}

/** What is noteworthy about a whole group, in a word or two and in a sentence. */
export function groupTags(row: GroupRow): readonly { readonly words: string; readonly says: string }[] {
  const { n, judged, right, isZeroVariance, hasOtherComponents } = row;
  const isJudged = judged === n && n > 0;
  return [
    ...(isJudged && right === 0 ? [{ words: t('all wrong'), says: t('Every answer is wrong.') }] : []),
    ...(isJudged && right === n ? [{ words: t('all right'), says: t('Every answer is right.') }] : []),
    ...(isZeroVariance
      ? [
          {
            words: hasOtherComponents ? t('no variance, other components') : t('no variance'),
            says: payPhrases(row).join(' '),
          },
        ]
      : []),
  ];
}
