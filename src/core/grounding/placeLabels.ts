import { boxArea, intersection, moveBox, type Box } from '../geometry/box.ts';
import type { Size } from '../geometry/size.ts';

/** A box in CSS pixels of a page on the screen, from its top left corner. */
export type ScreenBox = Box<'pixel'>;

/** The height of a label, in CSS pixels at any zoom. */
const LABEL_HEIGHT = 14;
/** The space between the words and the frame around them, in CSS pixels at any zoom. */
export const FRAME_SPACE = 3;

/** The width of a label with a text, in CSS pixels at any zoom; the text is at most a few characters. */
function labelWidth(text: string): number {
  return 8 + 7 * text.length;
}

/** What is laid out on a page. */
export interface LabelRequest {
  /** The text of a label, and the box that it is for: without `FRAME_SPACE`. */
  readonly labels: readonly { readonly text: string; readonly box: ScreenBox }[];
  /** The words of the page and the boxes of all claims, none of which is covered if there is room elsewhere. */
  readonly obstacles: readonly ScreenBox[];
  /** Of the page on the screen. */
  readonly page: Size;
}

/**
 * The places of labels outside of their boxes, by index: at the left edge, otherwise above, to the right, below or at
 * an edge of the page, wherever a label covers no text and no other label; where it covers least if there is no such
 * place.
 */
export function placeLabels({ labels, obstacles, page }: LabelRequest): ScreenBox[] {
  const placed: ScreenBox[] = [];
  for (const { text, box } of labels) {
    const size: Size = { width: labelWidth(text), height: LABEL_HEIGHT };
    const near = obstacles.filter(
      ({ top, bottom }) => bottom > box.top - 2 * LABEL_HEIGHT && top < box.bottom + 2 * LABEL_HEIGHT,
    );
    let best: ScreenBox | null = null;
    let least = Infinity;
    for (const candidate of candidates(box, size, page)) {
      // A label that covers another one can be neither read nor clicked.
      const covered = coveredArea(candidate, near) + 10 * coveredArea(candidate, placed);
      if (covered >= least) continue;
      best = candidate;
      least = covered;
      if (covered === 0) break;
    }
    placed.push(best ?? { left: 0, top: 0, right: size.width, bottom: size.height });
  }
  return placed;
}

function candidates(box: ScreenBox, { width, height }: Size, page: Size): ScreenBox[] {
  const left = box.left - FRAME_SPACE - width;
  const right = box.right + FRAME_SPACE;
  const top = box.top - FRAME_SPACE;
  const above = top - height;
  const below = box.bottom + FRAME_SPACE;
  const start = box.left - FRAME_SPACE;
  const end = right - width;
  const corners: readonly (readonly [number, number])[] = [
    [left, top],
    [start, above],
    [left, above],
    [right, top],
    [end, above],
    [start, below],
    [left, below],
    [end, below],
    [left - width, top],
    [right + width, top],
    [0, top],
    [page.width - width, top],
  ];
  return corners.map(([x, y]) => {
    const inside = {
      x: Math.max(0, Math.min(page.width - width, x)),
      y: Math.max(0, Math.min(page.height - height, y)),
    };
    return moveBox({ left: 0, top: 0, right: width, bottom: height }, inside.x, inside.y);
  });
}

function coveredArea(box: ScreenBox, others: readonly ScreenBox[]): number {
  let area = 0;
  for (const other of others) {
    const shared = intersection(box, other);
    if (shared !== null) area += boxArea(shared);
  }
  return area;
}
