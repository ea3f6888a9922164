import {
  batch,
  computed,
  effect,
  signal,
  untracked,
  type ReadonlySignal,
  type Signal,
} from '@preact/signals';
import { asPageTraceError } from '../../src/core/errors.ts';
import type {
  DocumentAssets,
  DocumentMethods,
  DocumentPosition,
  DocumentState,
  FromDocument,
  ToDocument,
  Zoom,
} from '../../src/protocol/document.ts';
import type { RpcClient } from '../../src/protocol/rpc.ts';
import {
  GAP,
  anchorAt,
  holdAt,
  largestZoom,
  layoutPages,
  livePages,
  mainPage,
  nextZoom,
  scaleOf,
  scrollFor,
  topOf,
  wheelZoom,
  type Anchor,
  type Hold,
  type Layout,
  type PageSize,
} from './layout.ts';
import { createPaintQueue, type PaintQueue } from './paintQueue.ts';
import { within, type Selection } from './selection.ts';
import { OpenError, type OpenDocument, type OpenFailure, type ViewedDocument } from './viewedDocument.ts';

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

const A4: PageSize = { width: 794, height: 1123 };
const sameSize = (a: PageSize, b: PageSize): boolean =>
  Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;
const samePages = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((page, index) => page === b[index]);

export function createViewer(deps: ViewerDeps): Viewer {
  const { rpc, limits } = deps;
  const name = signal('');
  const phase = signal<Phase>({ kind: 'loading' });
  const notice = signal<string | null>(null);
  const document = signal<ViewedDocument | null>(null);
  const sizes = signal<readonly PageSize[]>([]);
  const zoom = signal<Zoom>('width');
  const scale = signal(1);
  const view = signal<PageSize>({ width: 0, height: 0 });
  const scrollTop = signal(0);
  const forced = signal<{ page: number; top: number } | null>(null);
  const pinned = signal<readonly number[]>([]);
  const selection = signal<Selection>({ pages: [], active: 1, anchor: 1 });
  const textHeight = signal<TextHeight>({ kind: 'unknown' });
  const failures = signal<ReadonlyMap<number, string>>(new Map());
  const thumbnailsShown = signal(true);
  const budget = signal<DocumentState['budget']>({ minPixels: 0, maxPixels: 0 });

  let version = 0;
  let open: Promise<OpenDocument> | null = null;
  let opening: AbortController | null = null;
  let current: AbortController | null = null;
  let scroller: HTMLElement | null = null;
  let anchor: Anchor = { page: 1, offset: 0 };
  let hold: Hold | null = null;
  let fitPage = 1;
  const queue = createPaintQueue(limits.paint);

  const pageCount = computed(() => sizes.value.length);
  const layout = computed(() => layoutPages(sizes.value, scale.value));
  const page = computed(() => {
    const aim = forced.value;
    if (aim !== null && Math.abs(aim.top - scrollTop.value) < 2) return aim.page;
    return pageCount.value === 0 ? 1 : mainPage(layout.value, scrollTop.value, view.value.height);
  });
  let lastLive: readonly number[] = [];
  const live = computed(() => {
    const { height } = view.value;
    const near = livePages(layout.value, scrollTop.value, height, height / 2, MAX_LIVE_PAGES);
    const kept = pinned.value.filter((other) => other <= pageCount.value && !near.includes(other));
    const pages = [...near, ...kept].sort((a, b) => a - b);
    if (!samePages(pages, lastLive)) lastLive = pages;
    return lastLive;
  });

  const sizeOf = (of: number): PageSize => sizes.peek()[of - 1] ?? A4;
  const largest = (): number => largestZoom(sizes.peek().reduce((sum, size) => sum + size.height, 0));
  const fit = (): void => {
    const { width, height } = view.peek();
    if (width === 0 || height === 0) return;
    scale.value = scaleOf(zoom.peek(), sizeOf(fitPage), view.peek(), largest());
  };

  const applyScroll = (left: number | null, top: number): void => {
    if (scroller === null) return;
    scroller.scrollTop = top;
    if (left !== null) scroller.scrollLeft = left;
    scrollTop.value = scroller.scrollTop;
  };

  const goTo = (to: number, offset = 0): void => {
    const wanted = Math.min(Math.max(1, to), Math.max(1, pageCount.peek()));
    batch(() => {
      anchor = { page: wanted, offset };
      applyScroll(null, topOf(layout.peek(), anchor));
      forced.value = { page: wanted, top: scrollTop.peek() };
    });
  };

  const zoomTo = (wanted: Zoom, point: { x: number; y: number } | null): void => {
    const { width, height } = view.peek();
    batch(() => {
      const around = point ?? { x: width / 2, y: height / 2 };
      const scroll = { left: scroller?.scrollLeft ?? 0, top: scrollTop.peek() };
      fitPage = page.peek();
      // A fit shows the page from where it was; a factor keeps what is under the pointer.
      hold = typeof wanted === 'number' ? holdAt(layout.peek(), scroll, width, around) : null;
      zoom.value = wanted;
      fit();
      if (typeof wanted === 'number') zoom.value = scale.peek();
    });
  };

  const fail = (failure: OpenFailure): void => {
    if (document.peek() === null) {
      phase.value = failure;
      return;
    }
    notice.value =
      failure.kind === 'damaged'
        ? `The file on disk changed and cannot be read as a PDF. The pages shown are from before.`
        : failure.kind === 'empty'
          ? 'The file on disk is empty now. The pages shown are from before.'
          : 'The file on disk is protected by a password now. The pages shown are from before.';
  };

  const show = (opened: ViewedDocument, first: number, size: PageSize): void => {
    const count = opened.pageCount;
    const at = anchor;
    const past = sizes.peek();
    batch(() => {
      document.value = opened;
      failures.value = new Map();
      sizes.value =
        past.length === count
          ? past.map((known, index) => (index === first - 1 ? size : known))
          : Array.from({ length: count }, () => size);
      selection.value = within(selection.peek(), count);
      pinned.value = [];
      anchor = { page: first, offset: first === at.page ? at.offset : 0 };
      fitPage = first;
      fit();
      phase.value = { kind: 'ready' };
      notice.value = null;
    });
  };

  const openVersion = async (bytes: number, assets: DocumentAssets | null): Promise<void> => {
    opening?.abort();
    const mine = new AbortController();
    opening = mine;
    const at = version;
    if (document.peek() === null) phase.value = { kind: 'loading' };
    try {
      if (assets !== null) open ??= deps.load(assets);
      if (open === null) {
        // The file could not be opened at first and is there now: the extension tells all of it once more.
        deps.send({ type: 'ready' });
        return;
      }
      const opened = await (
        await open
      )({
        size: bytes,
        signal: mine.signal,
        range: async (begin, end, signal) =>
          (await rpc.call('range', { version: at, begin, end }, { signal })).bytes,
        password: async (wrong) => (await rpc.call('password', { wrong }, { timeout: Infinity })).password,
        lost: (error) => {
          if (mine.signal.aborted) return;
          const { reason, message, hint } = asPageTraceError(error);
          if (document.peek() === null) fail({ kind: 'damaged', message, hint: hint ?? '' });
          else if (reason !== 'cancelled') notice.value = message;
        },
      });
      const first = Math.min(Math.max(1, anchor.page), opened.pageCount);
      const size = await opened.size(first).catch(() => A4);
      if (mine.signal.aborted) {
        void opened.close();
        return;
      }
      const past = document.peek();
      const pastController = current;
      show(opened, first, size);
      current = mine;
      opening = null;
      pastController?.abort();
      await past?.close();
    } catch (error) {
      if (mine.signal.aborted) return;
      opening = null;
      // What could not be loaded is tried again by the next document.
      if (!(error instanceof OpenError)) open = null;
      if (error instanceof OpenError) fail(error.failure);
      else {
        const { message, hint } = asPageTraceError(error);
        fail({ kind: 'damaged', message, hint: hint ?? 'Close the view and open the file again.' });
      }
    }
  };

  const receive = (message: ToDocument): void => {
    switch (message.type) {
      case 'open': {
        const { state } = message;
        const position = deps.saved.get() ?? state;
        batch(() => {
          name.value = state.name;
          budget.value = state.budget;
          version = state.version;
          if (document.peek() === null) {
            zoom.value = position.zoom;
            anchor = { page: position.top, offset: position.offset };
            selection.value = { pages: position.selection, active: position.page, anchor: position.page };
          }
        });
        void openVersion(state.size, message.assets);
        return;
      }
      case 'changed':
        version = message.version;
        void openVersion(message.size, null);
        return;
      case 'failed':
        if (document.peek() === null) {
          phase.value = { kind: 'damaged', message: message.message, hint: message.hint };
        } else notice.value = message.message;
        return;
      case 'notice':
        notice.value = message.message;
        return;
      case 'budget':
        budget.value = message.budget;
        return;
      case 'goto':
        if (document.peek() === null) anchor = { page: message.page, offset: 0 };
        else goTo(message.page);
        return;
    }
  };

  const stopReporting = effect(() => {
    if (phase.value.kind !== 'ready') return;
    const seen = { page: page.value, zoom: zoom.value, selection: [...selection.value.pages] };
    const count = pageCount.value;
    // Scrolling within a page is a new place too.
    scrollTop.value.valueOf();
    const timer = setTimeout(() => {
      const position = { ...seen, top: anchor.page, offset: anchor.offset };
      deps.saved.set(position);
      deps.send({ type: 'view', ...position, pageCount: count });
    }, limits.report);
    return () => {
      clearTimeout(timer);
    };
  });

  const stopHeights = effect(() => {
    if (phase.value.kind !== 'ready' || document.value === null) return;
    // Another budget is another question, although the page is the same.
    budget.value.valueOf();
    const of = page.value;
    const cancel = new AbortController();
    untracked(() => {
      textHeight.value = { kind: 'unknown' };
    });
    const timer = setTimeout(() => {
      rpc.call('textHeight', { page: of }, { signal: cancel.signal }).then(
        ({ height, readableAt }) => {
          textHeight.value = height === null ? { kind: 'none' } : { kind: 'known', height, readableAt };
        },
        () => {
          // The height is a help, not a need: without it the bar says nothing.
        },
      );
    }, limits.textHeight);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  });

  const labelOf = (of: number): string => document.peek()?.labels?.[of - 1] ?? String(of);

  return {
    name,
    phase,
    notice,
    document,
    pageCount,
    layout,
    zoom,
    scale,
    page,
    live,
    pinned,
    selection,
    textHeight,
    failures,
    thumbnailsShown,
    queue,
    receive,
    labelOf,
    pageNamed(text) {
      const wanted = text.trim().toLowerCase();
      const labels = document.peek()?.labels;
      const labelled = labels?.findIndex((label) => label.toLowerCase() === wanted) ?? -1;
      if (labelled >= 0 && wanted !== '') return labelled + 1;
      const number = /^\d+$/u.test(wanted) ? Number(wanted) : 0;
      return number >= 1 && number <= pageCount.peek() ? number : null;
    },
    sizeOf,
    goTo,
    bringIntoView({ left, top, right, bottom }) {
      if (scroller === null) return;
      const frame = scroller.getBoundingClientRect();
      const high = top < frame.top + GAP || bottom > frame.bottom - GAP;
      const wide = left < frame.left || right > frame.right;
      if (!high && !wide) return;
      batch(() => {
        const y = scrollTop.peek() + top - frame.top - frame.height / 3;
        const x = (scroller?.scrollLeft ?? 0) + left - frame.left - frame.width / 3;
        applyScroll(wide ? x : null, high ? y : scrollTop.peek());
        anchor = anchorAt(layout.peek(), scrollTop.peek());
        forced.value = null;
      });
    },
    setZoom: (wanted) => {
      zoomTo(wanted, null);
    },
    stepZoom: (direction) => {
      zoomTo(nextZoom(scale.peek(), direction, largest()), null);
    },
    zoomByWheel: (delta, point) => {
      zoomTo(wheelZoom(scale.peek(), delta, largest()), point);
    },
    select: (chosen) => {
      selection.value = chosen;
    },
    ask: () => {
      deps.send({ type: 'ask' });
    },
    copy: (text) => {
      deps.send({ type: 'copy', text });
    },
    retry: () => {
      phase.value = { kind: 'loading' };
      deps.send({ type: 'retry' });
    },
    attach: (element) => {
      scroller = element;
    },
    scrolled() {
      if (scroller === null) return;
      const top = scroller.scrollTop;
      if (top === scrollTop.peek()) return;
      batch(() => {
        scrollTop.value = top;
        anchor = anchorAt(layout.peek(), top);
        forced.value = null;
      });
    },
    resized(width, height) {
      const { width: pastWidth, height: pastHeight } = view.peek();
      if (width === pastWidth && height === pastHeight) return;
      batch(() => {
        fitPage = pastWidth === 0 ? anchor.page : page.peek();
        view.value = { width, height };
        fit();
      });
    },
    laidOut() {
      if (scroller === null) return;
      const held = hold;
      hold = null;
      batch(() => {
        if (held === null) {
          const aim = forced.peek();
          applyScroll(null, topOf(layout.peek(), anchor));
          if (aim !== null) forced.value = { page: aim.page, top: scrollTop.peek() };
        } else {
          const { left, top } = scrollFor(layout.peek(), held, view.peek().width);
          applyScroll(left, top);
          anchor = anchorAt(layout.peek(), scrollTop.peek());
        }
      });
    },
    sized(of, size) {
      if (of > sizes.peek().length || sameSize(sizeOf(of), size)) return;
      batch(() => {
        sizes.value = sizes.peek().with(of - 1, size);
        if (of === fitPage) fit();
      });
    },
    painted(of, failure) {
      const known = failures.peek();
      if ((known.get(of) ?? null) === failure) return;
      const next = new Map(known);
      if (failure === null) next.delete(of);
      else next.set(of, failure);
      failures.value = next;
    },
    dispose() {
      stopReporting();
      stopHeights();
      opening?.abort();
      current?.abort();
      queue.clear();
      void document.peek()?.close();
    },
  };
}
