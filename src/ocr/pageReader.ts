import { imageToPage } from '../core/geometry/conversions.ts';
import { boxHeight } from '../core/geometry/box.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument } from '../documents/model.ts';
import type { OcrPage } from './model.ts';
import type { OcrPool } from './pool.ts';

/** The resolution at which pages are drawn to be recognized. */
const DPI = 200;

/** Points per inch. */
const POINTS = 72;

/** The most pixels of a page that is drawn: a poster is drawn at a lower resolution. */
const MOST_PIXELS = 16_000_000;

/** Recognizes the text of pages of documents. */
export class PageReader {
  readonly #pool: OcrPool;

  constructor(pool: OcrPool) {
    this.#pool = pool;
  }

  /** Identifies how text is recognized. */
  get name(): string {
    return `eng ${DPI}`;
  }

  /**
   * The words of a page, with boxes in points.
   * @throws PageTraceError the errors of drawing the page, and `ocr-failed`
   */
  async recognize(
    document: OpenDocument,
    _hash: string,
    page: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly Word[]> {
    const size = await document.pageInfo(page);
    const image = await document.render(page, {
      budget: budgetOf(document.kind, size),
      format: 'png',
      ...(signal === undefined ? {} : { signal }),
    });
    return pageWords(await this.#pool.read(image.bytes, signal), image, size);
  }
}

/** The budget that draws a page of a PDF at 200 dpi, and leaves an image as it is. */
function budgetOf(kind: OpenDocument['kind'], { width, height }: Size): PixelBudget {
  const scale = kind === 'pdf' ? DPI / POINTS : 1;
  const area = Math.max(1, Math.min(MOST_PIXELS, Math.round(width * height * scale * scale)));
  return { minPixels: area, maxPixels: area };
}

/**
 * Recognized words with boxes in points of the page.
 * @param image size of the image that was read, in pixels
 * @param page size of the page as displayed, in points
 */
function pageWords({ lines }: OcrPage, image: Size, page: Size): Word[] {
  return lines.flatMap(({ words, box }, line) => {
    const height = boxHeight(imageToPage(box, image, page));
    return words.map(({ text, box: inImage, confidence }) => ({
      text,
      box: imageToPage(inImage, image, page),
      height,
      line,
      confidence,
    }));
  });
}
