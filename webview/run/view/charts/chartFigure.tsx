import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { chartFilter, nameFilter } from '../../../../src/core/charts/chartFilter.ts';
import { LINE_DASHES } from '../../../../src/core/charts/chartSvg.ts';
import { chartCsv, chartTable } from '../../../../src/core/charts/chartTable.ts';
import { chartTitle, shortNumber } from '../../../../src/core/charts/chartWords.ts';
import { isOverSteps, type Chart, type ChartId, type NamesChart } from '../../../../src/core/charts/model.ts';
import { plotOf } from '../../../../src/core/charts/plot.ts';
import { Button } from '../../../shared/controls.tsx';
import { DataTable } from '../../../shared/dataTable.tsx';
import { Menu } from '../../../shared/menu.tsx';
import type { RunModel } from '../../model/runModel.ts';
import { findingWords } from '../../model/findingWords.ts';
import { ChartCanvas } from './chartCanvas.tsx';
import { useThemeColors } from './chartColors.ts';
import { pngOf, svgOf } from './chartImage.ts';

interface ChartFigureProps {
  readonly model: RunModel;
  readonly id: ChartId;
  readonly onRemove?: () => void;
}

/** CSS pixels of a chart in the tab of charts. */
const HEIGHT = 180;

/** A chart with its title, what it says, its table, and a menu to save it. */
export function ChartFigure({ model, id, onRemove }: ChartFigureProps): JSX.Element {
  useEffect(() => model.charts.want(id), [model, id]);
  const [isTable, setIsTable] = useState(false);
  const chart = model.charts.chart(id).value;
  if (chart === null)
    return (
      <figure class="chart">
        <p class="chart-nothing dim">{t('Counting…')}</p>
      </figure>
    );
  const title = chartTitle(chart);
  const hasPlot = plotOf(chart) !== null;
  return (
    <figure class="chart" aria-label={title}>
      <figcaption class="chart-head">
        <h2>{title}</h2>
        {hasPlot && (
          <span class="chart-actions">
            <Button
              pressed={isTable}
              label={t('Table of {0}', title)}
              onClick={() => {
                setIsTable(!isTable);
              }}
            >
              {t('Table')}
            </Button>
            <Menu
              text={t('Save…')}
              items={[
                { id: 'png', text: 'PNG' },
                { id: 'svg', text: 'SVG' },
                { id: 'csv', text: 'CSV' },
              ]}
              onChoose={(format) => {
                void saveChart(model, chart, format);
              }}
            />
          </span>
        )}
        {onRemove !== undefined && (
          <Button label={t('Remove the chart {0}', title)} onClick={onRemove}>
            {t('Remove')}
          </Button>
        )}
      </figcaption>
      {isTable ? (
        <NumbersTable model={model} chart={chart} />
      ) : (
        <ChartCanvas
          chart={chart}
          height={HEIGHT}
          about={model.about.value}
          onChoose={(from, to) => {
            model.narrow(chartFilter(chart, { from, to }));
          }}
        />
      )}
      {!isTable && chart.kind === 'names' && isOverSteps(chart) && <Legend model={model} chart={chart} />}
    </figure>
  );
}

/** The lines of a chart, each a filter. */
function Legend({ model, chart }: { readonly model: RunModel; readonly chart: NamesChart }): JSX.Element {
  const plot = plotOf(chart);
  const { lines } = useThemeColors();
  const names = plot?.kind === 'lines' ? plot.lines.map(({ name }) => name) : [];
  const rest = chart.names.length - names.length + chart.others;
  return (
    <ul class="chart-legend">
      {names.map((name, index) => {
        const filter = nameFilter(chart.of, name);
        return (
          <li key={name}>
            <svg class="chart-key" width="22" height="8" aria-hidden="true">
              <line
                x1="1"
                x2="21"
                y1="4"
                y2="4"
                stroke={lines[index % lines.length]}
                stroke-width="2"
                stroke-dasharray={(LINE_DASHES[index % LINE_DASHES.length] ?? []).join(' ')}
              />
            </svg>
            <button
              type="button"
              class="link quiet"
              title={t('Filter by {0}', filter)}
              onClick={() => {
                model.narrow(filter);
              }}
            >
              {chart.of === 'findings' ? findingWords(name) : name}
            </button>
          </li>
        );
      })}
      {rest > 0 && <li class="dim">{rest === 1 ? t('and 1 more') : t('and {0} more', rest)}</li>}
    </ul>
  );
}

/** The numbers of a chart; the label of a row is its filter. */
function NumbersTable({ model, chart }: { readonly model: RunModel; readonly chart: Chart }): JSX.Element {
  const { head, rows } = chartTable(chart);
  return (
    <div class="chart-table">
      <DataTable
        label={chartTitle(chart)}
        columns={head.map((title, index) => (index === 0 ? { title } : { title, numeric: true }))}
      >
        {rows.map(([label, ...values], index) => (
          <tr key={index}>
            <th scope="row">
              <button
                type="button"
                class="link"
                onClick={() => {
                  model.narrow(chartFilter(chart, { from: index, to: index }));
                }}
              >
                {label}
              </button>
            </th>
            {values.map((value, at) => (
              <td key={at} class="numeric">
                {typeof value === 'number' ? shortNumber(value) : (value ?? '')}
              </td>
            ))}
          </tr>
        ))}
      </DataTable>
    </div>
  );
}

async function saveChart(model: RunModel, chart: Chart, format: string): Promise<void> {
  const name = chartTitle(chart);
  if (format === 'csv') model.post({ type: 'saveFile', name, format, content: chartCsv(chart) });
  if (format === 'svg') model.post({ type: 'saveFile', name, format, content: svgOf(chart) });
  if (format !== 'png') return;
  const content = await pngOf(chart);
  if (content !== null) model.post({ type: 'saveFile', name, format, content });
}
