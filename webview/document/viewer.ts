import { batch, computed, effect, signal, untracked } from '@preact/signals';
import type { DocumentState, ToDocument, Zoom } from '../../src/protocol/document.ts';
import {
  anchorAt,
  centredLeft,
  fittedSize,
  GAP,
  holdAt,
  largestZoom,
  layoutPages,
  livePages,
  mainPage,
  nextZoom,
  pageBox,
  scaleOf,
  scrollFor,
  topOf,
  wheelZoom,
  type Anchor,
  type Hold,
  type PageSize,
} from './layout.ts';
import { A4, createOpener } from './opener.ts';
import { createPaintQueue } from './paintQueue.ts';
import { within, type Selection } from './selection.ts';
import { pageNamed, type OpenFailure, type ViewedDocument } from './viewedDocument.ts';
import { MAX_LIVE_PAGES, type Phase, type TextHeight, type Viewer, type ViewerDeps } from './viewerModel.ts';

const sameSize = (a: PageSize, b: PageSize): boolean =>
  Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;
const samePages = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((page, index) => page === b[index]);

/** Makes the state of one document view. */
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

  let scroller: HTMLElement | null = null;
  let anchor: Anchor = { page: 1, offset: 0 };
  let hold: Hold | null = null;
  let fitPage = 1;
  /** A page to show once the document is there, whatever place was kept. */
  let jump: number | null = null;
  /** Where the pages that are in the DOM would be centred, and how far to the right of that the view stands. */
  let centre = 0;
  let aside = 0;
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
    const size = fittedSize(zoom.peek(), sizes.peek(), sizeOf(fitPage));
    scale.value = scaleOf(zoom.peek(), size, view.peek(), largest());
  };

  const applyScroll = (left: number | null, top: number): void => {
    if (scroller === null) return;
    scroller.scrollTop = top;
    if (left !== null) {
      scroller.scrollLeft = left;
      aside = scroller.scrollLeft - centre;
    }
    scrollTop.value = scroller.scrollTop;
  };

  const goTo = (to: number, offset = 0): void => {
    const aim = Math.min(Math.max(1, to), Math.max(1, pageCount.peek()));
    batch(() => {
      anchor = { page: aim, offset };
      // Of pages wider than the view a narrow one may be wholly beside it.
      const beside = Math.abs(aside) >= (view.peek().width + pageBox(layout.peek(), aim).width) / 2;
      applyScroll(beside ? centre : null, topOf(layout.peek(), anchor));
      forced.value = { page: aim, top: scrollTop.peek() };
    });
  };

  const zoomTo = (to: Zoom, point: { x: number; y: number } | null): void => {
    const { width, height } = view.peek();
    batch(() => {
      const around = point ?? { x: width / 2, y: height / 2 };
      const scroll = { left: scroller?.scrollLeft ?? 0, top: scrollTop.peek() };
      fitPage = page.peek();
      // A fit shows the page from where it was; a factor keeps what is under the pointer.
      hold = typeof to === 'number' ? holdAt(layout.peek(), scroll, width, around) : null;
      if (typeof to !== 'number') aside = 0;
      zoom.value = to;
      fit();
      if (typeof to === 'number') zoom.value = scale.peek();
    });
  };

  const fail = (failure: OpenFailure): void => {
    if (document.peek() === null) {
      phase.value = failure;
      return;
    }
    notice.value =
      failure.kind === 'damaged' || failure.kind === 'unreadable'
        ? `The file on disk changed and cannot be read as a PDF. The pages shown are from before.`
        : failure.kind === 'empty'
          ? 'The file on disk is empty now. The pages shown are from before.'
          : 'The file on disk is protected by a password now. The pages shown are from before.';
  };

  const show = (opened: ViewedDocument, first: number, size: PageSize): void => {
    const count = opened.pageCount;
    const at = anchor;
    // Another page may have been asked for while the size of the first one was read.
    const start = Math.min(jump ?? at.page, count);
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
      anchor = { page: start, offset: start === at.page ? at.offset : 0 };
      fitPage = start;
      if (jump !== null) forced.value = { page: start, top: 0 };
      jump = null;
      fit();
      phase.value = { kind: 'ready' };
      notice.value = null;
    });
  };

  const opener = createOpener({
    rpc,
    load: deps.load,
    page: () => jump ?? anchor.page,
    loading: () => {
      if (document.peek() === null) phase.value = { kind: 'loading' };
    },
    opened: show,
    failed: fail,
    // Of a document that is not shown yet, this is why it is not.
    lost: ({ reason, message, hint }) => {
      if (document.peek() === null) fail({ kind: 'damaged', message, hint: hint ?? '' });
      else if (reason !== 'cancelled') notice.value = message;
    },
    // The file could not be opened at first and is there now: the extension tells all of it once more.
    unknown: () => {
      deps.send({ type: 'ready' });
    },
  });

  const receive = (message: ToDocument): void => {
    switch (message.type) {
      case 'open': {
        const { state } = message;
        const position = deps.saved.get() ?? state;
        batch(() => {
          name.value = state.name;
          budget.value = state.budget;
          if (document.peek() === null) {
            zoom.value = position.zoom;
            anchor = { page: position.top, offset: position.offset };
            selection.value = { pages: position.selection, active: position.page, anchor: position.page };
          }
        });
        opener.open({ size: state.size, version: state.version }, message.assets);
        return;
      }
      case 'changed':
        opener.open({ size: message.size, version: message.version }, null);
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
        if (document.peek() === null) jump = message.page;
        else goTo(message.page);
        return;
    }
  };

  let told: readonly number[] | null = null;
  const stopReporting = effect(() => {
    if (phase.value.kind !== 'ready') return undefined;
    const seen = { page: page.value, zoom: zoom.value, selection: [...selection.value.pages] };
    const count = pageCount.value;
    // Scrolling within a page is a new place too.
    scrollTop.value.valueOf();
    const report = (): void => {
      const position = { ...seen, top: anchor.page, offset: anchor.offset };
      deps.saved.set(position);
      deps.send({ type: 'view', ...position, pageCount: count });
    };
    // A view may be thrown away before it rests: pages that were chosen are told at once.
    if (selection.value.pages !== told) {
      told = selection.value.pages;
      report();
      return undefined;
    }
    const timer = setTimeout(report, limits.report);
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
    pageNamed: (text) => pageNamed(text, document.peek()?.labels ?? null, pageCount.peek()),
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
      aside = scroller.scrollLeft - centre;
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
      centre = centredLeft(layout.peek(), view.peek().width);
      batch(() => {
        if (held === null) {
          const aim = forced.peek();
          applyScroll(centre + aside, topOf(layout.peek(), anchor));
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
        if (of === fitPage || zoom.peek() === 'width') fit();
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
      opener.dispose();
      queue.clear();
    },
  };
}
