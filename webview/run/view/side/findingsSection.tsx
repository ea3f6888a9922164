import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { nameFilter } from '../../../../src/core/charts/chartFilter.ts';
import type { RunModel } from '../../model/runModel.ts';
import { findingTitle, findingWords } from '../../model/findingWords.ts';
import { whole } from '../../model/numbers.ts';
import { BarList } from './barList.tsx';

/** How many findings are listed. */
const SHOWN = 12;

/** The findings of the samples, the most frequent first; each is a filter. */
export function FindingsSection({ model }: { readonly model: RunModel }): JSX.Element | null {
  useEffect(() => model.charts.want('findings'), [model]);
  const chart = model.charts.chart('findings').value;
  if (chart?.kind !== 'names') return null;
  const names = chart.names.slice(0, SHOWN);
  const more = chart.names.length - names.length + chart.others;
  return (
    <section class="side-section">
      <h2>{t('Findings')}</h2>
      {names.length === 0 ? (
        <p class="dim">{t('There are no findings.')}</p>
      ) : (
        <BarList
          label={t('Findings')}
          bars={names.map(({ name, samples }) => ({
            key: name,
            text: findingWords(name),
            title: findingTitle(name),
            share: samples / (names[0]?.samples ?? samples),
            number: whole(samples),
            filter: nameFilter('findings', name),
          }))}
          onChoose={(filter) => {
            model.narrow(filter);
          }}
        />
      )}
      {more > 0 && <p class="dim">{more === 1 ? t('and 1 more') : t('and {0} more', whole(more))}</p>}
    </section>
  );
}
