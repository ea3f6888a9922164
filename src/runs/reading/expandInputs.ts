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

/** How many files are looked at together. */
const AT_ONCE = 256;

/** The names of files that hold records or a trajectory, packed or not. */
const RECORD_FILE =
  /(?:\.(?:jsonl|ndjson|jsonlines|parquet|eval|csv|tsv|xlsx|trajectory)|^generations\.log)(?:\.(?:gz|zst))?$/i;

/** The names of files that may hold records or something else. */
const MAYBE_RECORDS = /(?:\.(?:json|txt)|^[^.]+)(?:\.(?:gz|zst))?$/i;

/** The names of those that are read if their beginning does not say what they hold. */
const JSON_FILE = /\.json(?:\.(?:gz|zst))?$/i;

/** The names of lines of JSON that may be a trainer's metrics: those of steps have numbers. */
const MAYBE_METRICS = /^\D+\.(?:jsonl|ndjson|jsonlines)(?:\.(?:gz|zst))?$/i;

/** The names of files that a person may take for records of a run, and that are named where they are left out. */
const NAMED_RECORDS = /\.(?:json|jsonl|ndjson|jsonlines)(?:\.(?:gz|zst))?$/i;

/** Folders that never hold runs of a person. */
const SKIPPED: ReadonlySet<string> = new Set(['node_modules', '__pycache__']);

/** A file of a folder that is not read. */
export interface LeftOutFile {
  /** The folder that was named. */
  readonly folder: string;
  /** The path in that folder. */
  readonly name: string;
  /** It holds no records of a known form although its name would fit, or its records are in another file as well. */
  readonly why: 'no-records' | 'held-elsewhere';
}

/** What files and folders stand for. */
export interface ExpandedInputs {
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOutFile[];
}

interface FoundFile {
  readonly file: string;
  readonly isLink: boolean;
}

/**
 * Files, each once, with the files of records in place of each folder: those of all folders in it, in the order of the
 * numbers in their names (step 2 before step 10). Hidden files are left out, as are JSON files that begin with something
 * else than records, such as a configuration, and lines of numbers, such as metrics. Of names for one file, one that is no
 * link counts. What cannot be looked at stays as it is, so that reading it says why.
 * @throws PageTraceError `bad-input` for a folder with too many files
 */
export async function expandInputs(
  inputs: readonly string[],
  mostFiles = MOST_FILES,
): Promise<ExpandedInputs> {
  const found: FoundFile[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const input of inputs) {
    const stats = input === '-' ? null : await fs.stat(input).catch(() => null);
    const folder = stats?.isDirectory() === true ? await filesIn(input, mostFiles) : null;
    leftOut.push(...(folder?.leftOut ?? []));
    // A folder without records is reported when it is read.
    found.push(
      ...(folder === null || folder.found.length === 0 ? [{ file: input, isLink: false }] : folder.found),
    );
  }
  return { files: await eachOnce(found), leftOut };
}

/** Files without further names of the same file. */
async function eachOnce(found: readonly FoundFile[]): Promise<readonly string[]> {
  const byFile = new Map<string, FoundFile>();
  for (let start = 0; start < found.length; start += AT_ONCE) {
    const some = found.slice(start, start + AT_ONCE);
    const identities = await Promise.all(some.map(({ file }) => identityOf(file)));
    for (const [index, each] of some.entries()) {
      const identity = identities[index] ?? each.file;
      const before = byFile.get(identity);
      if (before === undefined || (before.isLink && !each.isLink)) byFile.set(identity, each);
    }
  }
  const kept = new Set(byFile.values());
  return found.filter((each) => kept.has(each)).map(({ file }) => file);
}

/** What is the same for all names of a file: its path where its file system numbers no files. */
async function identityOf(file: string): Promise<string> {
  const stats = file === '-' ? null : await fs.stat(file, { bigint: true }).catch(() => null);
  return stats === null || stats.ino === 0n ? file : `${stats.dev}:${stats.ino}`;
}

interface FolderFiles {
  readonly found: readonly FoundFile[];
  readonly leftOut: readonly LeftOutFile[];
}

async function filesIn(top: string, mostFiles: number): Promise<FolderFiles> {
  const found: FoundFile[] = [];
  const leftOut: LeftOutFile[] = [];
  const leaveOut = (file: string, why: LeftOutFile['why']): void => {
    leftOut.push({ folder: top, name: path.relative(top, file), why });
  };
  /** The folders that were entered, without links: a link may lead back to one. */
  const entered = new Set<string>();
  const enter = async (folder: string): Promise<void> => {
    const real = await fs.realpath(folder).catch(() => null);
    if (real === null || entered.has(real)) return;
    entered.add(real);
    const entries = await fs.readdir(folder, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      found.push({ file: folder, isLink: false });
      return;
    }
    for (const entry of entries.sort((a, b) => compareNames(a.name, b.name))) {
      if (entry.name.startsWith('.')) continue;
      const file = path.join(folder, entry.name);
      const kind = await kindOf(entry, file);
      if (kind === 'folder' && !SKIPPED.has(entry.name)) await enter(file);
      if (kind !== 'file') continue;
      if (!(await isRecordFile(file))) {
        if (NAMED_RECORDS.test(entry.name)) leaveOut(file, 'no-records');
        continue;
      }
      if (found.length >= mostFiles) throw tooMany(top, mostFiles);
      found.push({ file, isLink: entry.isSymbolicLink() });
    }
  };
  await enter(top);
  const files = new Set(found.map(({ file }) => file));
  const isHeldElsewhere = ({ file }: FoundFile): boolean => files.has(fileOfAll(file) ?? '');
  for (const each of found) if (isHeldElsewhere(each)) leaveOut(each.file, 'held-elsewhere');
  return { found: found.filter((each) => !isHeldElsewhere(each)), leftOut };
}

/**
 * The file that has all samples of a file of prime-rl: it writes those that it trained on into a folder `effective`
 * beside the folder `all`. Null for other files.
 */
function fileOfAll(file: string): string | null {
  const folder = path.dirname(file);
  return path.basename(folder) === 'effective'
    ? path.join(path.dirname(folder), 'all', path.basename(file))
    : null;
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
