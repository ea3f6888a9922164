import uPlot from 'uplot';
import { LINE_DASHES, lineColor, rangeOf, type ChartColors } from '../../../../src/core/charts/chartSvg.ts';
import { writeValue, type BarsPlot, type LinesPlot, type Plot } from '../../../../src/core/charts/plot.ts';

/** How a plot is drawn. */
export interface DrawOptions {
  readonly width: number;
  readonly height: number;
  readonly colors: ChartColors;
  /** Whether only the lines or bars are drawn, without axes. */
  readonly isSmall: boolean;
  /** The font of the axes. */
  readonly font: string;
  /** The least and the greatest value of the axis, which only grow while the run does. */
  readonly range: () => { readonly low: number; readonly high: number };
  /** Called with the point that the pointer is near. */
  readonly onCursor: (index: number) => void;
  readonly onChoose: (from: number, to: number) => void;
}

/** The numbers of a plot as uPlot takes them. */
export function plotData(plot: Plot): uPlot.AlignedData {
  if (plot.kind === 'bars') {
    const of = (isMarked: boolean): (number | null)[] =>
      plot.values.map((value, index) => ((plot.marked[index] ?? false) === isMarked ? value : null));
    return [plot.values.map((_, index) => index), of(false), of(true)];
  }
  return [
    [...plot.x],
    ...plot.bands.flatMap(({ low, high }) => [[...low], [...high]]),
    ...plot.lines.map(({ values }) => [...values]),
  ];
}

/** What of a plot cannot change while it is drawn. */
export function plotShape(plot: Plot): string {
  return plot.kind === 'bars'
    ? `bars ${plot.values.length} ${plot.at} ${plot.labels.join('\n')}`
    : `lines ${plot.bands.length} ${plot.isShare} ${plot.lines.map(({ name }) => name).join('\n')}`;
}

/** The options with which uPlot draws a plot, and later others of the same shape. */
export function uplotOptions(plot: Plot, options: DrawOptions): uPlot.Options {
  const { width, height, isSmall, onCursor, range } = options;
  const common: uPlot.Options = {
    width,
    height,
    series: [],
    padding: isSmall ? [2, 2, 2, 2] : [8, 12, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: plot.kind === 'lines' },
      drag: { x: true, y: false, setScale: false, dist: 4 },
    },
    hooks: {
      setCursor: [
        (chart): void => {
          // A chart that is drawn again has no pointer on it yet; what a key has chosen stays.
          const { idx } = chart.cursor;
          if (idx != null) onCursor(idx);
        },
      ],
      setSelect: [
        (chart): void => {
          if (chart.select.width <= 0) return;
          const [from, to] = selectedPoints(plot, chart);
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          options.onChoose(from, to);
        },
      ],
    },
  };
  const y: uPlot.Scale = {
    range: () => {
      const { low, high } = range();
      return [low, high];
    },
  };
  return plot.kind === 'bars'
    ? barsOptions(plot, options, common, y)
    : linesOptions(plot, options, common, y);
}

/** The points that a person has dragged over. */
function selectedPoints(plot: Plot, chart: uPlot): readonly [from: number, to: number] {
  const { left, width } = chart.select;
  const [low, high] = [chart.posToVal(left, 'x'), chart.posToVal(left + width, 'x')];
  if (plot.kind === 'bars') {
    const last = plot.values.length - 1;
    return [Math.max(0, Math.ceil(low - 0.4)), Math.min(last, Math.floor(high + 0.4))];
  }
  const inside = [...chart.data[0]].flatMap((step, index) => (step >= low && step <= high ? [index] : []));
  const [first, last] = [inside[0], inside.at(-1)];
  const nearest = chart.posToIdx(left + width / 2);
  return first === undefined || last === undefined ? [nearest, nearest] : [first, last];
}

function axes(plot: Plot, { colors, font, isSmall }: DrawOptions, x: uPlot.Axis): uPlot.Axis[] {
  if (isSmall) return [{ show: false }, { show: false }];
  const looks: uPlot.Axis = {
    stroke: colors.dim,
    font,
    ticks: { show: false },
    grid: { show: false },
  };
  return [
    { ...looks, size: 26, ...x },
    {
      ...looks,
      size: 52,
      grid: { stroke: colors.grid, width: 1 },
      values: (_, ticks) => ticks.map((tick) => writeValue(plot, tick)),
    },
  ];
}

function barsOptions(
  plot: BarsPlot,
  options: DrawOptions,
  common: uPlot.Options,
  y: uPlot.Scale,
): uPlot.Options {
  const { colors } = options;
  const { values, labels, at } = plot;
  const paths = uPlot.paths.bars?.({ size: [0.8, 120] });
  const series = (color: string): uPlot.Series => ({
    fill: color,
    stroke: color,
    width: 0,
    points: { show: false },
    ...(paths === undefined ? {} : { paths }),
  });
  const offset = at === 'edge' ? 0.5 : 0;
  return {
    ...common,
    scales: { x: { time: false, range: [-0.5, values.length - 0.5] }, y },
    series: [{}, series(colors.main), series(colors.bad)],
    axes: axes(plot, options, {
      splits: (chart) => {
        const every = Math.max(1, Math.ceil(labels.length / Math.max(1, Math.floor(chart.width / 56))));
        return labels.flatMap((_, index) => (index % every === 0 ? [index - offset] : []));
      },
      values: (_, splits) => splits.map((split) => labels[Math.round(split + offset)] ?? ''),
    }),
  };
}

function linesOptions(
  plot: LinesPlot,
  options: DrawOptions,
  common: uPlot.Options,
  y: uPlot.Scale,
): uPlot.Options {
  const { colors } = options;
  const { bands, lines } = plot;
  const edge: uPlot.Series = { width: 0, points: { show: false } };
  const first = 1 + 2 * bands.length;
  return {
    ...common,
    scales: { x: { time: false, range: ({ data }) => stepRange(data[0]) }, y },
    bands: bands.map((_, index) => ({
      series: [2 + 2 * index, 1 + 2 * index],
      fill: translucent(colors.main),
    })),
    series: [
      {},
      ...bands.flatMap(() => [edge, edge]),
      ...lines.map((_, index): uPlot.Series => {
        const dash = LINE_DASHES[index % LINE_DASHES.length] ?? [];
        const color = lineColor(plot, colors, index);
        return {
          stroke: color,
          width: index === 0 ? 2 : 1.5,
          dash: [...dash],
          // A single point has no line.
          points: { show: (chart) => chart.data[0].length === 1, size: 5, fill: color },
        };
      }),
    ].slice(0, first + lines.length),
    axes: axes(plot, options, {
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000],
      values: (_, ticks) => ticks.map(String),
    }),
  };
}

/** The axis of the steps that are drawn now: a run grows, and another filter has others. A single one is in the middle. */
function stepRange(steps: ArrayLike<number>): [low: number, high: number] {
  const first = steps[0] ?? 0;
  const last = steps[steps.length - 1] ?? first;
  return first === last ? [first - 0.5, last + 0.5] : [first, last];
}

/** A color through which the lines behind it are seen. */
function translucent(color: string): string {
  return `color-mix(in srgb, ${color} 16%, transparent)`;
}

/** The range of a plot's axis, joined with the one that it had before: while a run grows, nothing jumps. */
export function growingRange(
  plot: Plot,
  before: { readonly low: number; readonly high: number } | null,
): { readonly low: number; readonly high: number } {
  const { low, high } = rangeOf(plot);
  return before === null
    ? { low, high }
    : { low: Math.min(low, before.low), high: Math.max(high, before.high) };
}
