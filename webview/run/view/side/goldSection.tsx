import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { chartFilter } from '../../../../src/core/charts/chartFilter.ts';
import {
  chartSummary,
  pointPhrase,
  seenPhrase,
  verdictLabel,
} from '../../../../src/core/charts/chartWords.ts';
import { GOLD_SEEN } from '../../../../src/core/charts/goldChart.ts';
import type { GoldChart } from '../../../../src/core/charts/model.ts';
import { GOLD_SENT } from '../../../../src/core/summary/sampleFacts.ts';
import { hasColumn } from '../../../../src/protocol/chartsOfRun.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import type { RunModel } from '../../model/runModel.ts';
import { BarList } from './barList.tsx';

interface GoldSectionProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The filter of the samples whose claims are all somewhere else. */
const MISSED = `${GOLD_SEEN}=0`;

/** How right and wrong answers see the gold boxes of their questions; nothing for a run without any. */
export function GoldSection({ model, state }: GoldSectionProps): JSX.Element | null {
  const isKnown = hasColumn(state.columns, GOLD_SEEN);
  useEffect(() => (isKnown ? model.charts.want('gold') : undefined), [model, isKnown]);
  const chart = model.charts.chart('gold').value;
  const isUnsearched = state.pages.phase === 'none' && hasColumn(state.columns, GOLD_SENT);
  if (!isUnsearched && (!isKnown || chart?.kind !== 'gold')) return null;
  return (
    <section class="side-section">
      <h2>
        {t('Gold Box Seen')}
        {isKnown && <span class="dim side-note">{t('share of samples')}</span>}
      </h2>
      {isKnown && chart?.kind === 'gold' ? (
        <GoldBars model={model} chart={chart} />
      ) : (
        <p class="dim">
          {t('Search the pages to see which answers speak of the gold boxes of their questions.')}
        </p>
      )}
    </section>
  );
}

function GoldBars({ model, chart }: { readonly model: RunModel; readonly chart: GoldChart }): JSX.Element {
  const narrow = (filter: string): void => {
    model.narrow(filter);
  };
  return (
    <>
      <BarList
        label={t('Samples with a claim on a gold box')}
        bars={chart.bars.map((bar, at) => ({
          key: String(bar.right),
          text: verdictLabel(bar),
          title: pointPhrase(chart, at),
          share: bar.seen / bar.n,
          number: seenPhrase(bar),
          filter: chartFilter(chart, { from: at, to: at }) ?? '',
          isDim: bar.right === null,
        }))}
        onChoose={narrow}
      />
      <p class="dim">{chartSummary(chart)}</p>
      {chart.bars.some(({ n, seen }) => seen < n) && (
        <button
          type="button"
          class="link"
          title={t('Filter by {0}', MISSED)}
          onClick={() => {
            narrow(MISSED);
          }}
        >
          {t('Show Those That See None')}
        </button>
      )}
    </>
  );
}
