import { oneLine } from '../oneLine.ts';
import { visibleText } from '../visibleText.ts';
import { chartSummary, chartTitle } from './chartWords.ts';
import type { Chart } from './model.ts';
import { plotOf, writeValue, type BarsPlot, type LinesPlot, type Plot } from './plot.ts';
import { axisTicks } from './ticks.ts';

/** The colors of a drawn chart, as CSS colors. */
export interface ChartColors {
  readonly text: string;
  readonly dim: string;
  readonly grid: string;
  readonly back: string;
  /** The color of bars and of a single line, and of bars that stand for something bad. */
  readonly main: string;
  readonly bad: string;
  /** The colors of several lines, one after the other. */
  readonly lines: readonly string[];
}

/** Colors for paper. */
export const PAPER_COLORS: ChartColors = {
  text: '#1f1f1f',
  dim: '#616161',
  grid: '#e5e5e5',
  back: '#ffffff',
  main: '#2f6fb3',
  bad: '#b84a43',
  lines: ['#2f6fb3', '#b84a43', '#3a7d44', '#8a5a00', '#7b4ba0', '#00757d', '#a8417a', '#5c5c5c'],
};

/** Dashes that tell lines apart without their colors. */
export const LINE_DASHES: readonly (readonly number[])[] = [
  [],
  [6, 3],
  [2, 2],
  [8, 3, 2, 3],
  [4, 2],
  [1, 3],
  [10, 4],
  [6, 2, 1, 2, 1, 2],
];

const LEFT = 52;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 30;
/** Pixels of a line of the legend. */
const LEGEND = 16;

/** A chart as an SVG image of its own, with its title; nothing in it is loaded from elsewhere. */
export function chartSvg(
  chart: Chart,
  colors: ChartColors,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const plot = plotOf(chart);
  const title = chartTitle(chart);
  const legend = plot?.kind === 'lines' && plot.lines.length > 1 ? plot.lines : [];
  const perRow = Math.max(1, Math.floor((width - LEFT - RIGHT) / 150));
  const whole = height + Math.ceil(legend.length / perRow) * LEGEND;
  const inner = { left: LEFT, right: width - RIGHT, top: TOP, bottom: height - BOTTOM };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${whole}" viewBox="0 0 ${width} ${whole}" role="img" font-family="system-ui, sans-serif" font-size="11">`,
    `<title>${escapeXml(title)}</title>`,
    `<desc>${escapeXml(chartSummary(chart))}</desc>`,
    `<rect width="${width}" height="${whole}" fill="${colors.back}"/>`,
    text(LEFT, 18, title, colors.text, 'start', 13),
    ...(plot === null
      ? [text(LEFT, height / 2, chartSummary(chart), colors.dim, 'start')]
      : drawPlot(plot, colors, inner)),
    ...legend.map((line, index) => {
      const x = LEFT + (index % perRow) * 150;
      const y = height + Math.floor(index / perRow) * LEGEND;
      const dashes = LINE_DASHES[index % LINE_DASHES.length] ?? [];
      return `<line x1="${x}" x2="${x + 20}" y1="${y - 4}" y2="${y - 4}" stroke="${plot?.kind === 'lines' ? lineColor(plot, colors, index) : colors.main}" stroke-width="2"${dashOf(dashes)}/>${text(x + 26, y, oneLine(line.name, 20), colors.text, 'start')}`;
    }),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

interface Inner {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function drawPlot(plot: Plot, colors: ChartColors, inner: Inner): readonly string[] {
  const { low, high } = rangeOf(plot);
  const y = (value: number): number =>
    inner.bottom - ((value - low) / (high - low)) * (inner.bottom - inner.top);
  const axis = axisTicks(low, high, 4).flatMap((tick) => [
    `<line x1="${inner.left}" x2="${inner.right}" y1="${place(y(tick))}" y2="${place(y(tick))}" stroke="${colors.grid}"/>`,
    text(inner.left - 6, y(tick) + 4, writeValue(plot, tick), colors.dim, 'end'),
  ]);
  return [
    ...axis,
    ...(plot.kind === 'bars' ? drawBars(plot, colors, inner, y) : drawLines(plot, colors, inner, y)),
  ];
}

function drawBars(
  { values, labels, marked, at }: BarsPlot,
  colors: ChartColors,
  inner: Inner,
  y: (value: number) => number,
): readonly string[] {
  const step = (inner.right - inner.left) / values.length;
  const every = Math.ceil(labels.length / Math.max(1, Math.floor((inner.right - inner.left) / 52)));
  return values.flatMap((value, index) => {
    const x = inner.left + index * step;
    const label =
      index % every === 0 ? oneLine(labels[index] ?? '', Math.max(6, Math.floor(step / 6))) : null;
    return [
      `<rect x="${place(x + step * 0.1)}" y="${place(y(value))}" width="${place(step * 0.8)}" height="${place(inner.bottom - y(value))}" fill="${marked[index] === true ? colors.bad : colors.main}"/>`,
      ...(label === null
        ? []
        : [text(at === 'edge' ? x : x + step / 2, inner.bottom + 16, label, colors.dim, 'middle')]),
    ];
  });
}

function drawLines(
  plot: LinesPlot,
  colors: ChartColors,
  inner: Inner,
  y: (value: number) => number,
): readonly string[] {
  const { x: steps, lines, bands } = plot;
  const [first = 0, last = first] = [steps[0], steps.at(-1)];
  const x = (step: number): number =>
    last === first
      ? (inner.left + inner.right) / 2
      : inner.left + ((step - first) / (last - first)) * (inner.right - inner.left);
  const areas = bands.flatMap(({ low, high }) =>
    runsOf(steps, low).map((points) => {
      const upper = points.map(({ step, index }) => `${place(x(step))},${place(y(high[index] ?? 0))}`);
      const lower = points.map(({ step, value }) => `${place(x(step))},${place(y(value))}`).reverse();
      return `<polygon points="${[...upper, ...lower].join(' ')}" fill="${colors.main}" fill-opacity="0.14"/>`;
    }),
  );
  const drawn = lines.flatMap(({ values }, index) =>
    runsOf(steps, values).map((points) => {
      const color = lineColor(plot, colors, index);
      if (points.length === 1)
        return points
          .map(
            ({ step, value }) =>
              `<circle cx="${place(x(step))}" cy="${place(y(value))}" r="2.5" fill="${color}"/>`,
          )
          .join('');
      const path = points.map(({ step, value }) => `${place(x(step))},${place(y(value))}`).join(' ');
      return `<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.5"${dashOf(LINE_DASHES[index % LINE_DASHES.length] ?? [])}/>`;
    }),
  );
  // There is no step between two whole ones.
  const ticks = axisTicks(first, last, Math.min(6, last - first)).filter(
    (tick) => tick >= first && tick <= last,
  );
  const axis = (ticks.length === 0 ? [first] : ticks).map((tick) =>
    text(x(tick), inner.bottom + 16, String(tick), colors.dim, 'middle'),
  );
  return [...areas, ...drawn, ...axis];
}

/** The values that follow each other without a gap. */
function runsOf(
  steps: readonly number[],
  values: readonly (number | null)[],
): readonly (readonly { readonly step: number; readonly value: number; readonly index: number }[])[] {
  const runs: { step: number; value: number; index: number }[][] = [];
  let isOpen = false;
  values.forEach((value, index) => {
    if (value === null) {
      isOpen = false;
      return;
    }
    if (!isOpen) runs.push([]);
    isOpen = true;
    runs.at(-1)?.push({ step: steps[index] ?? 0, value, index });
  });
  return runs;
}

/** The least and the greatest value that the axis has room for; bars begin at 0. */
export function rangeOf(plot: Plot): { readonly low: number; readonly high: number } {
  const values =
    plot.kind === 'bars'
      ? [0, ...plot.values]
      : [...plot.lines.map((line) => line.values), ...plot.bands.flatMap(({ low, high }) => [low, high])]
          .flat()
          .filter((value) => value !== null);
  if (values.length === 0) return { low: 0, high: 1 };
  let low = values.reduce((one, other) => Math.min(one, other));
  let high = values.reduce((one, other) => Math.max(one, other));
  if (plot.kind === 'lines' && plot.isShare) low = Math.min(low, 0);
  if (low === high) {
    // A line that does not move stands in the middle.
    if (plot.kind === 'bars' || low === 0) return { low: 0, high: 1 };
    const room = Math.abs(low) / 2;
    return { low: low - room, high: high + room };
  }
  const room = (high - low) * 0.06;
  if (plot.kind === 'lines' && !plot.isShare) low -= room;
  high += room;
  return { low, high };
}

/** A line alone, and the mean and the median of one number, have the color of bars. */
export function lineColor({ lines, bands }: LinesPlot, colors: ChartColors, index: number): string {
  if (lines.length === 1 || bands.length > 0) return colors.main;
  return colors.lines[index % colors.lines.length] ?? colors.main;
}

const dashOf = (dashes: readonly number[]): string =>
  dashes.length === 0 ? '' : ` stroke-dasharray="${dashes.join(' ')}"`;

/** A coordinate with as many digits as can be seen. */
const place = (value: number): string => String(Math.round(value * 100) / 100);

function text(
  x: number,
  y: number,
  content: string,
  color: string,
  anchor: 'start' | 'middle' | 'end',
  size = 11,
): string {
  return `<text x="${place(x)}" y="${place(y)}" fill="${color}" text-anchor="${anchor}"${size === 11 ? '' : ` font-size="${size}" font-weight="600"`}>${escapeXml(content)}</text>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * A text in XML, which has no place for control characters and lone surrogates. Characters that are hidden, or that could
 * change the order of others, are written as their codes.
 */
function escapeXml(content: string): string {
  return visibleText(content)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}
