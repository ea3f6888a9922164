import type { DatasetListing } from '../../../core/datasets/datasetListing.ts';
import { readDataset, readDatasetHead } from '../../../evaluation/readDataset.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { CLEAN, UNUSABLE } from '../../terminal/verb.ts';

/**
 * `pagetrace eval DATASET --list`: the questions of a data set and its mistakes, as JSON lines. Nothing is asked.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function listDataset(dataset: string, terminal: Terminal, signal: AbortSignal): Promise<number> {
  const say = (line: DatasetListing): void => {
    terminal.out(`${JSON.stringify(line)}\n`);
  };
  const { name, prompt } = await readDatasetHead(dataset, signal);
  say({ list: 'dataset', name, prompt });
  let status = CLEAN;
  const items = readDataset(dataset, {
    signal,
    onProblem: ({ line, severity, message }) => {
      if (severity === 'information') return;
      if (severity === 'error') status = UNUSABLE;
      say({ list: 'problem', line, severity, message });
    },
  });
  for await (const { id, line, question, documents, buckets, tags } of items) {
    say({ list: 'item', id, line, question, documents: documents.map((each) => each.path), buckets, tags });
    await terminal.drained();
    if (terminal.unread.aborted) break;
  }
  return status;
}
