import type { Size } from '../../../src/core/geometry/size.ts';
import { ZOOM_LIMITS } from '../../../src/protocol/document.ts';

/** CSS pixels for each pixel of an image; `fit` shows all of it, at most in its own size. */
export type ImageZoom = number | 'fit';

/**
 * The factor of a zoom.
 * @param view the room that there is, in CSS pixels
 */
export function imageScale(zoom: ImageZoom, image: Size, view: Size): number {
  if (zoom !== 'fit') return zoom;
  const fitting = Math.min(view.width / image.width, view.height / image.height, 1);
  return Math.max(ZOOM_LIMITS.min, fitting);
}
