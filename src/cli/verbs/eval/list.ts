import { NO_HEAD } from '../../../core/datasets/datasetReader.ts';
import type { DatasetListing } from '../../../core/datasets/datasetListing.ts';
import { isPageTraceError } from '../../../core/errors.ts';
import { findDataset } from '../../../evaluation/dataset/findDataset.ts';
import { readDataset, readDatasetHead } from '../../../evaluation/readDataset.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { CLEAN, UNUSABLE } from '../../terminal/verb.ts';
import { AskedItems } from './askedItems.ts';
import type { ListArguments } from './evalArguments.ts';

/**
 * `pagetrace eval DATASET --list`: the questions of a data set that would be asked and its mistakes, as JSON lines.
 * Nothing is asked.
 * @throws PageTraceError `bad-input`, `file-not-found`, `file-unreadable`, `cancelled`
 */
export async function listDataset(
  given: ListArguments,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const { listed: dataset } = given;
  const say = (line: DatasetListing): void => {
    terminal.out(`${JSON.stringify(line)}\n`);
  };
  const asked = await AskedItems.open(given, signal);
  // Of what is no data set, nothing is listed.
  await findDataset(dataset);
  const { name, prompt } = await readDatasetHead(dataset, signal).catch((error: unknown) => {
    // What is wrong with the first line is listed as a problem.
    if (isPageTraceError(error) && error.reason === 'bad-input') return NO_HEAD;
    throw error;
  });
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
  let count = 0;
  for await (const item of items) {
    if (!asked.has(item)) continue;
    const { id, line, question, documents, buckets, tags } = item;
    say({ list: 'item', id, line, question, documents: documents.map((each) => each.path), buckets, tags });
    await terminal.drained();
    count += 1;
    if (terminal.unread.aborted || count === asked.limit) break;
  }
  asked.report(terminal.say);
  return status;
}
