import { t } from '@vscode/l10n';
import { imageSize } from 'image-size';
import { PageTraceError } from '../../core/errors.ts';
import { imagePageRaster, imagePartRaster } from '../../core/geometry/imageSize.ts';
import type { Size } from '../../core/geometry/size.ts';
import type { PageImage, PageInfo } from '../model.ts';
import { decodeImage } from '../images/decodeImage.ts';
import { assertDecodable, imageTooLarge, MOST_DECODING_BYTES } from '../images/decodingLimit.ts';
import { encodeImage } from '../images/encodeImage.ts';
import { cutRaster } from '../images/raster.ts';
import { resizeLanczos } from '../images/lanczos.ts';
import type { WorkerDocument } from './workerDocument.ts';
import { applyOrientation, orientedSize } from '../images/orientation.ts';
import type { ImageFile } from './files/documentSource.ts';

/** Large enough for the headers of nearly every image; otherwise the whole file is read. */
const HEADER_BYTES = 256 * 1024;

/** The information in the header of an image file. */
interface ImageHeader {
  readonly type: string;
  /** The size as displayed, with the EXIF orientation applied. */
  readonly seen: Size;
  /** EXIF orientation, 1 to 8; 1 for files that are not JPEG. */
  readonly orientation: number;
}

/**
 * A document whose pages are image files, in order; a file is opened when its page is requested, and a broken one is an
 * error of its own page only.
 * @param maxPixels the most pixels that an image may have
 * @param notices sentences about files of a folder that were left out
 */
export function openImages(
  images: readonly ImageFile[],
  maxPixels: number,
  notices: readonly string[] = [],
): WorkerDocument {
  const imageAt = (page: number): ImageFile => {
    const image = images[page - 1];
    if (!image) throw new PageTraceError('page-out-of-range', t('There is no page {0}.', page));
    return image;
  };
  return {
    opened: {
      kind: 'images',
      pageCount: images.length,
      files: images.map((image) => image.path).filter((path) => path !== null),
      notices,
    },
    pageInfo: (page): PageInfo => {
      const image = imageAt(page);
      return { page, ...readHeader(image).seen, rotation: 0, label: image.name };
    },
    outline: () => [],
    text: (page) => {
      imageAt(page);
      return { page, words: [], pictures: [] };
    },
    render: async (page, options): Promise<PageImage> => {
      const image = imageAt(page);
      const header = readHeader(image);
      if (header.seen.width * header.seen.height > maxPixels)
        throw imageTooLarge(image.title, header.seen, maxPixels);
      const { region, budget, enlarges } = options;
      const { part, image: size } =
        region === undefined
          ? { part: null, ...imagePageRaster(header.seen, options) }
          : imagePartRaster(header.seen, region, budget, enlarges);
      const bytes = image.read();
      assertDecodable(image.title, header.type, header.seen, bytes, MOST_DECODING_BYTES.ofDocument);
      const pixels = applyOrientation(
        await decodeImage(image.title, header.type, bytes, maxPixels),
        header.orientation,
      );
      const seen = part === null ? pixels : cutRaster(pixels, part);
      const encoded = await encodeImage(resizeLanczos(seen, size), options.format, options.quality);
      return { page, ...encoded, ...size, textHeight: null, notices: [] };
    },
    close: () => undefined,
  };
}

function readHeader(image: ImageFile): ImageHeader {
  const header = parseHeader(image.read(HEADER_BYTES)) ?? parseHeader(image.read());
  if (header) return header;
  throw new PageTraceError(
    'document-damaged',
    t('{0} is damaged: it does not say how large the image is.', image.title),
    {
      hint: t('Download or create the image again.'),
    },
  );
}

function parseHeader(bytes: Uint8Array): ImageHeader | null {
  try {
    const { width, height, type, orientation } = imageSize(bytes);
    if (!(width > 0 && height > 0) || type === undefined) return null;
    // Pillow, and therefore the papers' pipelines, rotate only JPEG files.
    const turn = type === 'jpg' ? (orientation ?? 1) : 1;
    return {
      type,
      seen: orientedSize({ width, height }, turn),
      orientation: turn,
    };
  } catch {
    return null;
  }
}
