import { decode } from 'fast-png';
import { degrees, PDFDocument, type PDFFont, type PDFPage, StandardFonts } from 'pdf-lib';
import { afterAll, expect, onTestFinished } from 'vitest';
import { DOCUMENTS_WORKER } from '../../support/files.ts';
import { isPageTraceError, type PageTraceError } from '../../../src/core/errors.ts';
import { createDocuments } from '../../../src/documents/documents.ts';
import type { ImageBox } from '../../../src/core/geometry/box.ts';
import type { DocumentLimits, Documents, PageImage } from '../../../src/documents/model.ts';

/** A budget at which the pages of the tests are hardly resampled. */
export const PAPERS = { minPixels: 200_704, maxPixels: 401_408 };

/** Documents that are disposed of when the test ends. */
export function startDocuments(
  limits: Partial<DocumentLimits> = {},
  worker: URL = DOCUMENTS_WORKER,
): Documents {
  const documents = createDocuments({ worker, limits });
  onTestFinished(() => documents.dispose());
  return documents;
}

/**
 * Documents that all tests of a file or of the surrounding `describe` share, because their worker takes longer to start
 * than most tests take; for tests that set no limits and do not make the worker fail.
 */
export function shareDocuments(): Documents {
  const documents = createDocuments({ worker: DOCUMENTS_WORKER });
  afterAll(() => documents.dispose());
  return documents;
}

/** A PDF that `draw` fills. */
export async function makePdf(
  draw: (pdf: PDFDocument, font: PDFFont) => void | Promise<void>,
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  await draw(pdf, await pdf.embedFont(StandardFonts.Helvetica));
  return pdf.save();
}

/** An A5 page with one line of text near its bottom left corner, as it is stored. */
export function textPage(pdf: PDFDocument, font: PDFFont, text: string, rotation = 0): PDFPage {
  const page = pdf.addPage([420, 595]);
  page.drawText(text, { x: 60, y: 100, size: 30, font });
  page.setRotation(degrees(rotation));
  return page;
}

/** The box around all pixels of a PNG image that are darker than middle gray, in pixels. */
export function inkBox(image: PageImage): ImageBox {
  const { width, height, data, channels } = decode(image.bytes);
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((data[(y * width + x) * channels] ?? 255) >= 128) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box;
}

/** Waits for a rejection with a PageTraceError, and checks its message. */
export async function faultOf(promise: Promise<unknown>): Promise<PageTraceError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isPageTraceError(error)) throw new Error(`expected a PageTraceError, got ${String(error)}`);
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.message).not.toMatch(/ at |Error:|undefined|null/);
  return error;
}
