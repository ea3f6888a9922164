import type { ShardLimits } from '../../../evaluation/batch/shardWriter.ts';
import { numberOption, readArguments, refuseWithout } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { RETRIEVER_OPTIONS, retrieverOptions } from '../../retrieval/retrieverOptions.ts';

const options = {
  prompt: { type: 'string' },
  model: { type: 'string' },
  samples: { type: 'string' },
  limit: { type: 'string' },
  where: { type: 'string' },
  pages: { type: 'string' },
  'pages-seed': { type: 'string' },
  ...retrieverOptions,
  temperature: { type: 'string' },
  'top-p': { type: 'string' },
  'repetition-penalty': { type: 'string' },
  'max-tokens': { type: 'string' },
  seed: { type: 'string' },
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  images: { type: 'string' },
  'image-root': { type: 'string' },
  'shard-size': { type: 'string' },
  'shard-bytes': { type: 'string' },
  failed: { type: 'string' },
  run: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** The values of the options of `pagetrace batch export`. */
export type ExportValues = ReturnType<typeof readArguments<typeof options>>['values'];

/** The arguments of `pagetrace batch export`, of which those for both of its forms are read. */
export interface ExportArguments {
  readonly values: ExportValues;
  readonly positionals: readonly string[];
  /** The folder of the batch. */
  readonly out: string;
  readonly limits: ShardLimits;
}

/** Options that have no effect where requests are written again as they were. */
export const MADE_BEFORE = [
  'prompt',
  'model',
  'samples',
  'limit',
  'where',
  'pages',
  'pages-seed',
  ...RETRIEVER_OPTIONS,
  'temperature',
  'top-p',
  'repetition-penalty',
  'max-tokens',
  'seed',
  'min-pixels',
  'max-pixels',
  'images',
  'image-root',
] as const;

/**
 * The arguments of `pagetrace batch export`; null if the help is asked for.
 * @throws PageTraceError `bad-input` for arguments that are wrong
 */
export function readExportArguments(args: readonly string[]): ExportArguments | null {
  const { values, positionals } = readArguments(args, options);
  if (values.help === true) return null;
  if (values.out === undefined || values.out === '')
    throw new UsageError('batch export needs --out.', {
      hint: 'Name the folder of the batch: --out FOLDER.',
    });
  refuseWithout(values, 'failed', ['run'], { hint: 'Name the batch' });
  const size = { least: 1, most: 1e7, whole: true };
  const bytes = { least: 1, most: 1e12, whole: true };
  return {
    values,
    positionals,
    out: values.out,
    limits: {
      questions: numberOption('shard-size', values['shard-size'], size, 10_000),
      bytes: numberOption('shard-bytes', values['shard-bytes'], bytes, 100_000_000),
    },
  };
}
