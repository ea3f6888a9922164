import fc from 'fast-check';
import { boxBetween, type Box, type BoxUnit } from '../../../src/core/geometry/box.ts';
import type { PageFrame, Rotation } from '../../../src/core/geometry/pageFrame.ts';
import type { Size } from '../../../src/core/geometry/size.ts';

const coordinate = fc.double({ min: -5000, max: 5000, noNaN: true });
const side = fc.double({ min: 1, max: 5000, noNaN: true });

/** A box anywhere, in the unit of the caller. */
export function boxes<Unit extends BoxUnit>(): fc.Arbitrary<Box<Unit>> {
  return fc
    .tuple(coordinate, coordinate, coordinate, coordinate)
    .map(([x1, y1, x2, y2]) => boxBetween<Unit>(x1, y1, x2, y2));
}

/** A box with an area of at least one. */
export function solidBoxes<Unit extends BoxUnit>(): fc.Arbitrary<Box<Unit>> {
  return fc
    .tuple(coordinate, coordinate, side, side)
    .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }));
}

/** A width and a height of at least one. */
export const sizes: fc.Arbitrary<Size> = fc.record({ width: side, height: side });

/** A page frame with any crop box and any rotation. */
export const frames: fc.Arbitrary<PageFrame> = fc.record({
  cropBox: fc
    .tuple(coordinate, coordinate, side, side)
    .map(([minX, minY, width, height]) => ({ minX, minY, maxX: minX + width, maxY: minY + height })),
  rotation: fc.constantFrom<Rotation>(0, 90, 180, 270),
});
