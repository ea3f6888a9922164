import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { compareAnswer, reportAnswers } from '../../../src/core/metrics/answerMetrics.ts';
import { refinementMetrics, type RefinementItem } from '../../../src/core/metrics/refinementMetrics.ts';
import { measureRun, type BucketColumn } from '../../../src/core/runMetrics/measureRun.ts';
import type { MetricValue } from '../../../src/core/runMetrics/model.ts';
import { runOf, type TestedSample } from './samples.ts';

const OPTIONS = { seed: 1, rounds: 50, level: 0.95 };

function metricsOf(samples: readonly TestedSample[], by: readonly BucketColumn[] = []) {
  const metrics = measureRun({ ...runOf(samples), by }, OPTIONS);
  const value = (name: string): MetricValue | undefined => metrics.overall.find((each) => each.name === name);
  return { metrics, value };
}

test('a run without samples has no metrics', () => {
  expect(metricsOf([]).metrics).toEqual({
    samples: 0,
    questions: 0,
    ...OPTIONS,
    definitions: [],
    overall: [],
    by: [],
  });
});

test('a metric counts the samples and questions of which it is known', () => {
  const { value, metrics } = metricsOf([
    { question: 'a', facts: { right: true } },
    { question: 'a', facts: { right: false } },
    { question: 'b', facts: { right: true } },
    { question: 'b' },
    { question: 'c' },
    { facts: { right: false } },
  ]);
  expect(metrics).toMatchObject({ samples: 6, questions: 4 });
  expect(value('right')).toMatchObject({ samples: 4, questions: 3, value: 0.5 });
  expect(value('em')).toBeUndefined();
  expect(metrics.definitions.map(({ name }) => name)).toEqual(metrics.overall.map(({ name }) => name));
});

test('one question has no interval', () => {
  const { value } = metricsOf([
    { question: 'a', facts: { right: true } },
    { question: 'a', facts: { right: false } },
  ]);
  expect(value('right')).toMatchObject({ value: 0.5, questions: 1, low: null, high: null });
});

test('a number that is not finite is not known', () => {
  const { value } = metricsOf([
    { facts: { fields: new Map([['reward', Number.NaN]]) } },
    { facts: { fields: new Map([['reward', 0.5]]) } },
  ]);
  expect(value('reward')).toMatchObject({ samples: 1, value: 0.5 });
});

describe('the same as the references', () => {
  const answer = fc.constantFrom('4', 'four', 'insufficient to answer', 'Acme', 'Acme Ltd', '');
  const item = fc.record({
    response: answer,
    references: fc.array(answer, { minLength: 1, maxLength: 3 }),
    sufficient: fc.constantFrom(true, false, null),
  });

  test('em, acc and f1', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 40 }), (items) => {
        const report = reportAnswers(items.map(compareAnswer));
        const { value } = metricsOf(items.map((sample) => ({ sample })));
        expect(value('em')?.value).toBe(report.global_em);
        expect(value('acc')?.value).toBe(report.global_acc);
        expect(value('f1')?.value).toBe(report.global_f1);
      }),
      propertyRuns(100),
    );
  });

  const iou = fc.option(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 1)));
  const pair = fc.oneof(
    fc.record({ iou, tool_iou: iou }),
    iou.map((both): RefinementItem => ({ iou: both, tool_iou: both })),
  );

  test('refinement', () => {
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 40 }), (items) => {
        const reference = refinementMetrics(items);
        const { metrics } = metricsOf(
          items.map((each) => ({ sample: { isRefinement: true, iou: each.iou, toolIou: each.tool_iou } })),
        );
        const own = metrics.overall.filter(({ name }) => reference !== null && name in reference);
        expect(own.length).toBeGreaterThan(3);
        for (const { name, value } of own)
          expect([name, value]).toEqual([name, Reflect.get(reference ?? {}, name) as number]);
      }),
      propertyRuns(200),
    );
  });
});

test('what no item counts for is not known', () => {
  const { value } = metricsOf([{ sample: { isRefinement: true, iou: 0.75, toolIou: 0.25 } }]);
  expect(value('critical_correction_rate')?.value).toBe(100);
  expect(value('refinement_rate')).toBeUndefined();
});

test('saying that the images do not suffice is measured where they do not', () => {
  const [yes, no] = ['insufficient to answer', '4'];
  const sample = (response: string, sufficient: boolean): TestedSample => ({
    sample: { response, references: ['4'], sufficient },
  });
  const { value } = metricsOf([sample(yes, false), sample(no, false), sample(no, false), sample(yes, true)]);
  expect(value('sufficiency_accuracy')).toMatchObject({ samples: 4, value: 0.25 });
  expect(value('sufficiency_precision')).toMatchObject({ samples: 2, value: 0.5 });
  expect(value('sufficiency_recall')).toMatchObject({ samples: 3, value: 1 / 3 });
  expect(metricsOf([sample(no, true)]).value('sufficiency_accuracy')).toBeUndefined();
});

test('format and calls are valid without errors in them', () => {
  const { value } = metricsOf([
    { facts: { findings: ['missing-block'] } },
    { facts: { findings: ['empty-block'] } },
    { facts: { findings: ['unknown-tool'], tools: ['zoom'] } },
    { facts: { tools: ['zoom', 'crop'] } },
  ]);
  expect(value('format_valid')).toMatchObject({ samples: 4, value: 0.75 });
  expect(value('tools_valid')).toMatchObject({ samples: 2, value: 0.5 });
});

test('durations and tokens are found by their names', () => {
  const fields = new Map([
    ['latency_s', 2],
    ['usage.completion_tokens', 100],
    ['length', 90],
    ['acc', 1],
  ]);
  const { metrics } = metricsOf([{ facts: { fields } }]);
  expect(metrics.definitions.map(({ name }) => name).slice(-3)).toEqual([
    'length',
    'latency_s',
    'usage.completion_tokens',
  ]);
});

test('a sample with several values is in the bucket of each', () => {
  const samples: readonly TestedSample[] = [
    { question: 'a', facts: { right: true } },
    { question: 'b', facts: { right: false } },
    { question: 'c', facts: { right: true } },
  ];
  const values = [['10', '2'], ['2'], []];
  const { metrics } = metricsOf(samples, [{ field: 'kind', valuesOf: (row) => values[row] ?? [] }]);
  const [kind] = metrics.by;
  expect(kind).toMatchObject({ field: 'kind', without: 1 });
  expect(kind?.buckets.map(({ value, samples: count, questions }) => [value, count, questions])).toEqual([
    ['2', 2, 2],
    ['10', 1, 1],
  ]);
  expect(kind?.buckets[0]?.metrics.find(({ name }) => name === 'right')?.value).toBe(0.5);
  expect(kind?.buckets.every((each) => each.metrics.length === metrics.definitions.length)).toBe(true);
});
