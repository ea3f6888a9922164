import { describe, expect, it } from 'vitest';
import { ChartBuilder } from '../../../src/core/charts/buildCharts.ts';
import { chartSvg, PAPER_COLORS, rangeOf } from '../../../src/core/charts/chartSvg.ts';
import { chartCsv, chartTable } from '../../../src/core/charts/chartTable.ts';
import { chartSummary, chartTitle, pointPhrase } from '../../../src/core/charts/chartWords.ts';
import type { Chart, ChartId } from '../../../src/core/charts/model.ts';
import { plotOf } from '../../../src/core/charts/plot.ts';
import { axisTicks } from '../../../src/core/charts/ticks.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { groupOf, tableOf } from '../../support/sampleTables.ts';

const SAMPLES: readonly Partial<SampleFacts>[] = [1, 2, 3].flatMap((step) =>
  [0, 1, 2, 3].map((sample) => ({
    step,
    group: groupOf(`${step}`),
    right: sample < step,
    fields: new Map([['score', sample / 4 + step]]),
    tools: sample === 0 ? ['<b>&"'] : ['zoom_in'],
  })),
);

function chartOf(id: ChartId, samples = SAMPLES): Chart {
  const { table, rows } = tableOf(samples);
  return new ChartBuilder(table, rows, { acrossSteps: false, compared: 'score' }).build(id);
}

const IDS: readonly ChartId[] = ['distribution:score', 'steps:score', 'steps:right', 'difficulty', 'tools'];
const withoutSteps = SAMPLES.map((sample) => ({ ...sample, step: null }));

describe('a chart as an image', () => {
  it.each(IDS)('%s loads nothing, and has its title', (id) => {
    for (const samples of [SAMPLES, withoutSteps, []]) {
      const svg = chartSvg(chartOf(id, samples), PAPER_COLORS, { width: 640, height: 320 });
      expect(svg).not.toMatch(/href|url\(|<script|NaN|Infinity|undefined/);
      expect(svg).toContain(`<title>${chartTitle(chartOf(id, samples))}</title>`);
    }
  });

  it('draws a bar for each value, as high as its share of the axis', () => {
    const svg = chartSvg(chartOf('difficulty'), PAPER_COLORS, { width: 640, height: 320 });
    const bars = [
      ...svg.matchAll(/<rect x="[\d.]+" y="[\d.]+" width="[\d.]+" height="([\d.]+)" fill="(#\w+)"/g),
    ];
    expect(bars.map(([, , fill]) => fill)).toEqual([
      PAPER_COLORS.bad,
      PAPER_COLORS.main,
      PAPER_COLORS.main,
      PAPER_COLORS.main,
      PAPER_COLORS.bad,
    ]);
    expect(bars.map(([, height]) => Number(height) > 0)).toEqual([false, true, true, true, false]);
  });

  it('names whole steps', () => {
    const steps = (count: number): readonly string[] => {
      const samples = Array.from({ length: count }, (_, at) => ({
        step: at + 1,
        fields: new Map([['score', at]]),
      }));
      const svg = chartSvg(chartOf('steps:score', samples), PAPER_COLORS, { width: 640, height: 320 });
      return [...svg.matchAll(/text-anchor="middle"[^>]*>([^<]*)</g)].map(([, label]) => label ?? '');
    };
    expect(steps(1)).toEqual(['1']);
    expect(steps(2)).toEqual(['1', '2']);
    expect(steps(4)).toEqual(['1', '2', '3', '4']);
    expect(steps(60)).toEqual(['10', '20', '30', '40', '50', '60']);
  });

  it('keeps a name of a record as text', () => {
    const svg = chartSvg(chartOf('tools'), PAPER_COLORS, { width: 640, height: 320 });
    expect(svg).toContain('&lt;b&gt;&amp;&quot;');
    expect(svg).not.toContain('<b>');
  });
});

describe('a chart in words', () => {
  it('has a title, a summary, and a phrase for each point', () => {
    expect(IDS.map((id) => chartTitle(chartOf(id)))).toEqual([
      'Score: distribution',
      'Score by step',
      'Share right by step',
      'Difficulty: right of 4',
      'Tools by step',
    ]);
    expect(IDS.map((id) => chartSummary(chartOf(id)))).toEqual([
      '12 samples: mean 2.375, median 2.375.',
      '3.375 at last, 1.375 at first.',
      '75% at last, 25% at first.',
      'In 0 of 3 groups, all samples are paid the same, so that they teach nothing.',
      '12 samples; the most frequent is zoom_in, in 75%.',
    ]);
    expect(IDS.map((id) => pointPhrase(chartOf(id), 1))).toEqual([
      '1.25: 1 sample',
      'step 2: mean 2.375, median 2.375, the middle 80% from 2.075 to 2.675',
      'step 2: 50%',
      '1 of 4 right: 1 group',
      'step 2: zoom_in 75%, <b>&" 25%',
    ]);
    expect(IDS.map((id) => pointPhrase(chartOf(id), 99))).toEqual(['', '', '', '', '']);
  });

  it('says what one sample or step has, what is left out, and that a sum is too large', () => {
    const one = [{ step: 1, fields: new Map([['score', 0.5]]) }];
    expect(chartSummary(chartOf('distribution:score', one))).toBe('1 sample: mean 0.5, median 0.5.');
    expect(chartSummary(chartOf('steps:score', one))).toBe('0.5 in the only step.');
    const odd = [1e308, 1e308, Number.NaN].map((score) => ({ step: 1, fields: new Map([['score', score]]) }));
    expect(chartSummary(chartOf('distribution:score', odd))).toBe(
      '2 samples: median 1E308. The sum is too large for a mean. Left out: 1 sample in which it is NaN or infinite.',
    );
    expect(chartSummary(chartOf('steps:score', odd))).toBe('No step has this number.');
  });

  it('says what there is none of', () => {
    expect(IDS.map((id) => chartSummary(chartOf(id, [])))).toEqual([
      'No sample has this number.',
      'No step has this number.',
      'No step has this number.',
      'No group can be compared.',
      'No tool is called.',
    ]);
    expect(IDS.map((id) => plotOf(chartOf(id, [])))).toEqual(IDS.map(() => null));
  });

  it('is a table with a row for each bar or point', () => {
    expect(chartTable(chartOf('steps:right'))).toEqual({
      head: ['Step', 'Samples', 'Share right'],
      rows: [
        ['1', 4, 0.25],
        ['2', 4, 0.5],
        ['3', 4, 0.75],
      ],
    });
    expect(chartCsv(chartOf('difficulty'))).toBe('Right of 4,Groups\r\n0,0\r\n1,1\r\n2,1\r\n3,1\r\n4,0\r\n');
    expect(chartCsv(chartOf('tools'))).toBe(
      'Step,Samples,zoom_in,"<b>&"""\r\n1,4,0.75,0.25\r\n2,4,0.75,0.25\r\n3,4,0.75,0.25\r\n',
    );
    expect(chartCsv(chartOf('tools', withoutSteps))).toBe(
      'Tool,Samples,Share\r\nzoom_in,9,0.75\r\n"<b>&""",3,0.25\r\n',
    );
  });
});

describe('an axis', () => {
  it('has round numbers', () => {
    expect(axisTicks(0, 1, 4)).toEqual([0, 0.5, 1]);
    expect(axisTicks(0, 219, 4)).toEqual([0, 100, 200]);
    expect(axisTicks(-0.06, 1.06, 8)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(axisTicks(5, 5, 4)).toEqual([5]);
  });

  it('has room for every value, and begins at 0 for bars', () => {
    const bars = plotOf(chartOf('difficulty'));
    expect(bars !== null && rangeOf(bars)).toEqual({ low: 0, high: 1.06 });
    const flat = plotOf(chartOf('steps:score', [{ step: 1, fields: new Map([['score', 2]]) }]));
    expect(flat !== null && rangeOf(flat)).toEqual({ low: 1, high: 3 });
    const none = plotOf(chartOf('steps:score', [{ step: 1, fields: new Map([['score', 0]]) }]));
    expect(none !== null && rangeOf(none)).toEqual({ low: 0, high: 1 });
  });
});
