import { t } from '@vscode/l10n';
import { wholeNumber } from '../core/displayLocale.ts';
import { pagesPhrase } from '../core/countPhrases.ts';
import { PageTraceError } from '../core/errors.ts';
import { RENDERING_LONG_SIDE } from '../core/geometry/imageSize.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Call, CallBounds, DocumentWorker } from './documentWorker.ts';
import { hashBytes, hashFile, hashFiles } from './hash.ts';
import type { DocumentLimits, OpenDocument } from './model.ts';
import type { OpenedDocument, WorkerSource } from './worker/messages.ts';

/** What is needed to open a document. */
export interface OpenRequest {
  readonly worker: DocumentWorker;
  readonly limits: DocumentLimits;
  /** Its number in the worker. */
  readonly document: number;
  readonly name: string;
  readonly source: WorkerSource;
  readonly password: string | null;
  readonly signal: AbortSignal | undefined;
  readonly onClose: () => void;
}

/**
 * Opens a document in the worker, and again in each worker that replaces it.
 * @throws PageTraceError as Documents.open says
 */
export async function openInWorker(request: OpenRequest): Promise<OpenDocument> {
  const { worker, limits, document, name, source, password } = request;
  let generation = -1;
  let closed = false;

  const openNow = async (call: Call): Promise<OpenedDocument> => {
    const openedIn = worker.generation;
    const opened = await call(
      'open',
      { document, source, password, maxImagePixels: limits.maxImagePixels },
      bounds('open'),
    );
    generation = openedIn;
    return opened;
  };

  /** @param budget the budget that the page is drawn within, if it is drawn */
  const bounds = (page: number | 'open' | 'outline', budget?: PixelBudget): CallBounds => {
    const seconds = limits.renderTimeout / 1000;
    const isPage = typeof page === 'number';
    const what = isPage
      ? t('Page {0} of {1}', page, name)
      : page === 'open'
        ? name
        : t('The outline of {0}', name);
    return {
      timeout: limits.renderTimeout,
      timedOut: () =>
        new PageTraceError(
          isPage ? 'page-timeout' : 'timeout',
          t('{0} took longer than {1} s to read, so PageTrace stopped reading it.', what, seconds),
          {
            hint: isPage
              ? slowPageHint(budget)
              : t('Open it again; if that takes as long, download or create the file again.'),
          },
        ),
      crashed: (said) =>
        isPage
          ? new PageTraceError(
              'page-failed',
              t('{0} could not be read: it made the PDF engine crash.', what),
              {
                hint: t('Leave this page out; the other pages can be used.'),
                said,
              },
            )
          : new PageTraceError(
              'document-damaged',
              t('{0} could not be read: it made the PDF engine crash.', what),
              {
                hint: t('Download or create the file again.'),
                said,
              },
            ),
    };
  };

  const closeNow = async (): Promise<void> => {
    try {
      await worker.enqueue(async (call) => {
        if (worker.generation === generation) await call('close', { document }, bounds('open'));
      });
    } catch {
      // The worker has ended, which closed the document too.
    }
  };

  let opened: OpenedDocument;
  try {
    opened = await worker.enqueue(openNow, request.signal);
  } catch (error) {
    // The worker may have opened the document although the call was canceled.
    void closeNow();
    throw error;
  }

  const run = async <Result>(
    task: (call: Call) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    if (closed) throw new PageTraceError('bad-input', t('{0} has been closed.', name));
    return worker.enqueue(async (call) => {
      if (worker.generation !== generation) await openNow(call);
      return task(call);
    }, signal);
  };

  const runPage = async <Result>(
    page: number,
    task: (call: Call) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    if (!Number.isInteger(page) || page < 1 || page > opened.pageCount) {
      const has = pagesPhrase(opened.pageCount);
      throw new PageTraceError(
        'page-out-of-range',
        t('{0} has {1}; there is no page {2}.', name, has, page),
        {
          hint:
            opened.pageCount === 1 ? t('Choose page 1.') : t('Choose pages from 1 to {0}.', opened.pageCount),
        },
      );
    }
    return run(task, signal);
  };

  return {
    name,
    kind: opened.kind,
    pageCount: opened.pageCount,
    notices: opened.notices ?? [],
    hash: () => {
      if (source.kind === 'bytes') return hashBytes(new Uint8Array(source.bytes));
      const [file] = opened.files;
      return file === source.path ? hashFile(file) : hashFiles(opened.files);
    },
    pageInfo: (page) => runPage(page, (call) => call('pageInfo', { document, page }, bounds(page))),
    outline: () => run((call) => call('outline', { document }, bounds('outline'))),
    text: (page) => runPage(page, (call) => call('text', { document, page }, bounds(page))),
    render: (page, { signal, ...options }) =>
      runPage(
        page,
        (call) => call('render', { document, page, options }, bounds(page, options.budget)),
        signal,
      ),
    async close() {
      if (closed) return;
      closed = true;
      await closeNow();
      request.onClose();
    },
  };
}

/** Advises a smaller budget only if it helps: only minPixels of a budget makes a page larger than usual. */
function slowPageHint(budget: PixelBudget | undefined): string {
  return budget !== undefined && budget.minPixels > RENDERING_LONG_SIDE ** 2
    ? t(
        'Lower the pixel budget (it begins at {0} pixels), or leave this page out.',
        wholeNumber(budget.minPixels),
      )
    : t('Leave this page out; the other pages can be used.');
}
