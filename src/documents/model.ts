import type { PageBox, ShareBox } from '../core/geometry/box.ts';
import type { Rotation } from '../core/geometry/pageFrame.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';
import type { Word } from '../core/geometry/word.ts';

/** Where a document comes from. */
export type DocumentSource =
  /** A PDF or image file read on demand, or a folder of image files (each a page, in natural order of names). */
  | { readonly kind: 'path'; readonly path: string }
  /** Bytes of a PDF or image, up to 512 MB. */
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array };

export interface OpenOptions {
  readonly password?: string;
  readonly signal?: AbortSignal;
}

/** Size of a page as displayed (with its rotation applied), in PDF points; in pixels for an image file. */
export interface PageInfo extends Size {
  /** From 1. */
  readonly page: number;
  readonly rotation: Rotation;
  /** The page's label (`iv`, `A-3`), the file's name for an image file, or its number as text. */
  readonly label: string;
}

export interface PageText {
  readonly page: number;
  readonly words: readonly Word[];
  /** The boxes of the pictures on a page of a PDF, whose own text is not among the words. */
  readonly pictures: readonly PageBox[];
}

export interface OutlineItem {
  readonly title: string;
  /** From 1; null if the target is not a page. */
  readonly page: number | null;
  readonly children: readonly OutlineItem[];
}

export interface RenderOptions {
  readonly budget: PixelBudget;
  readonly format: 'jpeg' | 'png';
  /** JPEG quality 1 to 100; 90 by default. */
  readonly quality?: number;
  /** Whether both sides are made multiples of 28. */
  readonly multipleOf28?: boolean;
  /**
   * The part of the page to draw, for a person to look at: as large as its budget allows, but an image file has no more
   * than its own pixels. By default, the whole page as it is sent.
   */
  readonly region?: ShareBox;
  /** Whether a part of an image file is enlarged to the least pixels of the budget, as for a model; false by default. */
  readonly enlarges?: boolean;
  readonly signal?: AbortSignal;
}

/** The exact image that is sent to a model. */
export interface PageImage {
  readonly page: number;
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  /** The height of the text in this image, in pixels (median over words); null without a text layer. */
  readonly textHeight: number | null;
  /** Sentences about what is missing from the image, e.g. text in a font that is neither in the file nor installed. */
  readonly notices?: readonly string[];
}

/** An open document. Every method throws PageTraceError; one bad page does not affect the others. */
export interface OpenDocument {
  readonly name: string;
  readonly kind: 'pdf' | 'images';
  readonly pageCount: number;
  /** Sentences about parts that look like pages but are not: a broken link in a folder. */
  readonly notices?: readonly string[];
  /** SHA-256 of the bytes (of a folder: of its files' names and bytes), lower-case hex. */
  hash(): Promise<string>;
  pageInfo(page: number): Promise<PageInfo>;
  outline(): Promise<readonly OutlineItem[]>;
  text(page: number): Promise<PageText>;
  render(page: number, options: RenderOptions): Promise<PageImage>;
  close(): Promise<void>;
}

/** Limits, each a parameter so that tests can shorten it. Times are in milliseconds. */
export interface DocumentLimits {
  /** A page that takes longer to render is given up and its worker replaced. */
  readonly renderTimeout: number;
  /** The most bytes that are accepted as bytes. */
  readonly maxBytes: number;
  /** The most pixels of an image file, limited by what its decoder can hold in memory. */
  readonly maxImagePixels: number;
  /** A worker that does not start within this time is given up. */
  readonly startTimeout: number;
  /**
   * How long a canceled page may continue before its worker is replaced, so that the next one need not wait for it.
   */
  readonly cancelGrace: number;
  /** The worker is ended when no document has been open for this long. */
  readonly idleRelease: number;
  /** A worker whose engine has used more memory than this is replaced, because WebAssembly memory never shrinks. */
  readonly recycleBytes: number;
}

export const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = {
  renderTimeout: 20_000,
  maxBytes: 512 * 1024 * 1024,
  maxImagePixels: 100_000_000,
  startTimeout: 30_000,
  cancelGrace: 1_000,
  idleRelease: 30_000,
  recycleBytes: 512 * 1024 * 1024,
};

/** Opens documents in a worker thread. The extension or command has one for its whole life. */
export interface Documents {
  /**
   * Opens a PDF, an image file or a folder of images.
   * @throws PageTraceError `file-not-found`, `file-unreadable`, `document-unsupported`, `document-damaged`,
   *   `document-password-missing`, `document-password-wrong`, `document-too-large`, `timeout`, `cancelled`
   */
  open(source: DocumentSource, options?: OpenOptions): Promise<OpenDocument>;
  /** Closes every document and ends the worker. */
  dispose(): Promise<void>;
}
