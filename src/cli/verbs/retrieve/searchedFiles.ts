import fs from 'node:fs/promises';
import path from 'node:path';
import { PageTraceError } from '../../../core/errors.ts';
import { folderEntries } from '../../../documents/folderEntries.ts';
import { hashFile } from '../../../documents/hash.ts';
import type { Documents, OpenDocument } from '../../../documents/model.ts';
import { fileError } from '../../../documents/regularFile.ts';
import type { SearchedDocument } from '../../../retrieval/model.ts';

/**
 * The files to search: a folder with PDFs stands for these, in the order of their names. Any other folder is a document of
 * page images.
 * @throws PageTraceError `file-not-found` or `file-unreadable`; `document-unsupported` for a device or a pipe
 */
export async function listFiles(named: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const file of named) {
    const refused = (error: unknown): never => {
      throw fileError(file, error);
    };
    const stats = await fs.stat(file).catch(refused);
    if (!stats.isFile() && !stats.isDirectory())
      throw new PageTraceError('document-unsupported', `${file} is not a file.`, {
        hint: 'Save the document to a file, and name that.',
      });
    const inside = stats.isDirectory() ? await folderEntries(file).catch(refused) : [];
    const documents = inside
      .map(({ name }) => name)
      .filter((name) => name.toLowerCase().endsWith('.pdf'))
      .sort();
    files.push(...(documents.length === 0 ? [file] : documents.map((name) => path.join(file, name))));
  }
  return files;
}

/**
 * A file as a document whose pages are searched. A file is only opened if its pages must be read.
 * @throws PageTraceError the errors of reading it
 */
export async function searchFile(
  file: string,
  documents: Documents,
  password: string | undefined,
  signal: AbortSignal,
): Promise<SearchedDocument> {
  const absolute = path.resolve(file);
  const open = (): Promise<OpenDocument> =>
    documents.open(
      { kind: 'path', path: absolute },
      { signal, ...(password === undefined ? {} : { password }) },
    );
  const name = path.basename(absolute);
  if ((await fs.stat(absolute)).isFile()) return { name, hash: await hashFile(absolute, { signal }), open };
  const folder = await open();
  try {
    return { name, hash: await folder.hash(), open };
  } finally {
    await folder.close();
  }
}
