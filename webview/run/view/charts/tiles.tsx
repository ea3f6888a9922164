import { t } from '@vscode/l10n';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { chartFilter } from '../../../../src/core/charts/chartFilter.ts';
import { percent, shortNumber } from '../../../../src/core/charts/chartWords.ts';
import type { Chart, ChartId, StepsChart } from '../../../../src/core/charts/model.ts';
import type { RunState } from '../../../../src/protocol/run.ts';
import type { RunModel } from '../../model/runModel.ts';
import { ChartCanvas } from './chartCanvas.tsx';

interface TilesProps {
  readonly model: RunModel;
  readonly state: RunState;
}

/** CSS pixels of a tile's chart. */
const HEIGHT = 48;

/** Whether the run learns, which groups teach nothing, how the selection is paid, and whether it is cut off. */
export function Tiles({ model, state }: TilesProps): JSX.Element {
  const { compared } = state.profile;
  const isReward = compared === 'reward';
  return (
    <div class="tiles">
      <Tile
        model={model}
        id={`steps:${compared}`}
        title={isReward ? t('Reward by step') : t('Score by step')}
        says={(chart) => (chart.kind === 'steps' ? stepsSays(chart) : null)}
        nothing={t('The records say no steps.')}
      />
      <Tile
        model={model}
        id="difficulty"
        title={t('Difficulty')}
        says={(chart) =>
          chart.kind !== 'difficulty' || chart.compared === 0
            ? null
            : { number: percent(chart.zeroVariance / chart.compared), words: t('of groups teach nothing') }
        }
        titleOf={(chart) =>
          chart.kind === 'difficulty' && chart.of !== null ? t('Difficulty, right of {0}', chart.of) : null
        }
        nothing={t('There are no groups to compare.')}
      />
      <Tile
        model={model}
        id={`distribution:${compared}`}
        title={isReward ? t('Reward, this selection') : t('Score, this selection')}
        says={(chart) => medianSays(chart, t('median'))}
        nothing={t('No reward and no score is known.')}
      />
      <Tile
        model={model}
        id="distribution:length"
        also="steps:cut-off"
        title={t('Tokens')}
        says={(chart, cutOff) => {
          const share = cutOff?.kind === 'steps' ? cutOff.all.mean : null;
          return medianSays(chart, share === null ? t('median') : t('median, {0} cut off', percent(share)));
        }}
        nothing={t('The records say no lengths.')}
      />
    </div>
  );
}

interface Said {
  readonly number: string;
  readonly words: string;
}

interface TileProps {
  readonly model: RunModel;
  readonly id: ChartId;
  /** Another chart, of which only the numbers are said. */
  readonly also?: ChartId;
  readonly title: string;
  readonly titleOf?: (chart: Chart) => string | null;
  /** What the chart comes to; null if it is not known. */
  readonly says: (chart: Chart, also: Chart | null) => Said | null;
  /** What is said if there is nothing to draw. */
  readonly nothing: string;
}

function Tile({ model, id, also, title, titleOf, says, nothing }: TileProps): JSX.Element {
  useEffect(() => model.charts.want(id), [model, id]);
  useEffect(() => (also === undefined ? undefined : model.charts.want(also)), [model, also]);
  const chart = model.charts.chart(id).value;
  const other = also === undefined ? null : model.charts.chart(also).value;
  const said = chart === null ? null : says(chart, other);
  return (
    <section class="tile">
      <h2 class="dim">{(chart === null ? null : titleOf?.(chart)) ?? title}</h2>
      {chart === null ? (
        <p class="tile-said dim">{t('Counting…')}</p>
      ) : said === null ? (
        <p class="tile-said dim">{nothing}</p>
      ) : (
        <>
          <p class="tile-said">
            <b>{said.number}</b> <span class="dim">{said.words}</span>
          </p>
          <ChartCanvas
            chart={chart}
            height={HEIGHT}
            isSmall
            about={model.about.value}
            onChoose={(from, to) => {
              model.narrow(chartFilter(chart, { from, to }));
            }}
          />
        </>
      )}
    </section>
  );
}

function stepsSays({ mean }: StepsChart): Said | null {
  const known = mean.filter((each) => each !== null);
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    number: shortNumber(last),
    words: known.length === 1 ? t('in the only step') : t('from {0}', shortNumber(first)),
  };
}

function medianSays(chart: Chart, words: string): Said | null {
  if (chart.kind !== 'distribution' || chart.median === null) return null;
  return { number: shortNumber(chart.median), words };
}
