import { imageSize } from 'image-size';
import type { Size } from '../../core/geometry/imageSize.ts';
import { decodeImage } from '../../documents/worker/decode.ts';
import { resizeLanczos } from '../../documents/worker/lanczos.ts';
import type { Raster } from '../../documents/worker/raster.ts';

/** Pixels of an enlarged image: twice the sides of a page at the reader's budget. */
const MAX_PIXELS = 6_500_000;
const MAX_FACTOR = 3;
/** Less is not worth the time. */
const MIN_FACTOR = 1.15;

/** The longer side of A4 and Letter paper, about, in inches. */
const PAGE_LENGTH = 11.5;

/** An image for Tesseract, with the resolution that it should assume. */
export interface PreparedImage {
  readonly bytes: Uint8Array;
  /** Dots per inch; null to let Tesseract guess. */
  readonly dpi: number | null;
}

/**
 * The image with larger sides, in grey, as a PGM file. Tesseract loses points and thin strokes of letters under some 20
 * pixels (at the reader's budget it reads 1.4 as 14 in 9 pt print); the same pixels at twice the size it reads.
 * Images that are large, or that cannot be decoded here, are given back as they are, for Tesseract to try. The
 * resolution is that of a page that fills the image: the one that Tesseract guesses makes it take cells of ruled tables
 * for parts of the rules.
 */
export async function enlarge(image: Uint8Array): Promise<PreparedImage> {
  const raster = await decode(image);
  if (raster === null) return { bytes: image, dpi: null };
  const { width, height } = raster;
  const factor = Math.min(MAX_FACTOR, Math.sqrt(MAX_PIXELS / (width * height)));
  if (factor < MIN_FACTOR) return { bytes: image, dpi: toDpi(raster) };
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  return { bytes: toPgm(resizeLanczos(raster, size)), dpi: toDpi(size) };
}

function toDpi({ width, height }: Size): number {
  return Math.max(70, Math.round(Math.max(width, height) / PAGE_LENGTH));
}

async function decode(image: Uint8Array): Promise<Raster | null> {
  try {
    return await decodeImage('image', imageSize(image).type ?? '', image);
  } catch {
    return null;
  }
}

/** Netpbm's grey map: a line of text, then a byte a pixel. */
function toPgm({ width, height, channels, data }: Raster): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const pgm = new Uint8Array(header.length + width * height);
  pgm.set(header);
  for (let from = 0, to = header.length; to < pgm.length; from += channels, to += 1) {
    // ITU-R BT.601's weights of red, green and blue, of 256.
    pgm[to] = (77 * (data[from] ?? 0) + 150 * (data[from + 1] ?? 0) + 29 * (data[from + 2] ?? 0)) >> 8;
  }
  return pgm;
}
