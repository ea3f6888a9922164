import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { PairModel } from '../model/pairModel.ts';
import type { Explained } from '../../inspector/model/explain.ts';
import { overallLine, scoreLines, type ScoreLine } from '../model/scoreTable.ts';

const columns = (): readonly Column[] => [
  { title: t('Part') },
  { title: t('Before'), numeric: true },
  { title: t('After'), numeric: true },
  { title: t('Difference'), numeric: true },
];

/** What each side is paid, part by part, and the difference. */
export function ScoreTable({ model }: { readonly model: PairModel }): JSX.Element | null {
  const before = model.before.sample.value?.explained.value ?? null;
  const after = model.after.sample.value?.explained.value ?? null;
  const scores = [before?.score ?? null, after?.score ?? null] as const;
  if (scores[0] === null && scores[1] === null) return null;
  const overall = overallLine(...scores);
  const lines = [
    ...scoreLines(...scores),
    { ...overall, before: soFar(before) ?? overall.before, after: soFar(after) ?? overall.after },
  ];
  return (
    <DataTable label={t('Rewards compared')} columns={columns()}>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </DataTable>
  );
}

/** What the reward of a response that is not complete can still become; null for a complete response. */
function soFar(explained: Explained | null): string | null {
  return explained?.isSoFar === true ? explained.headline : null;
}

function Line({ line }: { readonly line: ScoreLine }): JSX.Element {
  return (
    <tr class={line.key === 'overall' ? 'overall' : undefined}>
      <th scope="row">{line.title}</th>
      <td class="numeric">{line.before === '' ? '\u2013' : line.before}</td>
      <td class="numeric">{line.after === '' ? '\u2013' : line.after}</td>
      <td class={`numeric ${line.direction}`}>{line.difference === '' ? '\u2013' : line.difference}</td>
    </tr>
  );
}
