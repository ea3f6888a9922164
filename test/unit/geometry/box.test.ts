import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  boxArea,
  boxAround,
  boxBetween,
  boxHeight,
  boxWidth,
  holdsPoint,
  horizontalOverlap,
  intersection,
  moveBox,
  scaleBox,
  verticalOverlap,
  type ImageBox,
  type PageBox,
} from '../../../src/core/geometry/box.ts';
import { boxes } from './arbitraries.ts';

const pixels = boxes<'pixel'>();

describe('boxes', () => {
  it('boxes of different units have types that the compiler keeps apart', () => {
    expectTypeOf<PageBox>().not.toExtend<ImageBox>();
    expectTypeOf<ImageBox>().not.toExtend<PageBox>();
    expectTypeOf<[PageBox, ImageBox]>().not.toExtend<Parameters<typeof intersection<'point'>>>();
  });

  it('a box can be made from two corners in either order', () => {
    expect(boxBetween(30, 5, 10, 25)).toEqual({ left: 10, top: 5, right: 30, bottom: 25 });
  });

  it('a box has a width, a height and an area', () => {
    const box: ImageBox = { left: 10, top: 5, right: 30, bottom: 55 };
    expect([boxWidth(box), boxHeight(box), boxArea(box)]).toEqual([20, 50, 1000]);
  });

  it('boxes lie within the box around them, and no smaller box contains them all', () => {
    fc.assert(
      fc.property(fc.array(pixels, { minLength: 1 }), (some) => {
        const around = boxAround(some);
        for (const box of some) expect(intersection(box, around)).toEqual(box);
        expect(some.some(({ left }) => left === around.left)).toBe(true);
        expect(some.some(({ top }) => top === around.top)).toBe(true);
        expect(some.some(({ right }) => right === around.right)).toBe(true);
        expect(some.some(({ bottom }) => bottom === around.bottom)).toBe(true);
      }),
      propertyRuns(300),
    );
  });

  it('the box around no boxes is an empty one at the origin', () => {
    expect(boxAround([])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });

  it('the intersection of two boxes is as wide and high as they overlap, or null', () => {
    fc.assert(
      fc.property(pixels, pixels, (one, other) => {
        const shared = intersection(one, other);
        const across = horizontalOverlap(one, other);
        const down = verticalOverlap(one, other);
        expect(shared === null).toBe(across < 0 || down < 0);
        expect(intersection(other, one)).toEqual(shared);
        if (shared !== null) expect([boxWidth(shared), boxHeight(shared)]).toEqual([across, down]);
      }),
      propertyRuns(300),
    );
  });

  it('the overlap of boxes that lie apart is the gap between them as a negative number', () => {
    const one: ImageBox = { left: 0, top: 0, right: 10, bottom: 10 };
    const other: ImageBox = { left: 14, top: 5, right: 20, bottom: 30 };
    expect(horizontalOverlap(one, other)).toBe(-4);
    expect(verticalOverlap(one, other)).toBe(5);
  });

  it('a box contains the points within it and on its edges', () => {
    const box: ImageBox = { left: 0, top: 0, right: 10, bottom: 10 };
    expect(holdsPoint(box, 10, 0)).toBe(true);
    expect(holdsPoint(box, 5, 5)).toBe(true);
    expect(holdsPoint(box, 5, 10.1)).toBe(false);
  });

  it('a box is scaled about the origin and moved by a distance', () => {
    const box: ImageBox = { left: 1, top: 2, right: 3, bottom: 4 };
    expect(scaleBox(box, 2, 10)).toEqual({ left: 2, top: 20, right: 6, bottom: 40 });
    expect(moveBox(box, 1, -1)).toEqual({ left: 2, top: 1, right: 4, bottom: 3 });
  });
});
