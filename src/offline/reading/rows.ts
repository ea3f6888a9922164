import type { OcrPage } from '../../ocr/model.ts';
import { median } from '../../core/median.ts';
import { around, height, verticalOverlap } from './geometry.ts';
import type { PlacedWord, Row, Segment } from './model.ts';

/** A line of the page with the places of its words in the page's text. */
export interface PlacedLine {
  readonly words: readonly PlacedWord[];
  readonly paragraph: number;
}

/** Gaps wider than so many heights of a word divide a line into cells; spaces between words are a third of one. */
const CELL_GAP = 1.3;
/** The same between two numbers, which seldom follow each other in a sentence. */
const FIGURE_GAP = 0.8;
/** Short words that Tesseract trusts less than this, of 100, at the ends of a cell are marks. */
const NOISE_CONFIDENCE = 30;

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

/** Cuts a line where wide gaps or ruling lines divide it. What Tesseract makes of bullets and rules is left out. */
export function cutLine(text: string, line: PlacedLine, wordHeight: number): Segment[] {
  const groups: PlacedWord[][] = [[]];
  for (const word of line.words) {
    const group = groups.at(-1) ?? [];
    const last = group.at(-1);
    if (isRule(word)) groups.push([]);
    else if (last !== undefined && isApart(last, word, wordHeight)) groups.push([word]);
    else group.push(word);
  }
  return groups.flatMap((group) => {
    const first = group.findIndex((word) => !isNoise(word));
    if (first === -1) return [];
    const last = group.findLastIndex((word) => !isNoise(word));
    return [toSegment(text, group.slice(first, last + 1))];
  });
}

function isApart(one: PlacedWord, next: PlacedWord, wordHeight: number): boolean {
  const gap = next.box.left - one.box.right;
  // The spaces of a title in large letters are as wide as those between cells in small ones.
  const size = Math.max(wordHeight, Math.min(height(one.box), height(next.box)));
  const numbers = isFigure(one) && isFigure(next);
  return gap > (numbers ? FIGURE_GAP : CELL_GAP) * size;
}

function isFigure({ text }: PlacedWord): boolean {
  return /\d/.test(text) && !/\p{L}{2}/u.test(text);
}

/** A vertical rule between cells, read as a bar. */
function isRule({ text }: PlacedWord): boolean {
  return /^[|¦]+$/.test(text);
}

/** What was read from a bullet, a rule or the patch of a legend: no letters at all, or two or three never trusted. */
function isNoise({ text, confidence }: PlacedWord): boolean {
  if (/^[-–—]$/.test(text)) return false;
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  if (/^[|[\](){}!]{1,2}[,.]?$/.test(text)) return true;
  return confidence < NOISE_CONFIDENCE && text.length <= 3 && (!/\d/.test(text) || /^[[({|]/.test(text));
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
