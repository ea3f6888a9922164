import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { PageTraceError } from '../../core/errors.ts';
import { NO_INPUT, openInput } from './bytes.ts';
import { compareNames } from './compareNames.ts';
import { holdsMetrics, holdsRecords } from './headRecords.ts';

/** The most files of a folder. */
const MOST_FILES = 100_000;

/** The names of files that hold records or a trajectory, packed or not. */
const RECORD_FILE =
  /(?:\.(?:jsonl|ndjson|jsonlines|parquet|eval|csv|tsv|xlsx|trajectory)|^generations\.log)(?:\.(?:gz|zst))?$/i;

/** The names of files that may hold records or something else. */
const MAYBE_RECORDS = /(?:\.(?:json|txt)|^[^.]+)(?:\.(?:gz|zst))?$/i;

/** The names of those that are read if their beginning does not say what they hold. */
const JSON_FILE = /\.json(?:\.(?:gz|zst))?$/i;

/** The names of lines of JSON that may be a trainer's metrics: those of steps have numbers. */
const MAYBE_METRICS = /^\D+\.(?:jsonl|ndjson|jsonlines)(?:\.(?:gz|zst))?$/i;

/** Folders that never hold runs of a person. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/**
 * Files, each once, with the files of records in place of each folder: those of all folders in it, in the order of the
 * numbers in their names (step 2 before step 10). Hidden files are left out, as are JSON files that begin with something
 * else than records, such as a configuration, and lines of numbers, such as metrics. What cannot be looked at stays as it
 * is, so that reading it says why.
 * @throws PageTraceError `bad-input` for a folder with too many files
 */
export async function expandInputs(
  files: readonly string[],
  mostFiles = MOST_FILES,
): Promise<readonly string[]> {
  const expanded = new Set<string>();
  for (const file of files) {
    const stats = file === '-' ? null : await fs.stat(file).catch(() => null);
    const found = stats?.isDirectory() === true ? await filesIn(file, mostFiles) : [];
    // A folder without records is reported when it is read.
    for (const each of found.length === 0 ? [file] : found) expanded.add(each);
  }
  return [...expanded];
}

async function filesIn(top: string, mostFiles: number): Promise<readonly string[]> {
  const files: string[] = [];
  /** The folders that were entered, without links: a link may lead back to one. */
  const entered = new Set<string>();
  const enter = async (folder: string): Promise<void> => {
    const real = await fs.realpath(folder).catch(() => null);
    if (real === null || entered.has(real)) return;
    entered.add(real);
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      files.push(folder);
      return;
    }
    for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
      if (entry.name.startsWith('.')) continue;
      const file = path.join(folder, entry.name);
      const kind = await kindOf(entry, file);
      if (kind === 'folder' && !SKIPPED.has(entry.name)) await enter(file);
      if (kind !== 'file' || !(await isRecordFile(file))) continue;
      if (files.length >= mostFiles) throw tooMany(top, mostFiles);
      files.push(file);
    }
  };
  await enter(top);
  return files;
}

async function kindOf(entry: Dirent, file: string): Promise<'file' | 'folder' | null> {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  if (!entry.isSymbolicLink()) return null;
  const target = await fs.stat(file).catch(() => null);
  if (target === null) return 'file';
  return target.isFile() ? 'file' : target.isDirectory() ? 'folder' : null;
}

async function isRecordFile(file: string): Promise<boolean> {
  const name = path.basename(file);
  const isNamedSo = RECORD_FILE.test(name);
  if (isNamedSo && !MAYBE_METRICS.test(name)) return true;
  if (!isNamedSo && !MAYBE_RECORDS.test(name)) return false;
  try {
    const input = await openInput(file, NO_INPUT);
    await input.close();
    return isNamedSo
      ? !holdsMetrics(file, input.head)
      : (holdsRecords(file, input.head) ?? JSON_FILE.test(name));
  } catch {
    // Reading it says what is wrong.
    return isNamedSo || JSON_FILE.test(name);
  }
}

function tooMany(folder: string, most: number): PageTraceError {
  return new PageTraceError(
    'bad-input',
    t('{0} has more than {1} files of records.', folder, wholeNumber(most)),
    { hint: t('Name a folder in it.') },
  );
}
