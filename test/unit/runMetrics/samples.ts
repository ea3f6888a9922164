import { MeasureColumns } from '../../../src/core/runMetrics/measureColumns.ts';
import { metricSources } from '../../../src/core/runMetrics/metricSources.ts';
import type { MetricSource } from '../../../src/core/runMetrics/metricSource.ts';
import { SampleMeter } from '../../../src/core/runMetrics/sampleMeasures.ts';
import { sampleOf, type Sample } from '../../../src/core/records/sample.ts';
import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { factsOf } from '../summary/facts.ts';

const EMPTY = sampleOf({
  response: '',
  info: {
    question: null,
    documents: [],
    images: [],
    reference: null,
    verdict: 'unknown',
    toolResults: null,
    responseLength: null,
    retrieval: null,
    dialect: null,
    reward: null,
    prompt: null,
    model: null,
    sampling: {},
    pixels: null,
  },
});

/** A sample of which only what a test states is known. */
export const sampleWith = (known: Partial<Sample>): Sample => ({ ...EMPTY, ...known });

/** A sample in a run: what it says, and what is known of it. */
export interface TestedSample {
  readonly sample?: Partial<Sample>;
  readonly facts?: Partial<SampleFacts>;
  /** The name of its question; no question without it. */
  readonly question?: string;
}

/** A run of some samples: its columns, its rows, and its metrics. */
export interface TestedRun {
  readonly table: ColumnsTable;
  readonly rows: Uint32Array;
  readonly sources: readonly MetricSource[];
}

export function runOf(samples: readonly TestedSample[]): TestedRun {
  const columns = new RunColumns();
  const measures = new MeasureColumns();
  const meter = new SampleMeter();
  for (const { sample = {}, facts = {}, question } of samples) {
    const group = question === undefined ? null : { key: question, name: question, keys: [] };
    const row = columns.add(factsOf({ group, ...facts }));
    measures.set(row, meter.measure(sampleWith(sample), null));
  }
  const table = new ColumnsTable(columns);
  return {
    table,
    rows: Uint32Array.from(samples, (_, row) => row),
    sources: metricSources({ table, measures }),
  };
}
