import type { ViewedDocument } from '../model/viewedDocument.ts';

/** A page that is drawn on the screen, as what lies over it sees it. */
export interface ShownPage {
  readonly document: ViewedDocument;
  /** From 1. */
  readonly page: number;
  /** The element of the page, which has its size on the screen; a layer puts its own elements at its end. */
  readonly element: HTMLElement;
  /** CSS pixels on the screen to CSS pixels at a zoom of 1; the element's `--scale` always has the present one. */
  readonly scale: number;
}

/** Something that lies over the pages on the screen: their text, what was found in it, the boxes of claims. */
export interface PageLayer {
  /**
   * Draws the layer over a page. Called each time the page itself has been drawn: when it comes on the screen, at
   * another zoom, and in another version of the document. A layer that fails leaves the page and the layers after it
   * as they are.
   * @param signal aborts when the page leaves the screen or is drawn anew
   */
  draw(shown: ShownPage, signal: AbortSignal): void | Promise<void>;
  /** Removes the layer from a page that has left the screen. */
  release(page: number): void;
}
