import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Zoom } from '../../../src/protocol/document.ts';
import { layoutPages, type Layout } from './layout.ts';
import { A4 } from './viewedDocument.ts';
import { nextZoom, wheelZoom } from '../../shared/zoom.ts';
import { largestZoom, scaleOf } from './zoom.ts';

/** The pages of the document at the current zoom: their sizes, and their places one below the other. */
export interface ZoomedPages {
  /** 0 until there is a document. */
  readonly pageCount: ReadonlySignal<number>;
  readonly layout: ReadonlySignal<Layout>;
  readonly zoom: ReadonlySignal<Zoom>;
  /** The size of the part of the window that shows pages, in CSS pixels. */
  readonly viewSize: ReadonlySignal<Size>;
  /** The sizes of all pages in CSS pixels at a zoom of 1, as far as they are known. */
  readonly sizes: ReadonlySignal<readonly Size[]>;
  /** The factor one step above (1) or below (-1) `scale`. */
  readonly nextFactor: (scale: number, direction: 1 | -1) => number;
  /** The factor after turning a wheel by `delta`, in WheelEvent's pixels, at `scale`. */
  readonly wheelFactor: (scale: number, delta: number) => number;
  /** Sets the zoom; a factor is brought within its limits. */
  readonly zoomTo: (zoom: Zoom) => void;
  readonly resizeView: (size: Size) => void;
  /**
   * Sets the pages of a document. If it has as many pages as the previous one, the other sizes are kept.
   * @param known a page whose size is known
   * @param size the size of that page, which is assumed for the other pages until they are measured
   */
  readonly setPages: (count: number, known: number, size: Size) => void;
  /** Sets the size of a page, which may differ from the assumed one. */
  readonly setSize: (page: number, size: Size) => void;
}

const isSameSize = (a: Size, b: Size): boolean =>
  Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;

/** Creates the state of the zoom, for a document without pages. */
export function createZoomedPages(): ZoomedPages {
  const sizes = signal<readonly Size[]>([]);
  const zoom = signal<Zoom>('width');
  const viewSize = signal<Size>({ width: 0, height: 0 });
  const largest = computed(() => largestZoom(sizes.value.reduce((sum, size) => sum + size.height, 0)));
  const limitFactor = (): void => {
    const factor = zoom.peek();
    if (typeof factor === 'number' && sizes.peek().length > 0)
      zoom.value = scaleOf(factor, A4, viewSize.peek(), largest.peek());
  };

  return {
    pageCount: computed(() => sizes.value.length),
    layout: computed(() => {
      const view = viewSize.value;
      const isLaidOut = view.width > 0 && view.height > 0;
      const to = isLaidOut ? zoom.value : 1;
      return layoutPages(sizes.value, (size) => scaleOf(to, size, view, largest.value));
    }),
    zoom,
    viewSize,
    sizes,
    nextFactor: (scale, direction) => nextZoom(scale, direction, largest.peek()),
    wheelFactor: (scale, delta) => wheelZoom(scale, delta, largest.peek()),
    zoomTo(to) {
      batch(() => {
        zoom.value = to;
        limitFactor();
      });
    },
    resizeView(size) {
      viewSize.value = size;
    },
    setPages(count, known, size) {
      const past = sizes.peek();
      batch(() => {
        sizes.value =
          past.length === count ? past.with(known - 1, size) : Array.from({ length: count }, () => size);
        limitFactor();
      });
    },
    setSize(page, size) {
      const past = sizes.peek();
      const known = past[page - 1];
      if (known === undefined || isSameSize(known, size)) return;
      sizes.value = past.with(page - 1, size);
    },
  };
}
