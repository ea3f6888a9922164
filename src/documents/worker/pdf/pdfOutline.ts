import type { OutlineItem } from '../../model.ts';
import { type Pdfium, readUtf16 } from './pdfium.ts';

/** Bounds on what a broken or hostile outline can cost. */
const MAX_DEPTH = 32;
const MAX_ITEMS = 20_000;

/** The outline of a document; an item that occurs a second time ends its branch. */
export function readOutline(pdfium: Pdfium, document: number): OutlineItem[] {
  const seen = new Set<number>();
  const branch = (parent: number, depth: number): OutlineItem[] => {
    const items: OutlineItem[] = [];
    if (depth > MAX_DEPTH) return items;
    let bookmark = pdfium.FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < MAX_ITEMS) {
      seen.add(bookmark);
      const current = bookmark;
      items.push({
        title: readUtf16(pdfium, (buffer, length) => pdfium.FPDFBookmark_GetTitle(current, buffer, length)),
        page: targetPage(pdfium, document, current),
        children: branch(current, depth + 1),
      });
      bookmark = pdfium.FPDFBookmark_GetNextSibling(document, current);
    }
    return items;
  };
  return branch(0, 1);
}

function targetPage(pdfium: Pdfium, document: number, bookmark: number): number | null {
  let target = pdfium.FPDFBookmark_GetDest(document, bookmark);
  if (target === 0) {
    const action = pdfium.FPDFBookmark_GetAction(bookmark);
    if (action !== 0) target = pdfium.FPDFAction_GetDest(document, action);
  }
  if (target === 0) return null;
  const index = pdfium.FPDFDest_GetDestPageIndex(document, target);
  return index >= 0 ? index + 1 : null;
}
