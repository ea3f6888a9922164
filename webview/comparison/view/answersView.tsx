import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { groupAnswers } from '../../../src/core/comparison/answerGroups.ts';
import { wholeNumber } from '../../../src/core/displayLocale.ts';
import { joinList } from '../../../src/core/joinList.ts';
import { oneLine } from '../../../src/core/oneLine.ts';
import { answerOf } from '../../inspector/model/answer.ts';
import type { SideModel } from '../model/sideModel.ts';
import type { SidesModel } from '../model/sidesModel.ts';

/** Characters of an answer that are shown. */
const SHORT = 200;

/** Which sides give the same answer. A response that is still arriving has none yet. */
export function Answers({ model }: { readonly model: SidesModel }): JSX.Element | null {
  const complete = model.sides.filter(({ sample }) => sample.value?.streaming === false);
  if (complete.length < 2) return null;
  const answers = complete.map(({ sample }) => sample.value && answerOf(sample.value.parsed.value).text);
  const groups = groupAnswers(
    answers.map((answer) => answer ?? ''),
    profileOf(complete),
  );
  const different = groups.filter(({ answer }) => answer !== '').length;
  return (
    <div class="answers">
      <p>{answersSentence(different, groups.length, complete.length)}</p>
      {groups.length > 1 && (
        <ul aria-label={t('Answers')}>
          {groups.map(({ answer, members }) => (
            <li key={members[0]}>
              <span class={answer === '' ? 'dim' : 'group-answer'}>
                {answer === '' ? t('No answer') : oneLine(answer, SHORT)}
              </span>{' '}
              <span class="dim">{joinList(members.map((index) => complete[index]?.label.title ?? ''))}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The reward that all sides are scored with; null if they differ. */
function profileOf(sides: readonly SideModel[]): string | null {
  const profiles = new Set(sides.map(({ trajectory }) => trajectory.info.value?.profile ?? null));
  return profiles.size === 1 ? ([...profiles][0] ?? null) : null;
}

function answersSentence(different: number, groups: number, sides: number): string {
  if (different === 0) return t('None of them gives an answer.');
  if (groups === 1) return sides === 2 ? t('Both give the same answer.') : t('All give the same answer.');
  return different === 1
    ? t('Not all of them give an answer.')
    : t('They give {0} different answers.', wholeNumber(different));
}
