import { boxBetween, boxHeight, boxWidth, moveBox, type ShareBox } from './box.ts';
import type { Size } from './size.ts';

/** A point of an image, in shares of its width and height. */
interface SharePoint {
  readonly x: number;
  readonly y: number;
}

/** The smallest side of a box that a person draws, as a share of the image's: about one point of a page. */
const LEAST_SIDE = 0.002;

/** The box between two points, as far as it is on the image. */
export function boxOfDrag(from: SharePoint, to: SharePoint): ShareBox {
  return boxBetween(withinOne(from.x), withinOne(from.y), withinOne(to.x), withinOne(to.y));
}

/** Whether a box is large enough to be kept. */
export function canBeKept(box: ShareBox): boolean {
  return Math.min(boxWidth(box), boxHeight(box)) >= LEAST_SIDE;
}

/** A box that keeps its size and moves on the image, up to its edges. */
export function movedOnImage(box: ShareBox, right: number, down: number): ShareBox {
  return moveBox(
    box,
    Math.min(1 - box.right, Math.max(-box.left, right)),
    Math.min(1 - box.bottom, Math.max(-box.top, down)),
  );
}

/** A box whose right and lower edges move, up to those of the image and down to the smallest side. */
export function resizedOnImage(box: ShareBox, right: number, down: number): ShareBox {
  const edge = (start: number, moved: number): number => Math.min(1, Math.max(start + LEAST_SIDE, moved));
  return {
    ...box,
    right: edge(box.left, box.right + right),
    bottom: edge(box.top, box.bottom + down),
  };
}

/** A box in the middle of the part of an image that is in sight, with a share of its width and of its height. */
export function boxInSight(sight: ShareBox, share: Size): ShareBox {
  const seen = boxOfDrag({ x: sight.left, y: sight.top }, { x: sight.right, y: sight.bottom });
  const [x, y] = [(seen.left + seen.right) / 2, (seen.top + seen.bottom) / 2];
  const half = (side: number, part: number): number => Math.max(LEAST_SIDE, side * part) / 2;
  const [across, down] = [half(boxWidth(seen), share.width), half(boxHeight(seen), share.height)];
  return boxOfDrag({ x: x - across, y: y - down }, { x: x + across, y: y + down });
}

const withinOne = (share: number): number => Math.min(1, Math.max(0, share));
