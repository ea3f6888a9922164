import { batch, computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Size } from '../../../src/core/geometry/size.ts';
import type { Zoom } from '../../../src/protocol/document.ts';
import { layoutPages, type Layout } from './layout.ts';
import { A4 } from './viewedDocument.ts';
import { fittedSize, largestZoom, nextZoom, scaleOf, wheelZoom } from './zoom.ts';

/** The pages of the document at the current zoom: their sizes, and their places one below the other. */
export interface ZoomedPages {
  /** 0 until there is a document. */
  readonly pageCount: ReadonlySignal<number>;
  readonly layout: ReadonlySignal<Layout>;
  readonly zoom: ReadonlySignal<Zoom>;
  /** The factor of the current zoom. */
  readonly scale: ReadonlySignal<number>;
  /** The size of the part of the window that shows pages, in CSS pixels. */
  readonly viewSize: ReadonlySignal<Size>;
  /** The size of a page in CSS pixels at a zoom of 1, as far as it is known. */
  readonly sizeOf: (page: number) => Size;
  /** The factor one step above (1) or below (-1) the current one. */
  readonly nextFactor: (direction: 1 | -1) => number;
  /** The factor after turning a wheel by `delta`, in WheelEvent's pixels. */
  readonly wheelFactor: (delta: number) => number;
  /** Sets the zoom; if it fits a whole page, that is `page` until another one is named. */
  readonly zoomTo: (zoom: Zoom, page: number) => void;
  readonly resizeView: (size: Size, page: number) => void;
  /**
   * Sets the pages of a document. If it has as many pages as the previous one, the other sizes are kept.
   * @param known a page whose size is known
   * @param size the size of that page, which is assumed for the other pages until they are measured
   * @param page the page that is fitted
   */
  readonly setPages: (count: number, known: number, size: Size, page: number) => void;
  /** Sets the size of a page, which may differ from the assumed one. */
  readonly setSize: (page: number, size: Size) => void;
}

const isSameSize = (a: Size, b: Size): boolean =>
  Math.abs(a.width - b.width) < 0.5 && Math.abs(a.height - b.height) < 0.5;

/** Creates the state of the zoom, for a document without pages. */
export function createZoomedPages(): ZoomedPages {
  const sizes = signal<readonly Size[]>([]);
  const zoom = signal<Zoom>('width');
  const scale = signal(1);
  const viewSize = signal<Size>({ width: 0, height: 0 });
  let fittedPage = 1;

  const pageSize = (page: number): Size => sizes.peek()[page - 1] ?? A4;
  const largest = (): number => largestZoom(sizes.peek().reduce((sum, size) => sum + size.height, 0));
  const fit = (): void => {
    const { width, height } = viewSize.peek();
    if (width === 0 || height === 0) return;
    const size = fittedSize(zoom.peek(), sizes.peek(), pageSize(fittedPage));
    scale.value = scaleOf(zoom.peek(), size, viewSize.peek(), largest());
  };

  return {
    pageCount: computed(() => sizes.value.length),
    layout: computed(() => layoutPages(sizes.value, scale.value)),
    zoom,
    scale,
    viewSize,
    sizeOf: pageSize,
    nextFactor: (direction) => nextZoom(scale.peek(), direction, largest()),
    wheelFactor: (delta) => wheelZoom(scale.peek(), delta, largest()),
    zoomTo(to, page) {
      batch(() => {
        fittedPage = page;
        zoom.value = to;
        fit();
        if (typeof to === 'number' && sizes.peek().length > 0) zoom.value = scale.peek();
      });
    },
    resizeView(size, page) {
      batch(() => {
        fittedPage = page;
        viewSize.value = size;
        fit();
      });
    },
    setPages(count, known, size, page) {
      const past = sizes.peek();
      batch(() => {
        sizes.value =
          past.length === count ? past.with(known - 1, size) : Array.from({ length: count }, () => size);
        fittedPage = page;
        fit();
      });
    },
    setSize(page, size) {
      if (page > sizes.peek().length || isSameSize(pageSize(page), size)) return;
      batch(() => {
        sizes.value = sizes.peek().with(page - 1, size);
        if (page === fittedPage || zoom.peek() === 'width') fit();
      });
    },
  };
}
