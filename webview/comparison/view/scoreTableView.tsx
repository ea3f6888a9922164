import type { JSX } from 'preact';
import type { ComparisonModel } from '../model/comparisonModel.ts';
import { overallLine, scoreLines, type ScoreLine } from '../model/scoreTable.ts';

/** What each side is paid, part by part, and the difference. */
export function ScoreTable({ model }: { readonly model: ComparisonModel }): JSX.Element | null {
  const before = model.before.sample.value?.explained.value?.score ?? null;
  const after = model.after.sample.value?.explained.value?.score ?? null;
  if (before === null && after === null) return null;
  const lines = [...scoreLines(before, after), overallLine(before, after)];
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label="Rewards compared">
      <table class="scores">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" class="numeric">
              Before
            </th>
            <th scope="col" class="numeric">
              After
            </th>
            <th scope="col" class="numeric">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={line.key} line={line} />
          ))}
        </tbody>
      </table>
    </div>
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
