import fs from 'node:fs/promises';
import path from 'node:path';
import type { AskedDocument } from '../../asking/model.ts';
import { asPageTraceError, PageTraceError } from '../../core/errors.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import { defaultPages } from '../../core/records/defaultPages.ts';
import { formatPageRanges, parsePageRanges } from '../../core/records/pageRanges.ts';
import { createDocuments } from '../../documents/documents.ts';
import type { Documents } from '../../documents/model.ts';
import { heldImages } from '../../runs/tables/heldImages.ts';
import { numberOption } from './arguments.ts';
import { UsageError } from './usageError.ts';
import { scriptFile } from '../package/shippedFile.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { DOCUMENT_UNUSABLE, exitStatus } from '../terminal/exitStatus.ts';

/** Starts the documents room, with its worker next to this bundle (or in the sources, when run from them). */
export function createDocumentRoom(terminal: Terminal): Documents {
  return createDocuments({
    readHeld: heldImages(),
    worker: scriptFile('documents-worker.js', 'src/documents/worker/main.ts'),
    log: terminal.debug,
  });
}

/**
 * Opens the files of a question.
 * @param pages the values of `--pages`, one for each file; a single one applies to every file
 * @throws PageTraceError the errors of the documents room; `bad-input` for more `--pages` than files; `cancelled`
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
    await requireFileOrFolder(file);
    const document = await documents.open(
      { kind: 'path', path: absolute },
      { signal, ...(password === undefined ? {} : { password }) },
    );
    for (const notice of document.notices ?? []) terminal.say(`${document.name}: ${notice}`);
    const ranges = pages[index] ?? (pages.length === 1 ? pages[0] : undefined);
    const { pageCount } = document;
    const chosen =
      ranges === undefined ? defaultPages(pageCount, [], null) : parsePageRanges(ranges, pageCount);
    const isNarrowed = ranges === undefined && chosen.length < pageCount;
    if (isNarrowed) {
      terminal.say(
        `Only pages ${formatPageRanges(chosen)} of ${pageCount} of ${document.name} are used. Use all of them with --pages all.`,
      );
    }
    opened.push({ path: absolute, document, pages: chosen, isNarrowed });
  }
  return opened;
}

/**
 * Refuses pipes and devices: a document is read at many places, and reading a pipe might never end.
 * @throws PageTraceError `document-unsupported`
 */
async function requireFileOrFolder(file: string): Promise<void> {
  const stats = await fs.stat(file).catch(() => null);
  if (stats === null || stats.isFile() || stats.isDirectory()) return;
  throw new PageTraceError('document-unsupported', `${file} is not a file.`, {
    hint: 'Save the document to a file, and name that.',
  });
}

/** Whether the error is about this page only, so that other pages may still be drawn. */
export function isPageFault(error: PageTraceError): boolean {
  return exitStatus(error) === DOCUMENT_UNUSABLE;
}

/**
 * Documents that reject the question if a page cannot be drawn, and say how to ask without that page. Silently leaving
 * the page out would change the numbers of the images after it.
 */
export function refuseFailedPages(opened: readonly AskedDocument[]): readonly AskedDocument[] {
  return opened.map((asked) => ({
    ...asked,
    document: {
      ...asked.document,
      render: async (page, options) => {
        try {
          return await asked.document.render(page, options);
        } catch (thrown) {
          const error = asPageTraceError(thrown);
          if (!isPageFault(error)) throw error;
          const { reason, message, hint, said } = error;
          throw new PageTraceError(reason, message, {
            hint: [`Nothing was sent. ${suggestWithout(opened, asked, page)}`, ...(hint ? [hint] : [])].join(
              ' ',
            ),
            ...(said === undefined ? {} : { said }),
            cause: error,
          });
        }
      },
    },
  }));
}

/** The command line that asks the same question without a page. */
function suggestWithout(opened: readonly AskedDocument[], without: AskedDocument, page: number): string {
  const rest = without.pages.filter((each) => each !== page);
  if (rest.length === 0) {
    return opened.length === 1
      ? 'No other page is chosen.'
      : `To ask without it, leave ${without.document.name} out.`;
  }
  const options = opened.map((asked) => {
    const pages = formatPageRanges(asked === without ? rest : asked.pages);
    return `--pages ${pages.replaceAll(' ', '')}`;
  });
  return `To ask without it, write ${options.join(' ')}.`;
}

/**
 * The pixel budget that the options ask for, based on the usual one.
 * @throws PageTraceError `bad-input` for numbers out of range, immediately
 */
export function budgetOption(values: {
  readonly 'min-pixels'?: string | undefined;
  readonly 'max-pixels'?: string | undefined;
}): (usual: PixelBudget) => PixelBudget {
  const range = { least: 784, most: 100_000_000, whole: true };
  const most = numberOption('max-pixels', values['max-pixels'], range, null);
  const least = numberOption('min-pixels', values['min-pixels'], range, null);
  if (most !== null && least !== null && least > most) {
    throw new UsageError('--min-pixels must not be above --max-pixels.');
  }
  return (usual) => {
    const maxPixels = most ?? Math.max(usual.maxPixels, least ?? 0);
    return { minPixels: least ?? Math.min(usual.minPixels, maxPixels), maxPixels };
  };
}
