import fc from 'fast-check';
import { ColumnsTable } from '../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../src/core/summary/runColumns.ts';
import type { SampleFacts } from '../../src/core/summary/sampleFacts.ts';
import { factsOf } from '../unit/summary/facts.ts';

/** A table of samples, and all of its rows. */
export function tableOf(samples: readonly Partial<SampleFacts>[]): {
  readonly table: ColumnsTable;
  readonly rows: Uint32Array;
} {
  const columns = new RunColumns();
  for (const sample of samples) columns.add(factsOf(sample));
  return { table: new ColumnsTable(columns), rows: Uint32Array.from(samples.keys()) };
}

/** The group of a question. */
export const groupOf = (name: string): SampleFacts['group'] => ({ key: name, name, keys: ['uid'] });

/** Numbers of samples, also such that a JSON record cannot hold. */
const number = fc.oneof(
  fc.constantFrom(0, 1, 0.2, 0.9, -0.1, 0.30000000000000004),
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.integer({ min: -5000, max: 5000 }),
  fc.constantFrom(Number.NaN, Infinity, -Infinity),
);

/** Samples of a run: few steps and questions, so that many share one. */
export const samples = fc.array(
  fc.record({
    step: fc.option(fc.integer({ min: 0, max: 6 })),
    group: fc.option(fc.constantFrom('a', 'b', 'c').map(groupOf)),
    right: fc.option(fc.boolean()),
    fields: fc
      .dictionary(fc.constantFrom('reward', 'score', 'length', 'reward.format'), number)
      .map((fields) => new Map(Object.entries(fields))),
    tools: fc.array(fc.constantFrom('zoom_in', 'crop', 'odd name', '*', 'a"b'), { maxLength: 4 }),
    findings: fc.uniqueArray(fc.constantFrom('missing-block', 'unknown-tool')),
    answer: fc.option(fc.constantFrom('43%', '43 %', 'Asia', '')),
    finishReason: fc.option(fc.constantFrom('stop', 'length', 'Max_Tokens')),
  }),
  { maxLength: 60 },
);
