import {
  boxHeight,
  boxWidth,
  intersection,
  type ImageBox,
  type ShareBox,
} from '../../../src/core/geometry/box.ts';
import { imageToShare } from '../../../src/core/geometry/conversions.ts';
import type { Size } from '../../../src/core/geometry/size.ts';

/** A point of an image, in shares of its width and height. */
export interface ImagePoint {
  readonly x: number;
  readonly y: number;
}

/** How many CSS pixels of the loupe one pixel of the sent image takes: enough to tell its pixels apart. */
export const LOUPE_SCALE = 4;

/** How much more of the page is requested on each side than the loupe shows, as a share of that. */
const MARGIN = 0.5;

/** All of an image, in shares of it. */
const WHOLE: ShareBox = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * The part of a sent image around a point that a window of a loupe shows, in pixels of the image. It ends at the edges
 * of the image; an image that is smaller than the window is in its middle.
 * @param window in CSS pixels
 */
export function loupeRegion(at: ImagePoint, window: Size, image: Size): ImageBox {
  const width = window.width / LOUPE_SCALE;
  const height = window.height / LOUPE_SCALE;
  const left = startOf(at.x * image.width, width, image.width);
  const top = startOf(at.y * image.height, height, image.height);
  return { left, top, right: left + width, bottom: top + height };
}

function startOf(middle: number, length: number, whole: number): number {
  return length >= whole ? (whole - length) / 2 : Math.min(whole - length, Math.max(0, middle - length / 2));
}

/** The part of the page to request for a region, in shares of its sides: with room around it for small moves. */
export function partAround(region: ImageBox, image: Size): ShareBox {
  const [x, y] = [boxWidth(region) * MARGIN, boxHeight(region) * MARGIN];
  const around: ImageBox = {
    left: region.left - x,
    top: region.top - y,
    right: region.right + x,
    bottom: region.bottom + y,
  };
  return intersection<'share'>(imageToShare(around, image), WHOLE) ?? WHOLE;
}

/** Whether a part of the page has all of the page that a region shows. */
export function hasRegion(part: ShareBox, region: ImageBox, image: Size): boolean {
  const shown = intersection<'share'>(imageToShare(region, image), WHOLE) ?? WHOLE;
  return (
    part.left <= shown.left &&
    part.top <= shown.top &&
    part.right >= shown.right &&
    part.bottom >= shown.bottom
  );
}

/** The point one step of a key away: a quarter of what the loupe shows; null for another key. */
export function moveLoupe(at: ImagePoint, key: string, region: ImageBox, image: Size): ImagePoint | null {
  const x = boxWidth(region) / image.width / 4;
  const y = boxHeight(region) / image.height / 4;
  const inside = (value: number): number => Math.min(1, Math.max(0, value));
  switch (key) {
    case 'ArrowLeft':
      return { ...at, x: inside(at.x - x) };
    case 'ArrowRight':
      return { ...at, x: inside(at.x + x) };
    case 'ArrowUp':
      return { ...at, y: inside(at.y - y) };
    case 'ArrowDown':
      return { ...at, y: inside(at.y + y) };
    default:
      return null;
  }
}
