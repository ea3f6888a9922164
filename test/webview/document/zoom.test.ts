// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { GAP, layoutPages, MARGIN } from '../../../webview/document/model/layout.ts';
import { A4 } from '../../../webview/document/model/viewedDocument.ts';
import { largestZoom, scaleOf } from '../../../webview/document/model/zoom.ts';
import { nextZoom, wheelZoom } from '../../../webview/shared/zoom.ts';

describe('the zoom of the document view', () => {
  const view = { width: 1000, height: 800 };

  it('fits the page to the width or to the whole view, with margins', () => {
    expect(scaleOf('width', A4, view, 8)).toBeCloseTo((1000 - 2 * MARGIN) / 794, 6);
    expect(scaleOf('page', A4, view, 8)).toBeCloseTo((800 - 2 * GAP) / 1123, 6);
    expect(scaleOf('page', { width: 5000, height: 10 }, view, 8)).toBeCloseTo(968 / 5000, 6);
    expect(scaleOf(1.5, A4, view, 8)).toBe(1.5);
  });

  it('keeps the zoom within its limits, also in a view without any space', () => {
    expect(scaleOf(99, A4, view, 8)).toBe(8);
    expect(scaleOf(0.01, A4, view, 8)).toBe(0.1);
    expect(scaleOf('width', A4, { width: 1, height: 1 }, 8)).toBe(0.1);
  });

  it('walks through the zoom steps and stops at the limits', () => {
    expect(nextZoom(1, 1, 8)).toBe(1.1);
    expect(nextZoom(1, -1, 8)).toBe(0.9);
    expect(nextZoom(1.03, 1, 8)).toBe(1.1);
    expect(nextZoom(1.03, -1, 8)).toBe(1);
    expect(nextZoom(8, 1, 8)).toBe(8);
    expect(nextZoom(0.1, -1, 8)).toBe(0.1);
    expect(nextZoom(2, 1, 2.2)).toBe(2.2);
  });

  it('zooms in with the wheel and back out by the same amount', () => {
    const bigger = wheelZoom(1, -100, 8);
    expect(bigger).toBeGreaterThan(1.2);
    expect(wheelZoom(bigger, 100, 8)).toBeCloseTo(1, 6);
    expect(wheelZoom(1, -100_000, 8)).toBe(bigger);
  });

  it('never makes a layout higher than a browser can place', () => {
    for (const count of [1, 2000, 10_000, 100_000]) {
      const most = largestZoom(count * 1123);
      expect(
        layoutPages(
          Array.from({ length: count }, () => A4),
          () => most,
        ).height,
      ).toBeLessThan(33_000_000);
    }
    expect(largestZoom(2000 * 1123)).toBe(8);
  });
});
