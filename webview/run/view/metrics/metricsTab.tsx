import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { samplesPhrase } from '../../../../src/core/countPhrases.ts';
import { csvLine } from '../../../../src/core/csv.ts';
import { METRIC_COLUMNS, metricRows } from '../../../../src/core/runMetrics/format/metricsCsv.ts';
import { metricsReport } from '../../../../src/core/runMetrics/format/metricsReport.ts';
import type { RunMetrics } from '../../../../src/core/runMetrics/model.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { TextField } from '../../../shared/controls.tsx';
import type { RunModel } from '../../model/runModel.ts';
import { FieldChoice } from './fieldChoice.tsx';
import { MeasuringNote } from './measuringNote.tsx';
import { ExportMenus, ReportParts } from './reportParts.tsx';

interface MetricsTabProps {
  readonly model: RunModel;
  readonly state: RunState;
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
            onCommit={(text) => {
              const seed = Number(text);
              if (Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32) own.choose({ seed });
              else own.choose({});
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
