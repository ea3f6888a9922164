import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { openImages } from './imageDocument.ts';
import type { CallName, WorkerCalls } from './messages.ts';
import type { WorkerDocument } from './workerDocument.ts';
import { openPdf, type PdfEngine } from './pdf/pdfDocument.ts';
import { startPdfium } from './pdf/pdfium.ts';
import { prepareJpeg } from '../images/jpeg.ts';
import { findSource } from './files/documentSource.ts';
import { useSystemFonts } from './pdf/systemFonts.ts';
import { readWasm } from '../wasmFiles.ts';

/** A call's result and the buffers in it that can be transferred instead of copied. */
export interface Answer {
  readonly value: unknown;
  readonly transfer: ArrayBuffer[];
}

/** Answers the calls of one worker, and holds the documents that they opened. */
export interface CallHandler {
  /** @throws PageTraceError what is wrong with the document or page; any other error means that the engine is broken */
  handle(call: CallName, request: WorkerCalls[CallName]['request']): Promise<Answer>;
  /** Memory of the PDF engine; 0 before the first PDF. */
  heapBytes(): number;
}

export interface CallHandlerOptions {
  /** Folders with fonts for text whose font is not in the file. */
  readonly fonts: () => readonly string[];
  /** Called with what PDFium's runtime prints. */
  readonly log: (line: string) => void;
}

/**
 * Creates the handler of one worker. Documents are identified by the numbers that the other thread assigned; PDFium is
 * started with the first PDF.
 */
export function createCallHandler({ fonts, log }: CallHandlerOptions): CallHandler {
  const documents = new Map<number, WorkerDocument>();
  let engine: PdfEngine | null = null;

  const startEngine = async (): Promise<PdfEngine> => {
    if (engine) return engine;
    // The codec compiles while PDFium does.
    prepareJpeg();
    const pdfium = await startPdfium(readWasm('pdfium.wasm'), log);
    engine = { pdfium, fonts: useSystemFonts(pdfium, fonts) };
    return engine;
  };

  const opened = (document: number): WorkerDocument => {
    const found = documents.get(document);
    if (!found) throw new PageTraceError('internal', t('The document is not open in this worker.'));
    return found;
  };

  const calls: {
    [Name in CallName]: (request: WorkerCalls[Name]['request']) => Promise<WorkerCalls[Name]['value']>;
  } = {
    open: async ({ document, source, password, maxImagePixels }) => {
      const found = findSource(source);
      const result =
        found.kind === 'pdf'
          ? openPdf(await startEngine(), found.bytes, found.name, password, found.files)
          : openImages(found.images, maxImagePixels, found.notices);
      documents.set(document, result);
      return result.opened;
    },
    pageInfo: async ({ document, page }) => opened(document).pageInfo(page),
    outline: ({ document }) => Promise.resolve(opened(document).outline()),
    text: ({ document, page }) => Promise.resolve(opened(document).text(page)),
    render: async ({ document, page, options }) => opened(document).render(page, options),
    close: ({ document }) => {
      documents.get(document)?.close();
      documents.delete(document);
      return Promise.resolve(null);
    },
  };

  return {
    async handle(call, request) {
      // TypeScript cannot see that the request matches the call; the sender's types ensure that it does.
      const run = calls[call] as (request: WorkerCalls[CallName]['request']) => Promise<unknown>;
      const value = await run(request);
      return { value, transfer: buffersOf(value) };
    },
    heapBytes: () => engine?.pdfium.pdfium.HEAPU8.length ?? 0,
  };
}

function buffersOf(value: unknown): ArrayBuffer[] {
  if (typeof value !== 'object' || value === null || !('bytes' in value)) return [];
  const { bytes } = value;
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}
