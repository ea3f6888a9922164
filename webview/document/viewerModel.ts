import type { ReadonlySignal, Signal } from '@preact/signals';
import type {
  DocumentAssets,
  DocumentMethods,
  DocumentPosition,
  FromDocument,
  ToDocument,
  Zoom,
} from '../../src/protocol/document.ts';
import type { RpcClient } from '../../src/protocol/rpc.ts';
import type { Layout, PageSize } from './layout.ts';
import type { PaintQueue } from './paintQueue.ts';
import type { Selection } from './selection.ts';
import type { OpenDocument, OpenFailure, ViewedDocument } from './viewedDocument.ts';

/** Pages with a canvas at once; the few that hold an end of the selected text, and one being drawn, come on top. */
export const MAX_LIVE_PAGES = 8;

/** Waits in milliseconds, parameters so that tests shorten them. */
export interface ViewerLimits {
  /** A page is drawn once it has been on the screen for so long. */
  readonly paint: number;
  /** Where the person is is reported after so much rest. */
  readonly report: number;
  /** The height of a page's text is asked for after so much rest. */
  readonly textHeight: number;
}

export const VIEWER_LIMITS: ViewerLimits = { paint: 40, report: 150, textHeight: 150 };

export interface ViewerDeps {
  readonly rpc: RpcClient<DocumentMethods>;
  readonly send: (message: FromDocument) => void;
  /** Loads what opens documents; called once, when the first document is there. */
  readonly load: (assets: DocumentAssets) => Promise<OpenDocument>;
  /** What survives when the webview is thrown away and made again. */
  readonly saved: { get(): DocumentPosition | null; set(position: DocumentPosition): void };
  readonly limits: ViewerLimits;
}

export type Phase = { readonly kind: 'loading' } | { readonly kind: 'ready' } | OpenFailure;

/** Height of a page's text at the budget: `unknown` while it is asked for and where it cannot be told. */
export type TextHeight =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly height: number; readonly readableAt: number | null };

/** The state of the document view and everything that can be done to it. Components read signals and call actions. */
export interface Viewer {
  readonly name: ReadonlySignal<string>;
  readonly phase: ReadonlySignal<Phase>;
  readonly notice: ReadonlySignal<string | null>;
  readonly document: ReadonlySignal<ViewedDocument | null>;
  readonly pageCount: ReadonlySignal<number>;
  readonly layout: ReadonlySignal<Layout>;
  readonly zoom: ReadonlySignal<Zoom>;
  readonly scale: ReadonlySignal<number>;
  /** The page that is looked at. */
  readonly page: ReadonlySignal<number>;
  /** Pages that have nodes on the screen, ascending. */
  readonly live: ReadonlySignal<readonly number[]>;
  /** Pages that stay on the screen although they are out of sight: they hold an end of the selected text. */
  readonly pinned: Signal<readonly number[]>;
  readonly selection: ReadonlySignal<Selection>;
  readonly textHeight: ReadonlySignal<TextHeight>;
  /** Sentences of pages that could not be drawn, by page. */
  readonly failures: ReadonlySignal<ReadonlyMap<number, string>>;
  readonly thumbnailsShown: Signal<boolean>;
  readonly queue: PaintQueue;

  readonly receive: (message: ToDocument) => void;
  readonly labelOf: (page: number) => string;
  /** The page that a person means by what they typed: a label, or else a number. Null when there is none. */
  readonly pageNamed: (text: string) => number | null;
  readonly sizeOf: (page: number) => PageSize;
  readonly goTo: (page: number, offset?: number) => void;
  /** Scrolls until a box, given in the window's pixels, is in sight with some room around it. */
  bringIntoView(box: { left: number; top: number; right: number; bottom: number }): void;
  readonly setZoom: (zoom: Zoom) => void;
  /** A step of zoom in (1) or out (-1) around the middle of the view. */
  readonly stepZoom: (direction: 1 | -1) => void;
  /** Zoom by a wheel around a point of the view. */
  zoomByWheel(delta: number, point: { x: number; y: number }): void;
  readonly select: (selection: Selection) => void;
  readonly ask: () => void;
  readonly copy: (text: string) => void;
  readonly retry: () => void;

  /** The element that scrolls, once it is there; null when it is gone. */
  readonly attach: (scroller: HTMLElement | null) => void;
  readonly scrolled: () => void;
  readonly resized: (width: number, height: number) => void;
  /** To be called once a new layout is in the DOM: brings back what was in sight. */
  readonly laidOut: () => void;
  readonly sized: (page: number, size: PageSize) => void;
  readonly painted: (page: number, failure: string | null) => void;
  readonly dispose: () => void;
}
