import path from 'node:path';
import { BatchFolder, readBatch } from '../../../evaluation/batch/batchFolder.ts';
import { exportAgain } from '../../../evaluation/batch/exportAgain.ts';
import { totalsOf } from '../../../evaluation/batch/exportBatch.ts';
import { readKnownRun } from '../../../evaluation/readKnownRun.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { CLEAN, type VerbContext } from '../../terminal/verb.ts';
import { MADE_BEFORE, type ExportArguments } from './exportArguments.ts';
import { progressText, sayTotals } from './exportTotals.ts';

/**
 * Writes the requests of a batch whose samples a run lacks.
 * @throws PageTraceError for wrong arguments, a batch or a run that cannot be read, and a folder that cannot be written
 */
export async function exportFailed(
  from: string,
  { values, positionals, out, limits }: ExportArguments,
  { terminal, interrupted: signal }: VerbContext,
): Promise<number> {
  const idle = MADE_BEFORE.find((each) => values[each] !== undefined);
  if (positionals.length > 0 || idle !== undefined)
    throw new UsageError(
      `--failed writes requests again as they were, so it takes no ${idle === undefined ? 'data set' : `--${idle}`}.`,
      { hint: 'Write pagetrace batch export --failed FOLDER --run RUN.jsonl --out FOLDER.' },
    );
  if (values.run === undefined)
    throw new UsageError('--failed needs --run.', {
      hint: 'Name the run that batch import wrote: --run RUN.jsonl.',
    });
  const manifest = await readBatch(from, signal);
  const { samples } = await readKnownRun(values.run, manifest.head.settings, signal);
  if (path.resolve(from) === path.resolve(out))
    throw new UsageError('--out is the folder of the batch itself.', { hint: 'Name another folder.' });
  let batch: BatchFolder | null = null;
  try {
    batch = await BatchFolder.open(out, manifest.head, signal);
    await exportAgain({
      from,
      manifest,
      samples,
      batch,
      limits,
      signal,
      onProgress: (progress) => {
        terminal.count(progressText(progress));
      },
    });
    sayTotals(batch, totalsOf(batch), terminal);
    return CLEAN;
  } finally {
    samples.close();
    await batch?.close();
  }
}
