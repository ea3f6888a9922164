import type * as vscode from 'vscode';
import type { PreparedQuestion } from '../../asking/model.ts';
import type { ShareBox } from '../../core/geometry/box.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { PageImage } from '../../documents/model.ts';
import type { PagePicture } from '../../reports/html/pages.ts';
import type { DocumentLibrary } from './documentLibrary.ts';

/** The most bytes of page images kept in memory; others are rendered again when they are shown. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The pixels of a page image on which every letter can be read: about 200 dpi for A4. */
const FULL_RESOLUTION: PixelBudget = { minPixels: 3_800_000, maxPixels: 4_000_000 };
/** The pixels of a part of a page: enough for a loupe on a screen with small pixels. */
const PART_BUDGET: PixelBudget = { minPixels: 1, maxPixels: 1_500_000 };

/** A page image as a view shows it: its address, its size in pixels, and the height of its text in them. */
export interface RenderedPage {
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly textHeight: number | null;
}

/** A whole page of a document with the hash `sha256`. */
export interface DocumentPage extends RenderedPage {
  readonly sha256: string;
}

/**
 * Page images for the inspector: those that were just sent, and others that are rendered again within the same budget.
 */
export class PageImages {
  readonly #library: DocumentLibrary;
  readonly #kept = new Map<string, { readonly page: DocumentPage; readonly bytes: number }>();
  #bytes = 0;

  constructor(library: DocumentLibrary) {
    this.#library = library;
  }

  /**
   * Keeps the images of a question that is being sent, so that the inspector shows exactly the bytes that were sent.
   */
  remember(prepared: PreparedQuestion): void {
    for (const image of prepared.images) {
      const sha256 = prepared.info.documents[image.document]?.sha256;
      if (sha256 && prepared.info.pixels)
        this.#keep(sha256, keyOf(sha256, image.page, prepared.info.pixels), image);
    }
  }

  /**
   * The image of a page within `pixels`.
   * @param sha256 the document's hash when the image was sent, to get that exact image while it is in memory; null for
   * the document as it is now
   * @throws PageTraceError the error of opening or rendering
   */
  async get(
    uri: vscode.Uri,
    sha256: string | null,
    page: number,
    pixels: PixelBudget,
  ): Promise<DocumentPage> {
    const kept = sha256 === null ? undefined : this.#kept.get(keyOf(sha256, page, pixels));
    if (kept) return kept.page;
    return this.#library.with(uri, async (document) => {
      const now = await document.hash();
      const key = keyOf(now, page, pixels);
      return (
        this.#kept.get(key)?.page ??
        this.#keep(now, key, await document.render(page, { budget: pixels, format: 'jpeg' }))
      );
    });
  }

  /**
   * A page of the document as it is now, or a part of it in shares of its sides, at full resolution. A part is not kept.
   * @throws PageTraceError the error of opening or rendering; `cancelled` for a part
   */
  async full(
    uri: vscode.Uri,
    page: number,
    region: ShareBox | null,
    signal: AbortSignal,
  ): Promise<RenderedPage> {
    if (region === null) return this.get(uri, null, page, FULL_RESOLUTION);
    return this.#library.with(uri, async (document) =>
      toPage(await document.render(page, { budget: PART_BUDGET, format: 'jpeg', region, signal })),
    );
  }

  /**
   * A page as reports show it.
   * @throws PageTraceError the error of opening or rendering
   */
  async forReport(uri: vscode.Uri, page: number): Promise<PagePicture> {
    const { drawReportPage } = await import('../../documents/reportPage.ts');
    return this.#library.with(uri, (document) => drawReportPage(document, page));
  }

  #keep(sha256: string, key: string, image: Rendered): DocumentPage {
    const page = { ...toPage(image), sha256 };
    this.#bytes += page.src.length - (this.#kept.get(key)?.bytes ?? 0);
    this.#kept.set(key, { page, bytes: page.src.length });
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES || oldest === key) break;
      this.#kept.delete(oldest);
      this.#bytes -= bytes;
    }
    return page;
  }
}

type Rendered = Pick<PageImage, 'bytes' | 'mediaType' | 'width' | 'height' | 'textHeight'>;

function toPage({ bytes, mediaType, width, height, textHeight }: Rendered): RenderedPage {
  return {
    src: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
    width,
    height,
    textHeight,
  };
}

function keyOf(sha256: string, page: number, pixels: PixelBudget): string {
  return `${sha256}#${page}@${pixels.minPixels}-${pixels.maxPixels}`;
}
