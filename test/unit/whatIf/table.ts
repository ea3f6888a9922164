import { ColumnsTable } from '../../../src/core/summary/columnsTable.ts';
import { RunColumns } from '../../../src/core/summary/runColumns.ts';
import type { SampleFacts } from '../../../src/core/summary/sampleFacts.ts';
import { WholeGroups } from '../../../src/core/whatIf/wholeGroups.ts';
import { factsOf } from '../summary/facts.ts';

/** A sample of a test. */
export interface TestSample {
  /** The question; null for a sample without a group. */
  readonly group: string | null;
  readonly step?: number | null;
  readonly right?: boolean | null;
  readonly fields?: Readonly<Record<string, number>>;
}

/** A table of samples. */
export function tableOf(samples: readonly TestSample[]): ColumnsTable {
  const columns = new RunColumns();
  for (const { group, step = null, right = null, fields = {} } of samples) {
    const facts: Partial<SampleFacts> = {
      step,
      right,
      group: group === null ? null : { key: group, name: group, keys: ['uid'] },
      fields: new Map(Object.entries(fields)),
    };
    columns.add(factsOf(facts));
  }
  return new ColumnsTable(columns);
}

/** All rows of a table, or those for which a condition holds. */
export function rowsOf(table: ColumnsTable, holds: (row: number) => boolean = () => true): Uint32Array {
  return Uint32Array.from({ length: table.count }, (_, row) => row).filter(holds);
}

/** The whole groups of samples, within their steps. */
export function groupsOf(
  samples: readonly TestSample[],
  holds?: (row: number) => boolean,
  acrossSteps = false,
): WholeGroups {
  const table = tableOf(samples);
  return new WholeGroups(table, rowsOf(table, holds), acrossSteps);
}
