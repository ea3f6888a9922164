import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import type { GroupRow, SentNumber } from '../../../src/protocol/run.ts';
import { Button } from '../../shared/controls.tsx';
import { passPhrase, payPhrases, rightPhrase } from '../model/groupPhrases.ts';
import { reward, whole } from '../model/numbers.ts';
import type { RunModel } from '../model/runModel.ts';

interface GroupDetailsProps {
  readonly model: RunModel;
  /** The number that is compared within groups. */
  readonly compared: 'reward' | 'score';
}

/** What there is to say of the group of the active row, in words. */
export function GroupDetails({ model, compared }: GroupDetailsProps): JSX.Element | null {
  model.rows.arrivals.value satisfies number;
  const row = model.activeGroup();
  if (row === null) return null;
  const parts = [
    row.n === 1 ? t('1 sample') : t('{0} samples', whole(row.n)),
    ...(row.judged > 0 ? [rightPhrase(row)] : []),
    ...paidPhrase(row, compared),
    passPhrase(row),
    majorityPhrase(row),
    ...payPhrases(row),
  ].filter((part) => part !== null);
  return (
    <section class="group-details" aria-label={t('Group')}>
      <ul>
        {parts.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
      {row.n > 1 && !row.isZeroVariance && (
        <Button
          onClick={() => {
            model.compare(row);
          }}
        >
          {t('Compare Best and Worst')}
        </Button>
      )}
    </section>
  );
}

/** `reward 0.612 ± 0.401, from 0.170 to 0.970`; nothing if it is not known. */
function paidPhrase(
  { mean, std, min, max, isZeroVariance }: GroupRow,
  compared: 'reward' | 'score',
): readonly string[] {
  if (mean === null || std === null || min === null || max === null) return [];
  if (isZeroVariance)
    return [compared === 'reward' ? t('reward {0}', reward(min)) : t('score {0}', reward(min))];
  const of = (value: SentNumber): string => reward(value);
  return [
    compared === 'reward'
      ? t('reward {0} ± {1}, from {2} to {3}', of(mean), of(std), of(min), of(max))
      : t('score {0} ± {1}, from {2} to {3}', of(mean), of(std), of(min), of(max)),
  ];
}

function majorityPhrase({ majority, n }: GroupRow): string | null {
  if (majority === null) return null;
  const { answer, count } = majority;
  return count === 1 && n > 1
    ? t('no two answers agree')
    : t('{0} of {1} answer {2}', whole(count), whole(n), answer);
}
