import { readArguments, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';

const options = {
  sweep: { type: 'string' },
  'only-matrix': { type: 'boolean' },
  format: { type: 'string' },
} as const;

const FORMATS = ['table', 'json', 'markdown', 'latex'] as const;

/** The arguments of `pagetrace eval --sweep`. */
export interface SweepArguments {
  /** The file of the sweep. */
  readonly file: string;
  /** Whether nothing is asked, and the matrix is made of the runs that are there. */
  readonly onlyMatrix: boolean;
  readonly format: (typeof FORMATS)[number];
}

/**
 * The arguments of a sweep; null if no sweep is asked for.
 * @throws PageTraceError `bad-input` for options that the file of the sweep has instead
 */
export function readSweepArguments(args: readonly string[]): SweepArguments | null {
  if (!args.some((each) => each === '--sweep' || each.startsWith('--sweep='))) return null;
  const { values, positionals } = readArguments(args, options);
  const { sweep: file } = values;
  const [other] = positionals;
  if (file === undefined || other !== undefined)
    throw new UsageError('eval --sweep takes the file of a sweep, which names the data set.', {
      hint: 'Write pagetrace eval --sweep FILE.sweep.yaml.',
    });
  return {
    file,
    onlyMatrix: values['only-matrix'] === true,
    format: wordOption('format', values.format, FORMATS, 'table'),
  };
}
