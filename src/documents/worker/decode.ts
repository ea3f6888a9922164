import { PageTraceError } from '../../core/errors.ts';
import { decodeJpeg } from './jpeg.ts';
import { decodePng } from './png.ts';
import type { Raster } from './raster.ts';
import { decodeWebp } from './webp.ts';

/**
 * The pixels of an image file, transparency laid on white.
 * @param name for messages
 * @param type as image-size names it
 * @throws PageTraceError `document-damaged`, `document-unsupported`
 */
export async function decodeImage(name: string, type: string, bytes: Uint8Array): Promise<Raster> {
  try {
    switch (type) {
      case 'png':
        return decodePng(bytes);
      case 'jpg':
        return await decodeJpeg(bytes);
      case 'webp':
        return await decodeWebp(bytes);
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new PageTraceError('document-damaged', `${name} is damaged or of a kind that cannot be decoded.`, {
      hint: 'Get the image again, or save it as PNG.',
      said,
    });
  }
  throw new PageTraceError('document-unsupported', `${name} is not a PNG, JPEG or WebP file.`);
}

/** Lays straight-alpha pixels on white, as four channels of which the last is then unused. */
export function onWhite(rgba: Uint8Array | Uint8ClampedArray): Uint8Array {
  const target = new Uint8Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 255;
    const white = 255 * (255 - alpha);
    for (let channel = at; channel < at + 3; channel++) {
      target[channel] = Math.round(((rgba[channel] ?? 0) * alpha + white) / 255);
    }
    target[at + 3] = 255;
  }
  return target;
}
