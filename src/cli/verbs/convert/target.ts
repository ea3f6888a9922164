import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import {
  FORM_NAMES,
  TRAJECTORY_FORM,
  WRITTEN_FORMS,
  type WrittenForm,
} from '../../../core/records/writing/forms.ts';
import { KEPT } from '../../../core/records/formats/kept.ts';
import { RECORD_FORMATS } from '../../../core/records/formats/registry.ts';
import { findOutput, requireWritable } from '../../output/outputFile.ts';
import { wordOption } from '../../arguments/arguments.ts';
import { UsageError } from '../../arguments/usageError.ts';

/** What samples are converted to. */
export interface Target {
  /** The form of the records; `kept` for whole samples, `trajectory` for a folder of files. */
  readonly form: WrittenForm | 'kept' | 'trajectory';
  readonly name: string;
  /** What people call what is written: `rollouts of verl`. */
  readonly title: string;
  readonly container: 'jsonl' | 'packed-jsonl' | 'parquet' | 'folder';
}

/**
 * What `--to` and `--out` say.
 * @throws PageTraceError `bad-input` for an unknown form, and for a file that it cannot be written to
 */
export async function readTarget(to: string | undefined, out: string | undefined): Promise<Target> {
  if (to === undefined)
    throw new UsageError('convert needs the form to convert to.', {
      hint: `Name it with --to: ${FORM_NAMES.join(', ')}.`,
    });
  const name = wordOption('to', to, FORM_NAMES, null) ?? KEPT.name;
  if (name === TRAJECTORY_FORM) {
    if (out === undefined || out.trim() === '')
      throw new UsageError('--to trajectory needs a folder.', { hint: 'Name it with --out.' });
    return { form: 'trajectory', name, title: 'trajectory files', container: 'folder' };
  }
  const container = await containerOf(out);
  const form = WRITTEN_FORMS.find((each) => each.name === name) ?? 'kept';
  const readAs = form === 'kept' ? KEPT.name : form.readAs[0];
  return { form, name, title: RECORD_FORMATS.find((each) => each.name === readAs)?.title ?? name, container };
}

async function containerOf(out: string | undefined): Promise<Exclude<Target['container'], 'folder'>> {
  if (out === undefined) return 'jsonl';
  await requireWritable(out);
  const extension = path.extname(out).toLowerCase();
  if (extension === '.zst' || extension === '.zip' || extension === '.xlsx' || extension === '.csv')
    throw new PageTraceError('bad-input', `convert does not write ${extension} files.`, {
      hint: 'Name a file that ends in .jsonl, .jsonl.gz or .parquet after --out.',
    });
  if (extension !== '.gz' && extension !== '.parquet') return 'jsonl';
  if ((await findOutput(out)) !== 'file')
    throw new PageTraceError('bad-input', `${out} is a pipe or a device, which takes plain lines only.`, {
      hint: 'Name a file after --out.',
    });
  return extension === '.gz' ? 'packed-jsonl' : 'parquet';
}
