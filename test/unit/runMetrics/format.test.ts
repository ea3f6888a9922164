import { describe, expect, test } from 'vitest';
import { METRIC_COLUMNS, metricRows } from '../../../src/core/runMetrics/format/metricsCsv.ts';
import { metricsReport, severalRunsReport } from '../../../src/core/runMetrics/format/metricsReport.ts';
import {
  differenceNumber,
  metricNumber,
  probabilityText,
} from '../../../src/core/runMetrics/format/numbers.ts';
import { reportLatex, reportMarkdown, reportText } from '../../../src/core/runMetrics/format/writeReport.ts';
import type { RunMetrics } from '../../../src/core/runMetrics/model.ts';

const value = (samples: number, mean: number | null, low: number | null, high: number | null) => ({
  name: 'right',
  samples,
  questions: samples,
  value: mean,
  low,
  high,
});

const METRICS: RunMetrics = {
  samples: 2000,
  questions: 250,
  seed: 7,
  rounds: 1000,
  level: 0.95,
  definitions: [{ name: 'right', title: 'Right', unit: 'share', description: '', better: 'higher' }],
  overall: [value(2000, 0.72414, 0.7, 0.75)],
  by: [
    {
      field: 'kind_of',
      without: 3,
      buckets: [
        { value: 'A & B', samples: 10, questions: 10, metrics: [value(10, 0.5, null, null)] },
        { value: 'C|D', samples: 0, questions: 0, metrics: [value(0, null, null, null)] },
      ],
    },
  ],
};

test.each([
  [0.72414, 'share', '72.4'],
  [-0.00001, 'share', '0.0'],
  [12.345, 'percent', '12.3'],
  [1234.5678, 'number', '1235'],
  [0.000123456, 'number', '0.0001235'],
  [null, 'share', '–'],
] as const)('%d as a %s is %s', (number, unit, text) => {
  expect(metricNumber(number, unit)).toBe(text);
});

test.each([
  [0.05, '+5.0'],
  [-0.05, '-5.0'],
  [0.0001, '0.0'],
  [0, '0.0'],
])('the difference %d', (number, text) => {
  expect(differenceNumber(number, 'share')).toBe(text);
});

test('a small probability is not 0', () => {
  expect(probabilityText(0.0004)).toBe('< 0.001');
  expect(probabilityText(0.0321)).toBe('0.032');
});

describe('a report', () => {
  const report = metricsReport(METRICS);

  test('as text', () => {
    expect(reportText(report)).toBe(`Metrics

2,000 samples, 250 questions.

Intervals: 95%, bootstrap by question, 1,000 rounds, seed 7.

  Metric     Value  95% interval  Samples  Questions
  Right (%)   72.4  [70.0, 75.0]    2,000      2,000

By kind_of (3 samples without it)
  kind_of    A & B  C|D
  Samples       10    0
  Questions     10    0
  Right (%)   50.0    –
`);
  });

  test('as Markdown, where names are no markup', () => {
    const text = reportMarkdown(report);
    expect(text).toContain('| Right (%) | 72.4 | \\[70.0, 75.0\\] | 2,000 | 2,000 |');
    expect(text).toContain('### By kind\\_of (3 samples without it)');
    expect(text).toContain('| kind\\_of | A \\& B | C\\|D |');
  });

  test('as LaTeX, where names are no commands', () => {
    const text = reportLatex(report);
    expect(text).toContain('Right (\\%) & 72.4 & {[}70.0, 75.0{]} & 2,000 & 2,000 \\\\');
    expect(text).toContain('kind\\_of & A \\& B & C|D \\\\');
    expect(text).toContain('\\begin{tabular}{lrr}');
    const hostile = {
      title: 'x\n\\input{y}',
      parts: [{ title: null, columns: ['\\~^#$%{}<-1'], rows: [['-2.5']] }],
    };
    const lines = reportLatex(hostile).split('\n');
    expect(lines[0]).toBe('% x \\input{y}; needs \\usepackage{booktabs}');
    expect(lines).toContain(
      '\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\#\\$\\%\\{\\}$<$-1 \\\\',
    );
    expect(lines).toContain('$-$2.5 \\\\');
  });

  test('has a row for each bucket if there are many', () => {
    const [kind] = METRICS.by;
    const [bucket] = kind?.buckets ?? [];
    if (kind === undefined || bucket === undefined) throw new Error('There is a bucket.');
    const buckets = Array.from({ length: 7 }, (_, step) => ({ ...bucket, value: `${step}` }));
    const text = reportText(metricsReport({ ...METRICS, by: [{ ...kind, buckets }] }));
    expect(text).toContain(
      '  kind_of  Samples  Questions  Right (%)\n  0             10         10       50.0\n',
    );
  });

  test('has no table of a field in which no sample has a value', () => {
    const none = metricsReport({ ...METRICS, by: [{ field: 'a_[b](c)', without: 2000, buckets: [] }] });
    expect(reportText(none)).toContain('\nBy a_[b](c): no sample has a value in this field.\n');
    expect(reportMarkdown(none)).toContain('By a\\_\\[b\\](c): no sample');
    const lines = metricsReport({ ...METRICS, by: [{ field: 'x\n\\input{y}', without: 2000, buckets: [] }] });
    expect(reportLatex(lines)).toContain('\n% By x \\input{y}: no sample');
  });

  test('of several runs has a column for each', () => {
    const other = { ...METRICS, definitions: [], overall: [], samples: 5 };
    const text = reportText(
      severalRunsReport([
        { name: 'one', metrics: METRICS },
        { name: 'two', metrics: other },
      ]),
    );
    expect(text).toContain('  Right (%)  72.4 [70.0, 75.0]    –\n');
    expect(text).toContain('  Samples                2,000    5\n');
  });
});

test('rows of a table have all digits', () => {
  const rows = metricRows('new', METRICS);
  expect(rows.every((row) => row.length === METRIC_COLUMNS.length)).toBe(true);
  expect(rows).toEqual([
    ['new', '', '', 'right', 'share', 0.72414, 0.7, 0.75, 2000, 2000],
    ['new', 'kind_of', 'A & B', 'right', 'share', 0.5, null, null, 10, 10],
    ['new', 'kind_of', 'C|D', 'right', 'share', null, null, null, 0, 0],
  ]);
});

test('hidden characters are seen in LaTeX, without a command', () => {
  const text = reportLatex({
    title: 'a\u202Eb',
    parts: [{ title: null, columns: ['x\u202Ey'], rows: [['\u0001']] }],
  });
  expect(text).toContain('x\\textbackslash{}u202Ey');
  expect(text).toContain('\\textbackslash{}u0001 ');
  expect(text).not.toMatch(/[\u2400-\u241F\u202E]/);
});
