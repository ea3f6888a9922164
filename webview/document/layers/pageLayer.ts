import type { ViewedDocument } from '../model/viewedDocument.ts';

/** A page that is drawn on the screen, for the layers over it. */
export interface ShownPage {
  readonly document: ViewedDocument;
  /** From 1. */
  readonly page: number;
  /** The element of the page, which has the page's size on the screen; a layer appends its own elements. */
  readonly element: HTMLElement;
  /**
   * CSS pixels on the screen for each CSS pixel at a zoom of 1; the element's `--scale` always has the current value.
   */
  readonly scale: number;
}

/** A layer over the pages on the screen: their text, the matches in it, the boxes of claims. */
export interface PageLayer {
  /**
   * Draws the layer over a page. Called each time the page itself has been drawn: when it appears on the screen, at
   * another zoom, and in another version of the document. A layer that fails does not affect the page and the other
   * layers.
   * @param signal aborts when the page leaves the screen or is drawn again
   */
  draw(shown: ShownPage, signal: AbortSignal): void | Promise<void>;
  /** Removes the layer from a page that has left the screen. */
  release(page: number): void;
}
