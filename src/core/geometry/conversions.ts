import { moveBox, scaleBox, boxHeight, boxWidth, type ImageBox, type PageBox, type ShareBox } from './box.ts';
import type { Size } from './size.ts';

/**
 * A box of a page in the image of the whole page. Where the image's aspect differs a little from the page's (sides
 * made multiples of 28), each axis has its own scale.
 * @param page size of the page as it is seen, in points
 * @param image size of the image, in pixels
 */
export function pageToImage(box: PageBox, page: Size, image: Size): ImageBox {
  return scaleBox(box, image.width / page.width, image.height / page.height);
}

/**
 * A box of the image of a whole page on that page.
 * @param image size of the image, in pixels
 * @param page size of the page as it is seen, in points
 */
export function imageToPage(box: ImageBox, image: Size, page: Size): PageBox {
  return scaleBox(box, page.width / image.width, page.height / image.height);
}

/**
 * A box of an image in shares of its sides.
 * @param image size of the image, in pixels
 */
export function imageToShare(box: ImageBox, image: Size): ShareBox {
  return scaleBox(box, 1 / image.width, 1 / image.height);
}

/**
 * A box in shares of an image's sides in the image's pixels.
 * @param image size of the image, in pixels
 */
export function shareToImage(box: ShareBox, image: Size): ImageBox {
  return scaleBox(box, image.width, image.height);
}

/**
 * A box of a page in shares of its sides: how it lies in a view of the page at any zoom.
 * @param page size of the page as it is seen, in points
 */
export function pageToShare(box: PageBox, page: Size): ShareBox {
  return scaleBox(box, 1 / page.width, 1 / page.height);
}

/**
 * A box in shares of a page's sides on that page.
 * @param page size of the page as it is seen, in points
 */
export function shareToPage(box: ShareBox, page: Size): PageBox {
  return scaleBox(box, page.width, page.height);
}

/** A part of an image that was cut out and made an image of its own. */
export interface Crop {
  /** What was cut out, in pixels of the image that it was cut from; it has an area. */
  readonly region: ImageBox;
  /** The size of the image made of it, in pixels; another than the region's where it was resized. */
  readonly image: Size;
}

/** A box of a crop in the image that the crop was cut from; both in pixels. */
export function cropToWhole(box: ImageBox, { region, image }: Crop): ImageBox {
  const scaled = scaleBox<'pixel'>(box, boxWidth(region) / image.width, boxHeight(region) / image.height);
  return moveBox(scaled, region.left, region.top);
}

/** A box of an image in a crop of it, both in pixels; it may lie partly or wholly outside of the crop. */
export function wholeToCrop(box: ImageBox, { region, image }: Crop): ImageBox {
  const moved = moveBox(box, -region.left, -region.top);
  return scaleBox(moved, image.width / boxWidth(region), image.height / boxHeight(region));
}

/**
 * The crop of a crop as one crop of the first image.
 * @param inner cut from the image of `outer`
 */
export function cropOfCrop(inner: Crop, outer: Crop): Crop {
  return { region: cropToWhole(inner.region, outer), image: inner.image };
}
