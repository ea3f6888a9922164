import type { ImageBox } from '../../core/geometry/box.ts';

/** The smallest box around `boxes`; an empty box at the origin when there are none. */
export function around(boxes: readonly ImageBox[]): ImageBox {
  if (boxes.length === 0) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Pixels that two boxes share from left to right; negative for a gap. */
export function horizontalOverlap(one: ImageBox, other: ImageBox): number {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left);
}

/** Pixels that two boxes share from top to bottom; negative for a gap. */
export function verticalOverlap(one: ImageBox, other: ImageBox): number {
  return Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
}

/** Pixels from top to bottom. */
export function height(box: ImageBox): number {
  return box.bottom - box.top;
}
