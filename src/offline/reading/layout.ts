import type { OcrPage } from '../ocr/model.ts';
import { height, median } from './geometry.ts';
import type { Heading, PageLayout, Segment } from './model.ts';
import { toSentences } from './prose.ts';
import { cutLine, medianWordHeight, placeLines, toRows, type PlacedLine } from './rows.ts';
import { findTables } from './tables.ts';

/** Lines that Tesseract trusts less than this, of 100, are taken for marks and pictures. */
const MIN_CONFIDENCE = 35;

/** Understands a page that was read: its tables, its sentences and its headings. */
export function layOut(page: OcrPage): PageLayout {
  const lines = placeLines(page).filter((line) => meanConfidence(line) >= MIN_CONFIDENCE);
  const wordHeight = medianWordHeight(lines);
  const segments = lines.flatMap((line) => cutLine(page.text, line, wordHeight));
  const tables = findTables(toRows(segments));
  const inTable = new Set(
    tables.flatMap(({ header, rows }) => [
      ...header,
      ...rows.flatMap(({ cells }) => cells.map(({ segment }) => segment)),
    ]),
  );
  const prose = segments.filter((segment) => !inTable.has(segment));
  return {
    text: page.text,
    tables,
    sentences: toSentences(page.text, prose),
    headings: findHeadings(prose, wordHeight),
    wordCount: lines.reduce((sum, { words }) => sum + words.length, 0),
  };
}

function meanConfidence({ words }: PlacedLine): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/** Segments in larger letters than the page's, and short ones that begin like a title and end without a mark. */
function findHeadings(prose: readonly Segment[], wordHeight: number): Heading[] {
  return prose
    .filter(({ words, text }) => {
      const tall = median(words.map(({ box }) => height(box))) > 1.25 * wordHeight;
      const short = words.length <= 9 && !/[.,;:!?]$/.test(text) && /^[\p{Lu}\d]/u.test(text);
      const letters = text.replace(/[^\p{L}]/gu, '').length;
      return letters >= 3 && words.length <= 16 && (tall || short);
    })
    .map((segment) => ({ segment }));
}
