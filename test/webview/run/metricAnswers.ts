import {
  compareRuns,
  DEFAULT_COMPARISON,
  type RunSide,
} from '../../../src/core/runComparison/compareRuns.ts';
import { listQuestions, questionsWith } from '../../../src/core/runComparison/listQuestions.ts';
import type { ComparisonAnswer } from '../../../src/core/runComparison/model.ts';
import { measureRun } from '../../../src/core/runMetrics/measureRun.ts';
import { MeasureColumns } from '../../../src/core/runMetrics/measureColumns.ts';
import { metricSources } from '../../../src/core/runMetrics/metricSources.ts';
import type { FieldValuesAnswer, MetricsAnswer } from '../../../src/core/runMetrics/model.ts';
import { once } from '../../../src/core/once.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import type { MetricMethods } from '../../../src/protocol/runMetrics.ts';
import { learningColumns } from './chartAnswers.ts';

const table = new ColumnsTable(learningColumns());
const rows = Uint32Array.from({ length: table.count }, (_, row) => row);
/** Made when they are asked for: their titles are in the language of then. */
const sources = once(() => metricSources({ table, measures: new MeasureColumns() }));
const READ = { measured: rows.length, of: rows.length, unscored: 0 };

/** The metrics of the run that learns, by steps if a field is asked for. */
export function answerMetrics({ by, seed }: MetricMethods['metrics']['args']): MetricsAnswer {
  const metrics = measureRun(
    {
      table,
      rows,
      sources: sources(),
      by: by.map((field) => ({ field, valuesOf: (row) => [String(table.step(row))] })),
    },
    { seed, rounds: 20, level: 0.95 },
  );
  return { ...READ, metrics };
}

function sideOf(name: string, step: number): RunSide {
  return {
    name,
    table,
    rows: rows.filter((row) => table.step(row) === step),
    sources: sources(),
    keyOf: (question) => ({ id: table.groups(true).name(question), text: null, reference: null }),
  };
}

const compared = (names: readonly [string, string]) => {
  const [base, run] = [sideOf(names[0], 1), sideOf(names[1], 12)];
  return { base, run, runs: compareRuns(base, run, { ...DEFAULT_COMPARISON, rounds: 20, permutations: 99 }) };
};

/** The first step of that run compared with the last one, as if they were two runs. */
export function answerComparison({ parts }: MetricMethods['comparison']['args']): ComparisonAnswer {
  const names = parts.kind === 'run' ? (['old', 'rollouts'] as const) : (['step 1', 'step 12'] as const);
  const { comparison } = compared(names).runs;
  return {
    ...READ,
    comparison: { ...comparison, base: { ...comparison.base, unmatched: 1 } },
    onlyInBase: ['Which page is missing?'],
    onlyInRun: [],
  };
}

export function answerQuestions({ outcome, start, count }: MetricMethods['comparedQuestions']['args']) {
  const sides = compared(['old', 'rollouts']);
  return listQuestions(questionsWith(outcome, sides), start, count, sides);
}

/** Some steps of that run. */
export function answerSteps(): FieldValuesAnswer {
  const values = [1, 6, 12].map((step) => ({
    value: String(step),
    samples: rows.filter((row) => table.step(row) === step).length,
  }));
  return { ...READ, values };
}

const BOOTSTRAP = { seed: 0, rounds: 1000 };

/** Answers for an extension that answers every question in the same way: metrics by steps, and what was gained. */
export const metricAnswers = () => ({
  metrics: answerMetrics({ by: ['step'], ...BOOTSTRAP }),
  fieldValues: answerSteps(),
  comparison: answerComparison({ parts: { kind: 'run' }, measure: null, ...BOOTSTRAP }),
  comparedQuestions: answerQuestions({ outcome: 'win', start: 0, count: 50 }),
});
