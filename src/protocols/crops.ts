import {
  boxArea,
  boxHeight,
  boxWidth,
  intersection,
  type ImageBox,
  type ShareBox,
} from '../core/geometry/box.ts';
import { cropToWhole, imageToShare, shareToImage } from '../core/geometry/conversions.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { ShownImage } from './model.ts';

const WHOLE: ShareBox = { left: 0, top: 0, right: 1, bottom: 1 };

/** A box in pixels of an image as it was sent, in pixels of what the image shows at full resolution. */
export function sentToRaw(box: ImageBox, { sent, raw }: ShownImage): ImageBox {
  return shareToImage(imageToShare(box, sent), raw);
}

/** A box with each side moved outward. */
export function padBox(box: ImageBox, x: number, y: number): ImageBox {
  return { left: box.left - x, top: box.top - y, right: box.right + x, bottom: box.bottom + y };
}

/** The part of a box that is on an image; null if nothing of it is, or if it has no area. */
export function clipBox(box: ImageBox, { width, height }: Size): ImageBox | null {
  const clipped = intersection<'pixel'>(box, { left: 0, top: 0, right: width, bottom: height });
  return clipped === null || boxArea(clipped) <= 0 ? null : clipped;
}

/** The region of the page that a box of an image at full resolution shows. */
export function regionOnPage(box: ImageBox, { region, raw }: ShownImage): ShareBox {
  const shown = region ?? WHOLE;
  // The page in pixels of the image.
  const page = { width: raw.width / boxWidth(shown), height: raw.height / boxHeight(shown) };
  return imageToShare(cropToWhole(box, { region: shareToImage(shown, page), image: raw }), page);
}

/** The size of a region of a page at full resolution. */
export function rawSizeOf(region: ShareBox, page: Size): Size {
  return { width: boxWidth(region) * page.width, height: boxHeight(region) * page.height };
}

/** The budget that makes an image of this size no smaller and no larger than the given one allows. */
export function exactBudget({ width, height }: Size, { minPixels, maxPixels }: PixelBudget): PixelBudget {
  const pixels = Math.max(1, Math.round(Math.min(maxPixels, Math.max(minPixels, width * height))));
  return { minPixels: pixels, maxPixels: pixels };
}
