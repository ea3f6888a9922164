import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { samplesPhrase } from '../../../../src/core/countPhrases.ts';
import { csvLine } from '../../../../src/core/csv.ts';
import { METRIC_COLUMNS, metricRows } from '../../../../src/core/runMetrics/format/metricsCsv.ts';
import { metricsReport } from '../../../../src/core/runMetrics/format/metricsReport.ts';
import type { RunMetrics } from '../../../../src/core/runMetrics/model.ts';
import { GREATEST_SEED } from '../../../../src/core/statistics/seed.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { TextField } from '../../../shared/controls.tsx';
import { whole } from '../../model/numbers.ts';
import type { RunModel } from '../../model/runModel.ts';
import { FieldChoice } from './fieldChoice.tsx';
import { MeasuringNote } from './measuringNote.tsx';
import { ExportMenus, ReportParts } from './reportParts.tsx';

interface MetricsTabProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The seed that a text is; null if it is none. */
function seedIn(text: string): number | null {
  const seed = /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
  return seed <= GREATEST_SEED ? seed : null;
}

/** The metrics of the samples that the filter leaves, with intervals, also by the values of a field. */
export function MetricsTab({ model, state }: MetricsTabProps): JSX.Element {
  const { metrics: own } = model.measures;
  useEffect(() => {
    own.want(true);
    return () => {
      own.want(false);
    };
  }, [own]);
  const [isNoSeed, setIsNoSeed] = useState(false);
  const answer = own.answer.value;
  const metrics = answer?.metrics ?? null;
  return (
    <div class="metrics-tab">
      <div class="metrics-bar">
        <FieldChoice
          state={state}
          label={t('Metrics by the values of a field')}
          field={own.choice.value.by}
          none={t('All samples')}
          onChoose={(by) => {
            own.choose({ by });
          }}
        />
        <label class="metrics-seed">
          {t('Seed')}{' '}
          <TextField
            label={t('Seed of the intervals')}
            value={String(own.choice.value.seed)}
            invalid={isNoSeed}
            onInput={(text) => {
              setIsNoSeed(seedIn(text) === null);
            }}
            onCommit={(text) => {
              const seed = seedIn(text);
              if (seed !== null) own.choose({ seed });
            }}
          />
        </label>
        {metrics !== null && metrics.definitions.length > 0 && (
          <ExportMenus
            model={model}
            report={metricsReport(metrics)}
            csv={() => metricsCsv(state.name, metrics)}
          />
        )}
      </div>
      {isNoSeed && (
        <p class="run-note warned" role="status">
          {t(
            'A seed is a whole number from 0 to {0}; the intervals are those of seed {1}.',
            whole(GREATEST_SEED),
            String(own.choice.value.seed),
          )}
        </p>
      )}
      <MeasuringNote
        isAsking={own.isAsking.value}
        failure={own.failure.value}
        progress={own.progress.value}
        hasAnswer={metrics !== null}
      />
      {answer !== null && answer.unscored > 0 && (
        <p class="run-note">{t('{0} not scored yet, and left out.', samplesPhrase(answer.unscored))}</p>
      )}
      {metrics !== null &&
        (metrics.definitions.length === 0 ? (
          <p class="dim">{t('Nothing is known of these samples that could be measured.')}</p>
        ) : (
          <ReportParts report={metricsReport(metrics)} definitions={metrics.definitions} />
        ))}
    </div>
  );
}

function metricsCsv(name: string, metrics: RunMetrics): string {
  return [METRIC_COLUMNS, ...metricRows(name, metrics)].map(csvLine).join('');
}
