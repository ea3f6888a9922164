import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../core/errors.ts';

/**
 * Sees before anything is asked that a file can be written.
 * @throws PageTraceError `file-unwritable` naming what is in the way.
 */
export async function requireWritable(file: string): Promise<void> {
  const folder = path.dirname(path.resolve(file));
  try {
    await fs.access(folder, fs.constants.W_OK);
    if (!(await fs.stat(folder)).isDirectory()) throw new Error(`${folder} is no folder`);
  } catch (error) {
    throw new PageTraceError('file-unwritable', `${file} cannot be written.`, {
      hint: `Check that the folder ${folder} exists and that you may write there.`,
      cause: error,
    });
  }
  const there = await fs.stat(file).catch(() => null);
  if (there?.isDirectory()) {
    throw new PageTraceError('file-unwritable', `${file} is a folder, not a file.`, {
      hint: 'Name the file to write after --out.',
    });
  }
}

/**
 * Makes a folder, with those above it.
 * @throws PageTraceError `file-unwritable`.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await fs.mkdir(folder, { recursive: true });
  } catch (error) {
    throw new PageTraceError('file-unwritable', `The folder ${folder} cannot be made.`, {
      hint: 'Check the path after --out, and that you may write there.',
      cause: error,
    });
  }
}
