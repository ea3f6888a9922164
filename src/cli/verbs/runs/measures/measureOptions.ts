import { PageTraceError } from '../../../../core/errors.ts';
import { DEFAULT_BOOTSTRAP } from '../../../../core/runMetrics/measureRun.ts';
import { GREATEST_SEED } from '../../../../core/statistics/seed.ts';
import { numberOption, refuseWithout, wordOption } from '../../../arguments/arguments.ts';

/** Options about the metrics of runs, and about what differs between runs. */
export const measureOptions = {
  metrics: { type: 'boolean' },
  by: { type: 'string', multiple: true },
  compare: { type: 'string', multiple: true },
  'compare-by': { type: 'string' },
  measure: { type: 'string' },
  seed: { type: 'string' },
  rounds: { type: 'string' },
} as const;

const FORMATS = ['table', 'json', 'jsonl', 'csv', 'markdown', 'latex'] as const;

/** How metrics and comparisons are written. */
export type MeasuresFormat = (typeof FORMATS)[number];

/** The values of a field that make the sides of a comparison: the first is what the others are compared with. */
export interface ComparedValues {
  readonly field: string;
  readonly values: readonly string[];
}

/** What is asked about the metrics of a run, and about other runs. */
export interface MeasureRequest {
  readonly metrics: boolean;
  /** The fields by which metrics are put into buckets. */
  readonly by: readonly string[];
  /** The runs that are compared with: files and folders. */
  readonly others: readonly string[];
  /** The parts of the run that are compared; null if it is compared as a whole. */
  readonly sides: ComparedValues | null;
  /** The metric that says which run answers a question better; null for the first that can. */
  readonly measure: string | null;
  readonly seed: number;
  readonly rounds: number;
  readonly format: MeasuresFormat;
}

interface Values {
  readonly metrics?: boolean | undefined;
  readonly by?: readonly string[] | undefined;
  readonly compare?: readonly string[] | undefined;
  readonly 'compare-by'?: string | undefined;
  readonly measure?: string | undefined;
  readonly seed?: string | undefined;
  readonly rounds?: string | undefined;
  readonly groups?: boolean | undefined;
  readonly rows?: string | undefined;
  readonly format?: string | undefined;
}

/**
 * Reads the options about metrics and comparisons; null if there are none of them.
 * @throws PageTraceError `bad-input` for options that cannot be read, or that do not go together
 */
export function readMeasureOptions(values: Values): MeasureRequest | null {
  refuseWithout({ ...values }, 'metrics', ['by'], { hint: 'Measure' });
  const compare = values.compare ?? [];
  const sides = values['compare-by'] === undefined ? null : comparedValues(values['compare-by']);
  const asked =
    sides !== null
      ? '--compare-by'
      : compare.length > 0
        ? '--compare'
        : values.metrics === true
          ? '--metrics'
          : null;
  if (asked === null) {
    const idle = (['seed', 'rounds', 'measure'] as const).find((name) => values[name] !== undefined);
    if (idle !== undefined)
      throw new PageTraceError(
        'bad-input',
        `--${idle} is given without ${idle === 'measure' ? '--compare or --compare-by' : '--metrics or --compare'}.`,
        {
          hint: `Add one of them, or leave --${idle} out.`,
        },
      );
    if (values.format === 'latex')
      throw new PageTraceError('bad-input', 'Only metrics and comparisons are written as LaTeX.', {
        hint: 'Add --metrics or --compare, or choose another --format.',
      });
    return null;
  }
  if (sides !== null && compare.length > 0)
    throw new PageTraceError('bad-input', '--compare and --compare-by cannot be used together.', {
      hint: 'Compare the run with another one, or parts of it with each other.',
    });
  if (values.measure !== undefined && asked === '--metrics')
    throw new PageTraceError('bad-input', '--measure is given without --compare or --compare-by.', {
      hint: 'Add one of them, or leave --measure out.',
    });
  for (const name of ['groups', 'rows'] as const)
    if (values[name] !== undefined)
      throw new PageTraceError('bad-input', `--${name} and ${asked} cannot be used together.`, {
        hint: 'Run the command once for each.',
      });
  return {
    metrics: values.metrics === true,
    by: [...new Set(values.by ?? [])],
    others: compare,
    sides,
    measure: values.measure ?? null,
    format: wordOption('format', values.format, FORMATS, 'table'),
    seed: numberOption(
      'seed',
      values.seed,
      { least: 0, most: GREATEST_SEED, whole: true },
      DEFAULT_BOOTSTRAP.seed,
    ),
    rounds: numberOption(
      'rounds',
      values.rounds,
      { least: 10, most: 1e6, whole: true },
      DEFAULT_BOOTSTRAP.rounds,
    ),
  };
}

/** Reads `step=10,20`. */
function comparedValues(text: string): ComparedValues {
  const [, field = '', list = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  const values = list.split(',').map((value) => value.trim());
  const isUsable = field.trim() !== '' && values.length > 1 && values.every((value) => value !== '');
  if (isUsable && new Set(values).size === values.length) return { field: field.trim(), values };
  throw new PageTraceError(
    'bad-input',
    `--compare-by "${text}" does not name a field and two of its values.`,
    {
      hint: 'Write the field, an equals sign, and different values with commas, such as --compare-by step=10,20.',
    },
  );
}
