import type { Size } from '../../../src/core/geometry/size.ts';
import { ZOOM_LIMITS, type Zoom } from '../../../src/protocol/document.ts';
import { GAP, MARGIN } from './layout.ts';

/** CSS pixels per point at a zoom of 1. */
export const PIXELS_PER_POINT = 96 / 72;

/** Chromium places nothing beyond about 33 million CSS pixels; a document is never laid out higher than this. */
const MAX_HEIGHT = 30_000_000;

/** The largest zoom at which a document of this height (at zoom 1) can still be laid out. */
export function largestZoom(heightAtOne: number): number {
  return Math.max(ZOOM_LIMITS.min, Math.min(ZOOM_LIMITS.max, MAX_HEIGHT / Math.max(1, heightAtOne)));
}

/** The factor of a zoom for a page in a view: a fitted zoom fits each page by itself. */
export function scaleOf(zoom: Zoom, size: Size, view: Size, largest: number): number {
  const width = Math.max(1, view.width - 2 * MARGIN) / Math.max(1, size.width);
  const height = Math.max(1, view.height - 2 * GAP) / Math.max(1, size.height);
  const wanted = zoom === 'width' ? width : zoom === 'page' ? Math.min(width, height) : zoom;
  return Math.min(largest, Math.max(ZOOM_LIMITS.min, wanted));
}
