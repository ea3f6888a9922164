import { signal, type ReadonlySignal } from '@preact/signals';
import { Virtualizer } from '@tanstack/virtual-core';

/** The height of a row, in CSS pixels, unless so many rows are in sight that they would be too many. */
const ROW_HEIGHT = 24;

/** The most rows that are drawn, with the active one. */
export const MOST_ROWS = 80;

/** How many rows before and after those in sight are drawn. */
const OVERSCAN = 8;

/** The tallest list that Chromium draws as tall as it is, below its 33,554,428 pixels. A taller one is scaled. */
const TALLEST = 33_000_000;

/** How many rows the virtualizer knows at a time: it keeps an entry for each, which is slow for millions. */
const SEGMENT = 40_000;

/** A row that is drawn, and where: pixels from the top of the list's element. */
export interface PlacedRow {
  readonly index: number;
  readonly top: number;
}

export interface Placement {
  readonly rows: readonly PlacedRow[];
  readonly rowHeight: number;
  /** The height of the list's element. */
  readonly height: number;
  /** The first row in sight and the one after the last. */
  readonly first: number;
  readonly end: number;
}

/** How the lines of a wheel's movement are counted, in `WheelEvent.deltaMode`. */
const LINES = 1;
const PAGES = 2;

/**
 * Which rows of a list are drawn where. A list taller than a browser draws is scaled: the scroll bar stands for the
 * whole list, and the wheel and the keys still move by pixels and rows.
 */
export class TableScroll {
  readonly placement: ReadonlySignal<Placement>;
  readonly #placement = signal<Placement>({ rows: [], rowHeight: ROW_HEIGHT, height: 0, first: 0, end: 0 });
  readonly #virtualizer: Virtualizer<HTMLElement, HTMLElement>;
  #element: HTMLElement | null = null;
  /** The part of the element's height that the heads of the columns cover. */
  #headHeight = 0;
  #rows = 0;
  #active = 0;
  #viewport = 0;
  /** What is at the top, in pixels of the whole list. */
  #offset = 0;
  /** Where the element was scrolled to by this class. */
  #ownTop = 0;
  /** The first row that the virtualizer knows. */
  #base = 0;
  #tell: (offset: number, isScrolling: boolean) => void = () => undefined;

  constructor() {
    this.placement = this.#placement;
    this.#virtualizer = new Virtualizer(this.#options());
  }

  /** The first row in sight. */
  get firstRow(): number {
    return Math.floor(this.#offset / this.#rowHeight);
  }

  /** How many whole rows are in sight. */
  get rowsInSight(): number {
    return Math.max(1, Math.floor(this.#viewport / this.#rowHeight));
  }

  /** Follows an element that scrolls; returns a function that stops it. */
  follow(element: HTMLElement, headHeight: number): () => void {
    this.#element = element;
    this.#headHeight = headHeight;
    this.#measure();
    const scrolled = (): void => {
      this.#scrolled();
    };
    const turned = (event: WheelEvent): void => {
      this.#turned(event);
    };
    element.addEventListener('scroll', scrolled, { passive: true });
    element.addEventListener('wheel', turned, { passive: false });
    const unmount = this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    this.#place();
    this.#scrollElement();
    return () => {
      element.removeEventListener('scroll', scrolled);
      element.removeEventListener('wheel', turned);
      unmount();
      this.#element = null;
    };
  }

  /** Scrolls the element to where the list is, after it was drawn with another height. */
  drawn(): void {
    this.#scrollElement();
  }

  /** Takes another number of rows. What is in sight stays, unless the list ends before. */
  setRows(rows: number): void {
    this.#rows = rows;
    this.#active = Math.min(this.#active, Math.max(rows - 1, 0));
    this.#offset = this.#clamp(this.#offset);
    this.#place();
    this.#scrollElement();
  }

  /** Keeps a row drawn wherever the list is scrolled to. */
  setActive(index: number): void {
    this.#active = index;
    this.#place();
  }

  /** Scrolls so that a row is at the top. */
  scrollTo(index: number): void {
    this.#move(index * this.#rowHeight);
  }

  /** Scrolls as little as needed to show a whole row. */
  reveal(index: number): void {
    const top = index * this.#rowHeight;
    const least = top + this.#rowHeight - this.#viewport;
    if (top < this.#offset) this.#move(top);
    else if (least > this.#offset) this.#move(least);
  }

  /** Scrolls to the side. */
  across(pixels: number): void {
    if (this.#element !== null) this.#element.scrollLeft += pixels;
  }

  get #rowHeight(): number {
    // A very tall window would show more rows than may be drawn, so its rows are taller.
    return Math.max(ROW_HEIGHT, Math.ceil(this.#viewport / (MOST_ROWS - 3)));
  }

  /** Whether a row is wholly in sight. */
  #isInSight(index: number): boolean {
    const top = index * this.#rowHeight - this.#offset;
    return top >= 0 && top + this.#rowHeight <= this.#viewport;
  }

  get #total(): number {
    return this.#rows * this.#rowHeight;
  }

  get #height(): number {
    return Math.min(this.#total, TALLEST);
  }

  /** How many pixels of the list one pixel of the element's scrolling stands for. */
  get #scale(): number {
    const room = this.#height - this.#viewport;
    return this.#total <= TALLEST || room <= 0 ? 1 : (this.#total - this.#viewport) / room;
  }

  #clamp(offset: number): number {
    return Math.min(Math.max(offset, 0), Math.max(this.#total - this.#viewport, 0));
  }

  #move(offset: number): void {
    this.#offset = this.#clamp(offset);
    this.#scrollElement();
    this.#place();
  }

  #scrollElement(): void {
    if (this.#element === null) return;
    const top = this.#offset / this.#scale;
    if (Math.abs(this.#element.scrollTop - top) > 0.5) this.#element.scrollTop = top;
    this.#ownTop = this.#element.scrollTop;
  }

  #scrolled(): void {
    if (this.#element === null) return;
    const { scrollTop } = this.#element;
    // The element's own position is rounded, so what this class has scrolled to is more exact.
    if (Math.abs(scrollTop - this.#ownTop) < 1) return;
    this.#ownTop = scrollTop;
    this.#offset = this.#clamp(scrollTop * this.#scale);
    this.#place();
  }

  /** A turn of the wheel moves as far in a scaled list as in any other. */
  #turned(event: WheelEvent): void {
    if (this.#scale === 1 || event.ctrlKey || event.deltaY === 0) return;
    event.preventDefault();
    const unit = event.deltaMode === LINES ? this.#rowHeight : event.deltaMode === PAGES ? this.#viewport : 1;
    if (this.#element !== null) this.#element.scrollLeft += event.deltaX * unit;
    this.#move(this.#offset + event.deltaY * unit);
  }

  #measure(): void {
    if (this.#element === null) return;
    const before = this.#rowHeight;
    const isActiveInSight = this.#isInSight(this.#active);
    this.#viewport = Math.max(this.#element.clientHeight - this.#headHeight, 0);
    if (before !== this.#rowHeight) this.#virtualizer.measure();
    // The same row stays at the top, unless the active one would leave the sight, as when details appear below the list.
    this.#offset = this.#clamp((this.#offset / before) * this.#rowHeight);
    if (isActiveInSight) this.reveal(this.#active);
  }

  #place(): void {
    const first = this.firstRow;
    const isOutside = first < this.#base + SEGMENT / 4 || first > this.#base + (3 * SEGMENT) / 4;
    if (isOutside) this.#base = Math.max(0, first - SEGMENT / 2);
    this.#virtualizer.setOptions(this.#options());
    this.#tell(this.#offset, false);
    const rowHeight = this.#rowHeight;
    const shift = this.#offset / this.#scale - this.#offset;
    const items = this.#virtualizer.getVirtualItems();
    const end = Math.min(this.#rows, Math.ceil((this.#offset + this.#viewport) / rowHeight));
    const rows = items.map((item) => ({ index: this.#base + item.index, top: item.start + shift }));
    const active = this.#active;
    // The active row has the focus, so it stays where it can be: at the edge of what is drawn.
    if (active < this.#rows && rows.length > 0 && !rows.some(({ index }) => index === active))
      rows.push({ index: active, top: outside(active * rowHeight + shift, this.#height, rowHeight) });
    const next = { rows, rowHeight, height: this.#height, first, end };
    if (!isSame(this.#placement.peek(), next)) this.#placement.value = next;
  }

  #options(): ConstructorParameters<typeof Virtualizer<HTMLElement, HTMLElement>>[0] {
    const visible = Math.ceil(this.#viewport / this.#rowHeight) + 1;
    return {
      count: Math.max(0, Math.min(SEGMENT, this.#rows - this.#base)),
      paddingStart: this.#base * this.#rowHeight,
      overscan: Math.max(0, Math.min(OVERSCAN, Math.floor((MOST_ROWS - 1 - visible) / 2))),
      estimateSize: () => this.#rowHeight,
      getScrollElement: () => this.#element,
      scrollToFn: () => undefined,
      observeElementRect: (_, tell) => {
        const element = this.#element;
        if (element === null) return undefined;
        const measured = (): void => {
          this.#measure();
          tell({ width: element.clientWidth, height: this.#viewport });
          this.#place();
        };
        const observer = new ResizeObserver(measured);
        observer.observe(element);
        measured();
        return () => {
          observer.disconnect();
        };
      },
      observeElementOffset: (_, tell) => {
        this.#tell = tell;
        tell(this.#offset, false);
        return () => {
          this.#tell = () => undefined;
        };
      },
    };
  }
}

/** Where a row out of sight is put: beyond the height of a scaled list, it would make the list taller. */
const outside = (top: number, height: number, rowHeight: number): number =>
  Math.min(Math.max(top, -rowHeight), height - rowHeight);

function isSame(before: Placement, after: Placement): boolean {
  return (
    before.height === after.height &&
    before.rowHeight === after.rowHeight &&
    before.first === after.first &&
    before.end === after.end &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, at) => {
      const other = after.rows[at];
      return row.index === other?.index && row.top === other.top;
    })
  );
}
