import type { Size } from '../../../src/core/geometry/size.ts';
import type { PageLayer } from '../layers/pageLayer.ts';
import type { PaintQueue } from '../model/paintQueue.ts';
import type { ViewedDocument } from '../model/viewedDocument.ts';

/** What is needed to draw a page, and the callbacks about it. */
export interface PainterDeps {
  readonly queue: PaintQueue;
  /** The page's place in the queue: smaller is sooner. */
  readonly priority: () => number;
  /** Drawn over the page, in this order. */
  readonly layers: readonly PageLayer[];
  /** Called when the size of the page becomes known, or differs from the assumed one. */
  readonly onSize: (page: number, size: Size) => void;
  /** Called when drawing has ended, with a message if it failed. */
  readonly onPainted: (page: number, failure: string | null) => void;
}

/** The values that a drawing of a page depends on. */
export interface Painting {
  readonly document: ViewedDocument;
  /** CSS pixels on the screen for each CSS pixel at a zoom of 1. */
  readonly scale: number;
  /** Device pixels for each CSS pixel on the screen. */
  readonly pixelRatio: number;
}

/** Frees the memory of a canvas immediately, rather than when it is collected. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
  canvas.remove();
}

/** Keeps the canvas of one page on the screen, and the layers over it, up to date. */
export class PagePainter {
  readonly #page: number;
  readonly #element: HTMLElement;
  readonly #deps: PainterDeps;
  #painting: Painting | null = null;
  #canvas: HTMLCanvasElement | null = null;
  #cancel: (() => void) | null = null;

  /** @param element the element of the page: the canvas becomes its first child, followed by the layers */
  constructor(page: number, element: HTMLElement, deps: PainterDeps) {
    this.#page = page;
    this.#element = element;
    this.#deps = deps;
  }

  /** Draws the page. The existing drawing stays until the new one is complete. */
  update(painting: Painting): void {
    const past = this.#painting;
    if (
      painting.document === past?.document &&
      painting.scale === past.scale &&
      painting.pixelRatio === past.pixelRatio
    )
      return;
    this.#painting = painting;
    this.#cancel?.();
    this.#cancel = this.#deps.queue.add({
      priority: this.#deps.priority,
      run: (signal) => this.#draw(painting, signal),
    });
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#painting = null;
    if (this.#canvas !== null) releaseCanvas(this.#canvas);
    this.#canvas = null;
    for (const layer of this.#deps.layers) layer.release(this.#page);
  }

  async #draw({ document, scale, pixelRatio }: Painting, signal: AbortSignal): Promise<void> {
    const { onSize, onPainted, layers } = this.#deps;
    const canvas = this.#element.ownerDocument.createElement('canvas');
    canvas.className = 'page-canvas';
    // Screen readers get the content of the page from the text layer.
    canvas.setAttribute('aria-hidden', 'true');
    try {
      onSize(this.#page, await document.size(this.#page));
      signal.throwIfAborted();
      await document.paint(this.#page, canvas, scale * pixelRatio, signal);
      signal.throwIfAborted();
    } catch (error) {
      releaseCanvas(canvas);
      if (!signal.aborted) onPainted(this.#page, error instanceof Error ? error.message : String(error));
      return;
    }
    const past = this.#canvas;
    this.#canvas = canvas;
    this.#element.prepend(canvas);
    if (past !== null) releaseCanvas(past);
    onPainted(this.#page, null);
    for (const layer of layers) {
      try {
        await layer.draw({ document, page: this.#page, element: this.#element, scale }, signal);
      } catch {
        // A page whose text or marks cannot be drawn can still be viewed.
      }
      if (signal.aborted) return;
    }
  }
}
