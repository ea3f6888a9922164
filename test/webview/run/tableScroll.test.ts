import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { MOST_ROWS, TableScroll } from '../../../webview/run/model/tableScroll.ts';

const HEAD = 28;
/** What Chromium draws at most. */
const TALLEST = 33_554_428;

/** An element that scrolls as a browser's does: within its height, at rounded positions. */
function scroller(table: TableScroll, height: number): HTMLElement {
  const element = document.createElement('div');
  let top = 0;
  const most = (): number => Math.max(0, table.placement.value.height + HEAD - height);
  Object.defineProperties(element, {
    clientHeight: { get: () => height },
    clientWidth: { get: () => 800 },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.round(Math.min(Math.max(value, 0), most()) * 64) / 64;
      },
    },
  });
  return element;
}

/** Where rows are seen: pixels below the heads of the columns. */
const seenAt = (table: TableScroll, element: HTMLElement, index: number): number =>
  (table.placement.value.rows.find((row) => row.index === index)?.top ?? Number.NaN) - element.scrollTop;

let table: TableScroll;

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn();
      disconnect = vi.fn();
    },
  );
  table = new TableScroll();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function follow(rows: number, height = 628): HTMLElement {
  table.setRows(rows);
  const element = scroller(table, height);
  table.follow(element, HEAD);
  return element;
}

/** Drags the scroll bar. */
function drag(element: HTMLElement, top: number): void {
  element.scrollTop = top;
  element.dispatchEvent(new Event('scroll'));
}

describe('the rows that are drawn', () => {
  it.each([0, 1, 7, 1000, 1_500_000, 3_000_000, 50_000_000])(
    'of %i rows are few, end with the last one, and lie in what a browser draws',
    (rows) => {
      const element = follow(rows);
      drag(element, Infinity);
      const { placement } = table;
      expect(placement.value.height).toBeLessThan(TALLEST);
      expect(placement.value.end).toBe(rows);
      expect(placement.value.rows.length).toBeLessThanOrEqual(MOST_ROWS);
      if (rows < 30) return;
      // The last row ends where the element does.
      expect(seenAt(table, element, rows - 1)).toBeCloseTo(600 - 24, 0);
      drag(element, 0);
      expect(placement.value.first).toBe(0);
      expect(seenAt(table, element, 0)).toBe(0);
    },
  );

  it.each([100, 628, 1440, 2160, 5000])('are at most 80 and fill a window of %i pixels', (height) => {
    const element = follow(3_000_000, height);
    for (const top of [0, 10_000, 1_000_003]) {
      drag(element, top);
      table.setActive(12);
      const { rows, rowHeight, first, end } = table.placement.value;
      expect(rows.length).toBeLessThanOrEqual(MOST_ROWS);
      for (let index = first; index < end; index += 1)
        expect(rows.some((row) => row.index === index)).toBe(true);
      expect(seenAt(table, element, first)).toBeLessThanOrEqual(0.02);
      expect(seenAt(table, element, end - 1) + rowHeight).toBeGreaterThanOrEqual(height - HEAD - 0.02);
    }
  });

  it('lie one below the other wherever a scaled list is scrolled to', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_400_000, max: 20_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rows, at) => {
          table = new TableScroll();
          const element = follow(rows);
          drag(element, at * 33_000_000);
          const { rows: drawn, rowHeight } = table.placement.value;
          const tops = drawn
            .filter(({ index }) => index !== 0)
            .map(({ index, top }) => top - index * rowHeight);
          expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(0.01);
        },
      ),
      propertyRuns(100),
    );
  });

  it('have the active one among them, however far away it is', () => {
    const element = follow(3_000_000);
    table.setActive(2);
    drag(element, Infinity);
    expect(table.placement.value.rows.map(({ index }) => index)).toContain(2);
    expect(seenAt(table, element, 2)).toBeLessThan(0);
    table.setActive(2_999_999);
    drag(element, 0);
    expect(seenAt(table, element, 2_999_999)).toBeGreaterThan(600);
  });
});

describe('scrolling', () => {
  it('shows a row with as little movement as needed, one by one through a scaled list', () => {
    const element = follow(3_000_000);
    table.reveal(24);
    expect(table.firstRow).toBe(0);
    table.reveal(25);
    expect(seenAt(table, element, 25)).toBeCloseTo(576, 1);
    table.scrollTo(2_000_000);
    expect(seenAt(table, element, 2_000_000)).toBeCloseTo(0, 1);
    for (let index = 2_000_000; index > 1_999_900; index -= 1) {
      table.reveal(index);
      expect(table.firstRow).toBe(index);
    }
  });

  it('moves by the pixels of the wheel in a scaled list, and leaves it to the browser in another', () => {
    const element = follow(3_000_000);
    table.scrollTo(1_000_000);
    const turn = (deltaY: number, deltaMode = 0): WheelEvent => {
      const event = new WheelEvent('wheel', { deltaY, deltaMode, cancelable: true });
      element.dispatchEvent(event);
      element.dispatchEvent(new Event('scroll'));
      return event;
    };
    expect(turn(240).defaultPrevented).toBe(true);
    expect(table.firstRow).toBe(1_000_010);
    turn(-3, 1);
    expect(table.firstRow).toBe(1_000_007);
    table.setRows(1000);
    expect(turn(240).defaultPrevented).toBe(false);
  });

  it('stays where it is while rows come, and at the end if the list ends before', () => {
    const element = follow(1000);
    table.scrollTo(500);
    table.setRows(2_000_000);
    expect(table.firstRow).toBe(500);
    expect(seenAt(table, element, 500)).toBeCloseTo(0, 1);
    table.setRows(100);
    expect(table.placement.value.end).toBe(100);
    expect(table.firstRow).toBe(75);
    table.setRows(0);
    expect(table.placement.value.rows).toEqual([]);
  });
});
