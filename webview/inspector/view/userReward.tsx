import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import {
  measureAgreement,
  type AgreementField,
  type OtherScore,
  type OtherValue,
  type RewardAgreement,
} from '../../../src/core/rewards/agreement.ts';
import type { Score } from '../../../src/core/rewards/model.ts';
import type { UserRewardShown } from '../../../src/protocol/inspector.ts';
import { Button } from '../../shared/controls.tsx';
import { DataTable } from '../../shared/dataTable.tsx';
import type { InspectorInfo, InspectorModel } from '../model/inspectorModel.ts';

interface UserRewardProps {
  readonly model: InspectorModel;
  readonly info: InspectorInfo;
  readonly shown: UserRewardShown | null;
  /** The score of the shown reward; null if none scores the response. */
  readonly score: Score | null;
}

/** The result of the person's own reward function, compared with the reward that is shown. */
export function UserRewardView({ model, info, shown, score }: UserRewardProps): JSX.Element | null {
  if (shown === null && !info.canScoreWithPython) return null;
  return (
    <div class="user-reward">
      {shown !== null && <Said shown={shown} score={score} />}
      {shown?.notes?.map((note) => (
        <p key={note} class="dim">
          {note}
        </p>
      ))}
      {info.canScoreWithPython && (
        <Button
          disabled={shown?.state.kind === 'running'}
          onClick={() => {
            model.command('scoreWithPython');
          }}
        >
          {shown === null ? t('Score with Python Reward') : t('Score Again')}
        </Button>
      )}
    </div>
  );
}

function Said({
  shown: { file, state },
  score,
}: {
  readonly shown: UserRewardShown;
  readonly score: Score | null;
}): JSX.Element | null {
  switch (state.kind) {
    case 'not-applicable':
      return null;
    case 'running':
      return <p role="status">{t('{0} is scoring this response.', file)}</p>;
    case 'failed':
      return (
        <p class="warned">
          {state.failure} {state.hint}
        </p>
      );
    case 'scored': {
      const other: OtherScore = {
        ok: true,
        overall: Number(state.overall),
        fields: restoreNumbers(state.fields),
      };
      return <Table file={file} score={score} comparison={measureAgreement(score ?? NO_SCORE, other)} />;
    }
  }
}

/** Replaces a built-in score if there is none. */
const NO_SCORE = { raises: null, overall: null, ifWrong: null, ifRight: null, reported: {} };

interface TableProps {
  readonly file: string;
  readonly score: Score | null;
  readonly comparison: RewardAgreement;
}

function Table({ file, score, comparison: { fields, nearerIf } }: TableProps): JSX.Element {
  return (
    <div>
      <DataTable
        label={t('Your Python reward compared with the one shown')}
        columns={[
          { title: t('Field') },
          { title: score?.profile ?? t('no reward'), numeric: true },
          { title: file, numeric: true },
          { title: t('Difference'), numeric: true },
        ]}
      >
        {fields.map((field) => (
          <tr key={field.name}>
            <th scope="row">
              {field.name}
              {field.otherName !== field.name && <span class="dim"> ({field.otherName})</span>}
            </th>
            <td class="numeric">{field.builtIn === null ? '–' : formatValue(field.builtIn)}</td>
            <td class="numeric">{field.other === undefined ? '–' : formatValue(field.other)}</td>
            <Difference field={field} />
          </tr>
        ))}
      </DataTable>
      {score !== null && nearerIf !== null && (
        <p class="dim">
          {nearerIf === 'right'
            ? t('It is closer to what {0} pays for a right answer.', score.profile)
            : t('It is closer to what {0} pays for a wrong answer.', score.profile)}
        </p>
      )}
    </div>
  );
}

function Difference({ field: { difference } }: { readonly field: AgreementField }): JSX.Element {
  if (difference === null) return <td class="numeric dim">–</td>;
  if (difference === 0) return <td class="numeric good">{t('equal')}</td>;
  return <td class="numeric bad">{`${difference > 0 ? '+' : ''}${formatValue(difference)}`}</td>;
}

/** Numbers with at most six decimals, as in a training log. */
function formatValue(value: OtherValue): string {
  return typeof value === 'number' && Number.isFinite(value)
    ? String(Number(value.toFixed(6)))
    : String(value);
}

const NUMBERS: Readonly<Record<string, number>> = { NaN, Infinity, '-Infinity': -Infinity };

/** The fields, with the numbers restored that a message cannot contain. */
function restoreNumbers(
  fields: Extract<UserRewardShown['state'], { kind: 'scored' }>['fields'],
): Readonly<Record<string, OtherValue>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? (NUMBERS[value] ?? value) : value,
    ]),
  );
}
