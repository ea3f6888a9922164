import fs, { type Dirent } from 'node:fs';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { PageTraceError } from '../core/errors.ts';

/** The most files and folders in a folder that is read. */
const MOST_ENTRIES = 100_000;

/** Entries that are read at a time. */
const PORTION = 1024;

/**
 * The files and folders in a folder, at most `most` of them.
 * @throws PageTraceError `document-too-large` for more; the error of the file system
 */
export async function folderEntries(folder: string, most = MOST_ENTRIES): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  for await (const entry of await fs.promises.opendir(folder, { bufferSize: PORTION })) {
    if (entries.length >= most) throw tooManyEntries(folder, most);
    entries.push(entry);
  }
  return entries;
}

/** `folderEntries` for a worker. */
export function folderEntriesSync(folder: string, most = MOST_ENTRIES): readonly Dirent[] {
  const entries: Dirent[] = [];
  const opened = fs.opendirSync(folder, { bufferSize: PORTION });
  try {
    for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
      if (entries.length >= most) throw tooManyEntries(folder, most);
      entries.push(entry);
    }
  } finally {
    opened.closeSync();
  }
  return entries;
}

function tooManyEntries(folder: string, most: number): PageTraceError {
  return new PageTraceError(
    'document-too-large',
    t('{0} contains more than {1} files and folders.', path.basename(folder), wholeNumber(most)),
    { hint: t('Name a folder that contains fewer.') },
  );
}
