import { signal, type Signal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { ViewedDocument } from '../model/viewedDocument.ts';
import { releaseCanvas } from './pagePainter.ts';

/** The most pictures that are kept, as compressed images; a canvas is used only to create one. */
const MAX_PICTURES = 200;

/** Pictures of pages, as blob addresses; the least recently used are dropped first. */
export class ThumbnailPictures {
  readonly #document: ViewedDocument;
  readonly #onSize: (page: number, size: Size) => void;
  readonly #pictures = new Map<number, Signal<string | null>>();

  /** @param onSize called when the size of a page is known, which may differ from the assumed one */
  constructor(document: ViewedDocument, onSize: (page: number, size: Size) => void) {
    this.#document = document;
    this.#onSize = onSize;
  }

  of(page: number): Signal<string | null> {
    const known = this.#pictures.get(page) ?? signal<string | null>(null);
    this.#pictures.delete(page);
    this.#pictures.set(page, known);
    for (const [oldest, picture] of this.#pictures) {
      if (this.#pictures.size <= MAX_PICTURES) break;
      if (picture.peek() !== null) URL.revokeObjectURL(picture.peek() ?? '');
      this.#pictures.delete(oldest);
    }
    return known;
  }

  /** Draws the picture of a page; `scaleOf` is given the page's own size. */
  async make(page: number, scaleOf: (size: Size) => number, signal: AbortSignal): Promise<void> {
    const canvas = document.createElement('canvas');
    try {
      const size = await this.#document.size(page);
      signal.throwIfAborted();
      await this.#document.paint(page, canvas, scaleOf(size), signal);
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve);
      });
      const picture = this.of(page);
      if (blob !== null && picture.peek() === null) picture.value = URL.createObjectURL(blob);
      this.#onSize(page, size);
    } finally {
      releaseCanvas(canvas);
    }
  }

  dispose(): void {
    for (const picture of this.#pictures.values()) {
      if (picture.peek() !== null) URL.revokeObjectURL(picture.peek() ?? '');
    }
    this.#pictures.clear();
  }
}
