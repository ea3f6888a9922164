import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { samplesPhrase } from '../../../../src/core/countPhrases.ts';
import { csvLine } from '../../../../src/core/csv.ts';
import { METRIC_COLUMNS, metricRows } from '../../../../src/core/runMetrics/format/metricsCsv.ts';
import { metricsReport } from '../../../../src/core/runMetrics/format/metricsReport.ts';
import type { RunMetrics } from '../../../../src/core/runMetrics/model.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import { Dropdown, TextField } from '../../../shared/controls.tsx';
import type { RunModel } from '../../model/runModel.ts';
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
        <FieldChoice model={model} state={state} />
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

/** Fields that records of evaluations have as lists, or under another name than a column. */
const OFTEN: readonly string[] = ['evidence_sources', 'query_type', 'hops'];

/** Fields that every run has. */
const USUAL: readonly string[] = [
  'step',
  'verdict',
  'tool',
  'finding',
  'finish',
  'gold_images',
  'sufficient',
];

const OTHER = '\0other';

/** Chooses the field by whose values metrics are shown: one that the run has, or another key of the records. */
function FieldChoice({ model, state }: MetricsTabProps): JSX.Element {
  const { metrics: own } = model.measures;
  const { by } = own.choice.value;
  const columns = state.columns
    .filter(({ kind, isEmpty }) => (kind === 'textField' || kind === 'field') && !isEmpty)
    .map(({ name }) => name);
  const known = [...new Set([...USUAL, ...OFTEN, ...columns])];
  const [isOther, setIsOther] = useState(false);
  const isWritten = isOther || (by !== '' && !known.includes(by));
  return (
    <>
      <Dropdown
        label={t('Metrics by the values of a field')}
        value={isWritten ? OTHER : by}
        choices={[
          { value: '', text: t('All samples') },
          ...known.map((name) => ({ value: name, text: t('By {0}', name) })),
          { value: OTHER, text: t('By another field…') },
        ]}
        onChange={(value) => {
          setIsOther(value === OTHER);
          if (value !== OTHER) own.choose({ by: value });
        }}
      />
      {isWritten && (
        <TextField
          label={t('Field')}
          value={known.includes(by) ? '' : by}
          placeholder={t('A key of the records, such as meta_info.hops')}
          class="metrics-field"
          onCommit={(text) => {
            own.choose({ by: text.trim() });
          }}
        />
      )}
    </>
  );
}
