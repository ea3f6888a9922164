import { nearestName } from '../../../core/nearestName.ts';
import { BATCH_USAGE } from '../../arguments/batchUsage.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { CLEAN, type Verb, type VerbContext } from '../../terminal/verb.ts';

const STEPS: Readonly<Record<string, () => Promise<Verb>>> = {
  export: async () => (await import('./exportBatch.ts')).batchExport,
  import: async () => (await import('./importBatch.ts')).batchImport,
};

/**
 * `pagetrace batch`: writes the requests of an evaluation for a server that answers files, and reads its outputs.
 * @throws PageTraceError for wrong arguments, and what a step throws
 */
export async function batch(args: readonly string[], context: VerbContext): Promise<number> {
  const [name, ...rest] = args;
  if (name === '--help' || name === '-h') {
    context.terminal.out(BATCH_USAGE);
    return CLEAN;
  }
  const step = name !== undefined && Object.hasOwn(STEPS, name) ? STEPS[name] : undefined;
  if (step !== undefined) return (await step())(rest, context);
  const meant = name === undefined ? null : nearestName(name, Object.keys(STEPS));
  throw new UsageError(
    name === undefined ? 'batch takes export or import.' : `"${name}" is no step of batch.`,
    {
      hint:
        meant === null ? 'Write pagetrace batch export or pagetrace batch import.' : `Did you mean ${meant}?`,
    },
  );
}
