import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { TRAINING_FORMS, type TrainingForm } from '../../../core/training/trainingForms.ts';
import { numberOption, refuseWithout, reportIdle, wordOption } from '../../arguments/arguments.ts';
import { inputOptions } from '../../arguments/inputOptions.ts';
import { scoringOptions } from '../../arguments/scoringOptions.ts';
import { UsageError } from '../../arguments/usageError.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { ImageMode } from './trainingImages.ts';

export const exportOptions = {
  ...inputOptions,
  ...scoringOptions,
  to: { type: 'string' },
  where: { type: 'string' },
  prompt: { type: 'string' },
  images: { type: 'string' },
  documents: { type: 'string', multiple: true },
  margin: { type: 'string' },
  name: { type: 'string' },
  'min-pixels': { type: 'string' },
  'max-pixels': { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** What the options say about an export. */
export interface AskedExport {
  readonly form: TrainingForm;
  readonly out: string;
  readonly mode: ImageMode;
  /** How much more the better sample of a pair is paid at least. */
  readonly margin: number;
  /** The name of the data set in `dataset_info.json`. */
  readonly name: string;
}

/** A name that a training configuration can have in a list of data sets. */
const NAME = /^[\w-]+$/;

/**
 * Reads the options of an export.
 * @throws PageTraceError `bad-input`
 */
export function readExportOptions(
  values: {
    readonly [Option in keyof typeof exportOptions]?: unknown;
  } & {
    readonly to?: string | undefined;
    readonly out?: string | undefined;
    readonly images?: string | undefined;
    readonly margin?: string | undefined;
    readonly name?: string | undefined;
  },
  terminal: Terminal,
): AskedExport {
  const names = TRAINING_FORMS.map(({ name }) => name);
  if (values.to === undefined)
    throw new UsageError('export-training needs the form of the training files.', {
      hint: `Name it with --to: ${names.join(', ')}.`,
    });
  const to = wordOption('to', values.to, names, null);
  const form = TRAINING_FORMS.find(({ name }) => name === to);
  if (form === undefined) throw new PageTraceError('internal', `There is no form ${values.to}.`);
  if (values.out === undefined || values.out.trim() === '')
    throw new UsageError('export-training needs a folder.', { hint: 'Name a new one with --out.' });
  const mode = wordOption('images', values.images, ['write', 'name', 'none'], 'write');
  if (mode === 'name' && form.container === 'parquet')
    throw new UsageError(`--to ${form.name} holds the images themselves.`, {
      hint: 'Leave --images out, or write --images none.',
    });
  if (mode !== 'write') reportIdle(values, `--images ${mode}`, ['min-pixels', 'max-pixels'], terminal);
  if (form.kind !== 'pairs') reportIdle(values, `--to ${form.name}`, ['margin'], terminal);
  if (form.description === null) reportIdle(values, `--to ${form.name}`, ['name'], terminal);
  refuseWithout(values, 'profile', ['judge', 'num-images'], {
    hint: 'Name the reward',
    why: ': nothing else uses them',
  });
  const name = values.name ?? path.basename(path.resolve(values.out)).replaceAll(/[^\w-]+/g, '_');
  if (!NAME.test(name))
    throw new UsageError(`"${name}" cannot be the name of a data set.`, {
      hint: 'Use letters, digits, - and _ after --name.',
    });
  const margin = numberOption('margin', values.margin, { least: 0, most: 1e9, whole: false }, 0);
  return { form, out: values.out, mode, margin, name };
}
