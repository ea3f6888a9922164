import { RunColumns } from '../../../core/summary/runColumns.ts';
import { DialectChoice } from '../../../runs/choosing/dialectChoice.ts';
import { readFacts } from '../../../runs/scoring/sampleFacts.ts';
import type { ScoredItem } from '../../../runs/scoring/scorer.ts';

/** The columns of all samples of portions. */
export async function readColumns(portions: AsyncIterable<readonly ScoredItem[]>): Promise<RunColumns> {
  const columns = new RunColumns();
  const dialects = new DialectChoice();
  for await (const items of portions) {
    dialects.look(items);
    for (const item of items)
      if (!('problem' in item))
        columns.add(readFacts(item.sample, dialects.of(item.place.file, item.sample), item.score));
  }
  return columns;
}
