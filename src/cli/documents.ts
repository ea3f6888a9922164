import path from 'node:path';
import type { AskedDocument } from '../asking/model.ts';
import { PageTraceError } from '../core/errors.ts';
import type { PixelBudget } from '../core/prompts/model.ts';
import { parsePageRanges } from '../core/records/pageRanges.ts';
import { createDocuments } from '../documents/documents.ts';
import type { Documents } from '../documents/model.ts';
import { numberOption, SEE_HELP } from './arguments.ts';
import { beside } from './beside.ts';
import type { Terminal } from './terminal.ts';

/** Documents longer than this are not sent whole unless --pages says so. */
const SEND_WHOLE = 10;

/** The documents room, with its worker beside this bundle (or in the sources, when run from them). */
export function openRoom(terminal: Terminal): Documents {
  return createDocuments({
    worker: beside('documents-worker.js', '../documents/worker/main.ts'),
    log: terminal.debug,
  });
}

/**
 * Opens the files of a question.
 * @param pages what `--pages` says, once a file; a single one counts for every file.
 * @throws PageTraceError what the documents room says; `bad-input` for more `--pages` than files; `cancelled`.
 */
export async function openFiles(
  documents: Documents,
  files: readonly string[],
  pages: readonly string[],
  password: string | undefined,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<readonly AskedDocument[]> {
  if (pages.length > files.length) {
    throw new PageTraceError(
      'bad-input',
      `--pages is given ${pages.length} times for ${files.length === 1 ? 'one file' : `${files.length} files`}.`,
      {
        hint: 'Give --pages once for all files, or once for each.',
      },
    );
  }
  const opened: AskedDocument[] = [];
  for (const [index, file] of files.entries()) {
    const absolute = path.resolve(file);
    const document = await documents.open(
      { kind: 'path', path: absolute },
      { signal, ...(password === undefined ? {} : { password }) },
    );
    const ranges = pages[index] ?? (pages.length === 1 ? pages[0] : undefined);
    if (ranges === undefined && document.pageCount > SEND_WHOLE) {
      terminal.say(
        `${document.name} has ${document.pageCount} pages; the first ${SEND_WHOLE} are taken. Choose others with --pages.`,
      );
    }
    opened.push({
      path: absolute,
      document,
      pages: parsePageRanges(ranges ?? `1-${Math.min(document.pageCount, SEND_WHOLE)}`, document.pageCount),
    });
  }
  return opened;
}

/**
 * The pixel budget that the options ask for, given the usual one.
 * @throws PageTraceError `bad-input` for numbers out of range, at once.
 */
export function budgetOption(values: {
  readonly 'min-pixels'?: string | undefined;
  readonly 'max-pixels'?: string | undefined;
}): (usual: PixelBudget) => PixelBudget {
  const range = { least: 784, most: 100_000_000, whole: true };
  const most = numberOption('max-pixels', values['max-pixels'], range, null);
  const least = numberOption('min-pixels', values['min-pixels'], range, null);
  if (most !== null && least !== null && least > most) {
    throw new PageTraceError('bad-input', '--min-pixels must not be above --max-pixels.', { hint: SEE_HELP });
  }
  return (usual) => {
    const maxPixels = most ?? Math.max(usual.maxPixels, least ?? 0);
    return { minPixels: least ?? Math.min(usual.minPixels, maxPixels), maxPixels };
  };
}
