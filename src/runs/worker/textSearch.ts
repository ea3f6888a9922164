import { readRows, type ReadableRows } from './rowPass.ts';
import type { RunFilter } from './runFilter.ts';

/**
 * Evaluates the atoms of a filter that read texts, for the rows that depend on them, in the order of the rows.
 * @param onFound called after each part
 */
export async function searchTexts(
  run: ReadableRows,
  filter: RunFilter,
  signal: AbortSignal,
  onFound: (rowsDone: number) => void,
): Promise<void> {
  let done = 0;
  await readRows(run, 'search', { filter: filter.text }, filter.open, signal, (rows, block) => {
    // Rows that cannot be searched do not match.
    filter.take(rows, block?.found ?? filter.nothing(rows.length));
    done += rows.length;
    onFound(done);
  });
}
