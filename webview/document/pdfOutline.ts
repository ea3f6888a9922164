import type * as Pdfjs from 'pdfjs-dist';
import type { OutlineItem, OutlinePlace } from './model/viewedDocument.ts';

type PdfOutline = Awaited<ReturnType<Pdfjs.PDFDocumentProxy['getOutline']>>;

/** The most entries of an outline that are shown. */
const MAX_ENTRIES = 20_000;
/** The deepest level of an outline that is shown. */
const MAX_LEVELS = 32;

/** The outline of a PDF; its places are looked up when they are needed, because a long outline names thousands. */
export async function readOutline(pdf: Pdfjs.PDFDocumentProxy): Promise<readonly OutlineItem[]> {
  let left = MAX_ENTRIES;
  const convert = (items: PdfOutline, level: number): OutlineItem[] => {
    const made: OutlineItem[] = [];
    for (const { title, dest, count, items: children } of items) {
      if (left-- <= 0) break;
      made.push({
        title: title.trim(),
        children: level < MAX_LEVELS ? convert(children as PdfOutline, level + 1) : [],
        isOpen: (count ?? 0) > 0,
        place: () => findPlace(pdf, dest),
      });
    }
    return made;
  };
  // pdf.js returns null for a document without an outline, which its type does not say.
  const reading: Promise<PdfOutline | null> = pdf.getOutline();
  const outline = await reading;
  return outline === null ? [] : convert(outline, 1);
}

/**
 * The place of a destination (ISO 32000-1, 12.3.2): its page, and the height on it if the destination names one. Null if
 * it does not exist in this document.
 */
async function findPlace(
  pdf: Pdfjs.PDFDocumentProxy,
  dest: PdfOutline[number]['dest'],
): Promise<OutlinePlace | null> {
  try {
    const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : dest;
    if (!Array.isArray(explicit)) return null;
    const [target, fit, ...values] = explicit as readonly unknown[];
    const index =
      typeof target === 'number'
        ? target
        : await pdf.getPageIndex(target as Parameters<typeof pdf.getPageIndex>[0]);
    if (!Number.isInteger(index) || index < 0 || index >= pdf.numPages) return null;
    const top = heightOf(fit, values);
    return { page: index + 1, offset: top === null ? 0 : await offsetOf(pdf, index + 1, top) };
  } catch {
    return null;
  }
}

/** The vertical coordinate of a destination in points of the page; null if it names none. */
function heightOf(fit: unknown, values: readonly unknown[]): number | null {
  const name = (fit as { readonly name?: unknown } | null)?.name;
  const top = name === 'XYZ' ? values[1] : name === 'FitH' || name === 'FitBH' ? values[0] : null;
  return typeof top === 'number' ? top : null;
}

async function offsetOf(pdf: Pdfjs.PDFDocumentProxy, page: number, top: number): Promise<number> {
  const viewport = (await pdf.getPage(page)).getViewport({ scale: 1 });
  const [, y] = viewport.convertToViewportPoint(0, top) as [number, number];
  return Math.min(1, Math.max(0, y / viewport.height));
}
