import type { TextItem } from './find.ts';
import type { PaintQueue } from './paintQueue.ts';
import type { PageSize } from './layout.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** What a page on the screen tells the view. */
export interface PainterEvents {
  /** The size of the page became known, or turned out to be another than was thought. */
  readonly sized: (page: number, size: PageSize) => void;
  /** The page's text can be selected; its elements are the items of the page's text, by index. */
  readonly texted: (page: number, items: readonly TextItem[], elements: readonly HTMLElement[]) => void;
  /** Drawing ended: with a sentence where it failed. */
  readonly painted: (page: number, failure: string | null) => void;
}

/** Frees the memory of a canvas now, not when it is collected. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

/** Keeps the canvas and the text layer of one page on the screen up to date. */
export class PagePainter {
  readonly #page: number;
  readonly #host: HTMLElement;
  readonly #queue: PaintQueue;
  readonly #events: PainterEvents;
  readonly #priority: (page: number) => number;
  #document: ViewedDocument | null = null;
  #scale = 0;
  #canvas: HTMLCanvasElement | null = null;
  #textLayer: HTMLElement | null = null;
  /** The document that the text layer is of. */
  #textOf: ViewedDocument | null = null;
  #cancel: (() => void) | null = null;

  constructor(
    page: number,
    host: HTMLElement,
    queue: PaintQueue,
    priority: (page: number) => number,
    events: PainterEvents,
  ) {
    this.#page = page;
    this.#host = host;
    this.#queue = queue;
    this.#priority = priority;
    this.#events = events;
  }

  /**
   * Draws the page of `document` at `scale` (device pixels to CSS pixels at zoom 1). What is drawn already stays
   * until the new drawing is there.
   */
  update(document: ViewedDocument, scale: number): void {
    if (document === this.#document && scale === this.#scale) return;
    this.#document = document;
    this.#scale = scale;
    this.#cancel?.();
    this.#cancel = this.#queue.add({
      priority: () => this.#priority(this.#page),
      run: (signal) => this.#draw(document, scale, signal),
    });
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#document = null;
    if (this.#canvas !== null) releaseCanvas(this.#canvas);
    this.#canvas = null;
    this.#textLayer?.remove();
    this.#textLayer = null;
    this.#textOf = null;
  }

  async #draw(document: ViewedDocument, scale: number, signal: AbortSignal): Promise<void> {
    const canvas = this.#host.ownerDocument.createElement('canvas');
    canvas.className = 'page-canvas';
    // The text layer says what stands on the page.
    canvas.setAttribute('aria-hidden', 'true');
    try {
      this.#events.sized(this.#page, await document.size(this.#page));
      signal.throwIfAborted();
      await document.paint(this.#page, canvas, scale, signal);
      signal.throwIfAborted();
    } catch (error) {
      releaseCanvas(canvas);
      if (!signal.aborted) {
        this.#events.painted(this.#page, error instanceof Error ? error.message : String(error));
      }
      return;
    }
    const past = this.#canvas;
    this.#canvas = canvas;
    this.#host.prepend(canvas);
    if (past !== null) releaseCanvas(past);
    this.#events.painted(this.#page, null);
    if (document !== this.#textOf) await this.#layText(document, signal);
  }

  async #layText(document: ViewedDocument, signal: AbortSignal): Promise<void> {
    const layer = this.#host.ownerDocument.createElement('div');
    layer.className = 'text-layer';
    try {
      const elements = await document.layText(this.#page, layer, signal);
      const items = await document.text(this.#page);
      if (signal.aborted) return;
      this.#textLayer?.remove();
      this.#textLayer = layer;
      this.#textOf = document;
      this.#host.append(layer);
      this.#events.texted(this.#page, items, elements);
    } catch {
      // A page whose text cannot be read is still one that can be looked at.
    }
  }
}
