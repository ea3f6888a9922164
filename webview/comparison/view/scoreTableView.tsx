import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { Explained } from '../../inspector/model/explain.ts';
import { overallLine, scoreLines, type ScoreCell, type ScoreLine } from '../model/scoreTable.ts';
import type { SidesModel } from '../model/sidesModel.ts';

/** What each side is paid, part by part, and the difference. */
export function ScoreTable({ model }: { readonly model: SidesModel }): JSX.Element | null {
  const { sides } = model;
  const reference = model.reference.value;
  const explained = sides.map(({ sample }) => sample.value?.explained.value ?? null);
  const scores = explained.map((each) => each?.score ?? null);
  if (scores.every((score) => score === null)) return null;
  const overall = overallLine(scores, reference);
  const lines = [
    ...scoreLines(scores, reference),
    {
      ...overall,
      cells: overall.cells.map((cell, side) => ({
        ...cell,
        paid: soFar(explained[side] ?? null) ?? cell.paid,
      })),
    },
  ];
  const isPair = sides.length === 2;
  const columns: readonly Column[] = [
    { title: t('Part') },
    ...sides.map(({ label: { title } }): Column => ({ title, numeric: true })),
    ...(isPair ? [{ title: t('Difference'), numeric: true } as const] : []),
  ];
  return (
    <DataTable label={t('Rewards compared')} columns={columns}>
      {lines.map((line) => (
        <Line key={line.key} line={line} isPair={isPair} reference={reference} />
      ))}
    </DataTable>
  );
}

/** What the reward of a response that is not complete can still become; null for a complete response. */
function soFar(explained: Explained | null): string | null {
  return explained?.isSoFar === true ? explained.headline : null;
}

interface LineProps {
  readonly line: ScoreLine;
  readonly isPair: boolean;
  readonly reference: number;
}

/** Two sides have a column for their difference; of more, each cell says how it differs from the reference side. */
function Line({ line: { key, title, cells }, isPair, reference }: LineProps): JSX.Element {
  const compared = isPair ? cells[1 - reference] : undefined;
  return (
    <tr class={key === 'overall' ? 'overall' : undefined}>
      <th scope="row">{title}</th>
      {cells.map((cell, side) => (
        <td key={side} class="numeric">
          {cell.paid === '' ? '\u2013' : cell.paid}
          {!isPair && side !== reference && cell.difference !== '' && (
            <span class={`difference ${cell.direction}`}> {cell.difference}</span>
          )}
        </td>
      ))}
      {compared && <Difference cell={compared} />}
    </tr>
  );
}

function Difference({ cell: { difference, direction } }: { readonly cell: ScoreCell }): JSX.Element {
  return <td class={`numeric ${direction}`}>{difference === '' ? '\u2013' : difference}</td>;
}
