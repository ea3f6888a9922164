import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Zoom } from '../../../src/protocol/document.ts';
import {
  anchorAt,
  centeredLeft,
  GAP,
  holdAt,
  mainPage,
  pagePlace,
  scrollFor,
  topOf,
  type Anchor,
  type Hold,
} from './layout.ts';
import type { ZoomedPages } from './zoomedPages.ts';

/** A box of the window in CSS pixels, as the browser gives it. */
type WindowBox = Pick<DOMRectReadOnly, 'left' | 'top' | 'right' | 'bottom'>;

/** Which part of the pages is in view. What was in view stays there when the zoom or sizes change. */
export interface Scrolling {
  /** The page that is looked at. */
  readonly page: ReadonlySignal<number>;
  readonly scrollTop: ReadonlySignal<number>;
  /** The place at the top of the view. */
  readonly anchor: ReadonlySignal<Anchor>;
  /** Shows a page; one that is asked for before there are pages is shown first. */
  readonly goTo: (page: number, offset?: number) => void;
  /** Scrolls until a box is in sight with some room around it. */
  readonly bringIntoView: (box: WindowBox) => void;
  readonly setZoom: (zoom: Zoom) => void;
  /** A step of zoom in (1) or out (-1) around the middle of the view. */
  readonly stepZoom: (direction: 1 | -1) => void;
  /** Zoom by a wheel around a point of the view. */
  readonly zoomByWheel: (delta: number, point: { x: number; y: number }) => void;

  /** The element that scrolls, once it is there; null when it is gone. */
  readonly attach: (scroller: HTMLElement | null) => void;
  readonly onScroll: () => void;
  readonly onResize: (width: number, height: number) => void;
  /** To be called once a new layout is in the DOM: brings back what was in sight. */
  readonly onLayout: () => void;

  /** Where a document that is not there yet is to be shown. */
  readonly startAt: (anchor: Anchor) => void;
  /** The page that a document which is being opened will be shown at. */
  readonly firstPage: () => number;
  /** Shows the pages of a document that has just been opened; parameters as of ZoomedPages. */
  readonly showPages: (count: number, known: number, size: Size) => void;
}

/** Creates the state of scrolling over `pages`. */
export function createScrolling(pages: ZoomedPages): Scrolling {
  const { layout, pageCount, viewSize } = pages;
  const scrollTop = signal(0);
  const anchor = signal<Anchor>({ page: 1, offset: 0 });
  /** The page that was asked for, while the view stands where that took it: the end of a document shows several. */
  const askedFor = signal<{ page: number; top: number } | null>(null);
  const page = computed(() => {
    const asked = askedFor.value;
    if (asked !== null && Math.abs(asked.top - scrollTop.value) < 2) return asked.page;
    return pageCount.value === 0 ? 1 : mainPage(layout.value, scrollTop.value, viewSize.value.height);
  });

  let scroller: HTMLElement | null = null;
  /** What the next layout keeps under the pointer. */
  let hold: Hold | null = null;
  /** The page to show once the document is there. */
  let awaited: number | null = null;
  /** The scroll position that centers the pages in the DOM, and how far to the right of it the view stands. */
  let center = 0;
  let aside = 0;

  const scrollTo = (left: number | null, top: number): void => {
    if (scroller === null) return;
    scroller.scrollTop = top;
    if (left !== null) {
      scroller.scrollLeft = left;
      aside = scroller.scrollLeft - center;
    }
    scrollTop.value = scroller.scrollTop;
  };

  const zoomAround = (to: Zoom, point: { x: number; y: number } | null): void => {
    const { width, height } = viewSize.peek();
    const around = point ?? { x: width / 2, y: height / 2 };
    const scroll = { left: scroller?.scrollLeft ?? 0, top: scrollTop.peek() };
    // A fit shows the page from where it was; a factor keeps what is under the pointer.
    hold = typeof to === 'number' ? holdAt(layout.peek(), scroll, width, around) : null;
    if (typeof to !== 'number') aside = 0;
    pages.zoomTo(to, page.peek());
  };

  return {
    page,
    scrollTop,
    anchor,
    goTo(to, offset = 0) {
      if (pageCount.peek() === 0) {
        awaited = to;
        return;
      }
      const aim = Math.min(Math.max(1, to), pageCount.peek());
      batch(() => {
        anchor.value = { page: aim, offset };
        // Of pages wider than the view a narrow one may be wholly beside it.
        const isBeside = Math.abs(aside) >= (viewSize.peek().width + pagePlace(layout.peek(), aim).width) / 2;
        scrollTo(isBeside ? center : null, topOf(layout.peek(), anchor.peek()));
        askedFor.value = { page: aim, top: scrollTop.peek() };
      });
    },
    bringIntoView({ left, top, right, bottom }) {
      const element = scroller;
      if (element === null) return;
      const frame = element.getBoundingClientRect();
      const high = top < frame.top + GAP || bottom > frame.bottom - GAP;
      const wide = left < frame.left || right > frame.right;
      if (!high && !wide) return;
      batch(() => {
        const y = scrollTop.peek() + top - frame.top - frame.height / 3;
        const x = element.scrollLeft + left - frame.left - frame.width / 3;
        scrollTo(wide ? x : null, high ? y : scrollTop.peek());
        anchor.value = anchorAt(layout.peek(), scrollTop.peek());
        askedFor.value = null;
      });
    },
    setZoom(wanted) {
      zoomAround(wanted, null);
    },
    stepZoom(direction) {
      zoomAround(pages.nextFactor(direction), null);
    },
    zoomByWheel(delta, point) {
      zoomAround(pages.wheelFactor(delta), point);
    },
    attach(element) {
      scroller = element;
    },
    onScroll() {
      if (scroller === null) return;
      const top = scroller.scrollTop;
      aside = scroller.scrollLeft - center;
      if (top === scrollTop.peek()) return;
      batch(() => {
        scrollTop.value = top;
        anchor.value = anchorAt(layout.peek(), top);
        askedFor.value = null;
      });
    },
    onResize(width, height) {
      const past = viewSize.peek();
      if (width === past.width && height === past.height) return;
      pages.resizeView({ width, height }, past.width === 0 ? anchor.peek().page : page.peek());
    },
    onLayout() {
      if (scroller === null) return;
      const held = hold;
      hold = null;
      center = centeredLeft(layout.peek(), viewSize.peek().width);
      batch(() => {
        if (held === null) {
          const asked = askedFor.peek();
          scrollTo(center + aside, topOf(layout.peek(), anchor.peek()));
          if (asked !== null) askedFor.value = { page: asked.page, top: scrollTop.peek() };
        } else {
          const { left, top } = scrollFor(layout.peek(), held, viewSize.peek().width);
          scrollTo(left, top);
          anchor.value = anchorAt(layout.peek(), scrollTop.peek());
        }
      });
    },
    startAt(place) {
      anchor.value = place;
    },
    firstPage: () => awaited ?? anchor.peek().page,
    showPages(count, known, size) {
      const kept = anchor.peek();
      // Another page may have been asked for while the size of the first one was read.
      const start = Math.min(awaited ?? kept.page, count);
      batch(() => {
        anchor.value = { page: start, offset: start === kept.page ? kept.offset : 0 };
        if (awaited !== null) askedFor.value = { page: start, top: 0 };
        awaited = null;
        pages.setPages(count, known, size, start);
      });
    },
  };
}
