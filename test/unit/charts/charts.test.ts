import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { ChartBuilder } from '../../../src/core/charts/buildCharts.ts';
import { isChartId, type Chart, type ChartId } from '../../../src/core/charts/model.ts';
import { quantile } from '../../../src/core/charts/quantiles.ts';
import { GroupNumbers } from '../../../src/core/summary/groupNumbers.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { factsOf } from '../summary/facts.ts';
import { groupOf, samples, tableOf } from '../../support/sampleTables.ts';

function chartOf(given: readonly Partial<SampleFacts>[], id: ChartId, compared = 'score'): Chart {
  const { table, rows } = tableOf(given);
  return new ChartBuilder(table, rows, { acrossSteps: false, compared }).build(id);
}

const scored = (...scores: number[]): Partial<SampleFacts>[] =>
  scores.map((score) => ({ fields: new Map([['score', score]]) }));

describe('a distribution', () => {
  it('has a bar for each value if there are few', () => {
    expect(chartOf([...scored(1, 0, 0.2, 1, Number.NaN), {}], 'distribution:score')).toEqual({
      kind: 'distribution',
      id: 'distribution:score',
      of: 'score',
      bars: [
        { low: 0, high: 0, samples: 1 },
        { low: 0.2, high: 0.2, samples: 1 },
        { low: 1, high: 1, samples: 2 },
      ],
      n: 4,
      missing: 1,
      notFinite: 1,
      mean: 0.55,
      median: 0.6,
    });
  });

  it('has round ranges otherwise, and whole ones for whole numbers', () => {
    const lengths = Array.from({ length: 100 }, (_, index) => 100 + index * 7);
    const chart = chartOf(
      lengths.map((length) => ({ fields: new Map([['length', length]]) })),
      'distribution:length',
    );
    const bars = chart.kind === 'distribution' ? chart.bars : [];
    expect(bars[0]).toEqual({ low: 100, high: 150, samples: 8 });
    expect(bars.at(-1)?.high).toBeGreaterThanOrEqual(793);
    const shares = Array.from({ length: 101 }, (_, index) => index / 100);
    const fine = chartOf(scored(...shares), 'distribution:score');
    const edges = fine.kind === 'distribution' ? fine.bars.map(({ low }) => low) : [];
    expect(edges.slice(0, 4)).toEqual([0, 0.05, 0.1, 0.15]);
    expect(fine.kind === 'distribution' && fine.bars.at(-1)).toEqual({ low: 0.95, high: 1, samples: 6 });
  });

  it('of nothing has no bars', () => {
    expect(chartOf([{}], 'distribution:score')).toMatchObject({
      bars: [],
      n: 0,
      missing: 1,
      mean: null,
      median: null,
    });
    expect(chartOf([], 'distribution:nothing')).toMatchObject({ bars: [], n: 0, missing: 0 });
  });

  it('counts every finite number in the one bar that holds it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { maxLength: 200 }),
        (numbers) => {
          const chart = chartOf(scored(...numbers), 'distribution:score');
          const bars = chart.kind === 'distribution' ? chart.bars : [];
          expect(bars.length).toBeLessThanOrEqual(50);
          bars.forEach(({ low, high, samples: count }, index) => {
            const isLast = index === bars.length - 1;
            const inside = numbers.filter((each) =>
              low === high ? each === low : each >= low && (each < high || (isLast && each <= high)),
            );
            expect(inside.length).toBe(count);
          });
          expect(bars.reduce((sum, bar) => sum + bar.samples, 0)).toBe(numbers.length);
        },
      ),
      propertyRuns(),
    );
  });
});

describe('a number over the steps', () => {
  it('has a mean and deciles a step', () => {
    const given = [...scored(0, 1, 0.5).map((each) => ({ ...each, step: 2 })), { ...scored(3)[0], step: 1 }];
    const chart = chartOf([...given, ...scored(9)], 'steps:score');
    expect(chart).toMatchObject({
      steps: [
        { first: 1, last: 1 },
        { first: 2, last: 2 },
      ],
      n: [1, 3],
      mean: [3, 0.5],
      all: { n: 5, mean: 2.7 },
    });
    const deciles = chart.kind === 'steps' ? (chart.deciles ?? []) : [];
    expect(deciles.map((each) => each[1])).toEqual(
      [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map((each) => expect.closeTo(each, 12) as number),
    );
  });

  it('gives the shares of those of which they are known', () => {
    const given = [
      { step: 1, right: true, finishReason: 'length' },
      { step: 1, right: null, finishReason: 'stop' },
      { step: 1, right: false, finishReason: null },
      { step: 2, right: null, fields: new Map([['is_truncated', 1]]) },
    ];
    expect(chartOf(given, 'steps:right')).toMatchObject({
      n: [2, 0],
      mean: [0.5, null],
      deciles: null,
      all: { n: 2 },
    });
    expect(chartOf(given, 'steps:cut-off')).toMatchObject({ n: [2, 1], mean: [0.5, 1], all: { n: 3 } });
  });

  it('gives the entropy of the answers to a question in bits', () => {
    const answers = (step: number, group: string, ...given: (string | null)[]): Partial<SampleFacts>[] =>
      given.map((answer) => ({ step, answer, group: groupOf(group) }));
    const chart = chartOf(
      [
        ...answers(1, 'a', '43%', '43%', '56%', '56%'),
        ...answers(1, 'b', 'Asia', 'asia'),
        ...answers(1, 'c', 'one', null),
        ...answers(2, 'a', '1', '2', '3', '4'),
      ],
      'steps:entropy',
    );
    expect(chart).toMatchObject({ n: [2, 1], mean: [0.5, 2], all: { n: 3, mean: 1 } });
  });
});

describe('difficulty', () => {
  it('counts groups by how many of their samples are right, and those that teach nothing', () => {
    const group = (name: string, ...right: (boolean | null)[]): Partial<SampleFacts>[] =>
      right.map((each) => ({
        right: each,
        group: groupOf(name),
        fields: new Map([['score', Number(each)]]),
      }));
    const chart = chartOf(
      [
        ...group('a', true, true),
        ...group('b', true, false),
        ...group('c', false, false),
        ...group('d', true, null),
      ],
      'difficulty',
    );
    expect(chart).toMatchObject({
      of: 2,
      bars: [
        { least: 0, most: 0, groups: 1 },
        { least: 1, most: 1, groups: 1 },
        { least: 2, most: 2, groups: 1 },
      ],
      groups: 3,
      unjudged: 1,
      compared: 4,
      zeroVariance: 2,
    });
  });

  it('counts groups of different sizes by the share of right samples', () => {
    const group = (name: string, n: number, right: number): Partial<SampleFacts>[] =>
      Array.from({ length: n }, (_, index) => ({ right: index < right, group: groupOf(name) }));
    const chart = chartOf(
      [
        ...group('a', 10, 1),
        ...group('b', 4, 0),
        ...group('c', 3, 3),
        ...group('d', 3, 2),
        ...group('e', 20, 19),
      ],
      'difficulty',
    );
    expect(chart.kind === 'difficulty' && [chart.of, chart.bars.map(({ groups }) => groups)]).toEqual([
      null,
      [1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 1],
    ]);
  });

  it('finds the same groups without variance as the statistics of groups do', () => {
    fc.assert(
      fc.property(samples, (given) => {
        const columns = new RunColumns();
        for (const sample of given) columns.add(factsOf(sample));
        const numbers = new GroupNumbers(columns, { acrossSteps: false, compared: 'score' });
        const { ofRow } = columns.groups(false);
        const flat = new Set<number>();
        for (let row = 0; row < columns.rows; row += 1)
          if ((ofRow[row] ?? -1) >= 0 && numbers.of(row, 'n') !== 1 && numbers.of(row, 'min') !== null)
            if (numbers.of(row, 'min') === numbers.of(row, 'max')) flat.add(ofRow[row] ?? -1);
        expect(chartOf(given, 'difficulty')).toMatchObject({ zeroVariance: flat.size });
      }),
      propertyRuns(),
    );
  });
});

describe('names', () => {
  it('counts a sample once for a name, over the steps and in all', () => {
    fc.assert(
      fc.property(samples, fc.constantFrom('tools' as const, 'findings' as const), (given, of) => {
        const chart = chartOf(given, of);
        if (chart.kind !== 'names') throw new Error('It is no chart of names.');
        expect(chart.n).toBe(given.length);
        const all = new Set(given.flatMap((each) => each[of]));
        expect(new Set(chart.names.map(({ name }) => name))).toEqual(all);
        for (const { name, samples: count, shares } of chart.names) {
          const having = given.filter((each) => (each[of] as readonly string[]).includes(name));
          expect(count).toBe(having.length);
          chart.steps.forEach(({ first }, point) => {
            const inStep = given.filter(({ step }) => step === first);
            expect(shares[point]).toBe(having.filter(({ step }) => step === first).length / inStep.length);
            expect(chart.ofStep[point]).toBe(inStep.length);
          });
        }
        expect(chart.names.map((each) => each.samples)).toEqual(
          chart.names.map((each) => each.samples).sort((a, b) => b - a),
        );
      }),
      propertyRuns(),
    );
  });
});

describe('a quantile', () => {
  it('is that of NumPy', () => {
    // numpy.quantile([1, 2, 4, 8], [0, 0.1, 0.25, 0.5, 0.9, 1])
    const sorted = Float64Array.of(1, 2, 4, 8);
    expect([0, 0.1, 0.25, 0.5, 0.9, 1].map((share) => quantile(sorted, share))).toEqual([
      1,
      expect.closeTo(1.3, 12),
      1.75,
      3,
      expect.closeTo(6.8, 12),
      8,
    ]);
    expect(quantile(new Float64Array(0), 0.5)).toBeNull();
  });
});

it('charts have names', () => {
  expect(['difficulty', 'tools', 'steps:reward', 'distribution:odd\nname'].every(isChartId)).toBe(true);
  expect(['', 'steps:', 'distribution', 'pie'].some(isChartId)).toBe(false);
});
