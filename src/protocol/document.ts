import * as v from 'valibot';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';

/** The zoom: a factor (1 is 96 CSS pixels to 72 points), or fitting the width or the whole page. */
export type Zoom = number | 'width' | 'page';

/** The smallest and the largest zoom factor. */
export const ZOOM_LIMITS = { min: 0.1, max: 8 } as const;

/** The state of the document view; pages count from 1. */
export interface DocumentState {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Increases each time the file on disk is read again. */
  readonly version: number;
  /** The page in view. */
  readonly page: number;
  /** The page at the top of the view, and the part of it that is above the view, as a fraction of its height. */
  readonly top: number;
  readonly offset: number;
  readonly zoom: Zoom;
  /** Chosen pages, ascending. */
  readonly selection: readonly number[];
  /** The budget for images; the view requests the text height of a page with `textHeight`. */
  readonly budget: PixelBudget;
}

/** From the extension to the document view. */
export type ToDocument =
  | { readonly type: 'open'; readonly state: DocumentState; readonly assets: DocumentAssets }
  /** The file changed on disk and is complete again: read it again, keeping the page, zoom, and selection. */
  | { readonly type: 'changed'; readonly size: number; readonly version: number }
  /** The file cannot be read: shown as a view of its own, or as a notice above the pages that are already shown. */
  | { readonly type: 'failed'; readonly message: string; readonly hint: string }
  /** A notice above the pages (the file is being rewritten, or was deleted); null removes it. */
  | { readonly type: 'notice'; readonly message: string | null }
  /** The budget in the settings changed: text heights are requested again. */
  | { readonly type: 'budget'; readonly budget: PixelBudget }
  /** Shows a page from `offset` on, a fraction of its height; from its top if there is none. */
  | { readonly type: 'goto'; readonly page: number; readonly offset?: number };

/** Addresses of the files that pdf.js needs, as webview resources; those of directories end with a slash. */
export interface DocumentAssets {
  /** Source of pdf.js's worker, which is fetched and started from a blob. */
  readonly worker: string;
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
  readonly iccUrl: string;
}

/** The most bytes of a file that are sent to the webview in one message. */
export const MAX_RANGE_BYTES = 256 * 1024;

const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));
const zoom = v.union([
  v.pipe(v.number(), v.minValue(ZOOM_LIMITS.min), v.maxValue(ZOOM_LIMITS.max)),
  v.picklist(['width', 'page']),
]);

/**
 * The position of a person in a document: stored by the extension and by the webview, and validated when it is read
 * back.
 */
export const documentPosition = v.object({
  page,
  top: page,
  offset: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  zoom,
  selection: v.pipe(v.array(page), v.maxLength(100_000)),
});
export type DocumentPosition = v.InferOutput<typeof documentPosition>;

/** From the document view to the extension; every message is validated with this schema first. */
export const fromDocument = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('view'), ...documentPosition.entries, pageCount: offset }),
  /** The person wants to ask a question about this document. */
  v.object({ type: v.literal('ask') }),
  /** Text for the clipboard that the webview could not copy itself, because it was not all on the screen. */
  v.object({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(10_000_000)) }),
  /** The person wants the file to be read again after a failure. */
  v.object({ type: v.literal('retry') }),
]);
export type FromDocument = v.InferOutput<typeof fromDocument>;

/** Requests of the document view over the RPC. */
export interface DocumentMethods {
  /** Bytes from `begin` up to `end`, at most MAX_RANGE_BYTES. Fails with `file-unreadable` for an older version. */
  range: { args: { version: number; begin: number; end: number }; value: { bytes: Uint8Array } };
  /** Height of a page's text in pixels at the current budget; null without a text layer. */
  textHeight: { args: { page: number }; value: { height: number | null; readableAt: number | null } };
  /**
   * The file's password: the known one, or the one that the person enters. `wrong` says that the last one did not open
   * the file. Null if the person entered none.
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
