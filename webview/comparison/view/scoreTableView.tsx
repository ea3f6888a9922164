import type { JSX } from 'preact';
import { DataTable, type Column } from '../../shared/dataTable.tsx';
import type { ComparisonModel } from '../model/comparisonModel.ts';
import { overallLine, scoreLines, type ScoreLine } from '../model/scoreTable.ts';

const COLUMNS: readonly Column[] = [
  { title: 'Part' },
  { title: 'Before', numeric: true },
  { title: 'After', numeric: true },
  { title: 'Difference', numeric: true },
];

/** What each side is paid, part by part, and the difference. */
export function ScoreTable({ model }: { readonly model: ComparisonModel }): JSX.Element | null {
  const before = model.before.sample.value?.explained.value?.score ?? null;
  const after = model.after.sample.value?.explained.value?.score ?? null;
  if (before === null && after === null) return null;
  const lines = [...scoreLines(before, after), overallLine(before, after)];
  return (
    <DataTable label="Rewards compared" columns={COLUMNS}>
      {lines.map((line) => (
        <Line key={line.key} line={line} />
      ))}
    </DataTable>
  );
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
