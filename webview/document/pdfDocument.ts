import type * as Pdfjs from 'pdfjs-dist';
import type { DocumentAssets } from '../../src/protocol/document.ts';
import { beginsAsPdf, PDF_HEADER_WITHIN } from '../../src/core/unreadable.ts';
import { MAX_RANGE_BYTES } from '../../src/protocol/document.ts';
import type { TextItem } from './model/find.ts';
import { rotatedSize, rotationOf } from '../../src/core/geometry/pageFrame.ts';
import type { Size } from '../../src/core/geometry/size.ts';
import { PIXELS_PER_POINT } from './model/zoom.ts';
import { readOutline } from './pdfOutline.ts';
import {
  OpenError,
  type OpenDocument,
  type OpenRequest,
  type ViewedDocument,
} from './model/viewedDocument.ts';

type Library = typeof Pdfjs;
type TextContent = Awaited<ReturnType<Pdfjs.PDFPageProxy['getTextContent']>>;

/** The visible part of a page in points of the page, before its rotation and its unit are applied. */
interface PageDimensions {
  readonly pageWidth: number;
  readonly pageHeight: number;
}

/** How many bytes pdf.js requests at a time; it joins several neighboring requests. */
const CHUNK_BYTES = 64 * 1024;
/** The most pixels of a canvas; a page that is zoomed further is drawn with less detail. */
const MAX_CANVAS_PIXELS = 16_777_216;
/** The most pages whose text is kept; a search through a long document would otherwise keep all of it in memory. */
const MAX_TEXTS = 64;

/** Loads pdf.js, which is a separate file, and returns a function that opens documents with it. */
export async function loadPdfjs(assets: DocumentAssets): Promise<OpenDocument> {
  const [library, source] = await Promise.all([
    // The build for older browsers, because the oldest supported VS Code lacks features that the other build uses.
    import('pdfjs-dist/legacy/build/pdf.mjs') as Promise<Library>,
    fetch(assets.worker).then(async (response) => {
      if (!response.ok) throw new Error(`The worker of pdf.js was not found (${response.status}).`);
      return response.blob();
    }),
  ]);
  // A webview may not start a worker from its own address, only from a blob.
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  return (request) => openPdf(library, address, assets, request);
}

async function openPdf(
  library: Library,
  workerAddress: string,
  assets: DocumentAssets,
  request: OpenRequest,
): Promise<ViewedDocument> {
  if (request.size === 0) throw new OpenError({ kind: 'empty' });
  const port = new Worker(workerAddress, { type: 'module' });
  const worker = library.PDFWorker.create({ port });
  const loading = library.getDocument({
    range: rangeTransport(library, request),
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    worker,
    // A fetch of a webview's resource stalls inside a worker, so the page fetches instead.
    useWorkerFetch: false,
    cMapUrl: assets.cMapUrl,
    cMapPacked: true,
    standardFontDataUrl: assets.standardFontDataUrl,
    wasmUrl: assets.wasmUrl,
    iccUrl: assets.iccUrl,
    verbosity: library.VerbosityLevel.ERRORS,
  });
  const end = async (): Promise<void> => {
    await loading.destroy();
    worker.destroy();
    port.terminate();
  };
  const password = { refused: null as boolean | null };
  loading.onPassword = (use: (password: string | Error) => void, reason: number): void => {
    const wrong = reason === library.PasswordResponses.INCORRECT_PASSWORD;
    request.password(wrong).then(
      (typed) => {
        if (typed === null) {
          password.refused = wrong;
          use(new Error('No password was given.'));
        } else use(typed);
      },
      (error: unknown) => {
        password.refused = wrong;
        use(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  const aborted = new Promise<never>((_, reject) => {
    request.signal.addEventListener('abort', () => {
      reject(new DOMException('The document is no longer wanted.', 'AbortError'));
    });
  });
  // pdf.js would wait forever for a worker that cannot start.
  const crashed = new Promise<never>((_, reject) => {
    port.addEventListener('error', (event) => {
      reject(new Error(event.message === '' ? 'The reader of PDF files did not start.' : event.message));
    });
  });
  // Either may reject after the race below has ended, which must not count as an unhandled rejection.
  aborted.catch(() => undefined);
  crashed.catch(() => undefined);
  try {
    const pdf = await Promise.race([loading.promise, aborted, crashed]);
    if (pdf.numPages === 0) throw new OpenError({ kind: 'unreadable', begins: true });
    return viewDocument(library, pdf, await labelsOf(pdf), end);
  } catch (error) {
    void end();
    if (error instanceof OpenError || request.signal.aborted) throw error;
    if (password.refused !== null) throw new OpenError({ kind: 'password', wrong: password.refused });
    const head = await request.range(0, Math.min(PDF_HEADER_WITHIN, request.size), request.signal);
    throw new OpenError({ kind: 'unreadable', begins: beginsAsPdf(head) });
  }
}

/** `promise`, or an AbortError as soon as `signal` aborts, even if the promise never settles. */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(new DOMException('No longer wanted.', 'AbortError'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

function rangeTransport(library: Library, request: OpenRequest): Pdfjs.PDFDataRangeTransport {
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, request.signal]);
  const transport = new library.PDFDataRangeTransport(request.size, null);
  transport.requestDataRange = (begin: number, end: number): void => {
    void (async () => {
      // pdf.js needs the answer to one request in one piece, but it is sent to the webview in several.
      const joined = new Uint8Array(end - begin);
      for (let at = begin; at < end; at += MAX_RANGE_BYTES) {
        const piece = await request.range(at, Math.min(end, at + MAX_RANGE_BYTES), signal);
        joined.set(piece, at - begin);
      }
      transport.onDataRange(begin, joined);
    })().catch((error: unknown) => {
      // pdf.js cannot be informed; whatever waits for the bytes is ended by its own signal.
      if (!signal.aborted) request.onLost(error);
    });
  };
  transport.abort = () => {
    abort.abort();
  };
  return transport;
}

async function labelsOf(pdf: Pdfjs.PDFDocumentProxy): Promise<readonly string[] | null> {
  const labels = await pdf.getPageLabels().catch(() => null);
  if (labels?.length !== pdf.numPages) return null;
  return labels.every((label, index) => label === String(index + 1) || label === '') ? null : labels;
}

const isText = (item: TextContent['items'][number]): item is Extract<typeof item, { str: string }> =>
  'str' in item;

function viewDocument(
  library: Library,
  pdf: Pdfjs.PDFDocumentProxy,
  labels: readonly string[] | null,
  end: () => Promise<void>,
): ViewedDocument {
  const texts = new Map<number, Promise<TextContent>>();
  const loadContent = (page: number): Promise<TextContent> => {
    const known = texts.get(page);
    texts.delete(page);
    const content = known ?? pdf.getPage(page).then((proxy) => proxy.getTextContent());
    texts.set(page, content);
    const oldest = texts.keys().next();
    if (texts.size > MAX_TEXTS && oldest.done !== true) texts.delete(oldest.value);
    return content;
  };

  const size = async (page: number): Promise<Size> => {
    const { width, height } = (await pdf.getPage(page)).getViewport({ scale: PIXELS_PER_POINT });
    return { width, height };
  };

  return {
    pageCount: pdf.numPages,
    labels,
    size,
    async points(page) {
      const { rotation, rawDims } = (await pdf.getPage(page)).getViewport({ scale: 1 });
      const { pageWidth, pageHeight } = rawDims as PageDimensions;
      return rotatedSize({ width: pageWidth, height: pageHeight }, rotationOf(rotation / 90));
    },
    outline: () => readOutline(pdf),
    text: async (page): Promise<readonly TextItem[]> => (await loadContent(page)).items.filter(isText),

    async paint(page, canvas, scale, signal) {
      const proxy = await unlessAborted(signal, pdf.getPage(page));
      const natural = proxy.getViewport({ scale: PIXELS_PER_POINT });
      const most = Math.sqrt(MAX_CANVAS_PIXELS / (natural.width * natural.height));
      const viewport = proxy.getViewport({ scale: PIXELS_PER_POINT * Math.min(scale, most) });
      canvas.width = Math.max(1, Math.round(viewport.width));
      canvas.height = Math.max(1, Math.round(viewport.height));
      // The display intent waits for animation frames, which a hidden webview does not get.
      const task = proxy.render({ canvas, viewport, intent: 'print' });
      // Without frames, pdf.js would draw everything at once; a timer lets input be handled between the parts.
      task.onContinue = (proceed: () => void): void => {
        setTimeout(proceed, 0);
      };
      const cancel = (): void => {
        task.cancel();
      };
      signal.addEventListener('abort', cancel);
      try {
        await unlessAborted(signal, task.promise);
      } catch (error) {
        signal.throwIfAborted();
        throw error;
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    },

    async layText(page, container, signal) {
      const [proxy, content] = await unlessAborted(
        signal,
        Promise.all([pdf.getPage(page), loadContent(page)]),
      );
      const viewport = proxy.getViewport({ scale: PIXELS_PER_POINT });
      const layer = new library.TextLayer({ textContentSource: content, container, viewport });
      // The layer is laid out in points of the page before its rotation and unit are applied.
      const { width } = rotatedSize(viewport, rotationOf(viewport.rotation / 90));
      const { pageWidth } = viewport.rawDims as PageDimensions;
      container.style.setProperty('--unit', String(width / pageWidth));
      await layer.render();
      signal.throwIfAborted();
      return layer.textDivs;
    },

    async close() {
      texts.clear();
      await end();
    },
  };
}
