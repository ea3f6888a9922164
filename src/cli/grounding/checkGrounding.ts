import type { Stats } from 'node:fs';
import fs from 'node:fs/promises';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import { parsePageRanges } from '../../core/records/pageRanges.ts';
import type { GroundingValues } from './groundingOptions.ts';

/** Pages are checked as those of a document that is longer than any. */
const MANY_PAGES = 100_000;

/**
 * Checks what options name before samples are read, where it would otherwise be a fault of each sample.
 * @throws PageTraceError `bad-input` for documents and folders that are not there, and for pages that are none
 */
export async function checkGrounding({ document, documents, pages }: GroundingValues): Promise<void> {
  if (pages !== undefined) checkPages(pages);
  for (const file of document ?? []) {
    const stats = await look(file);
    if (stats === null || (!stats.isFile() && !stats.isDirectory()))
      throw new PageTraceError('bad-input', `The document ${file} was not found.`, {
        hint: 'Check the path after --document.',
      });
  }
  for (const folder of documents ?? []) {
    const stats = await look(folder);
    if (stats === null)
      throw new PageTraceError('bad-input', `The folder ${folder} was not found.`, {
        hint: 'Check the path after --documents.',
      });
    if (!stats.isDirectory())
      throw new PageTraceError('bad-input', `${folder} is not a folder.`, {
        hint: 'Name a single document with --document.',
      });
  }
}

function look(file: string): Promise<Stats | null> {
  return fs.stat(file).catch(() => null);
}

/** Which pages there are is known of each document. */
function checkPages(pages: string): void {
  try {
    parsePageRanges(pages, MANY_PAGES);
  } catch (thrown) {
    const error = asPageTraceError(thrown);
    if (error.reason === 'page-out-of-range') return;
    throw new PageTraceError('bad-input', `--pages: ${error.message}`, {
      hint: 'Write pages like 1-3, 7 (counted from 1), or all.',
      cause: thrown,
    });
  }
}
