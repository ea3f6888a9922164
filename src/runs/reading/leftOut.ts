import { t } from '@vscode/l10n';
import { filesPhrase } from '../../core/countPhrases.ts';
import { joinList } from '../../core/joinList.ts';
import type { LeftOutFile } from './expandInputs.ts';

/** How many files a sentence names. */
const NAMED = 3;

/** Sentences about the files of folders that are not read. */
export function leftOutSentences(
  leftOut: readonly LeftOutFile[],
  nameOf: (file: LeftOutFile) => string,
): readonly string[] {
  const namesOf = (why: LeftOutFile['why']): readonly string[] =>
    leftOut.filter((each) => each.why === why).map(nameOf);
  const without = namesOf('no-records');
  const held = namesOf('held-elsewhere');
  return [
    ...(without.length === 0
      ? []
      : [
          t(
            'Left out: {0} without records of a known form ({1}).',
            filesPhrase(without.length),
            listNames(without),
          ),
        ]),
    ...(held.length === 0
      ? []
      : [
          t(
            'Left out: {0} in folders named "effective", whose samples are also in the folders named "all" beside them ({1}).',
            filesPhrase(held.length),
            listNames(held),
          ),
        ]),
  ];
}

function listNames(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more <= 0 ? joinList(names) : t('{0} and {1} more', names.slice(0, NAMED).join(', '), more);
}
