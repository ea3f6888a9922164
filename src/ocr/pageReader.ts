import { imageToPage, pageToImage } from '../core/geometry/conversions.ts';
import { boxHeight } from '../core/geometry/box.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument } from '../documents/model.ts';
import { mergeHanPage } from './hanWords.ts';
import type { LanguageData } from './languageData.ts';
import { CHINESE, type OcrLanguage } from './languages.ts';
import type { OcrFiles, OcrPage, PagePart } from './model.ts';
import { OcrPool } from './pool.ts';
import type { RecognitionCache } from './recognitionCache.ts';

/** The resolution at which pages are drawn to be recognized. */
const DPI = 200;

/** Points per inch. */
const POINTS = 72;

/** The most pixels of a page that is drawn: a poster is drawn at a lower resolution. */
const MOST_PIXELS = 16_000_000;

/** What reads pages. A page in Chinese is also read in Latin script, for its numbers. */
interface Pools {
  readonly latin: OcrPool;
  readonly chinese: OcrPool | null;
}

export interface PageReaderOptions {
  /** The languages of the pages, the most likely first. */
  readonly languages: readonly OcrLanguage[];
  readonly data: Pick<LanguageData, 'find'>;
  /** Keeps what was recognized; null to keep nothing. */
  readonly cache: RecognitionCache | null;
  readonly files: OcrFiles;
}

/** Recognizes the text of pages of documents. Its threads start with the first page. */
export class PageReader {
  readonly #options: PageReaderOptions;
  #pools: Promise<Pools> | null = null;

  constructor(options: PageReaderOptions) {
    this.#options = options;
  }

  /** Identifies how text is recognized. */
  get name(): string {
    return readerName(this.#options.languages);
  }

  /**
   * The words of a page, with boxes in points.
   * @throws PageTraceError the errors of drawing the page, `ocr-failed` also if the data of a language is not to be had
   */
  async recognize(
    document: OpenDocument,
    page: PagePart,
    signal: AbortSignal | undefined,
  ): Promise<readonly Word[]> {
    const kept = await this.kept(page);
    if (kept !== null) return kept;
    const words = await this.#read(document, page, signal);
    await this.#options.cache?.write({ ...page, reader: this.name }, words);
    return words;
  }

  /** The words of a page that was recognized before; null if they are not kept. */
  async kept(page: PagePart): Promise<readonly Word[] | null> {
    return (await this.#options.cache?.read({ ...page, reader: this.name })) ?? null;
  }

  /** Ends its threads. */
  async close(): Promise<void> {
    const pools = await this.#pools?.catch(() => null);
    await Promise.all([pools?.latin.close(), pools?.chinese?.close()]);
  }

  async #read(
    document: OpenDocument,
    { page, pictures }: PagePart,
    signal: AbortSignal | undefined,
  ): Promise<readonly Word[]> {
    const { latin, chinese } = await this.#start();
    const size = await document.pageInfo(page);
    const image = await document.render(page, {
      budget: budgetOf(document.kind, size),
      format: 'png',
      ...(signal === undefined ? {} : { signal }),
    });
    const parts = pictures?.map((picture) => pageToImage(picture, size, image)) ?? null;
    const [inLatin, inChinese] = await Promise.all([
      latin.read(image.bytes, signal, parts),
      chinese?.read(image.bytes, signal, parts),
    ]);
    return pageWords(inChinese === undefined ? inLatin : mergeHanPage(inChinese, inLatin), image, size);
  }

  #start(): Promise<Pools> {
    this.#pools ??= this.#create().catch((error: unknown) => {
      // The data may be fetched the next time.
      this.#pools = null;
      throw error;
    });
    return this.#pools;
  }

  async #create(): Promise<Pools> {
    const { languages, data, files } = this.#options;
    const found = await Promise.all(languages.map((language) => data.find(language)));
    const latin = found.filter(({ code }) => code !== CHINESE);
    const chinese = found.filter(({ code }) => code === CHINESE);
    if (latin.length === 0) latin.push(await data.find('eng'));
    return {
      latin: new OcrPool({ ...files, languages: latin }),
      chinese: chinese.length === 0 ? null : new OcrPool({ ...files, languages: chinese }),
    };
  }
}

/** Identifies how text is recognized in some languages. */
export function readerName(languages: readonly OcrLanguage[]): string {
  return `${languages.join('+')} ${DPI}`;
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
