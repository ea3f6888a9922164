import type { Size } from '../../../src/core/geometry/size.ts';
import type { TextItem } from './find.ts';

/** A place of a document that an entry of its outline leads to; `offset` is a fraction of the page's height. */
export interface OutlinePlace {
  readonly page: number;
  readonly offset: number;
}

/** An entry of the outline that a document contains. */
export interface OutlineItem {
  readonly title: string;
  readonly children: readonly OutlineItem[];
  /** Whether the document wants its children to be shown at first. */
  readonly isOpen: boolean;
  /** Null if the entry leads to no place in the document. */
  place(): Promise<OutlinePlace | null>;
}

/** An open document as the view needs it: pdf.js behind an interface, so that tests can show any document. */
export interface ViewedDocument {
  readonly pageCount: number;
  /** The labels of the pages, by index; null if the document has none of its own. */
  readonly labels: readonly string[] | null;
  size(page: number): Promise<Size>;
  /** The size of a page as displayed, in points of the page: those of the boxes on it. */
  points(page: number): Promise<Size>;
  /** The outline that the document contains; empty if it has none. */
  outline(): Promise<readonly OutlineItem[]>;
  /** The pieces of text of a page, in the order of the page's text layer. */
  text(page: number): Promise<readonly TextItem[]>;
  /**
   * Draws a page at `scale` (device pixels for each CSS pixel at zoom 1) on a canvas, whose size it sets. Rejects with
   * an AbortError when `signal` aborts.
   */
  paint(page: number, canvas: HTMLCanvasElement, scale: number, signal: AbortSignal): Promise<void>;
  /** Fills `container` with the selectable text of a page; the elements correspond to those of `text`, by index. */
  layText(page: number, container: HTMLElement, signal: AbortSignal): Promise<readonly HTMLElement[]>;
  close(): Promise<void>;
}

/** The size of a page that cannot be read: A4, in CSS pixels at zoom 1. */
export const A4: Size = { width: 794, height: 1123 };

/** The page that a typed text means: a label, or otherwise a number. Null if there is none. */
export function findPage(text: string, labels: readonly string[] | null, pageCount: number): number | null {
  const wanted = text.trim().toLowerCase();
  const labeled = labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1;
  if (labeled >= 0 && wanted !== '') return labeled + 1;
  const number = /^\d+$/u.test(wanted) ? Number(wanted) : 0;
  return number >= 1 && number <= pageCount ? number : null;
}

/** Why a document could not be opened, for a view that says so. */
export type OpenFailure =
  | { readonly kind: 'empty' }
  | { readonly kind: 'password'; readonly wrong: boolean }
  /** The reader found no pages; `begins` says whether the file begins like a PDF. */
  | { readonly kind: 'unreadable'; readonly begins: boolean }
  | { readonly kind: 'damaged'; readonly message: string; readonly hint: string };

/** Thrown by an opener; `failure` says which view is shown. */
export class OpenError extends Error {
  override readonly name = 'OpenError';
  readonly failure: OpenFailure;
  constructor(failure: OpenFailure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** What an opener gets from the extension. */
export interface OpenRequest {
  readonly size: number;
  /** Bytes of the file from `begin` up to `end`. */
  readonly range: (begin: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
  /** The password, or null if the person entered none. */
  readonly password: (wrong: boolean) => Promise<string | null>;
  /** Called when a part of the file could not be read; pages that need it stay blank. */
  readonly onLost: (error: unknown) => void;
  /** Aborts when the document is no longer wanted. */
  readonly signal: AbortSignal;
}

export type OpenDocument = (request: OpenRequest) => Promise<ViewedDocument>;
