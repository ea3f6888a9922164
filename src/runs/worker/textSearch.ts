import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import type { RowTable } from './rowTable.ts';
import { RowThread } from './rowThread.ts';
import type { RunFilter } from './runFilter.ts';
import { rowsTask, type TaskOptions } from './rowsTask.ts';

/** Where texts are searched. */
export interface SearchedRun {
  readonly rows: RowTable;
  readonly sourceOf: TaskOptions['sourceOf'];
  readonly fields: FieldMap;
  readonly data: RunsWorkerData;
  readonly url: URL;
  readonly threads: number;
}

/**
 * Evaluates the atoms of a filter that read texts, for the rows that depend on them, in the order of the rows.
 * @param onFound called after each part
 */
export async function searchTexts(
  run: SearchedRun,
  filter: RunFilter,
  signal: AbortSignal,
  onFound: (rowsDone: number) => void,
): Promise<void> {
  const { open } = filter;
  let next = 0;
  let done = 0;
  const isOver = (): boolean => signal.aborted;
  const work = async (): Promise<void> => {
    let thread: RowThread | null = null;
    while (next < open.length && !isOver()) {
      const first = next;
      const { task, count } = rowsTask(run.rows, open.subarray(first), run);
      next += count;
      const rows = open.subarray(first, first + count);
      thread = thread === null || thread.isLost ? new RowThread(run.url, run.data) : thread;
      const block = await thread.channel
        .call('search', { ...task, filter: filter.text }, { signal })
        .catch(() => null);
      if (isOver()) break;
      // Rows that cannot be searched do not match.
      filter.take(rows, block?.found ?? filter.nothing(count));
      done += count;
      onFound(done);
    }
    await thread?.end();
  };
  const { scoringBytes } = run.data.limits;
  const threads = Math.min(run.threads, Math.ceil((open.length * 4096) / scoringBytes));
  await Promise.all(Array.from({ length: Math.max(1, threads) }, work));
}
