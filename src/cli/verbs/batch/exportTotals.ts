import type { BatchFolder } from '../../../evaluation/batch/batchFolder.ts';
import type { ExportProgress, totalsOf } from '../../../evaluation/batch/exportBatch.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { counted } from './counted.ts';

/** Says what a batch has. */
export function sayTotals(
  { folder, isComplete }: BatchFolder,
  { requests, shards, leftOut }: ReturnType<typeof totalsOf>,
  terminal: Terminal,
): void {
  const counts = `${counted(requests, 'request')} in ${counted(shards, 'shard')}`;
  terminal.say(isComplete ? `${folder} is complete already: ${counts}.` : `${folder} has ${counts}.`);
  if (leftOut > 0)
    terminal.say(`${counted(leftOut, 'question')} could not be prepared; batch import says why.`);
}

/** How far an export is, on one line. */
export const progressText = ({ requests, shards }: ExportProgress): string =>
  `${counted(requests, 'request')}, ${counted(shards, 'shard')} complete`;
