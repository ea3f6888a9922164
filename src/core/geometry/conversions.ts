import { moveBox, scaleBox, boxHeight, boxWidth, type ImageBox, type PageBox, type ShareBox } from './box.ts';
import type { Size } from './size.ts';

/**
 * Converts a box of a page to the image of the whole page. If the image's aspect ratio differs slightly from the page's
 * (sides made multiples of 28), each axis has its own scale.
 * @param page size of the page as displayed, in points
 * @param image size of the image, in pixels
 */
export function pageToImage(box: PageBox, page: Size, image: Size): ImageBox {
  return scaleBox(box, image.width / page.width, image.height / page.height);
}

/**
 * Converts a box of the image of a whole page to the page.
 * @param image size of the image, in pixels
 * @param page size of the page as displayed, in points
 */
export function imageToPage(box: ImageBox, image: Size, page: Size): PageBox {
  return scaleBox(box, page.width / image.width, page.height / image.height);
}

/**
 * Converts a box of an image to shares of its sides.
 * @param image size of the image, in pixels
 */
export function imageToShare(box: ImageBox, image: Size): ShareBox {
  return scaleBox(box, 1 / image.width, 1 / image.height);
}

/**
 * Converts a box in shares of an image's sides to the image's pixels.
 * @param image size of the image, in pixels
 */
export function shareToImage(box: ShareBox, image: Size): ImageBox {
  return scaleBox(box, image.width, image.height);
}

/**
 * Converts a box of a page to shares of its sides, that is, its place in a view of the page at any zoom.
 * @param page size of the page as displayed, in points
 */
export function pageToShare(box: PageBox, page: Size): ShareBox {
  return scaleBox(box, 1 / page.width, 1 / page.height);
}

/**
 * Converts a box in shares of a page's sides to the page.
 * @param page size of the page as displayed, in points
 */
export function shareToPage(box: ShareBox, page: Size): PageBox {
  return scaleBox(box, page.width, page.height);
}

/** A part of an image that was cut out as an image of its own. */
export interface Crop {
  /** The region that was cut out, in pixels of the original image; its area is not zero. */
  readonly region: ImageBox;
  /** The size of the cut-out image, in pixels; it differs from the region's if the image was resized. */
  readonly image: Size;
}

/** Converts a box of a crop to the original image; both in pixels. */
export function cropToWhole(box: ImageBox, { region, image }: Crop): ImageBox {
  const scaled = scaleBox<'pixel'>(box, boxWidth(region) / image.width, boxHeight(region) / image.height);
  return moveBox(scaled, region.left, region.top);
}

/** Converts a box of an image to a crop of it, both in pixels; it may be partly or wholly outside of the crop. */
export function wholeToCrop(box: ImageBox, { region, image }: Crop): ImageBox {
  const moved = moveBox(box, -region.left, -region.top);
  return scaleBox(moved, image.width / boxWidth(region), image.height / boxHeight(region));
}

/**
 * The crop of a crop as one crop of the original image.
 * @param inner cut from the image of `outer`
 */
export function cropOfCrop(inner: Crop, outer: Crop): Crop {
  return { region: cropToWhole(inner.region, outer), image: inner.image };
}
