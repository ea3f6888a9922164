import { boxArea, boxHeight, holdsPoint, intersection, moveBox, type Box } from '../geometry/box.ts';
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

/** The most letters of the text around a claim that its label may cover. */
const MOST_LETTERS = 3;
/** The width of a letter, as a share of the height of its line. */
const LETTER_WIDTH = 0.5;
/** The most of a label that may lie on other labels, as a share of its area. */
const MOST_SHARED = 0.2;

/** What is laid out on a page. */
export interface LabelRequest {
  /** The text of a label, and the boxes of its claim, the first of which it is for: without `FRAME_SPACE`. */
  readonly labels: readonly { readonly text: string; readonly boxes: readonly ScreenBox[] }[];
  /** The words of the page, none of which is covered if there is room elsewhere; empty if they are not known. */
  readonly words: readonly ScreenBox[];
  /** Of the page on the screen. */
  readonly page: Size;
}

/** Where a label is. */
export interface PlacedLabel {
  readonly box: ScreenBox;
  /** Whether it would hide text or other labels there: it is then left out, unless it is asked for. */
  readonly isHiding: boolean;
}

/**
 * The places of labels outside of their boxes, by index: at the left edge, otherwise above, to the right, below or at
 * an edge of the page, wherever a label covers no text and no other label; where it covers least if there is no such
 * place. Labels that hide something do not take the room of others.
 */
export function placeLabels({ labels, words, page }: LabelRequest): PlacedLabel[] {
  const obstacles = [
    ...words,
    ...boxesWithoutText(
      labels.flatMap(({ boxes }) => boxes),
      words,
    ),
  ];
  const placed: ScreenBox[] = [];
  return labels.map(({ text, boxes: [box = NOWHERE] }) => {
    const size: Size = { width: labelWidth(text), height: LABEL_HEIGHT };
    const near = obstacles.filter(
      ({ top, bottom }) => bottom > box.top - 2 * LABEL_HEIGHT && top < box.bottom + 2 * LABEL_HEIGHT,
    );
    const best = leastCovering(candidates(box, size, page), near, placed);
    const letters = best.text / (LETTER_WIDTH * middleHeight(near) ** 2);
    const isHiding = letters > MOST_LETTERS || best.labels > MOST_SHARED * boxArea(best.box);
    if (!isHiding) placed.push(best.box);
    return { box: best.box, isHiding };
  });
}

const NOWHERE: ScreenBox = { left: 0, top: 0, right: 0, bottom: 0 };

/** Claims in pictures, whose words are not known. A box that holds words or other boxes, such as a table, has room. */
function boxesWithoutText(boxes: readonly ScreenBox[], words: readonly ScreenBox[]): readonly ScreenBox[] {
  const all = [...words, ...boxes];
  return boxes.filter((box) => !all.some((other) => holdsBox(box, other)));
}

/** Whether the middle of another, smaller box is in a box. */
function holdsBox(box: ScreenBox, other: ScreenBox): boolean {
  return (
    boxArea(other) < boxArea(box) &&
    holdsPoint(box, (other.left + other.right) / 2, (other.top + other.bottom) / 2)
  );
}

/** A place of a label, with the areas of text and of other labels that it covers. */
interface Covering {
  readonly box: ScreenBox;
  readonly text: number;
  readonly labels: number;
}

function leastCovering(
  places: readonly ScreenBox[],
  text: readonly ScreenBox[],
  labels: readonly ScreenBox[],
): Covering {
  let best: Covering = { box: NOWHERE, text: Infinity, labels: 0 };
  for (const box of places) {
    const covering = { box, text: coveredArea(box, text), labels: coveredArea(box, labels) };
    if (weight(covering) >= weight(best)) continue;
    best = covering;
    if (weight(best) === 0) break;
  }
  return best;
}

/** A label that covers another one can be neither read nor clicked. */
const weight = ({ text, labels }: Covering): number => text + 10 * labels;

/** The height of most lines of a text; 1 if there is none. */
function middleHeight(words: readonly ScreenBox[]): number {
  const heights = words.map(boxHeight).sort((one, other) => one - other);
  return heights[heights.length >> 1] ?? 1;
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
