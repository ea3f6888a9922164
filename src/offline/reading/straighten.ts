import type { ImageBox } from '../../core/geometry/box.ts';
import type { OcrLine, OcrPage } from '../../ocr/model.ts';
import { median } from '../../core/median.ts';

/** Lines shorter than so many words say too little of the slope of a page. */
const MIN_WORDS = 5;
/** Lines that a page needs for its slope to be known. */
const MIN_LINES = 4;
/** Slopes below this, one pixel in five hundred, move no word to another line. */
const LEAST_SLOPE = 0.002;

/**
 * The page with its words where they would stand if it had been scanned upright: a page that lies askew has the cells
 * of a table's row at different heights. The slope is the median of those of the page's longer lines; boxes are moved,
 * not turned.
 */
export function straighten(page: OcrPage): OcrPage {
  const slopes = page.lines.flatMap(slopeOf);
  const slope = median(slopes);
  if (slopes.length < MIN_LINES || Math.abs(slope) < LEAST_SLOPE) return page;
  const move = (box: ImageBox): ImageBox => {
    const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
    const down = -slope * middle.x;
    const right = slope * middle.y;
    return {
      left: box.left + right,
      right: box.right + right,
      top: box.top + down,
      bottom: box.bottom + down,
    };
  };
  return {
    ...page,
    lines: page.lines.map((line) => ({
      ...line,
      box: move(line.box),
      words: line.words.map((word) => ({ ...word, box: move(word.box) })),
    })),
  };
}

/** How far a line falls from its first words to its last, in pixels a pixel. */
function slopeOf({ words }: OcrLine): number[] {
  if (words.length < MIN_WORDS) return [];
  const third = Math.max(1, Math.floor(words.length / 3));
  const centre = (some: typeof words): { x: number; y: number } => ({
    x: median(some.map(({ box }) => (box.left + box.right) / 2)),
    y: median(some.map(({ box }) => (box.top + box.bottom) / 2)),
  });
  const start = centre(words.slice(0, third));
  const end = centre(words.slice(-third));
  return end.x - start.x < 1 ? [] : [(end.y - start.y) / (end.x - start.x)];
}
