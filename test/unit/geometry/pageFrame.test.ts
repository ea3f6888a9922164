import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { boxHeight, boxWidth } from '../../../src/core/geometry/box.ts';
import {
  pageSize,
  pageToUserSpace,
  rotatedSize,
  rotationOf,
  userSpaceToPage,
  type Rotation,
} from '../../../src/core/geometry/pageFrame.ts';
import { boxes, frames } from './arbitraries.ts';

const ROTATIONS: readonly Rotation[] = [0, 90, 180, 270];

describe('boxes on a page as displayed and in its user space', () => {
  it('a box converted between page and user space and back is unchanged, for every rotation and crop box', () => {
    fc.assert(
      fc.property(boxes<'point'>(), frames, (box, frame) => {
        const back = userSpaceToPage(pageToUserSpace(box, frame), frame);
        expect(back.left).toBeCloseTo(box.left, 6);
        expect(back.top).toBeCloseTo(box.top, 6);
        expect(back.right).toBeCloseTo(box.right, 6);
        expect(back.bottom).toBeCloseTo(box.bottom, 6);
      }),
      propertyRuns(300),
    );
  });

  it('a box keeps its width and height in user space, swapped by a quarter turn', () => {
    fc.assert(
      fc.property(boxes<'point'>(), frames, (box, frame) => {
        const stored = pageToUserSpace(box, frame);
        const size = { width: stored.maxX - stored.minX, height: stored.maxY - stored.minY };
        const seen = rotatedSize(size, frame.rotation);
        expect(boxWidth(box)).toBeCloseTo(seen.width, 6);
        expect(boxHeight(box)).toBeCloseTo(seen.height, 6);
      }),
      propertyRuns(300),
    );
  });

  it('the crop box in user space is the whole page', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const { width, height } = pageSize(frame);
        expect(userSpaceToPage(frame.cropBox, frame)).toEqual({
          left: 0,
          top: 0,
          right: width,
          bottom: height,
        });
      }),
      propertyRuns(300),
    );
  });

  // A mark near the lower left corner of a page of 100 by 200 whose crop box begins at (10, 20).
  it.each([
    [0, { left: 5, top: 170, right: 25, bottom: 190 }],
    [90, { left: 10, top: 5, right: 30, bottom: 25 }],
    [180, { left: 75, top: 10, right: 95, bottom: 30 }],
    [270, { left: 170, top: 75, right: 190, bottom: 95 }],
  ] as const)('a box on a page rotated by %i degrees lies where a viewer shows it', (rotation, expected) => {
    const cropBox = { minX: 10, minY: 20, maxX: 110, maxY: 220 };
    const mark = { minX: 15, minY: 30, maxX: 35, maxY: 50 };
    expect(userSpaceToPage(mark, { cropBox, rotation })).toEqual(expected);
  });
});

describe('rotations', () => {
  it('a rotation is read from any number of quarter turns', () => {
    expect([0, 1, 2, 3, 4, 5, -1].map(rotationOf)).toEqual([0, 90, 180, 270, 0, 90, 270]);
  });

  it('each quarter turn swaps width and height', () => {
    const size = { width: 3, height: 4 };
    expect(ROTATIONS.map((rotation) => rotatedSize(size, rotation).width)).toEqual([3, 4, 3, 4]);
  });
});
