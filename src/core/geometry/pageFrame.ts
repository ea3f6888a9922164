import type { PageBox } from './box.ts';
import type { Size } from './size.ts';

/** How far a page is rotated clockwise before it is shown, in degrees. */
export type Rotation = 0 | 90 | 180 | 270;

const ROTATIONS = [0, 90, 180, 270] as const;

/** The rotation after a number of clockwise quarter turns, which may be negative or more than three. */
export function rotationOf(quarters: number): Rotation {
  return ROTATIONS[quarters & 3] ?? 0;
}

/**
 * A rectangle in a PDF page's own user space: points, x to the right, y upward, any origin, not rotated. PDF
 * 32000-1:2008, 8.3.2.3 (user space) and 7.9.5 (rectangles).
 */
export interface UserSpaceBox {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** The visible part of a PDF page, and its rotation. */
export interface PageFrame {
  /** The visible part: the page's crop box within its media box. */
  readonly cropBox: UserSpaceBox;
  readonly rotation: Rotation;
}

/** Width and height after a rotation: swapped by a quarter turn. */
export function rotatedSize({ width, height }: Size, rotation: Rotation): Size {
  return rotation % 180 === 0 ? { width, height } : { width: height, height: width };
}

/** The size of a page as displayed, in points. */
export function pageSize({ cropBox, rotation }: PageFrame): Size {
  const { minX, minY, maxX, maxY } = cropBox;
  return rotatedSize({ width: maxX - minX, height: maxY - minY }, rotation);
}

/** Converts a rectangle of a page's user space to the page as displayed. */
export function userSpaceToPage(
  { minX, minY, maxX, maxY }: UserSpaceBox,
  { cropBox, rotation }: PageFrame,
): PageBox {
  switch (rotation) {
    case 0:
      return {
        left: minX - cropBox.minX,
        top: cropBox.maxY - maxY,
        right: maxX - cropBox.minX,
        bottom: cropBox.maxY - minY,
      };
    case 90:
      return {
        left: minY - cropBox.minY,
        top: minX - cropBox.minX,
        right: maxY - cropBox.minY,
        bottom: maxX - cropBox.minX,
      };
    case 180:
      return {
        left: cropBox.maxX - maxX,
        top: minY - cropBox.minY,
        right: cropBox.maxX - minX,
        bottom: maxY - cropBox.minY,
      };
    case 270:
      return {
        left: cropBox.maxY - maxY,
        top: cropBox.maxX - maxX,
        right: cropBox.maxY - minY,
        bottom: cropBox.maxX - minX,
      };
  }
}

/** Converts a box of a page as displayed to the page's user space. */
export function pageToUserSpace(
  { left, top, right, bottom }: PageBox,
  { cropBox, rotation }: PageFrame,
): UserSpaceBox {
  switch (rotation) {
    case 0:
      return {
        minX: cropBox.minX + left,
        minY: cropBox.maxY - bottom,
        maxX: cropBox.minX + right,
        maxY: cropBox.maxY - top,
      };
    case 90:
      return {
        minX: cropBox.minX + top,
        minY: cropBox.minY + left,
        maxX: cropBox.minX + bottom,
        maxY: cropBox.minY + right,
      };
    case 180:
      return {
        minX: cropBox.maxX - right,
        minY: cropBox.minY + top,
        maxX: cropBox.maxX - left,
        maxY: cropBox.minY + bottom,
      };
    case 270:
      return {
        minX: cropBox.maxX - bottom,
        minY: cropBox.maxY - right,
        maxX: cropBox.maxX - top,
        maxY: cropBox.maxY - left,
      };
  }
}
