import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { boxHeight, boxWidth, type ShareBox } from '../../../src/core/geometry/box.ts';
import { pageToShare, shareToPage } from '../../../src/core/geometry/conversions.ts';
import {
  boxInSight,
  boxOfDrag,
  canBeKept,
  movedOnImage,
  resizedOnImage,
} from '../../../src/core/geometry/drawnBox.ts';
import { goldBoxesSchema } from '../../../src/protocol/goldBoxes.ts';
import * as v from 'valibot';
import { sizes } from './arbitraries.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anywhere = fc.double({ min: -3, max: 3, noNaN: true });
const points = fc.record({ x: anywhere, y: anywhere });
const drawn = fc
  .tuple(points, points)
  .map(([from, to]) => boxOfDrag(from, to))
  .filter(canBeKept);

/** Whether the extension would take a box. */
const isTaken = (box: ShareBox): boolean =>
  v.safeParse(goldBoxesSchema, [{ document: 'a.pdf', page: 1, box }]).success;

describe('boxes that are drawn on an image', () => {
  it('lie between the two points, as far as these are on the image', () => {
    expect(boxOfDrag({ x: 0.75, y: 0.5 }, { x: 0.25, y: 2 })).toEqual({
      left: 0.25,
      top: 0.5,
      right: 0.75,
      bottom: 1,
    });
  });

  it('are kept unless they are so small that they were not meant', () => {
    expect(canBeKept(boxOfDrag({ x: 0.5, y: 0.1 }, { x: 0.5, y: 0.9 }))).toBe(false);
    expect(canBeKept(boxOfDrag({ x: 2, y: 0.1 }, { x: 3, y: 0.9 }))).toBe(false);
    expect(canBeKept(boxOfDrag({ x: 0.5, y: 0.1 }, { x: 0.51, y: 0.2 }))).toBe(true);
  });

  it('keep their size when they move, and stop at the edges of the image', () => {
    expect(movedOnImage({ left: 0.25, top: 0, right: 0.5, bottom: 0.5 }, 2, -1)).toEqual({
      left: 0.75,
      top: 0,
      right: 1,
      bottom: 0.5,
    });
    fc.assert(
      fc.property(drawn, anywhere, anywhere, (box, right, down) => {
        const moved = movedOnImage(box, right, down);
        expect(boxWidth(moved)).toBeCloseTo(boxWidth(box), 9);
        expect(boxHeight(moved)).toBeCloseTo(boxHeight(box), 9);
        expect(isTaken(moved)).toBe(true);
      }),
      propertyRuns(500),
    );
  });

  it('keep their upper left corner when they are resized, and never become empty', () => {
    const box = { left: 0.25, top: 0.25, right: 0.5, bottom: 0.5 };
    expect(resizedOnImage(box, 0.25, 5)).toEqual({ left: 0.25, top: 0.25, right: 0.75, bottom: 1 });
    fc.assert(
      fc.property(drawn, anywhere, anywhere, (one, right, down) => {
        const { left, top, ...edges } = resizedOnImage(one, right, down);
        expect([left, top]).toEqual([one.left, one.top]);
        expect(isTaken({ left, top, ...edges })).toBe(true);
      }),
      propertyRuns(500),
    );
  });

  it('are added in the middle of what is in sight', () => {
    const added = boxInSight({ left: -0.5, top: 0, right: 0.5, bottom: 0.5 }, { width: 0.5, height: 0.5 });
    expect(added).toEqual({ left: 0.125, top: 0.125, right: 0.375, bottom: 0.375 });
    fc.assert(
      fc.property(drawn, fc.record({ width: share, height: share }), (sight, part) => {
        expect(isTaken(boxInSight(sight, part))).toBe(true);
      }),
      propertyRuns(500),
    );
  });

  it('are at the same place of the page after a round trip through its points', () => {
    fc.assert(
      fc.property(drawn, sizes, (box, page) => {
        const back = pageToShare(shareToPage(box, page), page);
        for (const edge of ['left', 'top', 'right', 'bottom'] as const)
          expect(back[edge]).toBeCloseTo(box[edge], 9);
      }),
      propertyRuns(200),
    );
  });
});
