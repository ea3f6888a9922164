import { PageTraceError } from '../../../core/errors.ts';
import { readArguments, wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';
import { evalOptions, sweepOptions } from './evalOptions.ts';

/** The keys of a sweep's file that say what options of a single evaluation say. */
const KEYS: Readonly<Record<string, string>> = {
  prompt: 'prompts',
  server: 'servers',
  model: 'models',
  'api-key-file': 'servers',
  pages: 'pages',
  'min-pixels': 'pixels',
  'max-pixels': 'pixels',
  temperature: 'sampling',
  'top-p': 'sampling',
  'repetition-penalty': 'sampling',
  'max-tokens': 'sampling',
  seed: 'sampling',
  samples: 'samples',
  limit: 'limit',
  where: 'where',
  concurrency: 'concurrency',
  out: 'out',
};

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
 * The arguments of a sweep; null if no sweep is asked for, or only the help.
 * @throws PageTraceError `bad-input` for options that the file of the sweep has instead
 */
export function readSweepArguments(args: readonly string[]): SweepArguments | null {
  if (!args.some((each) => each === '--sweep' || each.startsWith('--sweep='))) return null;
  const { values, positionals } = readArguments(args, { ...evalOptions, ...sweepOptions });
  if (values.help === true) return null;
  refuseOthers(values);
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

/** @throws PageTraceError `bad-input` for an option of a single evaluation */
function refuseOthers(values: Readonly<Record<string, unknown>>): void {
  const other = Object.keys(values).find((name) => !Object.hasOwn(sweepOptions, name));
  if (other === undefined) return;
  const key = KEYS[other];
  throw new PageTraceError('bad-input', `--${other} does not go with --sweep.`, {
    hint: key === undefined ? 'Leave it out.' : `Write it into the file of the sweep, as ${key}.`,
  });
}
