declare const unitOfBox: unique symbol;

/**
 * The unit of a box: points (1/72 inch) of an upright page, pixels of an image, or shares of the width and height of a
 * page or an image (0 to 1). The origin is always the top left corner, and y grows downward.
 */
export type BoxUnit = 'point' | 'pixel' | 'share';

/**
 * An upright rectangle: `left <= right`, `top <= bottom`. Its unit exists only in its type: boxes of different units
 * cannot be mixed up, and a box is plain data at run time.
 */
export interface Box<Unit extends BoxUnit> {
  readonly [unitOfBox]?: Unit;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * A box in points of a page as a person sees it: rotated upright and cut to its crop box. The page of an image file has
 * one point for each of its pixels.
 */
export type PageBox = Box<'point'>;

/** A box in pixels of one image. */
export type ImageBox = Box<'pixel'>;

/** A box in shares of the width and height of the page or image that it is on. */
export type ShareBox = Box<'share'>;

/** The box between two opposite corners, in either order. */
export function boxBetween<Unit extends BoxUnit>(x1: number, y1: number, x2: number, y2: number): Box<Unit> {
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    right: Math.max(x1, x2),
    bottom: Math.max(y1, y2),
  };
}

/** From the left edge to the right one, in the box's unit. */
export function boxWidth(box: Box<BoxUnit>): number {
  return box.right - box.left;
}

/** From the top edge to the bottom one, in the box's unit. */
export function boxHeight(box: Box<BoxUnit>): number {
  return box.bottom - box.top;
}

/** In the square of the box's unit. */
export function boxArea(box: Box<BoxUnit>): number {
  return boxWidth(box) * boxHeight(box);
}

/** The smallest box around `boxes`; an empty box at the origin when there are none. */
export function boxAround<Unit extends BoxUnit>(boxes: readonly Box<Unit>[]): Box<Unit> {
  if (boxes.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const box of boxes) {
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  return { left, top, right, bottom };
}

/** The intersection of two boxes; null if they share neither an area nor an edge. */
export function intersection<Unit extends BoxUnit>(
  one: Box<Unit>,
  other: Box<NoInfer<Unit>>,
): Box<Unit> | null {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return left <= right && top <= bottom ? { left, top, right, bottom } : null;
}

/**
 * The length that two boxes share from left to right; if they share none, the gap between them, as a negative number.
 */
export function horizontalOverlap<Unit extends BoxUnit>(one: Box<Unit>, other: Box<NoInfer<Unit>>): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left);
}

/**
 * The length that two boxes share from top to bottom; if they share none, the gap between them, as a negative number.
 */
export function verticalOverlap<Unit extends BoxUnit>(one: Box<Unit>, other: Box<NoInfer<Unit>>): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
}

/** Whether a point, in the box's unit, is in the box or on its edge. */
export function holdsPoint(box: Box<BoxUnit>, x: number, y: number): boolean {
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/**
 * The box with its coordinates multiplied by `x` and `y`, which may convert it to another unit. Factors are positive.
 */
export function scaleBox<Unit extends BoxUnit>(box: Box<BoxUnit>, x: number, y: number): Box<Unit> {
  return { left: box.left * x, top: box.top * y, right: box.right * x, bottom: box.bottom * y };
}

/** The box moved to the right by `x` and down by `y`, in its unit. */
export function moveBox<Unit extends BoxUnit>(box: Box<Unit>, x: number, y: number): Box<Unit> {
  return { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
}
