import type { OcrPage } from '../ocr/model.ts';
import { around, height, median, verticalOverlap } from './geometry.ts';
import type { PlacedWord, Row, Segment } from './model.ts';

/** A line of the page with the places of its words in the page's text. */
export interface PlacedLine {
  readonly words: readonly PlacedWord[];
  readonly paragraph: number;
}

/** Gaps wider than so many heights of a word divide a line into cells; spaces between words are a third of one. */
const CELL_GAP = 1.3;

/** Finds every line in the page's text; lines that do not stand there as read are left out. */
export function placeLines(page: OcrPage): PlacedLine[] {
  const placed: PlacedLine[] = [];
  let cursor = 0;
  for (const line of page.lines) {
    let at = cursor;
    const words: PlacedWord[] = [];
    for (const word of line.words) {
      const start = page.text.indexOf(word.text, at);
      if (start === -1 || page.text.slice(at, start).trim() !== '') break;
      at = start + word.text.length;
      words.push({ ...word, start, end: at });
    }
    if (words.length < line.words.length) continue;
    cursor = at;
    placed.push({ words, paragraph: line.paragraph });
  }
  return placed;
}

/** A segment of `words`, which stand in a row in `text`. */
export function toSegment(text: string, words: readonly PlacedWord[]): Segment {
  const start = words[0]?.start ?? 0;
  const end = words.at(-1)?.end ?? start;
  return { words, box: around(words.map(({ box }) => box)), text: text.slice(start, end), start, end };
}

/** Cuts a line where wide gaps divide it. */
export function cutLine(text: string, line: PlacedLine, wordHeight: number): Segment[] {
  const segments: Segment[] = [];
  let words: PlacedWord[] = [];
  for (const word of line.words) {
    const last = words.at(-1);
    if (last !== undefined && word.box.left - last.box.right > CELL_GAP * wordHeight) {
      segments.push(toSegment(text, words));
      words = [];
    }
    words.push(word);
  }
  if (words.length > 0) segments.push(toSegment(text, words));
  return segments;
}

/** Gathers segments that stand on one height into rows, from top to bottom. */
export function toRows(segments: readonly Segment[]): Row[] {
  const rows: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row !== undefined && first !== undefined && sameHeight(first, segment)) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const sorted = row.sort((a, b) => a.box.left - b.box.left);
    return { segments: sorted, box: around(sorted.map(({ box }) => box)) };
  });
}

function middle({ box }: Segment): number {
  return (box.top + box.bottom) / 2;
}

function sameHeight(one: Segment, other: Segment): boolean {
  return verticalOverlap(one.box, other.box) >= 0.5 * Math.min(height(one.box), height(other.box));
}

/** The median height of the words of a page, in pixels. */
export function medianWordHeight(lines: readonly PlacedLine[]): number {
  return median(lines.flatMap(({ words }) => words.map(({ box }) => height(box))));
}
