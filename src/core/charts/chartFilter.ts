import { formatName, formatWord } from '../filter/quoteText.ts';
import type { StepRange } from '../summary/stepRows.ts';
import { GOLD_SEEN } from './goldChart.ts';
import { isOverSteps, type Chart, type DistributionChart, type GoldChart, type NamesChart } from './model.ts';

/** Points or bars of a chart that a person has chosen: from one to another, both included. */
export interface ChartSelection {
  readonly from: number;
  readonly to: number;
}

/** The filter of the rows that points or bars of a chart are about; null if there is none. */
export function chartFilter(chart: Chart, selection: ChartSelection): string | null {
  const from = Math.min(selection.from, selection.to);
  const to = Math.max(selection.from, selection.to);
  switch (chart.kind) {
    case 'distribution':
      return distributionFilter(chart, from, to);
    case 'steps':
      return stepsFilter(chart.steps, from, to);
    case 'difficulty': {
      const [first, last] = [chart.bars[from], chart.bars[to]];
      if (first === undefined || last === undefined) return null;
      if (chart.of !== null) return rangeFilter('group.right', first.least, last.most);
      if (first.least === last.most) return `group.share=${first.least}`;
      const low = first.least === first.most ? '>=' : '>';
      // The range below all right ends before it.
      const high = last.least < last.most && last.most === 1 ? '<' : '<=';
      return `group.share${low}${first.least} group.share${high}${last.most}`;
    }
    case 'names': {
      if (isOverSteps(chart)) return stepsFilter(chart.steps, from, to);
      const { name } = chart.names[from] ?? {};
      return name === undefined ? null : nameFilter(chart.of, name);
    }
    case 'gold':
      return goldFilter(chart, from, to);
  }
}

/** The filter of the samples that call a tool, or have a finding. */
export function nameFilter(of: NamesChart['of'], name: string): string {
  return `${of === 'tools' ? 'tool' : 'finding'}:${formatWord(name)}`;
}

/** The filter of the samples with a claim on a gold box. */
function goldFilter({ bars }: GoldChart, from: number, to: number): string | null {
  const verdicts = bars
    .slice(from, to + 1)
    .map(({ right }) => (right === null ? 'missing:verdict' : `verdict:${right ? 'right' : 'wrong'}`));
  if (verdicts.length === 0) return null;
  const which = verdicts.length === 1 ? verdicts.join('') : `(${verdicts.join(' or ')})`;
  return `${which} ${GOLD_SEEN}=1`;
}

function stepsFilter(steps: readonly StepRange[], from: number, to: number): string | null {
  const [first, last] = [steps[from], steps[to]];
  return first === undefined || last === undefined ? null : rangeFilter('step', first.first, last.last);
}

function distributionFilter({ of, bars }: DistributionChart, from: number, to: number): string | null {
  const [first, last] = [bars[from], bars[to]];
  if (first === undefined || last === undefined) return null;
  const name = formatName(of);
  if (last.low === last.high) return rangeFilter(name, first.low, last.high);
  const high = to === bars.length - 1 ? '<=' : '<';
  return `${name}>=${first.low} ${name}${high}${last.high}`;
}

function rangeFilter(name: string, low: number, high: number): string {
  return low === high ? `${name}=${low}` : `${name}:${low}..${high}`;
}
