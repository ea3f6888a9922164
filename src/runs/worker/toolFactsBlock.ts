import { readToolFacts, ToolFactsCounter, type CountedToolFacts } from '../../core/toolPool/definitions.ts';
import type { BlockReader } from './blockReader.ts';
import type { RowsTask } from './scoringCalls.ts';

/** How the responses of a task define and call tools; rows are positions in the task. */
export async function countToolFacts(
  reader: Pick<BlockReader, 'read'>,
  task: RowsTask,
): Promise<CountedToolFacts> {
  const counter = new ToolFactsCounter();
  let position = 0;
  for await (const each of reader.read(task)) {
    if ('sample' in each) counter.add(position, readToolFacts(each.sample.response));
    position += 1;
  }
  return counter.counted();
}
