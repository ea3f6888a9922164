import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { joinList } from '../../core/joinList.ts';
import { fileError } from '../../documents/regularFile.ts';

/** Where the parts of a data set are. */
export interface DatasetFiles {
  /** The file with the questions. */
  readonly file: string;
  /** The folder that the paths of its documents are relative to. */
  readonly folder: string;
  /** Lang2Act's table of images beside it; null if there is none. */
  readonly images: string | null;
}

/** Names of the file with the questions in a folder. */
const QUESTIONS = /\.dataset\.jsonl$|^questions\.(?:jsonl|json|csv|tsv|parquet)$|^top3_test\.jsonl$/i;

const IMAGES = 'images.parquet';

/**
 * The parts of a data set that a person names by its file, or by the folder of its documents.
 * @throws PageTraceError `file-not-found`, `file-unreadable`, and `bad-input` for a folder with no file of questions or with
 * several, and for a pipe or a device
 */
export async function findDataset(named: string): Promise<DatasetFiles> {
  const stats = await fs.stat(named).catch((error: unknown) => {
    throw fileError(named, error);
  });
  if (!stats.isFile() && !stats.isDirectory())
    throw new PageTraceError('bad-input', t('The data set {0} is not a file.', named), {
      hint: t('Questions are read more than once: save them to a file, and name that.'),
    });
  const file = stats.isDirectory() ? path.join(named, await questionsIn(named)) : named;
  const folder = path.dirname(path.resolve(file));
  const images = path.join(folder, IMAGES);
  const hasImages =
    path.resolve(file) !== images && (await fs.stat(images).catch(() => null))?.isFile() === true;
  return { file, folder, images: hasImages ? images : null };
}

async function questionsIn(folder: string): Promise<string> {
  const entries = await fs.readdir(folder).catch((error: unknown) => {
    throw fileError(folder, error);
  });
  const names = entries.filter((name) => QUESTIONS.test(name)).sort();
  const [first, ...others] = names;
  if (others.length > 0)
    throw new PageTraceError(
      'bad-input',
      t('{0} has several files of questions: {1}.', folder, joinList(names)),
      { hint: t('Name one of them.') },
    );
  if (first !== undefined) return first;
  throw new PageTraceError('bad-input', t('{0} has no file of questions.', folder), {
    hint: t('Name the questions questions.jsonl, questions.json or questions.csv, or name their file.'),
  });
}
