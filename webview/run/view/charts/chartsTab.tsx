import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { isChartId } from '../../../../src/core/charts/model.ts';
import { numberTitle } from '../../../../src/core/charts/chartWords.ts';
import type { ChartId } from '../../../../src/core/charts/model.ts';
import { chartsOfRun, hasColumn } from '../../../../src/protocol/chartsOfRun.ts';
import type { RunColumn, RunState } from '../../../../src/protocol/run.ts';
import { Button, Dropdown } from '../../../shared/controls.tsx';
import type { RunModel } from '../../model/runModel.ts';
import { ChartFigure } from './chartFigure.tsx';

interface ChartsTabProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** The charts of what the filter leaves: those of every run, and those that the person adds. */
export function ChartsTab({ model, state }: ChartsTabProps): JSX.Element {
  const usual = chartsOfRun(state);
  const added = model.tabs.kept.value.addedCharts.filter((id) => !usual.includes(id));
  const failure = model.charts.failure.value;
  const others = otherCharts(state.columns, [...usual, ...added]);
  return (
    <div class="charts-tab">
      {failure !== null && (
        <p class="run-note warned" role="alert">
          {failure}
        </p>
      )}
      <div class="charts-more">
        {others.length > 0 && (
          <Dropdown
            label={t('Add a chart')}
            value=""
            choices={[{ value: '', text: t('Add a chart…') }, ...others]}
            onChange={(id) => {
              if (isChartId(id)) model.tabs.addChart(id);
            }}
          />
        )}
        <Button
          title={t('Writes the charts and the worst trajectories with their pages into one HTML file')}
          onClick={() => {
            model.post({ type: 'saveReport' });
          }}
        >
          {t('Save Report…')}
        </Button>
        <Button
          title={t('Writes the samples that the filter leaves as training files, with their page images')}
          onClick={() => {
            model.post({ type: 'exportTraining' });
          }}
        >
          {t('Export for Training…')}
        </Button>
      </div>
      <div class="charts">
        {usual.map((id) => (
          <ChartFigure key={id} model={model} id={id} />
        ))}
        {added.map((id) => (
          <ChartFigure
            key={id}
            model={model}
            id={id}
            onRemove={() => {
              model.tabs.removeChart(id);
            }}
          />
        ))}
      </div>
    </div>
  );
}

const isNumber = ({ kind, isEmpty }: RunColumn): boolean =>
  !isEmpty && (kind === 'number' || kind === 'component' || kind === 'field');

/** Numbers that are no numbers of the samples themselves, or are shown by charts of their own. */
const NOT_CHARTED: ReadonlySet<string> = new Set(['step', 'advantage', 'rloo']);

/** The charts of the other numbers, to choose from. */
function otherCharts(
  columns: readonly RunColumn[],
  shown: readonly ChartId[],
): readonly { readonly value: ChartId; readonly text: string }[] {
  const hasSteps = hasColumn(columns, 'step');
  return columns
    .filter((column) => isNumber(column) && !NOT_CHARTED.has(column.name))
    .flatMap(({ name }) => [
      { value: `distribution:${name}` as const, text: t('{0}: distribution', numberTitle(name)) },
      ...(hasSteps ? [{ value: `steps:${name}` as const, text: t('{0} by step', numberTitle(name)) }] : []),
    ])
    .filter(({ value }) => !shown.includes(value));
}
