import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import type { Size } from '../../core/geometry/size.ts';

/**
 * The most bytes that decoding an image may take. A request may not take the offline reader above 600 MB: a page of A3
 * paper at 300 dpi (17.4 million pixels) is within that as PNG, JPEG, and WebP. The documents that a person opens may
 * take more: a page of A3 paper at 600 dpi (70 million pixels) with 8 bits a channel. BMP files are read by
 * tesseract.js, which needs far more for each pixel.
 */
export const MOST_DECODING_BYTES = { ofDocument: 1_250_000_000, ofRequest: 460_000_000 };

/** The bytes for each pixel at the peak of decoding, measured with images at the limits. */
const COSTS = { jpeg: 11, progressiveJpeg: 17, cmykJpeg: 21, webp: 14.2, bmp: 460, other: 17 };
/** The factor of a PNG's decoded bytes, and what is added to it, by the bits of a sample. */
const PNG_COSTS = { upTo8: { factor: 3.1, added: 1.8 }, 16: { factor: 2.2, added: 8.7 } };
const MIN_PNG_COST = 8;
/** The number of samples of a PNG's pixel, by color type. */
export const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PNG_DEPTH_AT = 24;
const PNG_COLOR_TYPE_AT = 25;

/**
 * Refuses an image whose decoding would take too much memory.
 * @param title the name of the image in messages
 * @param type as image-size names it
 * @param maxBytes the most bytes that decoding it may take
 * @throws PageTraceError `document-too-large`
 */
export function assertDecodable(
  title: string,
  type: string,
  size: Size,
  bytes: Uint8Array,
  maxBytes: number,
): void {
  const maxPixels = maxBytes / bytesPerPixel(type, bytes);
  if (size.width * size.height > maxPixels) throw imageTooLarge(title, size, maxPixels);
}

/** The error of an image with more pixels than can be opened. */
export function imageTooLarge(title: string, { width, height }: Size, maxPixels: number): PageTraceError {
  return new PageTraceError(
    'document-too-large',
    t(
      '{0} has {1} x {2} pixels, more than the {3} million that can be opened.',
      title,
      width,
      height,
      Math.floor(maxPixels / 1_000_000),
    ),
    { hint: t('Make a smaller copy of the image.') },
  );
}

function bytesPerPixel(type: string, bytes: Uint8Array): number {
  switch (type) {
    case 'png':
      return pngCost(bytes);
    case 'jpg':
      return jpegCost(bytes);
    case 'webp':
      return COSTS.webp;
    case 'bmp':
      return COSTS.bmp;
    default:
      return COSTS.other;
  }
}

function pngCost(bytes: Uint8Array): number {
  const samples = PNG_CHANNELS[bytes[PNG_COLOR_TYPE_AT] ?? 0] ?? 4;
  const depth = bytes[PNG_DEPTH_AT] ?? 16;
  const { factor, added } = depth === 16 ? PNG_COSTS[16] : PNG_COSTS.upTo8;
  return Math.max(MIN_PNG_COST, (factor * samples * depth) / 8 + added);
}

/** The cost of a JPEG, from its frame header: the marker, two bytes of length, precision, height, width, components. */
function jpegCost(bytes: Uint8Array): number {
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (bytes[at + 9] === 4) return COSTS.cmykJpeg;
      return marker === 0xc2 ? COSTS.progressiveJpeg : COSTS.jpeg;
    }
    at += 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
  }
  return COSTS.cmykJpeg;
}
