import type { Size } from '../../../src/core/geometry/size.ts';
import { partitionPoint } from '../../../src/core/binarySearch.ts';

/** The gap between two pages, above the first one, and below the last one, in CSS pixels at any zoom. */
export const GAP = 12;
/** The margin next to the widest page, in CSS pixels at any zoom. */
export const MARGIN = 16;

/** The places of a document's pages, one below the other. Pages count from 1. */
export interface Layout {
  /** CSS pixels on the screen for each CSS pixel at a zoom of 1, by page: a fitted zoom differs between pages. */
  readonly scales: Float64Array;
  /** Top of page n at n - 1; the last element is where another page would start. */
  readonly tops: Float64Array;
  readonly widths: Float64Array;
  readonly heights: Float64Array;
  readonly width: number;
  readonly height: number;
}

/** A place in a document, independent of the zoom and of page sizes: `offset` is a fraction of the page's height. */
export interface Anchor {
  readonly page: number;
  readonly offset: number;
}

/**
 * Lays out pages in whole pixels, so that neighboring canvases are never blurred.
 * @param scaleOf the scale of a page of this size
 * @param gap space above, between and below the pages, in CSS pixels
 */
export function layoutPages(
  sizes: readonly Size[],
  scaleOf: (size: Size) => number,
  gap: number = GAP,
): Layout {
  const count = sizes.length;
  const scales = new Float64Array(count);
  const tops = new Float64Array(count + 1);
  const widths = new Float64Array(count);
  const heights = new Float64Array(count);
  let top = gap;
  let widest = 0;
  for (const [index, size] of sizes.entries()) {
    const scale = scaleOf(size);
    const width = Math.max(1, Math.round(size.width * scale));
    const height = Math.max(1, Math.round(size.height * scale));
    scales[index] = scale;
    tops[index] = top;
    widths[index] = width;
    heights[index] = height;
    top += height + gap;
    if (width > widest) widest = width;
  }
  tops[count] = top;
  return { scales, tops, widths, heights, width: widest + 2 * MARGIN, height: top };
}

const at = (numbers: Float64Array, index: number): number => numbers[index] ?? 0;

/** The scale of a page; 1 for a page that does not exist. */
export const pageScale = (layout: Layout, page: number): number => layout.scales[page - 1] ?? 1;

/** Top, width and height of a page. */
export function pagePlace(layout: Layout, page: number): { top: number; width: number; height: number } {
  const index = page - 1;
  return {
    top: at(layout.tops, index),
    width: at(layout.widths, index),
    height: at(layout.heights, index),
  };
}

/** The page at height `y`; the gap above a page belongs to it. Outside of the document, the nearest page. */
export function pageAt(layout: Layout, y: number): number {
  const { tops, heights } = layout;
  // All pages but the last: it is the nearest to what is below it.
  const above = partitionPoint(heights.length - 1, (index) => at(tops, index) + at(heights, index) <= y);
  return above + 1;
}

/**
 * The page with the largest visible part between `top` and `top + height`; the first one if several are equal. At the
 * end of a scrolled document it is the last page, which cannot be scrolled further into view.
 */
export function mainPage(layout: Layout, top: number, height: number): number {
  if (top > 0 && top + height >= layout.height - 1) return Math.max(1, layout.heights.length);
  let best = pageAt(layout, top);
  let bestSeen = -1;
  for (let page = best; page <= layout.heights.length; page++) {
    const box = pagePlace(layout, page);
    if (box.top >= top + height) break;
    const seen = Math.min(box.top + box.height, top + height) - Math.max(box.top, top);
    if (seen > bestSeen + 0.5) {
      best = page;
      bestSeen = seen;
    }
  }
  return best;
}

/**
 * The pages to have on the screen, ascending: those in the view, and those within `ahead` pixels above and below it. If
 * there are more than `limit`, the ones nearest to the middle of the view.
 */
export function livePages(
  layout: Layout,
  top: number,
  height: number,
  ahead: number,
  limit: number,
): number[] {
  const count = layout.heights.length;
  if (count === 0) return [];
  let first = pageAt(layout, top - ahead);
  let last = first;
  while (last < count && at(layout.tops, last) < top + height + ahead) last++;
  const middle = top + height / 2;
  const distance = (page: number): number => {
    const box = pagePlace(layout, page);
    return Math.max(0, box.top - middle, middle - box.top - box.height);
  };
  while (last - first + 1 > limit) {
    if (distance(first) > distance(last)) first++;
    else last--;
  }
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** The place at the top of the view. */
export function anchorAt(layout: Layout, top: number): Anchor {
  const page = pageAt(layout, top);
  const box = pagePlace(layout, page);
  if (box.height === 0) return { page: 1, offset: 0 };
  // A gap does not grow with the zoom, so a top of the view just above a page counts as the page's own top.
  return { page, offset: Math.min(1, Math.max(0, (top - box.top) / box.height)) };
}

/** The scroll position that brings an anchor back to the top; the top of a page includes the gap above it. */
export function topOf(layout: Layout, anchor: Anchor): number {
  const page = Math.min(Math.max(1, anchor.page), Math.max(1, layout.heights.length));
  const box = pagePlace(layout, page);
  return anchor.offset === 0 ? Math.max(0, box.top - GAP) : box.top + anchor.offset * box.height;
}

/** The horizontal scroll position at which the middle of the pages is in the middle of the view. */
export function centeredLeft(layout: Layout, viewWidth: number): number {
  return Math.max(0, (layout.width - viewWidth) / 2);
}

/** A point of the view, and the place of the document below it that a new layout keeps there. */
export interface Hold {
  readonly page: number;
  /** As fractions of the page's box. */
  readonly x: number;
  readonly y: number;
  /** Pixels from the top left corner of the view. */
  readonly viewX: number;
  readonly viewY: number;
}

/** The left edge of a page in the view, scrolled to its left end. */
export const leftOf = (layout: Layout, page: number, viewWidth: number): number =>
  (Math.max(layout.width, viewWidth) - pagePlace(layout, page).width) / 2;

/** The hold on the place below a point of the view. */
export function holdAt(
  layout: Layout,
  scroll: { left: number; top: number },
  viewWidth: number,
  point: { x: number; y: number },
): Hold {
  const page = pageAt(layout, scroll.top + point.y);
  const box = pagePlace(layout, page);
  return {
    page,
    x: (scroll.left + point.x - leftOf(layout, page, viewWidth)) / Math.max(1, box.width),
    y: (scroll.top + point.y - box.top) / Math.max(1, box.height),
    viewX: point.x,
    viewY: point.y,
  };
}

/** The scroll position at which the held place is below its point of the view again, in a new layout. */
export function scrollFor(layout: Layout, hold: Hold, viewWidth: number): { left: number; top: number } {
  const box = pagePlace(layout, hold.page);
  return {
    left: Math.max(0, leftOf(layout, hold.page, viewWidth) + hold.x * box.width - hold.viewX),
    top: Math.max(0, box.top + hold.y * box.height - hold.viewY),
  };
}
