import { median } from '../median.ts';
import type { Size } from './size.ts';

/** Text below this height, in pixels, is hard for a model to read, and people are warned. */
export const SMALL_TEXT = 8;

/** Text of this height, in pixels, is easy to read: the warning names the budget that produces it. */
export const READABLE_TEXT = 12;

/**
 * Median over the words of a page of the height of their loose character boxes; null for a page without a text layer.
 * @param words each with its height, in points (pixels of an image file)
 */
export function medianTextHeight(words: readonly { readonly height: number }[]): number | null {
  const heights = words.map((word) => word.height).filter((height) => height > 0);
  return median(heights);
}

/**
 * The height of text in an image of its page, in pixels.
 * @param textHeight in the page's unit
 * @param page size of the page in the same unit
 * @param image size of the image in pixels; if its aspect ratio differs slightly from the page's (sides made multiples
 * of 28), the scale is that of the areas
 */
export function textHeightInImage(textHeight: number, page: Size, image: Size): number {
  return textHeight * Math.sqrt((image.width * image.height) / (page.width * page.height));
}

/**
 * The pixel budget at which text that is too small in an image of `width` x `height` pixels would be 12 px high; null
 * for text of 8 px or more, which needs no warning, and for text of unknown height.
 */
export function readableAt(textHeight: number | null, width: number, height: number): number | null {
  if (textHeight === null || !(textHeight > 0) || textHeight >= SMALL_TEXT) return null;
  return Math.ceil(width * height * (READABLE_TEXT / textHeight) ** 2);
}
