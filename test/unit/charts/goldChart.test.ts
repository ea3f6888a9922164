import { describe, expect, it } from 'vitest';
import { ChartBuilder } from '../../../src/core/charts/buildCharts.ts';
import { chartFilter } from '../../../src/core/charts/chartFilter.ts';
import { chartSvg, PAPER_COLORS } from '../../../src/core/charts/chartSvg.ts';
import { chartTable } from '../../../src/core/charts/chartTable.ts';
import { chartSummary, pointPhrase } from '../../../src/core/charts/chartWords.ts';
import { rightShare } from '../../../src/core/charts/goldChart.ts';
import type { GoldChart } from '../../../src/core/charts/model.ts';
import { plotOf, writeValue } from '../../../src/core/charts/plot.ts';
import { usualCharts } from '../../../src/core/charts/usualCharts.ts';
import { addCondition } from '../../../src/core/filter/addCondition.ts';
import type { FilterSubject } from '../../../src/core/filter/model.ts';
import { parseFilter } from '../../../src/core/filter/parseFilter.ts';
import { testAtom } from '../../../src/core/filter/testAtom.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { tableOf } from '../../support/sampleTables.ts';

type Given = Pick<SampleFacts, 'right' | 'fields'>;

/** A sample whose answer is right or not, and of which it is known whether it sees a gold box, or not. */
const sample = (right: boolean | null, seen: number | null): Given => ({
  right,
  fields: new Map(seen === null ? [] : [['gold_seen', seen]]),
});

/** Three of four right answers see a gold box, and one of five wrong ones; one of two is not judged. */
const SAMPLES: readonly Given[] = [
  ...[1, 1, 0, 1].map((seen) => sample(true, seen)),
  ...[0, 0, 1, 0, 0].map((seen) => sample(false, seen)),
  ...[1, 0].map((seen) => sample(null, seen)),
  ...[true, false, null].map((right) => sample(right, null)),
];

function chartOf(given: readonly Given[], rows?: readonly number[]): GoldChart {
  const { table, rows: all } = tableOf(given);
  const looked = rows === undefined ? all : Uint32Array.from(rows);
  const chart = new ChartBuilder(table, looked, { acrossSteps: false, compared: 'score' }).build('gold');
  if (chart.kind !== 'gold') throw new Error('It is no chart of gold boxes.');
  return chart;
}

/** The rows that a filter leaves. */
function rowsOf(text: string, given: readonly Given[]): readonly number[] {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message}`);
  return given.flatMap(({ right, fields }, row) => {
    const subject: FilterSubject = {
      number: (field) => fields.get(field),
      text: (field) => (field !== 'verdict' || right === null ? null : right ? 'right' : 'wrong'),
      tools: () => [],
      findings: () => [],
      claims: () => null,
      group: () => null,
    };
    const holds = parsed.filter.test((atom) => {
      const found = parsed.filter.atoms[atom];
      return found !== undefined && testAtom(found, subject);
    });
    return holds ? [row] : [];
  });
}

describe('gold boxes that are seen', () => {
  it('are counted for right answers, wrong ones, and those that nobody has judged', () => {
    expect(chartOf(SAMPLES)).toEqual({
      kind: 'gold',
      id: 'gold',
      bars: [
        { right: true, n: 4, seen: 3 },
        { right: false, n: 5, seen: 1 },
        { right: null, n: 2, seen: 1 },
      ],
    });
    expect(chartOf(SAMPLES, [2, 4, 11]).bars).toEqual([
      { right: true, n: 1, seen: 0 },
      { right: false, n: 1, seen: 0 },
    ]);
  });

  it('go with right answers or not', () => {
    const chart = chartOf(SAMPLES);
    // Three of the four judged answers that see one are right, and one of the five others.
    expect([rightShare(chart, true), rightShare(chart, false)]).toEqual([0.75, 0.2]);
    expect(chartSummary(chart)).toBe(
      'Of the answers that see a gold box, 75% are right; of the others, 20%.',
    );
  });

  it.each([
    [[], 'No sample has gold boxes and claims.'],
    [[sample(null, 1)], 'No answer is judged.'],
    [[sample(true, 1), sample(false, 1)], 'Of the answers that see a gold box, 50% are right.'],
    [[sample(false, 0), sample(null, 1)], 'Of the answers that see no gold box, 0% are right.'],
  ])('are said in one sentence, whatever is known: %#', (given, sentence) => {
    expect(chartSummary(chartOf(given))).toBe(sentence);
  });

  it('have a bar, a row and a sentence for each kind of answer, in percent', () => {
    const chart = chartOf(SAMPLES);
    expect(plotOf(chart)).toMatchObject({
      kind: 'bars',
      labels: ['Right', 'Wrong', 'Not judged'],
      values: [0.75, 0.2, 0.5],
    });
    expect(plotOf(chartOf([]))).toBeNull();
    const plot = plotOf(chart);
    expect(plot && writeValue(plot, 0.2)).toBe('20%');
    expect([0, 1, 2, 3].map((at) => pointPhrase(chart, at))).toEqual([
      'Right: 75% (3 of 4)',
      'Wrong: 20% (1 of 5)',
      'Not judged: 50% (1 of 2)',
      '',
    ]);
    expect(chartTable(chart).rows).toEqual([
      ['Right', 4, 3, 0.75],
      ['Wrong', 5, 1, 0.2],
      ['Not judged', 2, 1, 0.5],
    ]);
    const svg = chartSvg(chart, PAPER_COLORS, { width: 640, height: 320 });
    expect(svg).toContain('<title>Gold box seen, by answer</title>');
    expect(svg).not.toMatch(/NaN|undefined/);
  });

  it('filter to the samples behind each bar, and behind several', () => {
    const chart = chartOf(SAMPLES);
    const rows = (from: number, to: number): readonly number[] =>
      rowsOf(chartFilter(chart, { from, to }) ?? '', SAMPLES);
    expect(rows(0, 0)).toEqual([0, 1, 3]);
    expect(rows(1, 1)).toEqual([6]);
    expect(rows(2, 2)).toEqual([9]);
    expect(rows(1, 0)).toEqual([0, 1, 3, 6]);
    expect(rows(0, 2)).toEqual([0, 1, 3, 6, 9]);
    expect(chartFilter(chart, { from: 3, to: 3 })).toBeNull();
    const [right, wrong] = [0, 1].map((at) => chartFilter(chart, { from: at, to: at }) ?? '');
    expect(addCondition(`step>3 ${right}`, wrong ?? '')).toBe(`step>3 ${wrong}`);
    expect(addCondition(`step>3 ${right}`, right ?? '')).toBe('step>3');
  });

  it('are a chart of every run of which they are known', () => {
    const run = { compared: 'score', components: [], hasSteps: false, hasLengths: false } as const;
    expect(usualCharts({ ...run, hasGold: true })).toContain('gold');
    expect(usualCharts({ ...run, hasGold: false })).not.toContain('gold');
  });
});
