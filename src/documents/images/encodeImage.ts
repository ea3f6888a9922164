import { encode as encodePng } from 'fast-png';
import { encodeJpeg } from './jpeg.ts';
import { withoutPadding } from './raster.ts';
import type { Raster } from './raster.ts';

/** The default JPEG quality. */
const DEFAULT_QUALITY = 90;

/** Fast, and some 10% larger than with the best level: page images are sent once, so time matters more than size. */
const PNG_LEVEL = 1;

/** The bytes of an image file, in memory of their own. */
export interface EncodedImage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mediaType: 'image/jpeg' | 'image/png';
}

/** Encodes `raster` as a JPEG (quality 1 to 100, 90 by default) or a PNG. */
export async function encodeImage(
  raster: Raster,
  format: 'jpeg' | 'png',
  quality: number = DEFAULT_QUALITY,
): Promise<EncodedImage> {
  const { width, height, data } = withoutPadding(raster);
  if (format === 'jpeg') {
    return {
      bytes: await encodeJpeg({ width, height, channels: 3, data }, quality),
      mediaType: 'image/jpeg',
    };
  }
  const bytes = encodePng({ width, height, data, channels: 3, depth: 8 }, { zlib: { level: PNG_LEVEL } });
  return { bytes: new Uint8Array(bytes), mediaType: 'image/png' };
}
