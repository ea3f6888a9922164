import type * as vscode from 'vscode';
import { OFFLINE_BUDGET } from '../../offline/model.ts';
import type { PixelBudget } from '../../core/geometry/pixelBudget.ts';
import type { DocumentCache } from './documentCache.ts';
import type { Servers } from '../servers/servers.ts';
import { configuredPixels } from '../shared/settings.ts';
import type { PageTextHeight } from './textHeightInSentImage.ts';

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
    const { textHeightInSentImage } = await import('./textHeightInSentImage.ts');
    const budget = this.budget();
    return this.#documents.with(uri, (document) => textHeightInSentImage(document, page, budget));
  }
}
