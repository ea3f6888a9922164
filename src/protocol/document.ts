import * as v from 'valibot';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';

/** How pages are fitted: a factor (1 is 96 CSS pixels to 72 points), or to the width or the whole page. */
export type Zoom = number | 'width' | 'page';

/** The least and the most that a person can zoom to, as factors. */
export const ZOOM_LIMITS = { min: 0.1, max: 8 } as const;

/** What the document view shows; pages count from 1. */
export interface DocumentState {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Grows each time the file on disk is read anew. */
  readonly version: number;
  /** The page that is looked at. */
  readonly page: number;
  /** The page at the top of the view, and how far into it the view starts, as a fraction of its height. */
  readonly top: number;
  readonly offset: number;
  readonly zoom: Zoom;
  /** Chosen pages, ascending. */
  readonly selection: readonly number[];
  /** The image budget's text height for a page is asked for with `textHeight`. */
  readonly budget: PixelBudget;
}

/** From the extension to the document view. */
export type ToDocument =
  | { readonly type: 'open'; readonly state: DocumentState; readonly assets: DocumentAssets }
  /** The file changed on disk and is whole again: read it anew, keep page, zoom and selection. */
  | { readonly type: 'changed'; readonly size: number; readonly version: number }
  /** The file cannot be read: a view of its own, or a notice above the pages that are already shown. */
  | { readonly type: 'failed'; readonly message: string; readonly hint: string }
  /** Something to say above the pages (the file is being rewritten, or was deleted); null takes it away. */
  | { readonly type: 'notice'; readonly message: string | null }
  /** The budget in the settings changed: heights of text are asked for anew. */
  | { readonly type: 'budget'; readonly budget: PixelBudget }
  | { readonly type: 'goto'; readonly page: number };

/** Addresses of the files that pdf.js needs, as webview resources; directories end with a slash. */
export interface DocumentAssets {
  /** Source of pdf.js's worker: fetched, and started from a blob. */
  readonly worker: string;
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
  readonly iccUrl: string;
}

/** The most bytes of a file that cross to the webview in one message. */
export const MAX_RANGE_BYTES = 256 * 1024;

const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const zoom = v.union([
  v.pipe(v.number(), v.minValue(ZOOM_LIMITS.min), v.maxValue(ZOOM_LIMITS.max)),
  v.picklist(['width', 'page']),
]);

/** Where a person is in a document: kept by the extension and by the webview, checked whenever it is read back. */
export const documentPosition = v.object({
  page,
  top: page,
  offset: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  zoom,
  selection: v.pipe(v.array(page), v.maxLength(100_000)),
});
export type DocumentPosition = v.InferOutput<typeof documentPosition>;

/** From the document view to the extension; every message is validated with this before it is looked at. */
export const fromDocument = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('view'), ...documentPosition.entries, pageCount: offset }),
  /** The person wants the question box for this document. */
  v.object({ type: v.literal('ask') }),
  /** Text for the clipboard that the webview could not put there itself, since it was not all on screen. */
  v.object({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(10_000_000)) }),
  /** The person wants the file to be read again after a failure. */
  v.object({ type: v.literal('retry') }),
]);
export type FromDocument = v.InferOutput<typeof fromDocument>;

/** Questions that the document view asks over the RPC. */
export interface DocumentMethods {
  /** Bytes from `begin` up to `end`, at most MAX_RANGE_BYTES. Fails with `file-unreadable` for a past version. */
  range: { args: { version: number; begin: number; end: number }; value: { bytes: Uint8Array } };
  /** Height of a page's text in pixels at the budget in use; null without a text layer. */
  textHeight: { args: { page: number }; value: { height: number | null; readableAt: number | null } };
  /**
   * The file's password: what is known already, or what the person types. `wrong` says that the last one
   * did not open the file. Null when the person gave none.
   */
  password: { args: { wrong: boolean }; value: { password: string | null } };
}
export const documentMethods = {
  range: v.pipe(
    v.object({ version: offset, begin: offset, end: offset }),
    v.check(
      ({ begin, end }) => end > begin && end - begin <= MAX_RANGE_BYTES,
      'The range is empty or too long.',
    ),
  ),
  textHeight: v.object({ page }),
  password: v.object({ wrong: v.boolean() }),
} as const;
