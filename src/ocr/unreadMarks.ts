import type { Component } from './components.ts';
import type { GrayImage } from './grayImage.ts';
import type { ImageBox } from '../core/geometry/box.ts';

/** Marks whose distance is at most this many letter heights belong to one word. */
const WORD_GAP = 0.9;
/** A mark this near to a word that was read, at its side and in letter heights, is part of the same line. */
const SAME_LINE = 0.7;
/** More remaining marks than this are a picture, not text. */
const MOST = 250;
const WHITE = 255;

/**
 * An image of only the marks that look like letters but were not read: numbers above the bars of a chart and in sparse
 * cells, which Tesseract's layout analysis leaves out. Null if there are none.
 * @param read the boxes of the words that were read
 * @param letter the height of most letters, in pixels
 */
export function keepUnreadMarks(
  image: GrayImage,
  components: readonly Component[],
  read: readonly ImageBox[],
  letter: number,
): GrayImage | null {
  const reach = SAME_LINE * letter;
  const index = new BoxIndex(
    read.map((box) => ({ ...box, left: box.left - reach, right: box.right + reach })),
    Math.max(16, letter),
  );
  const marks = components.filter(
    (one) => isLetter(one, letter) && !index.covers((one.left + one.right) / 2, (one.top + one.bottom) / 2),
  );
  if (marks.length === 0 || marks.length > MOST) return null;
  const data = new Uint8Array(image.data.length).fill(WHITE);
  const pad = Math.round(WORD_GAP * letter * 0.5);
  for (const { left, top, right, bottom } of marks) {
    const from = Math.max(0, left - pad);
    const to = Math.min(image.width, right + pad);
    for (let y = Math.max(0, top - pad); y < Math.min(image.height, bottom + pad); y += 1) {
      const row = y * image.width;
      data.set(image.data.subarray(row + from, row + to), row + from);
    }
  }
  return { width: image.width, height: image.height, data };
}

function isLetter({ left, top, right, bottom, ink }: Component, letter: number): boolean {
  const width = right - left;
  const height = bottom - top;
  const filled = ink / (width * height);
  return (
    height >= 0.7 * letter &&
    height <= 2.5 * letter &&
    width >= 0.15 * letter &&
    width <= 2 * letter &&
    filled > 0.12 &&
    // A filled patch is not a letter unless it is as narrow as a 1.
    (filled < 0.85 || width < 0.35 * height)
  );
}

/** Boxes by the squares of a grid that they touch, so that only a few must be checked for a point. */
class BoxIndex {
  readonly #size: number;
  readonly #cells = new Map<string, ImageBox[]>();

  constructor(boxes: readonly ImageBox[], size: number) {
    this.#size = size;
    for (const box of boxes) {
      for (let y = Math.floor(box.top / size); y <= Math.floor(box.bottom / size); y += 1) {
        for (let x = Math.floor(box.left / size); x <= Math.floor(box.right / size); x += 1) {
          const key = `${x} ${y}`;
          const cell = this.#cells.get(key);
          if (cell === undefined) this.#cells.set(key, [box]);
          else cell.push(box);
        }
      }
    }
  }

  covers(x: number, y: number): boolean {
    const near = this.#cells.get(`${Math.floor(x / this.#size)} ${Math.floor(y / this.#size)}`) ?? [];
    return near.some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom);
  }
}
