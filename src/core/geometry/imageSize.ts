import { t } from '@vscode/l10n';
import { PageTraceError } from '../errors.ts';
import { boxArea, boxHeight, boxWidth, type ImageBox, type ShareBox } from './box.ts';
import { shareToImage, shareToPage } from './conversions.ts';
import type { PixelBudget } from './pixelBudget.ts';
import type { Size } from './size.ts';

/** Long side, in pixels, of the rendering of a PDF page from which it is resized to the budget. */
export const RENDERING_LONG_SIDE = 1600;

/** Side lengths that vision encoders with 14 px patches, merged two by two, accept without resizing. */
const QWEN_SIDES: ResizeSides = { factor: 28, least: 28 };

/** Aspect ratio above which Qwen's image processor rejects an image. */
const MAX_ASPECT = 200;

/**
 * The raster at which a page is drawn, and the size to which it is then resampled; equal if no resampling is needed.
 */
export interface PageRaster {
  readonly source: Size;
  readonly image: Size;
}

/**
 * The size nearest to `size` whose area is within the budget, with the same aspect ratio. An image within the budget
 * does not change. Shrinking rounds both sides down and enlarging rounds them up, so that the area stays within the
 * budget; if both limits cannot be met (they are equal, or nearly so), the upper one is. Sides are at least 1.
 * @param size in pixels
 * @throws PageTraceError `bad-input` for an invalid budget or size
 */
export function fitBudget(size: Size, budget: PixelBudget): Size {
  checkSize(size);
  checkBudget(budget);
  const area = size.width * size.height;
  if (area > budget.maxPixels) return scaleSize(size, Math.sqrt(budget.maxPixels / area), Math.floor);
  if (area >= budget.minPixels) return { width: size.width, height: size.height };
  const factor = Math.sqrt(budget.minPixels / area);
  const enlarged = scaleSize(size, factor, Math.ceil);
  return enlarged.width * enlarged.height <= budget.maxPixels
    ? enlarged
    : scaleSize(size, factor, Math.floor);
}

/** Whether one side is so much longer than the other that Qwen's image processor rejects the image. */
export function isTooNarrow({ width, height }: Size): boolean {
  return Math.max(width, height) / Math.min(width, height) > MAX_ASPECT;
}

/** How `smartResize` rounds sides. */
export interface ResizeSides {
  /** Both sides are multiples of it, in pixels. */
  readonly factor: number;
  /**
   * The smallest length to which a side is rounded, in pixels, before the area is checked: the factor in Qwen's own
   * `smart_resize`, 0 in the processors that vLLM runs. They differ for sides below half a factor: the latter treat
   * such an image as having no area and enlarge it.
   */
  readonly least: number;
}

/**
 * Qwen2-VL's `smart_resize`: both sides multiples of the factor, the area within the budget, the aspect ratio kept as
 * closely as possible. As there, the sides are first rounded to the nearest multiple (halves to even), and only an area
 * outside of the budget is scaled from the original sides.
 * @param size in pixels
 * @throws PageTraceError `bad-input` for an aspect ratio over 200, which the model's own processor rejects too
 */
export function smartResize(size: Size, budget: PixelBudget, { factor, least }: ResizeSides): Size {
  checkSize(size);
  checkBudget(budget);
  const { width, height } = size;
  if (isTooNarrow(size)) {
    throw new PageTraceError(
      'bad-input',
      t(
        'An image of {0} x {1} px is too narrow for the model: one side may be at most {2} times the other.',
        width,
        height,
        MAX_ASPECT,
      ),
      { hint: t('Leave out the page.') },
    );
  }
  const rounded = {
    width: Math.max(least, roundHalfEven(width / factor) * factor),
    height: Math.max(least, roundHalfEven(height / factor) * factor),
  };
  const area = rounded.width * rounded.height;
  if (area > budget.maxPixels) {
    const beta = Math.sqrt((height * width) / budget.maxPixels);
    const side = (length: number) => Math.max(factor, Math.floor(length / beta / factor) * factor);
    return { width: side(width), height: side(height) };
  }
  if (area < budget.minPixels) {
    const beta = Math.sqrt(budget.minPixels / (height * width));
    const side = (length: number) => Math.ceil((length * beta) / factor) * factor;
    return { width: side(width), height: side(height) };
  }
  return rounded;
}

/** What the size of a page image must fit. */
export interface ImageFit {
  readonly budget: PixelBudget;
  /** Whether both sides are made multiples of 28. */
  readonly multipleOf28?: boolean;
}

/**
 * The raster of a PDF page: drawn with 1600 px on its long side and resampled to the budget, as in the papers. If the
 * requested image is larger than that, the page is drawn at the image's own size instead, without resampling: enlarging
 * a drawing would add pixels but no detail.
 * @param page width and height in points, as displayed
 */
export function pdfPageRaster(page: Size, fit: ImageFit): PageRaster {
  const drawing = drawnPageSize(page);
  const image = fitImage(drawing, fit);
  const larger = image.width > drawing.width || image.height > drawing.height;
  return { source: larger ? image : drawing, image };
}

/**
 * The raster of an image file: its own pixels, resampled to the budget.
 * @param pixels width and height as displayed (EXIF orientation applied)
 */
export function imagePageRaster(pixels: Size, fit: ImageFit): PageRaster {
  return { source: pixels, image: fitImage(pixels, fit) };
}

/** The most pixels for each point of a page's part: 864 dpi, at which the smallest print can be read. */
const MAX_SCALE = 12;

/** A part of a page: the whole page's size at the same scale, and the part in its pixels. All numbers are integers. */
export interface PartRaster {
  readonly whole: Size;
  readonly part: ImageBox;
}

/**
 * The raster of a part of a PDF page, as large as the budget allows.
 * @param page width and height in points, as displayed
 * @param region the part, whose area is not zero
 */
export function pdfPartRaster(page: Size, region: ShareBox, { maxPixels }: PixelBudget): PartRaster {
  const area = boxArea(shareToPage(region, page));
  const factor = Math.min(MAX_SCALE, Math.sqrt(maxPixels / Math.max(area, Number.MIN_VALUE)));
  const whole = scaleSize(page, factor, Math.round);
  return { whole, part: wholePixels(region, whole) };
}

/** The size of a drawn PDF page before it is resampled to a budget, as in the papers. */
export function drawnPageSize(page: Size): Size {
  return scaleSize(page, RENDERING_LONG_SIDE / Math.max(page.width, page.height), Math.round);
}

/**
 * The part of an image file in its own pixels, and the size of the part within the budget.
 * @param enlarges whether a part with fewer pixels than the budget's least is enlarged
 */
export function imagePartRaster(
  pixels: Size,
  region: ShareBox,
  { minPixels, maxPixels }: PixelBudget,
  enlarges = false,
): { readonly part: ImageBox; readonly image: Size } {
  const part = wholePixels(region, pixels);
  const size = { width: boxWidth(part), height: boxHeight(part) };
  return { part, image: fitBudget(size, { minPixels: enlarges ? minPixels : 1, maxPixels }) };
}

/** A part of an image in whole pixels, at least one of them. */
function wholePixels(region: ShareBox, image: Size): ImageBox {
  const { left, top, right, bottom } = shareToImage(region, image);
  const from = {
    x: Math.min(Math.floor(left), image.width - 1),
    y: Math.min(Math.floor(top), image.height - 1),
  };
  return {
    left: Math.max(0, from.x),
    top: Math.max(0, from.y),
    right: Math.min(image.width, Math.max(from.x + 1, Math.ceil(right))),
    bottom: Math.min(image.height, Math.max(from.y + 1, Math.ceil(bottom))),
  };
}

function fitImage(size: Size, { budget, multipleOf28 }: ImageFit): Size {
  return multipleOf28 ? smartResize(size, budget, QWEN_SIDES) : fitBudget(size, budget);
}

function scaleSize(size: Size, factor: number, round: (value: number) => number): Size {
  return {
    width: Math.max(1, round(size.width * factor)),
    height: Math.max(1, round(size.height * factor)),
  };
}

/** Python's `round`: halves go to the even neighbor. */
function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function checkSize({ width, height }: Size): void {
  if (!(width > 0 && height > 0 && Number.isFinite(width * height))) {
    throw new PageTraceError(
      'bad-input',
      t('A page of {0} x {1} has no area that can be drawn.', width, height),
      {
        hint: t('Leave out the page; the other pages can be used.'),
      },
    );
  }
}

function checkBudget({ minPixels, maxPixels }: PixelBudget): void {
  if (!(minPixels >= 0 && maxPixels >= 1 && minPixels <= maxPixels && Number.isFinite(maxPixels))) {
    throw new PageTraceError(
      'bad-input',
      t('A pixel budget of {0} to {1} is not possible.', minPixels, maxPixels),
      {
        hint: t(
          'Set a minimum and a maximum number of pixels; the minimum must not be greater than the maximum.',
        ),
      },
    );
  }
}
