import type { PageBox } from '../core/geometry/box.ts';
import type { Rotation } from '../core/geometry/pageFrame.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { Size } from '../core/geometry/size.ts';

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

/** Size of a page as it is seen (rotation applied), in PDF points; pixels for an image file. */
export interface PageInfo extends Size {
  /** From 1. */
  readonly page: number;
  readonly rotation: Rotation;
  /** The page's label (`iv`, `A-3`), the file's name for an image file, or its number as text. */
  readonly label: string;
}

export interface Word {
  readonly text: string;
  readonly box: PageBox;
  /** Height of the loose character box, in points, across the direction of the text. */
  readonly height: number;
}

export interface PageText {
  readonly page: number;
  readonly words: readonly Word[];
}

export interface OutlineItem {
  readonly title: string;
  /** From 1; null if the target is no page. */
  readonly page: number | null;
  readonly children: readonly OutlineItem[];
}

export interface RenderOptions {
  readonly budget: PixelBudget;
  readonly format: 'jpeg' | 'png';
  /** JPEG quality 1 to 100; 90 unless told. */
  readonly quality?: number;
  /** Make both sides multiples of 28. */
  readonly multipleOf28?: boolean;
  readonly signal?: AbortSignal;
}

/** The exact image that is sent to a model. */
export interface PageImage {
  readonly page: number;
  readonly bytes: Uint8Array;
  readonly mediaType: 'image/jpeg' | 'image/png';
  readonly width: number;
  readonly height: number;
  /** How high the text stands in this image, in pixels (median over words); null without a text layer. */
  readonly textHeight: number | null;
  /** Sentences on what the image lacks, e.g. text in a font that is neither in the file nor installed. */
  readonly notices?: readonly string[];
}

/** An open document. Every method throws PageTraceError; one bad page does not spoil the others. */
export interface OpenDocument {
  readonly name: string;
  readonly kind: 'pdf' | 'images';
  readonly pageCount: number;
  /** Sentences on what of it is no page though it looks like one: a folder's link that leads nowhere. */
  readonly notices?: readonly string[];
  /** SHA-256 of the bytes (of a folder: of its files' names and bytes), lower-case hex. */
  hash(): Promise<string>;
  pageInfo(page: number): Promise<PageInfo>;
  outline(): Promise<readonly OutlineItem[]>;
  text(page: number): Promise<PageText>;
  render(page: number, options: RenderOptions): Promise<PageImage>;
  close(): Promise<void>;
}

/** Limits, each a parameter that tests shorten. Times in milliseconds. */
export interface DocumentLimits {
  /** A page that renders longer is given up and its worker replaced. */
  readonly renderTimeout: number;
  /** The most bytes taken as bytes. */
  readonly maxBytes: number;
  /** The most pixels of an image file: what its decoder can hold in memory. */
  readonly maxImagePixels: number;
  /** A worker that does not start within this time is given up. */
  readonly startTimeout: number;
  /** How long a cancelled page may go on before its worker is replaced, so that the next one need not wait for it. */
  readonly cancelGrace: number;
  /** The worker is ended when no document has been open for this long. */
  readonly idleRelease: number;
  /** A worker whose engine has taken more memory than this is replaced: WebAssembly memory never shrinks. */
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

/** Opens documents in a worker thread. One for the life of the extension or command. */
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
