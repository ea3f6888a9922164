import * as v from 'valibot';
import type { PageBox } from '../core/geometry/box.ts';
import type { Size } from '../core/geometry/size.ts';
import type { Word } from '../core/geometry/word.ts';
import type { ComputedNumber, GroundedClaim, NamedCell } from '../core/grounding/model.ts';
import type { ListChanges } from './sentList.ts';
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

/** The most characters of each text of a claim that is sent to the document view. */
export const MAX_CLAIM_TEXT = 300;

/** The most claims of a word that the document view sends. */
export const MAX_MENTIONS = 10_000;

/** A claim as the document view shows it. */
export interface PageClaim extends Pick<
  GroundedClaim,
  'kind' | 'step' | 'action' | 'status' | 'isUndecided' | 'boxes' | 'words' | 'difference' | 'source'
> {
  /** Index in the grounding's claims. */
  readonly claim: number;
  /** The text of the claim, at most `MAX_CLAIM_TEXT` characters, as `words` and the texts of `difference`. */
  readonly said: string;
  /** Whether its number is computed correctly; not set if it is not computed. */
  readonly computed?: Pick<ComputedNumber, 'right'>;
  /** The page of this document that `boxes` are on, from 1; null if it is on no page of this document. */
  readonly page: number | null;
  /** The place on this document that the claim names: what its args select, its box or crop; null if there is none. */
  readonly place: {
    readonly page: number;
    readonly box: PageBox;
    /** What it has instead of what the claim says, if it is one cell. */
    readonly cell?: NamedCell;
  } | null;
}

/** The claims of a trajectory over the pages of a document. */
export interface DocumentClaims {
  /** Which trajectory it is, for a person. */
  readonly title: string;
  /** Whether claims are still being looked for. */
  readonly running: boolean;
  /** What a person should know about all of them, such as that the document has changed; null if there is nothing. */
  readonly notice: string | null;
  /** Where its conversation is, in sentences; not set if none is being had. */
  readonly activity?: string;
  /** All claims of the trajectory, in text order, those that are not on this document included. */
  readonly claims: readonly PageClaim[];
}

/** What changes the claims over a document to those after them. */
export interface ClaimChanges {
  /** All but the claims. */
  readonly rest: Omit<DocumentClaims, 'claims'>;
  readonly claims: ListChanges<PageClaim>;
}

/** Where to go from the selected claim: the next or previous one in text order, of all or of those that are problems. */
const CLAIM_MOVES = ['next', 'previous', 'next-bad', 'previous-bad'] as const;
export type ClaimMove = (typeof CLAIM_MOVES)[number];

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
  /** The claims to show over the pages, and the selected one (an index in the grounding); null removes them. */
  | { readonly type: 'claims'; readonly shown: DocumentClaims | null; readonly selected: number | null }
  /** How the claims that are shown have changed, and the selected one. */
  | {
      readonly type: 'claimChanges';
      readonly changes: ClaimChanges;
      readonly selected: number | null;
    }
  /** Selects a claim; `reveal` scrolls to its first box. The focus stays where it is. */
  | { readonly type: 'selectClaim'; readonly claim: number | null; readonly reveal: boolean }
  /** Looks for the claims that speak of the selected text. */
  | { readonly type: 'resolveSelection' }
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
const claim = v.pipe(v.number(), v.integer(), v.minValue(0));
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
  /** The person selected a claim, or none. */
  v.object({ type: v.literal('selectClaim'), claim: v.nullable(claim) }),
  /** The person wants to go to another claim. */
  v.object({ type: v.literal('moveToClaim'), to: v.picklist(CLAIM_MOVES) }),
  /** The claims are needed whole: changes came of some that were not received. */
  v.object({ type: v.literal('claimsNeeded') }),
  /** The claims that speak of the word that the person selected, by their indices in the grounding; none without one. */
  v.object({ type: v.literal('selectWord'), claims: v.pipe(v.array(claim), v.maxLength(MAX_MENTIONS)) }),
]);
export type FromDocument = v.InferOutput<typeof fromDocument>;

/** A word of a page, and its box in points of the page as displayed. */
export type PageWord = Pick<Word, 'text' | 'box'>;

/** Requests of the document view over the RPC. */
export interface DocumentMethods {
  /** Bytes from `begin` up to `end`, at most MAX_RANGE_BYTES. Fails with `file-unreadable` for an older version. */
  range: { args: { version: number; begin: number; end: number }; value: { bytes: Uint8Array } };
  /** Height of a page's text in pixels at the current budget; null without a text layer. */
  textHeight: { args: { page: number }; value: { height: number | null; readableAt: number | null } };
  /** The words of a page, and its size as displayed, in points. */
  words: { args: { page: number }; value: { size: Size; words: readonly PageWord[] } };
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
  words: v.object({ page }),
  password: v.object({ wrong: v.boolean() }),
} as const;
