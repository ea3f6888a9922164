import fs from 'node:fs';
import path from 'node:path';
import { encode } from 'fast-png';
import { replaceFile } from '../../src/documents/replaceFile.ts';
import { PAPER_BUDGET } from '../../src/core/geometry/pixelBudget.ts';
import { parsePageRanges } from '../../src/core/records/pageRanges.ts';
import { createDocuments } from '../../src/documents/documents.ts';
import type { DocumentLimits, DocumentSource, OpenDocument, OpenOptions } from '../../src/documents/model.ts';
import { slowPdf } from '../unit/documents/slowPdf.ts';
import { FAULTS } from '../unit/documents/faults.ts';
import { fixture, temporaryFolder, DOCUMENTS_WORKER } from '../support/files.ts';
import { area, failureOf, type Failure } from './errorCase.ts';

interface Setup {
  readonly options?: OpenOptions;
  readonly limits?: Partial<DocumentLimits>;
  readonly worker?: URL;
  readonly use?: (document: OpenDocument) => Promise<unknown>;
}

const workerOf = (name: string): URL => new URL(`../unit/documents/${name}.ts`, import.meta.url);
const JPEG = { budget: PAPER_BUDGET, format: 'jpeg' } as const;

/** The error with which a document fails to open or to be used. */
function openingFailure(
  source: DocumentSource,
  { options, limits, worker, use }: Setup = {},
): Promise<Failure> {
  return failureOf(async () => {
    const documents = createDocuments({ worker: worker ?? DOCUMENTS_WORKER, limits: limits ?? {} });
    try {
      const document = await documents.open(source, options);
      await use?.(document);
    } finally {
      await documents.dispose();
    }
  });
}

const file = (name: string): DocumentSource => ({ kind: 'path', path: fixture(name) });

/** Writes a file into a new folder and returns its path. */
function writeFile(name: string, bytes: Uint8Array | string): string {
  const target = path.join(temporaryFolder(), name);
  fs.writeFileSync(target, bytes);
  return target;
}

function gray(width: number, height: number): Uint8Array {
  return encode({ width, height, channels: 1, data: new Uint8Array(width * height) });
}

export const documentCases = [
  ...area('Documents', {
    'a file that is not there': () => openingFailure(file('no-such.pdf')),
    'a file whose name no file can have': () => openingFailure(file(`${'long'.repeat(80)}.pdf`)),
    'an empty file': () => openingFailure(file('damaged-empty.pdf')),
    'a PDF that was cut off': () => openingFailure(file('damaged-cut.pdf')),
    'a PDF that is being written': () => openingFailure(file('damaged-half-written.pdf')),
    'a PDF with other bytes in it': () => openingFailure(file('damaged-garbage.pdf')),
    'a text file': () => openingFailure({ kind: 'path', path: writeFile('notes.txt', 'Only text.') }),
    'a folder without images': () =>
      openingFailure({ kind: 'path', path: path.dirname(writeFile('notes.txt', '')) }),
    'an image that was cut off': () =>
      openingFailure(
        { kind: 'path', path: writeFile('scan.png', gray(900, 1200).subarray(0, 300)) },
        { use: (document) => document.render(1, JPEG) },
      ),
    'a protected PDF without its password': () => openingFailure(file('password-protected.pdf')),
    'a protected PDF with another password': () =>
      openingFailure(file('password-protected.pdf'), { options: { password: 'another' } }),
    'more bytes than can be opened from memory': () =>
      openingFailure(
        { kind: 'bytes', name: 'report.pdf', bytes: new Uint8Array(3 * 1024 * 1024) },
        { limits: { maxBytes: 2 * 1024 * 1024 } },
      ),
    'an image with too many pixels': () =>
      openingFailure(
        { kind: 'bytes', name: 'poster.png', bytes: gray(2000, 1000) },
        { limits: { maxImagePixels: 1_000_000 }, use: (document) => document.render(1, JPEG) },
      ),
    'a part of PageTrace that does not start': () =>
      openingFailure(file('annual-report.pdf'), {
        worker: workerOf('silentWorker'),
        limits: { startTimeout: 200 },
      }),
    'opening that is canceled': () =>
      openingFailure(file('annual-report.pdf'), { options: { signal: AbortSignal.abort() } }),
  }),
  ...area('Pages', {
    'a page that the document lacks': () =>
      openingFailure(file('annual-report.pdf'), { use: (document) => document.render(11, JPEG) }),
    'a page that takes too long to draw': async () => {
      const bytes = await slowPdf();
      return openingFailure(
        { kind: 'bytes', name: 'slow.pdf', bytes },
        { limits: { renderTimeout: 1000 }, use: (document) => document.render(2, JPEG) },
      );
    },
    'a page that brings the engine down': () =>
      openingFailure(file('annual-report.pdf'), {
        worker: workerOf('faultyWorker'),
        use: (document) => document.render(FAULTS.exit, JPEG),
      }),
    'pages written as words': () => failureOf(() => parsePageRanges('two', 10)),
    'no pages': () => failureOf(() => parsePageRanges(' , ', 10)),
    'a range that goes beyond the end': () => failureOf(() => parsePageRanges('9-12', 10)),
  }),
  ...area('Files that are written', {
    'a folder that is not there': () =>
      failureOf(() => replaceFile(path.join(temporaryFolder(), 'missing', 'answer.trajectory'), 'text')),
  }),
];
