import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { ShareBox } from '../../../src/core/geometry/box.ts';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Zoom } from '../../../src/protocol/document.ts';
import {
  anchorAt,
  centeredLeft,
  GAP,
  holdAt,
  leftOf,
  mainPage,
  pagePlace,
  pageScale,
  scrollFor,
  topOf,
  type Anchor,
  type Hold,
} from './layout.ts';
import type { ZoomedPages } from './zoomedPages.ts';

/** A box of the window in CSS pixels, as the browser returns it. */
type WindowBox = Pick<DOMRectReadOnly, 'left' | 'top' | 'right' | 'bottom'>;

/** A box of a page. */
export interface PlacedBox {
  /** From 1. */
  readonly page: number;
  readonly box: ShareBox;
}

/** The part of the pages that is in view. What was in view stays there when the zoom or sizes change. */
export interface Scrolling {
  /** The page in view. */
  readonly page: ReadonlySignal<number>;
  /** The factor of the zoom for the page in view. */
  readonly scale: ReadonlySignal<number>;
  readonly scrollTop: ReadonlySignal<number>;
  /** The place at the top of the view. */
  readonly anchor: ReadonlySignal<Anchor>;
  /** Shows a page; a page that is requested before there are pages is shown first. */
  readonly goTo: (page: number, offset?: number) => void;
  /** Scrolls until a box is in view with some space around it. */
  readonly bringIntoView: (box: WindowBox) => void;
  /** Scrolls until a box of a page, which need not be drawn yet, is in view with some space around it. */
  readonly bringBoxIntoView: (box: PlacedBox) => void;
  readonly setZoom: (zoom: Zoom) => void;
  /** Zooms one step in (1) or out (-1) around the selected box if it is in view, otherwise around the view's middle. */
  readonly stepZoom: (direction: 1 | -1) => void;
  /** Zooms by a wheel around a point of the view. */
  readonly zoomByWheel: (delta: number, point: { x: number; y: number }) => void;

  /** The element that scrolls, when it exists; null when it is removed. */
  readonly attach: (scroller: HTMLElement | null) => void;
  readonly onScroll: () => void;
  readonly onResize: (width: number, height: number) => void;
  /** Must be called when a new layout is in the DOM: restores what was in view. */
  readonly onLayout: () => void;

  /** Sets where a document that is not open yet is to be shown. */
  readonly startAt: (anchor: Anchor) => void;
  /** The page at which a document that is being opened will be shown. */
  readonly firstPage: () => number;
  /** Shows the pages of a document that has just been opened; parameters as in ZoomedPages. */
  readonly showPages: (count: number, known: number, size: Size) => void;
}

/**
 * Creates the state of scrolling over `pages`.
 * @param selected a box that stays in view when the person zooms without pointing at a place
 */
export function createScrolling(pages: ZoomedPages, selected: ReadonlySignal<PlacedBox | null>): Scrolling {
  const { layout, pageCount, viewSize } = pages;
  const scrollTop = signal(0);
  const anchor = signal<Anchor>({ page: 1, offset: 0 });
  /** The requested page, as long as the view has not moved since: at its end, a document shows several pages. */
  const askedFor = signal<{ page: number; top: number } | null>(null);
  const page = computed(() => {
    const asked = askedFor.value;
    if (asked !== null && Math.abs(asked.top - scrollTop.value) < 2) return asked.page;
    return pageCount.value === 0 ? 1 : mainPage(layout.value, scrollTop.value, viewSize.value.height);
  });

  const scale = computed(() => pageScale(layout.value, page.value));

  let scroller: HTMLElement | null = null;
  /** The place that the next layout keeps below the pointer. */
  let hold: Hold | null = null;
  /** The box that the next layout keeps in view. */
  let kept: PlacedBox | null = null;
  /** The page to show once the document is there. */
  let awaited: number | null = null;
  /** The scroll position that centers the pages in the DOM, and the distance of the view to the right of it. */
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

  /** Where a box of a page is in the view, in CSS pixels. */
  const placeInView = ({ page: on, box }: PlacedBox): WindowBox => {
    const place = pagePlace(layout.peek(), on);
    const left = leftOf(layout.peek(), on, viewSize.peek().width) - (scroller?.scrollLeft ?? 0);
    const top = place.top - scrollTop.peek();
    return {
      left: left + box.left * place.width,
      top: top + box.top * place.height,
      right: left + box.right * place.width,
      bottom: top + box.bottom * place.height,
    };
  };

  /** The middle of a box in the view; null if that is out of sight. */
  const middleInView = (one: PlacedBox): { x: number; y: number } | null => {
    const box = placeInView(one);
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const { width, height } = viewSize.peek();
    return x >= 0 && x <= width && y >= 0 && y <= height ? { x, y } : null;
  };

  const zoomAround = (to: Zoom, point: { x: number; y: number } | null): void => {
    const { width, height } = viewSize.peek();
    const box = point === null ? selected.peek() : null;
    const middle = box === null ? null : middleInView(box);
    kept = middle === null ? null : box;
    const around = point ?? middle ?? { x: width / 2, y: height / 2 };
    const scroll = { left: scroller?.scrollLeft ?? 0, top: scrollTop.peek() };
    // Fitting shows the page from its previous position; a factor keeps what is below the pointer.
    hold = typeof to === 'number' ? holdAt(layout.peek(), scroll, width, around) : null;
    if (typeof to !== 'number') aside = 0;
    const before = layout.peek();
    pages.zoomTo(to);
    if (layout.peek() !== before) return;
    // At its limit, a zoom changes nothing.
    hold = null;
    kept = null;
  };

  const bringIntoView = ({ left, top, right, bottom }: WindowBox): void => {
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
  };

  const bringBoxIntoView = (one: PlacedBox): void => {
    const frame = scroller?.getBoundingClientRect();
    if (frame === undefined) return;
    const { left, top, right, bottom } = placeInView(one);
    bringIntoView({
      left: frame.left + left,
      top: frame.top + top,
      right: frame.left + right,
      bottom: frame.top + bottom,
    });
  };

  return {
    page,
    scale,
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
        // If the pages are wider than the view, a narrow page may be completely outside of it.
        const isBeside = Math.abs(aside) >= (viewSize.peek().width + pagePlace(layout.peek(), aim).width) / 2;
        scrollTo(isBeside ? center : null, topOf(layout.peek(), anchor.peek()));
        askedFor.value = { page: aim, top: scrollTop.peek() };
      });
    },
    bringIntoView,
    bringBoxIntoView,
    setZoom(wanted) {
      zoomAround(wanted, null);
    },
    stepZoom(direction) {
      zoomAround(pages.nextFactor(scale.peek(), direction), null);
    },
    zoomByWheel(delta, point) {
      zoomAround(pages.wheelFactor(scale.peek(), delta), point);
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
      pages.resizeView({ width, height });
    },
    onLayout() {
      if (scroller === null) return;
      const held = hold;
      const box = kept;
      hold = null;
      kept = null;
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
        if (box !== null) bringBoxIntoView(box);
      });
    },
    startAt(place) {
      anchor.value = place;
    },
    firstPage: () => awaited ?? anchor.peek().page,
    showPages(count, known, size) {
      const kept = anchor.peek();
      // Another page may have been requested while the size of the first one was read.
      const start = Math.min(awaited ?? kept.page, count);
      batch(() => {
        anchor.value = { page: start, offset: start === kept.page ? kept.offset : 0 };
        if (awaited !== null) askedFor.value = { page: start, top: 0 };
        awaited = null;
        pages.setPages(count, known, size);
      });
    },
  };
}
