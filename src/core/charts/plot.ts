import {
  isShareOf,
  numberTitle,
  percent,
  rightLabel,
  shortNumber,
  stepsLabel,
  valuesLabel,
  verdictLabel,
} from './chartWords.ts';
import { t } from '../t.ts';
import { isOverSteps, type Chart, type StepsChart } from './model.ts';

/** Bars side by side, one a label. */
export interface BarsPlot {
  readonly kind: 'bars';
  readonly labels: readonly string[];
  readonly values: readonly number[];
  /** The bars that are drawn in the color of what is bad: groups that teach nothing. */
  readonly marked: readonly boolean[];
  /** Where the labels stand: below the bar, or below the edge at which it begins. */
  readonly at: 'center' | 'edge';
  /** Whether values are shares from 0 to 1, written in percent. */
  readonly isShare: boolean;
}

/** Lines over the training steps. */
export interface LinesPlot {
  readonly kind: 'lines';
  /** The first step of each point. */
  readonly x: readonly number[];
  readonly labels: readonly string[];
  readonly lines: readonly PlotLine[];
  /** Areas between two lines, such as the outer deciles, the widest first. */
  readonly bands: readonly { readonly low: Values; readonly high: Values }[];
  /** Whether values are shares from 0 to 1, written in percent. */
  readonly isShare: boolean;
}

type Values = readonly (number | null)[];

export interface PlotLine {
  readonly name: string;
  readonly values: Values;
}

export type Plot = BarsPlot | LinesPlot;

/** The most lines that can be told apart. */
const MOST_LINES = 8;

/** What is drawn of a chart; null if there is nothing to draw. */
export function plotOf(chart: Chart): Plot | null {
  switch (chart.kind) {
    case 'distribution': {
      const isRange = chart.bars.some(({ low, high }) => low !== high);
      return bars(
        chart.bars.map((bar) => (isRange ? shortNumber(bar.low) : valuesLabel(bar))),
        chart.bars.map(({ samples }) => samples),
        isRange ? 'edge' : 'center',
      );
    }
    case 'difficulty': {
      const plot = bars(
        chart.bars.map((bar) => rightLabel(bar, chart.of)),
        chart.bars.map(({ groups }) => groups),
        'center',
      );
      if (plot === null) return null;
      const last = chart.bars.length - 1;
      return { ...plot, marked: chart.bars.map((_, index) => index === 0 || index === last) };
    }
    case 'steps': {
      if (chart.mean.every((each) => each === null)) return null;
      // Deciles of a number that is 0 or 1 only jump between the two: its mean says all.
      const deciles = hasTwoValues(chart.deciles) ? null : chart.deciles;
      const band = (low: number, high: number): readonly { low: Values; high: Values }[] => {
        const [lower, upper] = [deciles?.[low], deciles?.[high]];
        return lower === undefined || upper === undefined ? [] : [{ low: lower, high: upper }];
      };
      return {
        kind: 'lines',
        x: chart.steps.map(({ first }) => first),
        labels: chart.steps.map(stepsLabel),
        lines: [
          { name: chart.deciles === null ? numberTitle(chart.of) : t('mean'), values: chart.mean },
          ...(deciles?.[4] === undefined ? [] : [{ name: t('median'), values: deciles[4] }]),
        ],
        bands: [...band(0, 8), ...band(2, 6)],
        isShare: isShareOf(chart.of),
      };
    }
    case 'names': {
      const shown = chart.names.slice(0, MOST_LINES);
      if (shown.length === 0) return null;
      // Over a single step, there is no line.
      if (!isOverSteps(chart))
        return bars(
          shown.map(({ name }) => name),
          shown.map(({ samples }) => samples),
          'center',
        );
      return {
        kind: 'lines',
        x: chart.steps.map(({ first }) => first),
        labels: chart.steps.map(stepsLabel),
        lines: shown.map(({ name, shares }) => ({ name, values: shares })),
        bands: [],
        isShare: true,
      };
    }
    case 'gold': {
      const plot = bars(
        chart.bars.map(verdictLabel),
        chart.bars.map(({ n, seen }) => seen / n),
        'center',
      );
      return plot === null ? null : { ...plot, isShare: true };
    }
  }
}

function bars(labels: readonly string[], values: readonly number[], at: BarsPlot['at']): BarsPlot | null {
  if (labels.length === 0) return null;
  return { kind: 'bars', labels, values, marked: labels.map(() => false), at, isShare: false };
}

function hasTwoValues(deciles: StepsChart['deciles']): boolean {
  const values = new Set<number>();
  for (const value of (deciles ?? []).flat()) if (value !== null) values.add(value);
  return values.size <= 2;
}

/** The same plot where there is little room: one line, and the area around it. */
export function smallPlot(plot: Plot): Plot {
  return plot.kind === 'bars'
    ? plot
    : { ...plot, lines: plot.lines.slice(0, 1), bands: plot.bands.slice(0, 1) };
}

/** A value of a plot as it is written on its axis and in its legend. */
export function writeValue(plot: Plot, value: number): string {
  return plot.isShare ? percent(value) : shortNumber(value);
}
