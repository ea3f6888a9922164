import type { LayoutWord } from '../../../src/core/layout/model.ts';

/** A cell or line of text at a place. */
export interface Placed {
  readonly text: string;
  readonly left: number;
  readonly top: number;
}

const LETTER = 10;
const HEIGHT = 20;
const SPACE = 6;

/** A row of texts at the given left edges. */
export function row(top: number, ...cells: readonly (readonly [number, string])[]): Placed[] {
  return cells.map(([left, text]) => ({ text, left, top }));
}

/** The words of rows of text, with letters 10 px wide and 20 px high. */
export function wordsOf(...rows: readonly (readonly Placed[])[]): Required<LayoutWord<'pixel'>>[] {
  return rows.flat().flatMap(({ text, left, top }) => {
    let at = left;
    return text.split(' ').map((word) => {
      const box = { left: at, top, right: at + word.length * LETTER, bottom: top + HEIGHT };
      at = box.right + SPACE;
      return { text: word, box, confidence: 95 };
    });
  });
}
