import { fstatSync, type Stats } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../core/errors.ts';
import { makeFolder } from '../../documents/makeFolder.ts';

/**
 * Checks that a file can be written, before any work is done for it.
 * @throws PageTraceError `bad-input` for an empty name, `file-unwritable` naming the obstacle
 */
export async function requireWritable(file: string): Promise<void> {
  requireName(file, 'Name the file to write after --out.');
  if ((await findOutput(file)) !== 'file') return;
  const folder = path.dirname(path.resolve(file));
  try {
    await fs.access(folder, fs.constants.W_OK);
    if (!(await fs.stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`);
  } catch (error) {
    throw new PageTraceError('file-unwritable', `${file} cannot be written.`, {
      hint: `Check that the folder ${folder} exists and that you may write there.`,
      cause: error,
    });
  }
  const there = await fs.stat(file).catch(() => null);
  if (there?.isDirectory() || /[\\/]$/u.test(file)) {
    throw new PageTraceError('file-unwritable', `${file} is a folder, not a file.`, {
      hint: 'Name the file to write after --out.',
    });
  }
}

/**
 * What `--out` names: a file, which is replaced when the new one is complete; a pipe or a device, which is written to
 * directly; or what standard output is, such as /dev/stdout.
 * @throws PageTraceError `file-unwritable` for a socket, and for a disk, which a text would damage
 */
export async function findOutput(file: string): Promise<'file' | 'stream' | 'standard-output'> {
  const present = await fs.stat(file).catch(() => null);
  if (present === null || present.isDirectory()) return 'file';
  const isLink = (await fs.lstat(file)).isSymbolicLink();
  if ((isLink || !present.isFile()) && isStandardOutput(present)) return 'standard-output';
  if (present.isFile()) return isLink && (await isOfSystem(file)) ? 'stream' : 'file';
  if (present.isFIFO() || present.isCharacterDevice()) return 'stream';
  const what = present.isSocket() ? 'a socket' : 'a disk';
  throw new PageTraceError('file-unwritable', `${file} is ${what}, not a file.`, {
    hint: 'Name the file to write after --out.',
  });
}

function isStandardOutput({ dev, ino }: Stats): boolean {
  try {
    const output = fstatSync(1);
    return output.dev === dev && output.ino === ino;
  } catch {
    // It was closed before this process was started.
    return false;
  }
}

/** Whether a link belongs to the system: those in /dev and /proc stand for open files, such as /dev/stderr. */
async function isOfSystem(file: string): Promise<boolean> {
  return /^\/(?:dev|proc)(?:\/|$)/.test(await fs.realpath(path.dirname(path.resolve(file))));
}

/**
 * Checks that no output file is also an input file.
 * @param read files and folders; the files directly in a folder count as read too
 * @param option the option that names the output
 * @throws PageTraceError `bad-input` naming the file that would be lost
 */
export async function requireApart(
  written: readonly string[],
  read: readonly string[],
  option = '--out',
): Promise<void> {
  const inputs = new Set(await Promise.all(read.map(realPath)));
  for (const file of written) {
    // Reading from and writing to a terminal is usual.
    if ((await fs.stat(file).catch(() => null))?.isCharacterDevice() === true) continue;
    const real = await realPath(file);
    const within = inputs.has(path.dirname(real)) && (await exists(real));
    if (!inputs.has(real) && !within) continue;
    throw new PageTraceError('bad-input', `${file} would replace a file that is read.`, {
      hint: `Name another place after ${option}.`,
    });
  }
}

/**
 * Checks that no input file is in a folder whose files may be replaced.
 * @throws PageTraceError `bad-input` naming the file that could be lost
 */
export async function requireOutside(folder: string, read: readonly string[]): Promise<void> {
  const real = await realPath(folder);
  for (const file of read) {
    if (!(await realPath(file)).startsWith(`${real}${path.sep}`)) continue;
    throw new PageTraceError('bad-input', `${file} is read, and files in ${folder} may be replaced.`, {
      hint: 'Name another place after --out.',
    });
  }
}

/**
 * The files that a verb reads, as `requireApart` needs them: its inputs except standard input, and those that options
 * name (undefined if an option is not given).
 */
export function readFiles(
  inputs: readonly string[],
  named: readonly (string | undefined)[],
): readonly string[] {
  return [...inputs, ...named].filter((file): file is string => file !== undefined && file !== '-');
}

async function exists(file: string): Promise<boolean> {
  return (await fs.stat(file).catch(() => null)) !== null;
}

/** A path with its links resolved; if nothing exists there yet, the absolute path. */
async function realPath(file: string): Promise<string> {
  const absolute = path.resolve(file);
  try {
    return await fs.realpath(absolute);
  } catch {
    const folder = await fs.realpath(path.dirname(absolute)).catch(() => path.dirname(absolute));
    return path.join(folder, path.basename(absolute));
  }
}

function requireName(name: string, hint: string): void {
  if (name.trim() === '') throw new PageTraceError('bad-input', '--out is empty.', { hint });
}

/**
 * Creates the folder that `--out` names, and its missing parents.
 * @throws PageTraceError `bad-input` for an empty name, `file-unwritable`
 */
export async function makeOutputFolder(folder: string): Promise<void> {
  requireName(folder, 'Name the folder to write into after --out.');
  await makeFolder(folder);
}

/**
 * Checks that `--out` can become the names of several files.
 * @throws PageTraceError `bad-input` for a pipe, a device, or what standard output is
 */
export async function requireSampleFiles(out: string): Promise<void> {
  if ((await findOutput(out)) === 'file') return;
  throw new PageTraceError('bad-input', `${out} is a pipe or a device, which cannot take several samples.`, {
    hint: 'Each sample is written to a file of its own: name a file after --out, or ask for one sample.',
  });
}

/** Extensions of files that a trajectory must not be written to: other programs would take it for something else. */
const OTHER_FILES =
  /\.(?:pdf|png|jpe?g|webp|gif|tiff?|svg|json|jsonl|ndjson|csv|tsv|parquet|xlsx?|ya?ml|html?|jinja2?|py|docx?|pptx?|zip|gz)$/i;

/**
 * Checks that a name can be that of a trajectory file.
 * @throws PageTraceError `bad-input` for the extension of another kind of file
 */
export function requireTrajectoryName(file: string): void {
  const extension = OTHER_FILES.exec(file)?.[0];
  if (extension === undefined) return;
  const json = extension.toLowerCase() === '.json' ? ' JSON is printed with --json.' : '';
  throw new PageTraceError(
    'bad-input',
    `--out writes a trajectory file, which does not end in ${extension}.`,
    {
      hint: `Name a file that ends in .trajectory.${json}`,
    },
  );
}

/** The files for the samples of a question: `out` for a single sample, otherwise one file for each, numbered from 1. */
export function samplePaths(out: string, samples: number): readonly string[] {
  if (samples === 1) return [out];
  return Array.from({ length: samples }, (_, index) => out.replace(/(\.trajectory)?$/, `-${index + 1}$1`));
}
