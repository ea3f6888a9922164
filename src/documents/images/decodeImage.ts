import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { decodeJpeg } from './jpeg.ts';
import { decodePng } from './png.ts';
import type { Raster } from './raster.ts';
import { decodeWebp } from './webp.ts';

/**
 * The pixels of an image file, with transparency drawn on white.
 * @param title the name of the image in messages
 * @param type as image-size names it
 * @param maxPixels the most pixels of a PNG; a caller checks the size that image-size reads from other files
 * @throws PageTraceError `document-damaged`, `document-unsupported`
 */
export async function decodeImage(
  title: string,
  type: string,
  bytes: Uint8Array,
  maxPixels: number,
): Promise<Raster> {
  try {
    switch (type) {
      case 'png':
        return decodePng(bytes, maxPixels);
      case 'jpg':
        return await decodeJpeg(bytes);
      case 'webp':
        return await decodeWebp(bytes);
    }
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new PageTraceError(
      'document-damaged',
      t('{0} is damaged, or in a format that cannot be decoded.', title),
      {
        hint: t('Download the image again, or save it as PNG.'),
        said,
      },
    );
  }
  throw new PageTraceError('document-unsupported', t('{0} is not a PNG, JPEG or WebP file.', title));
}
