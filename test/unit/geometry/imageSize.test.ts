import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  fitBudget,
  imagePageRaster,
  imagePartRaster,
  isTooNarrow,
  pdfPageRaster,
  pdfPartRaster,
  smartResize,
} from '../../../src/core/geometry/imageSize.ts';

/** Options with which the size equals that of Qwen's own function. */
const FLOORED = { factor: 28, least: 28 };
const PAPERS = { minPixels: 200_704, maxPixels: 401_408 };

describe('a part of a page', () => {
  const share = fc.double({ min: 0, max: 0.999, noNaN: true });
  const region = fc
    .record({ left: share, top: share, width: share, height: share })
    .map(({ left, top, width, height }) => ({
      left,
      top,
      right: Math.min(1, left + Math.max(0.001, width)),
      bottom: Math.min(1, top + Math.max(0.001, height)),
    }));
  const side = fc.integer({ min: 20, max: 14_400 });
  const budget = { minPixels: 1, maxPixels: 1_000_000 };

  it('lies in its page at the same scale, within the budget but for the pixels at its edges', () => {
    fc.assert(
      fc.property(side, side, region, (width, height, asked) => {
        const { whole, part } = pdfPartRaster({ width, height }, asked, budget);
        const [across, down] = [part.right - part.left, part.bottom - part.top];
        expect(part.left).toBeGreaterThanOrEqual(0);
        expect(part.top).toBeGreaterThanOrEqual(0);
        expect(part.right).toBeLessThanOrEqual(whole.width);
        expect(part.bottom).toBeLessThanOrEqual(whole.height);
        expect(Math.min(across, down)).toBeGreaterThanOrEqual(1);
        expect((across - 2) * (down - 2)).toBeLessThanOrEqual(budget.maxPixels * 1.01);
        expect(whole.width).toBeLessThanOrEqual(width * 12 + 1);
      }),
      propertyRuns(300),
    );
  });

  it('of an image has its own pixels, or fewer if the budget is smaller', () => {
    const half = { left: 0, top: 0, right: 0.5, bottom: 1 };
    expect(imagePartRaster({ width: 400, height: 300 }, half, budget)).toEqual({
      part: { left: 0, top: 0, right: 200, bottom: 300 },
      image: { width: 200, height: 300 },
    });
    const { image } = imagePartRaster({ width: 4000, height: 3000 }, half, budget);
    expect(image.width * image.height).toBeLessThanOrEqual(budget.maxPixels);
    expect(image.width / image.height).toBeCloseTo(2 / 3, 2);
  });
});

describe('fitBudget', () => {
  it.each([
    [
      { width: 1131, height: 1600 },
      { width: 532, height: 753 },
    ],
    [
      { width: 600, height: 600 },
      { width: 600, height: 600 },
    ],
    [
      { width: 100, height: 100 },
      { width: 448, height: 448 },
    ],
    [
      { width: 1, height: 300_000 },
      { width: 1, height: 300_000 },
    ],
    [
      { width: 1, height: 1_000_000 },
      { width: 1, height: 633_567 },
    ],
  ])('fitBudget resizes %o to %o', (size, expected) => {
    expect(fitBudget(size, PAPERS)).toEqual(expected);
  });

  it('fitBudget stays within the budget and keeps the aspect ratio to a pixel', () => {
    const side = fc.integer({ min: 40, max: 6000 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 20_000, max: 2_000_000 }), (width, height, minPixels) => {
        const fitted = fitBudget({ width, height }, { minPixels, maxPixels: minPixels * 2 });
        const area = fitted.width * fitted.height;
        expect(area).toBeGreaterThanOrEqual(
          Math.min(minPixels, width * height) - fitted.width - fitted.height,
        );
        expect(area).toBeLessThanOrEqual(minPixels * 2);
        const scale = Math.sqrt(area / (width * height));
        expect(Math.abs(fitted.width - width * scale)).toBeLessThan(2 + width / height);
        expect(Math.abs(fitted.height - height * scale)).toBeLessThan(2 + height / width);
      }),
      propertyRuns(500),
    );
  });

  it('fitBudget enlarges to the lower limit, and prefers the upper one if both cannot hold', () => {
    const enlarged = fitBudget({ width: 101, height: 57 }, PAPERS);
    expect(enlarged.width * enlarged.height).toBeGreaterThanOrEqual(PAPERS.minPixels);
    const exact = fitBudget({ width: 101, height: 57 }, { minPixels: 10_000, maxPixels: 10_000 });
    expect(exact.width * exact.height).toBeLessThanOrEqual(10_000);
  });

  it.each([
    [{ width: 0, height: 5 }, PAPERS],
    [
      { width: 5, height: 5 },
      { minPixels: 9, maxPixels: 4 },
    ],
    [
      { width: 5, height: 5 },
      { minPixels: 0, maxPixels: 0 },
    ],
    [
      { width: 5, height: 5 },
      { minPixels: Number.NaN, maxPixels: 4 },
    ],
  ])('fitBudget refuses %o within %o', (size, budget) => {
    expect(() => fitBudget(size, budget)).toThrow(expect.objectContaining({ reason: 'bad-input' }));
  });
});

describe('smartResize', () => {
  // The expected sizes were computed with Qwen2-VL's published function.
  it.each([
    [1131, 1600, 532, 728],
    [1600, 1131, 728, 532],
    [300, 300, 448, 448],
    [14, 2800, 28, 2800],
    [42, 42, 448, 448],
    [500, 700, 504, 700],
    [630, 630, 616, 616],
    [70, 1000, 140, 1708],
    [574, 574, 560, 560],
    [602, 602, 616, 616],
  ])('smartResize resizes %i x %i to %i x %i', (width, height, toWidth, toHeight) => {
    const made = smartResize(
      { width, height },
      width === 14 ? { minPixels: 784, maxPixels: 1e6 } : PAPERS,
      FLOORED,
    );
    expect(made).toEqual({ width: toWidth, height: toHeight });
  });

  it('smartResize rounds a side under half a factor to zero and then enlarges if the processor has no floor', () => {
    const size = { width: 10, height: 1500 };
    const budget = { minPixels: 3136, maxPixels: 12_845_056 };
    expect(smartResize(size, budget, FLOORED)).toEqual({ width: 28, height: 1512 });
    expect(smartResize(size, budget, { factor: 28, least: 0 })).toEqual({ width: 28, height: 700 });
  });

  it('smartResize returns the same size with and without a floor if no side is under half a factor', () => {
    const side = fc.integer({ min: 15, max: 3000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const size = { width, height };
        if (isTooNarrow(size)) return;
        expect(smartResize(size, PAPERS, { factor: 28, least: 0 })).toEqual(
          smartResize(size, PAPERS, FLOORED),
        );
      }),
      propertyRuns(500),
    );
  });

  it('smartResize returns multiples of 28 within the budget, unless a side is already at its minimum', () => {
    const side = fc.integer({ min: 30, max: 5000 });
    fc.assert(
      fc.property(side, side, (width, height) => {
        const made = smartResize({ width, height }, PAPERS, FLOORED);
        expect(made.width % 28).toBe(0);
        expect(made.height % 28).toBe(0);
        if (Math.min(made.width, made.height) > 28) {
          expect(made.width * made.height).toBeLessThanOrEqual(PAPERS.maxPixels);
        }
      }),
      propertyRuns(500),
    );
  });

  it('smartResize refuses an aspect ratio over 200', () => {
    expect(() => smartResize({ width: 10, height: 2001 }, PAPERS, FLOORED)).toThrow(/too narrow/);
  });
});

describe('rasters', () => {
  const A4 = { width: 595, height: 842 };

  it('a PDF page is drawn at 1600 px and then shrunk', () => {
    expect(pdfPageRaster(A4, { budget: PAPERS })).toEqual({
      source: { width: 1131, height: 1600 },
      image: { width: 532, height: 753 },
    });
  });

  it('a PDF page is drawn at the target size if that exceeds what 1600 px can provide', () => {
    const slide = { width: 1280, height: 720 };
    const raster = pdfPageRaster(slide, { budget: { minPixels: 1_605_632, maxPixels: 1_605_632 } });
    expect(raster.source).toEqual(raster.image);
    expect(raster.image.width).toBe(1689);
  });

  it('a drawing is never enlarged', () => {
    const side = fc.integer({ min: 10, max: 3000 });
    fc.assert(
      fc.property(
        side,
        side,
        fc.integer({ min: 1000, max: 4_000_000 }),
        fc.boolean(),
        (width, height, pixels, multipleOf28) => {
          fc.pre(Math.max(width, height) / Math.min(width, height) < 150);
          const budget = { minPixels: pixels, maxPixels: pixels * 2 };
          const { source, image } = pdfPageRaster({ width, height }, { budget, multipleOf28 });
          expect(image.width).toBeLessThanOrEqual(source.width);
          expect(image.height).toBeLessThanOrEqual(source.height);
        },
      ),
      propertyRuns(500),
    );
  });

  it('an image file is resized from its own pixels', () => {
    const pixels = { width: 3000, height: 2000 };
    expect(imagePageRaster(pixels, { budget: PAPERS })).toEqual({
      source: pixels,
      image: { width: 775, height: 517 },
    });
    const small = { width: 100, height: 80 };
    expect(imagePageRaster(small, { budget: { minPixels: 1, maxPixels: 9000 } }).image).toEqual(small);
  });
});
