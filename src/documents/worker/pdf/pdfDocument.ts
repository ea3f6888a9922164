import { t } from '@vscode/l10n';
import { PageTraceError } from '../../../core/errors.ts';
import { boxHeight, boxWidth, type ImageBox } from '../../../core/geometry/box.ts';
import { pdfPageRaster, pdfPartRaster } from '../../../core/geometry/imageSize.ts';
import type { Size } from '../../../core/geometry/size.ts';
import type { Word } from '../../../core/geometry/word.ts';
import { pageSize, rotationOf } from '../../../core/geometry/pageFrame.ts';
import { medianTextHeight, textHeightInImage } from '../../../core/geometry/textHeight.ts';
import { damagedPdf } from '../../../core/unreadable.ts';
import type { OutlineItem, PageImage, PageInfo, PageText } from '../../model.ts';
import { type ByteSource, withBlockCache } from '../files/byteSource.ts';
import { encodeImage } from '../../images/encodeImage.ts';
import { giveAccess, MAX_FILE_SIZE } from './fileAccess.ts';
import { resizeLanczos } from '../../images/lanczos.ts';
import { withoutPadding } from '../../images/raster.ts';
import type { OpenedDocument } from '../messages.ts';
import type { WorkerDocument } from '../workerDocument.ts';
import { missingFontNotices } from './missingFonts.ts';
import { readPageFrame } from './pageFrame.ts';
import { EngineMemoryError, type Pdfium, readUtf16, withMemory } from './pdfium.ts';
import { readOutline } from './pdfOutline.ts';
import { readPictures } from './pdfPictures.ts';
import { findWords } from './characterWords.ts';
import { readCharacters } from './pageCharacters.ts';
import type { Raster } from '../../images/raster.ts';
import type { SystemFonts } from './systemFonts.ts';

/** FPDFBitmap_BGRx: four bytes a pixel, the last unused. */
const BITMAP_BGRX = 3;
const WHITE = 0xffffffff;
/** FPDF_ANNOT draws annotations and filled form fields; FPDF_REVERSE_BYTE_ORDER puts red first. */
const RENDER_FLAGS = 0x01 | 0x10;

/** Results of FPDF_GetLastError. */
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** What a PDF is opened with: the engine, and the fonts that it asks for. */
export interface PdfEngine {
  readonly pdfium: Pdfium;
  readonly fonts: SystemFonts;
}

/**
 * Opens a PDF that is read on demand.
 * @param name for messages
 * @throws PageTraceError `document-damaged`, `document-password-missing`, `document-password-wrong`,
 *   `document-unsupported`, `document-too-large`
 */
export function openPdf(
  { pdfium, fonts }: PdfEngine,
  source: ByteSource,
  name: string,
  password: string | null,
  files: readonly string[],
): WorkerDocument {
  if (source.size > MAX_FILE_SIZE) {
    source.close();
    throw new PageTraceError(
      'document-too-large',
      t('{0} is larger than 4 GB, the most that PDFium can address.', name),
      {
        hint: t('Split the file, or save the pages that you need to a separate file.'),
      },
    );
  }
  const cached = withBlockCache(source);
  const access = giveAccess(pdfium, cached);
  const document = pdfium.FPDF_LoadCustomDocument(access.pointer, password ?? '');
  const pageCount = document === 0 ? 0 : pdfium.FPDF_GetPageCount(document);
  const release = (): void => {
    if (document !== 0) pdfium.FPDF_CloseDocument(document);
    access.free();
    cached.close();
  };
  if (pageCount <= 0) {
    const code = document === 0 ? pdfium.FPDF_GetLastError() : 0;
    const failure = access.readError();
    release();
    throw openError(name, code, password !== null, failure);
  }

  const opened: OpenedDocument = { kind: 'pdf', pageCount, files };
  const textHeights = new Map<number, number | null>();
  const missing = new Set<number>();

  const withPage = <Result>(page: number, use: (handle: number) => Result): Result => {
    // PDFium asks for fonts while it loads, draws, or reads a page. All of that is synchronous, so a font that it does
    // not find in the meantime is missing for this document.
    return fonts.recordMissing(missing, () => {
      const handle = pdfium.FPDF_LoadPage(document, page - 1);
      if (handle === 0) throw pageError(name, page, access.readError());
      try {
        return use(handle);
      } finally {
        pdfium.FPDF_ClosePage(handle);
      }
    });
  };

  const withText = <Result>(page: number, handle: number, use: (textPage: number) => Result): Result => {
    const textPage = pdfium.FPDFText_LoadPage(handle);
    if (textPage === 0) throw pageError(name, page, access.readError());
    try {
      return use(textPage);
    } finally {
      pdfium.FPDFText_ClosePage(textPage);
    }
  };

  const readPageWords = (page: number, handle: number, textPage: number): Word[] => {
    const frame = readPageFrame(pdfium, handle);
    const words = findWords(readCharacters(pdfium, textPage, frame), pageSize(frame));
    textHeights.set(page, medianTextHeight(words));
    return words;
  };

  return {
    opened,
    pageInfo: (page): PageInfo => {
      const size = readPageSize(pdfium, document, page);
      if (size === null) throw pageError(name, page, access.readError());
      const label = readUtf16(pdfium, (buffer, length) =>
        pdfium.FPDF_GetPageLabel(document, page - 1, buffer, length),
      );
      // This does not use the loaded page, because loading it would parse everything that is drawn on it.
      const rotation = rotationOf(pdfium.EPDF_GetPageRotationByIndex(document, page - 1));
      return { page, ...size, rotation, label: label === '' ? String(page) : label };
    },
    outline: (): readonly OutlineItem[] => readOutline(pdfium, document),
    text: (page): PageText =>
      withPage(page, (handle) => ({
        page,
        words: withText(page, handle, (textPage) => readPageWords(page, handle, textPage)),
        pictures: readPictures(pdfium, handle, readPageFrame(pdfium, handle)),
      })),
    render: async (page, options): Promise<PageImage> => {
      const size = readPageSize(pdfium, document, page);
      if (size === null) throw pageError(name, page, access.readError());
      if (options.region !== undefined) {
        const { whole, part } = pdfPartRaster(size, options.region, options.budget);
        const image = withPage(page, (handle) => drawPart(pdfium, handle, whole, part, withoutPadding));
        const encoded = await encodeImage(image, options.format, options.quality);
        const { width, height } = image;
        return { page, ...encoded, width, height, textHeight: null, notices: [] };
      }
      const raster = pdfPageRaster(size, options);
      const drawn = withPage(page, (handle) => {
        const image = drawPage(pdfium, handle, raster.source, (pixels) =>
          raster.source.width === raster.image.width && raster.source.height === raster.image.height
            ? withoutPadding(pixels)
            : resizeLanczos(pixels, raster.image),
        );
        if (missing.size === 0 && textHeights.has(page)) return { image, notices: [] };
        const notices = withText(page, handle, (textPage) => {
          if (!textHeights.has(page)) readPageWords(page, handle, textPage);
          return missingFontNotices(pdfium, textPage, missing);
        });
        return { image, notices };
      });
      const textHeight = textHeights.get(page) ?? null;
      return {
        page,
        ...(await encodeImage(drawn.image, options.format, options.quality)),
        ...raster.image,
        textHeight: textHeight === null ? null : textHeightInImage(textHeight, size, raster.image),
        notices: drawn.notices,
      };
    },
    close: release,
  };
}

/** Size in points of the page as displayed; null for a page that cannot be read. */
function readPageSize(pdfium: Pdfium, document: number, page: number): Size | null {
  return withMemory(pdfium, 8, (pointer) => {
    if (!pdfium.FPDF_GetPageSizeByIndexF(document, page - 1, pointer)) return null;
    const [width = 0, height = 0] = pdfium.pdfium.HEAPF32.subarray(pointer >> 2, (pointer >> 2) + 2);
    return width > 0 && height > 0 ? { width, height } : null;
  });
}

/** Draws a whole page on white. `use` gets the engine's own memory, which is freed once it returns. */
function drawPage(pdfium: Pdfium, page: number, size: Size, use: (pixels: Raster) => Raster): Raster {
  const whole = { left: 0, top: 0, right: size.width, bottom: size.height };
  return drawPart(pdfium, page, size, whole, use);
}

/** Draws a part of a page on white, where the whole page has the size `whole`. `use` gets the engine's own memory, which is freed once it returns. */
function drawPart(
  pdfium: Pdfium,
  page: number,
  whole: Size,
  part: ImageBox,
  use: (pixels: Raster) => Raster,
): Raster {
  const [width, height] = [boxWidth(part), boxHeight(part)];
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, BITMAP_BGRX, 0, 0);
  if (bitmap === 0) throw new EngineMemoryError();
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    const { left, top } = part;
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -left, -top, whole.width, whole.height, 0, RENDER_FLAGS);
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap) >>> 0;
    const data = pdfium.pdfium.HEAPU8.subarray(start, start + width * height * 4);
    return use({ width, height, channels: 4, data });
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

function openError(name: string, code: number, hadPassword: boolean, failure: string | null): PageTraceError {
  if (failure !== null) {
    return new PageTraceError('file-unreadable', t('{0} could not be read.', name), {
      hint: t('Check that it still exists and that you have permission to read it, then open it again.'),
      said: failure,
    });
  }
  if (code === ERROR_PASSWORD) {
    return hadPassword
      ? new PageTraceError('document-password-wrong', t('The password does not open {0}.', name), {
          hint: t('Enter the password again.'),
        })
      : new PageTraceError('document-password-missing', t('{0} is protected by a password.', name), {
          hint: t('Enter its password. It is kept in memory only.'),
        });
  }
  if (code === ERROR_SECURITY) {
    return new PageTraceError(
      'document-unsupported',
      t('{0} is encrypted in a way that PDFium cannot open.', name),
      {
        hint: t('Save it without protection, or with a password.'),
      },
    );
  }
  const { message, hint } = damagedPdf(name, true);
  return new PageTraceError('document-damaged', message, { hint });
}

function pageError(name: string, page: number, failure: string | null): PageTraceError {
  return new PageTraceError('page-failed', t('Page {0} of {1} is damaged and cannot be read.', page, name), {
    hint: t('The other pages can be used.'),
    ...(failure === null ? {} : { said: failure }),
  });
}
