import { t } from '@vscode/l10n';
import { imageSize } from 'image-size';
import type { ImageBox } from '../core/geometry/box.ts';
import type { Size } from '../core/geometry/size.ts';
import { decodeImage } from '../documents/images/decodeImage.ts';
import { assertDecodable, MOST_DECODING_BYTES } from '../documents/images/decodingLimit.ts';
import { resizeLanczos } from '../documents/images/lanczos.ts';
import type { Raster } from '../documents/images/raster.ts';
import { findComponents, type Component } from './components.ts';
import { unreadableImageError } from './errors.ts';
import { toGrayImage, toPgm, type GrayImage } from './grayImage.ts';
import { eraseLeaders } from './leaders.ts';

/** The most pixels of an enlarged image: twice the sides of a page of 1.6 million pixels. */
const MAX_PIXELS = 6_500_000;
const MAX_FACTOR = 3;
/** A smaller enlargement is not worth the time. */
const MIN_FACTOR = 1.15;

const WHITE = 255;

/** The approximate longer side of A4 and Letter paper, in inches. */
const PAGE_LENGTH = 11.5;

/** How an image is prepared. */
export interface Preparation {
  /** The parts of it whose text is recognized: the rest becomes white. Null for all of it. */
  readonly parts: readonly ImageBox[] | null;
  /** The most that its sides are enlarged; Tesseract reads Han characters best as they are. */
  readonly mostFactor?: number | undefined;
}

/** An image for Tesseract, with the resolution that it should assume. */
export interface PreparedImage {
  readonly bytes: Uint8Array;
  /** Dots per inch; null to let Tesseract guess. */
  readonly dpi: number | null;
  /** The number of its pixels for each pixel of the original image, along each side. */
  readonly scale: number;
  /** The pixels in those bytes with their components; null if the image could not be decoded here. */
  readonly pixels: { readonly gray: GrayImage; readonly components: readonly Component[] } | null;
}

/**
 * The image with larger sides, in gray, without leaders, as a PGM file. Tesseract misses points and thin strokes of
 * letters below some 20 pixels (in a page image of 1.6 million pixels it reads 1.4 as 14 in 9 pt print), but not in the
 * same image at twice the size. Images that cannot be decoded here are returned unchanged, for Tesseract to try. The
 * resolution is that of a page that fills the image: with its own guess, Tesseract reads cells of ruled tables as parts
 * of the rules.
 * @throws PageTraceError `document-too-large` for an image whose decoding would take too much memory,
 * `image-unreadable` for bytes without the header of an image
 */
export async function prepareImage(
  image: Uint8Array,
  { parts, mostFactor = MAX_FACTOR }: Preparation,
): Promise<PreparedImage> {
  const raster = await decode(image);
  if (raster === null) return { bytes: image, dpi: null, scale: 1, pixels: null };
  const { width, height } = raster;
  const factor = Math.min(mostFactor, Math.sqrt(MAX_PIXELS / (width * height)));
  const size = { width: Math.round(width * factor), height: Math.round(height * factor) };
  const gray = toGrayImage(factor < MIN_FACTOR ? raster : resizeLanczos(raster, size));
  if (parts !== null) eraseAround(gray, parts, gray.width / width);
  const components = findComponents(gray);
  eraseLeaders(gray, components);
  return { bytes: toPgm(gray), dpi: toDpi(gray), scale: gray.width / width, pixels: { gray, components } };
}

/**
 * Makes an image white outside of some parts.
 * @param scale the number of its pixels for each unit of the parts
 */
function eraseAround({ width, height, data }: GrayImage, parts: readonly ImageBox[], scale: number): void {
  const kept = new Uint8Array(data.length);
  for (const { left, top, right, bottom } of parts) {
    const from = Math.max(0, Math.floor(left * scale));
    const to = Math.min(width, Math.ceil(right * scale));
    for (let y = Math.max(0, Math.floor(top * scale)); y < Math.min(height, bottom * scale); y += 1)
      kept.fill(1, y * width + from, y * width + Math.max(from, to));
  }
  for (let at = 0; at < data.length; at += 1) if (kept[at] === 0) data[at] = WHITE;
}

function toDpi({ width, height }: Size): number {
  return Math.max(70, Math.round(Math.max(width, height) / PAGE_LENGTH));
}

async function decode(image: Uint8Array): Promise<Raster | null> {
  const { width, height, type = '' } = readHeader(image);
  assertDecodable(t('A page image'), type, { width, height }, image, MOST_DECODING_BYTES.ofRequest);
  try {
    return await decodeImage('image', type, image, width * height);
  } catch {
    return null;
  }
}

function readHeader(image: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(image);
  } catch (error) {
    throw unreadableImageError(String(error));
  }
}
