import { BATCH_USAGE } from '../../arguments/batchUsage.ts';
import { CLEAN, type VerbContext } from '../../terminal/verb.ts';
import { readExportArguments } from './exportArguments.ts';
import { exportDataset } from './exportDataset.ts';
import { exportFailed } from './exportFailed.ts';

/**
 * `pagetrace batch export`: writes the requests for the questions of a data set, or those of a batch that a run lacks.
 * @throws PageTraceError for wrong arguments, a prompt that cannot be used, and a folder that cannot be written
 */
export async function batchExport(args: readonly string[], context: VerbContext): Promise<number> {
  const given = readExportArguments(args);
  if (given === null) {
    context.terminal.out(BATCH_USAGE);
    return CLEAN;
  }
  const { failed } = given.values;
  return failed === undefined ? exportDataset(given, context) : exportFailed(failed, given, context);
}
