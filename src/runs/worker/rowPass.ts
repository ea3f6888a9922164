import type { FieldMap } from '../../core/records/fieldMap.ts';
import type { Verdict } from '../../core/rewards/model.ts';
import type { RunsWorkerData } from '../index/calls.ts';
import type { RowTable } from './rowTable.ts';
import { RowThread } from './rowThread.ts';
import { rowsTask, type TaskOptions } from './rowsTask.ts';
import type { RowsTask, ScoringCalls } from './scoringCalls.ts';

/** What rows are read again for, in threads of their own. */
export type PassName = Exclude<keyof ScoringCalls, 'score'>;

/** What a pass needs besides the rows. */
export type PassOptions<Name extends PassName> = Omit<ScoringCalls[Name]['request'], keyof RowsTask>;

/** The rows that can be read again, and how. */
export interface ReadableRows {
  readonly rows: RowTable;
  readonly sourceOf: TaskOptions['sourceOf'];
  readonly fields: FieldMap;
  readonly data: RunsWorkerData;
  /** The script of the threads. */
  readonly url: URL;
  readonly threads: number;
}

/** Bytes of a row, about, by which it is decided how many threads are worth it. */
const ROW_BYTES = 4096;

/**
 * Reads rows again, in blocks, in threads that are begun for it.
 * @param onBlock is given what was found in each block; null if its rows could not be read
 */
export async function readRows<Name extends PassName>(
  run: ReadableRows,
  name: Name,
  options: PassOptions<Name>,
  rows: Uint32Array,
  signal: AbortSignal,
  onBlock: (rows: Uint32Array, found: ScoringCalls[Name]['value'] | null) => void,
): Promise<void> {
  let next = 0;
  const isOver = (): boolean => signal.aborted;
  const work = async (): Promise<void> => {
    let thread: RowThread | null = null;
    while (next < rows.length && !isOver()) {
      const first = next;
      const { task, count } = rowsTask(run.rows, rows.subarray(first), run);
      next += count;
      thread = thread === null || thread.isLost ? new RowThread(run.url, run.data) : thread;
      const said = saidOf(run.rows.persons, rows.subarray(first, first + count));
      const request = { ...task, ...said, ...options } as ScoringCalls[Name]['request'];
      const found = await thread.channel.call(name, request, { signal }).catch(() => null);
      if (isOver()) break;
      onBlock(rows.subarray(first, first + count), found);
    }
    await thread?.end();
  };
  const { scoringBytes } = run.data.limits;
  const threads = Math.min(run.threads, Math.ceil((rows.length * ROW_BYTES) / scoringBytes));
  await Promise.all(Array.from({ length: Math.max(1, threads) }, work));
}

/** What a person said of some rows, by their positions. */
function saidOf(persons: RowTable['persons'], rows: Uint32Array): Pick<RowsTask, 'said'> {
  if (persons.size === 0) return {};
  const said = new Map<number, Verdict>();
  rows.forEach((row, position) => {
    const verdict = persons.get(row);
    if (verdict !== undefined) said.set(position, verdict);
  });
  return said.size === 0 ? {} : { said };
}
