import type uPlot from 'uplot';
import { expect, it } from 'vitest';
import type { LinesPlot } from '../../../src/core/charts/plot.ts';
import { plotData, plotShape, uplotOptions } from '../../../webview/run/view/charts/uplotOptions.ts';
import { PAPER_COLORS } from '../../../src/core/charts/chartSvg.ts';

const linesAt = (...x: readonly number[]): LinesPlot => ({
  kind: 'lines',
  x,
  labels: x.map(String),
  lines: [{ name: 'mean', values: x }],
  bands: [],
  isShare: false,
});

const chosen: (readonly [from: number, to: number])[] = [];

/** Options that were made for a run of two steps. */
const OPTIONS = uplotOptions(linesAt(1, 2), {
  width: 400,
  height: 200,
  colors: PAPER_COLORS,
  isSmall: false,
  font: '11px sans-serif',
  range: () => ({ low: 0, high: 1 }),
  onCursor: () => undefined,
  onChoose: (from, to) => chosen.push([from, to]),
});

/** A chart with these options whose data has become that of another plot; a pixel is a step. */
function chartOf(plot: LinesPlot, select = { left: 0, width: 0 }): uPlot {
  return {
    data: plotData(plot),
    select,
    posToVal: (position: number) => position,
    posToIdx: (position: number) => Math.round(position) - 1,
    setSelect: () => undefined,
  } as unknown as uPlot;
}

it('the axis of the steps follows a run that grows, and a filter', () => {
  expect(plotShape(linesAt(1, 2, 3))).toBe(plotShape(linesAt(1, 2)));
  const range = OPTIONS.scales?.['x']?.range;
  if (typeof range !== 'function') throw new Error('The axis is fixed.');
  expect(range(chartOf(linesAt(1, 2, 3)), 1, 3, 'x')).toEqual([1, 3]);
  expect(range(chartOf(linesAt(2)), 2, 2, 'x')).toEqual([1.5, 2.5]);
});

it('a step that becomes the only one is drawn as a point', () => {
  const show = OPTIONS.series[1]?.points?.show;
  if (typeof show !== 'function') throw new Error('Points are fixed.');
  expect(show(chartOf(linesAt(1, 2)), 1, 0, 1)).toBe(false);
  expect(show(chartOf(linesAt(2)), 1, 0, 0)).toBe(true);
});

it('a drag chooses steps that came later', () => {
  OPTIONS.hooks?.setSelect?.[0]?.(chartOf(linesAt(1, 2, 3, 4, 5), { left: 3, width: 2 }));
  expect(chosen).toEqual([[2, 4]]);
});
