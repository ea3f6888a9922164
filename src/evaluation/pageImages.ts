import type { OpenDocument, PageImage, RenderOptions } from '../documents/model.ts';

interface KeptImage {
  readonly image: Promise<PageImage>;
  /** Bytes; 0 before it is rendered. */
  size: number;
}

/**
 * Page images that were rendered last: data sets mostly ask several questions about the same pages. Never more bytes are
 * kept than allowed, however many pages there are.
 */
export class PageImages {
  readonly #most: number;
  /** By document, page and form, those that were used last at the end. */
  readonly #kept = new Map<string, KeptImage>();
  #size = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /**
   * The document with pages that are rendered once, as long as they are kept.
   * @param sha256 tells documents apart
   */
  of(document: OpenDocument, sha256: string): OpenDocument {
    return { ...document, render: (page, options) => this.#render(document, sha256, page, options) };
  }

  #render(document: OpenDocument, sha256: string, page: number, options: RenderOptions): Promise<PageImage> {
    const { signal, ...form } = options;
    const key = JSON.stringify([sha256, page, form]);
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known.image;
    }
    const kept: KeptImage = { image: document.render(page, options), size: 0 };
    this.#kept.set(key, kept);
    kept.image.then(
      ({ bytes }) => {
        if (this.#kept.get(key) !== kept) return;
        kept.size = bytes.length;
        this.#size += kept.size;
        this.#dropOldest();
      },
      () => {
        // It may be rendered again, such as after it was canceled.
        if (this.#kept.get(key) === kept) this.#kept.delete(key);
      },
    );
    signal?.throwIfAborted();
    return kept.image;
  }

  #dropOldest(): void {
    for (const [key, { size }] of this.#kept) {
      if (this.#size <= this.#most) return;
      if (size === 0) continue;
      this.#kept.delete(key);
      this.#size -= size;
    }
  }
}
