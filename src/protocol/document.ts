import * as v from 'valibot';

/** How pages are fitted: a factor, or to the width or the whole page. */
export type Zoom = number | 'width' | 'page';

/** What the document view shows; pages count from 1. */
export interface DocumentState {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Grows each time the file on disk is read anew. */
  readonly version: number;
  readonly page: number;
  readonly zoom: Zoom;
  /** Chosen pages, ascending. */
  readonly selection: readonly number[];
  /** The image budget's text height for a page is asked for with `textHeight`. */
  readonly budget: { readonly minPixels: number; readonly maxPixels: number };
}

/** From the extension to the document view. */
export type ToDocument =
  | { readonly type: 'open'; readonly state: DocumentState; readonly assets: DocumentAssets }
  /** The file changed on disk and is whole again: read it anew, keep page, zoom and selection. */
  | { readonly type: 'changed'; readonly size: number; readonly version: number }
  | { readonly type: 'failed'; readonly message: string; readonly hint: string }
  | { readonly type: 'goto'; readonly page: number };

/** Addresses of the files that pdf.js needs, as webview resources. */
export interface DocumentAssets {
  readonly worker: string;
  readonly cMapUrl: string;
  readonly standardFontDataUrl: string;
  readonly wasmUrl: string;
}

const page = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** From the document view to the extension; every message is validated with this before it is looked at. */
export const fromDocument = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({
    type: v.literal('view'),
    page,
    zoom: v.union([v.pipe(v.number(), v.minValue(0.05), v.maxValue(32)), v.picklist(['width', 'page'])]),
    selection: v.pipe(v.array(page), v.maxLength(100_000)),
    pageCount: offset,
  }),
  v.object({ type: v.literal('ask') }),
  v.object({ type: v.literal('copy'), text: v.pipe(v.string(), v.maxLength(10_000_000)) }),
]);
export type FromDocument = v.InferOutput<typeof fromDocument>;

/** Questions that the document view asks over the RPC. */
export interface DocumentMethods {
  /** Bytes of the file, at most 4 MB a request. */
  range: { args: { version: number; begin: number; end: number }; value: { bytes: Uint8Array } };
  /** Height of a page's text at the budget in use; null without a text layer. */
  textHeight: { args: { page: number }; value: { height: number | null; readableAt: number | null } };
}
export const documentMethods = {
  range: v.object({ version: offset, begin: offset, end: offset }),
  textHeight: v.object({ page }),
} as const;
