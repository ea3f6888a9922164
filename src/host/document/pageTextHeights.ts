import type * as vscode from 'vscode';
import { imagePageRaster, pdfPageRaster } from '../../core/geometry/imageSize.ts';
import { medianTextHeight, readableAt, textHeightInImage } from '../../core/geometry/textHeight.ts';
import { OFFLINE_BUDGET } from '../../offline/model.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { DocumentCache } from './documentCache.ts';
import type { Servers } from '../servers/servers.ts';
import { configuredPixels } from '../shared/settings.ts';

/**
 * The height of a page's text in the image that would be sent now, in pixels, and the budget at which it is legible.
 */
export interface PageTextHeight {
  readonly height: number | null;
  readonly readableAt: number | null;
}

/** Text heights of pages at the current pixel budget. */
export class PageTextHeights {
  readonly #documents: DocumentCache;
  readonly #servers: Servers;

  constructor(documents: DocumentCache, servers: Servers) {
    this.#documents = documents;
    this.#servers = servers;
  }

  /** The pixel budget of new questions, unless their prompt sets its own. */
  budget(): PixelBudget {
    return this.#servers.current() === null ? OFFLINE_BUDGET : configuredPixels();
  }

  /** @throws PageTraceError the error of opening the document */
  async get(uri: vscode.Uri, page: number): Promise<PageTextHeight> {
    const budget = this.budget();
    return this.#documents.with(uri, async (document) => {
      const info = await document.pageInfo(page);
      const text = medianTextHeight((await document.text(page)).words);
      if (text === null) return { height: null, readableAt: null };
      const { image } = (document.kind === 'pdf' ? pdfPageRaster : imagePageRaster)(info, { budget });
      const height = textHeightInImage(text, info, image);
      return { height, readableAt: readableAt(height, image.width, image.height) };
    });
  }
}
