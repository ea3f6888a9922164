// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  anchorAt,
  GAP,
  holdAt,
  layoutPages,
  livePages,
  mainPage,
  MARGIN,
  pageAt,
  pagePlace,
  scrollFor,
  topOf,
} from '../../../webview/document/model/layout.ts';
import type { Size } from '../../../src/core/geometry/size.ts';

const A4: Size = { width: 794, height: 1123 };
const pages = (count: number, size = A4): Size[] => Array.from({ length: count }, () => size);
const sizes = fc.array(
  fc.record({ width: fc.integer({ min: 10, max: 4000 }), height: fc.integer({ min: 10, max: 4000 }) }),
  { minLength: 1, maxLength: 40 },
);
const scales = fc.double({ min: 0.1, max: 8, noNaN: true });

describe('the layout of pages', () => {
  it('stacks pages with gaps, as wide as the widest page with its margins', () => {
    const layout = layoutPages([A4, { width: 1123, height: 794 }], () => 0.5);
    expect(pagePlace(layout, 1)).toEqual({ top: GAP, width: 397, height: 562 });
    expect(pagePlace(layout, 2)).toEqual({ top: GAP + 562 + GAP, width: 562, height: 397 });
    expect(layout.height).toBe(3 * GAP + 562 + 397);
    expect(layout.width).toBe(562 + 2 * MARGIN);
  });

  it('finds the page at a height, where the gap above a page belongs to that page', () => {
    const layout = layoutPages(pages(3), () => 1);
    expect([0, GAP + 1122, GAP + 1123, GAP + 1124, 99_999, -5].map((y) => pageAt(layout, y))).toEqual([
      1, 1, 2, 2, 3, 1,
    ]);
  });

  it('returns the page that covers most of the view', () => {
    const layout = layoutPages(pages(3), () => 1);
    expect(mainPage(layout, 0, 800)).toBe(1);
    expect(mainPage(layout, 600, 800)).toBe(1);
    expect(mainPage(layout, 800, 800)).toBe(2);
    expect(mainPage(layout, 0, 5000)).toBe(1);
    expect(mainPage(layout, layout.height - 2500, 2500)).toBe(layout.heights.length);
  });

  it('keeps the pages near the view, never more than the limit, and always the middle one', () => {
    fc.assert(
      fc.property(sizes, scales, fc.double({ min: 0, max: 1, noNaN: true }), (some, scale, part) => {
        const layout = layoutPages(some, () => scale);
        const top = part * layout.height;
        const live = livePages(layout, top, 800, 400, 8);
        expect(live.length).toBeGreaterThan(0);
        expect(live.length).toBeLessThanOrEqual(8);
        expect(live).toContain(pageAt(layout, top + 400));
        for (const [index, page] of live.entries()) expect(page).toBe((live[0] ?? 0) + index);
        if (live.length < 8) {
          for (let page = 1; page <= some.length; page++) {
            const box = pagePlace(layout, page);
            if (box.top + box.height > top && box.top < top + 800) expect(live).toContain(page);
          }
        }
      }),
      propertyRuns(),
    );
    expect(
      livePages(
        layoutPages([], () => 1),
        0,
        800,
        400,
        8,
      ),
    ).toEqual([]);
  });

  it('restores the position of an anchor, also in a different layout', () => {
    fc.assert(
      fc.property(
        sizes,
        scales,
        scales,
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (some, a, b, part) => {
          const before = layoutPages(some, () => a);
          const top = part * before.height;
          const anchor = anchorAt(before, top);
          const after = layoutPages(some, () => b);
          const again = anchorAt(after, topOf(after, anchor));
          expect(again.page).toBe(anchor.page);
          expect(again.offset).toBeCloseTo(anchor.offset, 6);
        },
      ),
      propertyRuns(),
    );
  });

  it('keeps its position when the top of the view is in a gap', () => {
    const layout = layoutPages(pages(3), () => 1);
    const { top } = pagePlace(layout, 2);
    expect(anchorAt(layout, top - 3)).toEqual({ page: 2, offset: 0 });
    expect(topOf(layout, { page: 2, offset: 0 })).toBe(top - GAP);
    expect(topOf(layout, { page: 99, offset: 0 })).toBe(pagePlace(layout, 3).top - GAP);
  });

  it('keeps the point under the pointer in place while it zooms', () => {
    fc.assert(
      fc.property(
        sizes,
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        fc.double({ min: 0.5, max: 4, noNaN: true }),
        fc.record({ x: fc.integer({ min: 0, max: 900 }), y: fc.integer({ min: 0, max: 700 }) }),
        fc.integer({ min: 3000, max: 9000 }),
        (some, from, to, point, top) => {
          const before = layoutPages([...some, ...pages(20)], () => from);
          const after = layoutPages([...some, ...pages(20)], () => to);
          const left = Math.max(0, (before.width - 900) / 2);
          const hold = holdAt(before, { left, top }, 900, point);
          const scroll = scrollFor(after, hold, 900);
          const box = pagePlace(after, hold.page);
          expect(box.top + hold.y * box.height - scroll.top).toBeCloseTo(
            box.top + hold.y * box.height < point.y ? box.top + hold.y * box.height : point.y,
            6,
          );
        },
      ),
      propertyRuns(),
    );
  });

  it('lays out 10,000 pages in a few milliseconds', () => {
    const many = pages(10_000);
    layoutPages(many, () => 1);
    // Processor time of this thread is measured, because other processes may be running.
    const started = process.threadCpuUsage();
    for (let round = 0; round < 10; round++) layoutPages(many, () => 1 + round / 10);
    expect(process.threadCpuUsage(started).user / 1000 / 10).toBeLessThan(50);
  });
});
