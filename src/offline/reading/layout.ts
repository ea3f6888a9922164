import type { OcrPage } from '../ocr/model.ts';
import { around, height, median, verticalOverlap } from './geometry.ts';
import type { Heading, PageLayout, PlacedWord, Row, Segment, Sentence, Table } from './model.ts';
import { cutLine, medianWordHeight, placeLines, toRows, toSegment, type PlacedLine } from './rows.ts';
import { findTables } from './tables.ts';

/** Lines that Tesseract trusts less than this, of 100, are taken for marks and pictures. */
const MIN_CONFIDENCE = 35;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Understands a page that was read: its tables, its sentences and its headings. */
export function layOut(page: OcrPage): PageLayout {
  const lines = placeLines(page).filter((line) => meanConfidence(line) >= MIN_CONFIDENCE);
  const wordHeight = medianWordHeight(lines);
  const segments = lines.map((line) => cutLine(page.text, line, wordHeight));
  const rows = toRows(segments.flat());
  const tables = findTables(rows);
  const inTable = new Set(
    tables.flatMap(({ header, rows: below }) => [
      ...header,
      ...below.flatMap(({ cells }) => cells.map(({ segment }) => segment)),
    ]),
  );
  const prose = lines.filter((line, index) => {
    const parts = segments[index] ?? [];
    return parts.length > 0 && !parts.some((segment) => inTable.has(segment)) && line.words.length > 0;
  });
  return {
    text: page.text,
    tables,
    sentences: toSentences(page.text, prose),
    headings: findHeadings(page.text, prose, rows, tables, wordHeight),
    wordCount: lines.reduce((sum, { words }) => sum + words.length, 0),
  };
}

function meanConfidence({ words }: PlacedLine): number {
  return words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
}

/**
 * Divides lines into sentences. Lines go together while they follow each other in the text; a new paragraph ends a
 * sentence, except where Tesseract cut one in two (no full stop before, a lower-case letter after).
 */
function toSentences(text: string, lines: readonly PlacedLine[]): Sentence[] {
  const groups: PlacedLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group !== undefined && continues(text, group, line)) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group, paragraph) => {
    const words = group.flatMap((line) => line.words);
    const { start, end } = toSegment(text, words);
    const flat = text.slice(start, end).replace(/\s/g, ' ');
    return [...segmenter.segment(flat)].flatMap(({ segment, index }): Sentence[] => {
      const from = start + index + (segment.length - segment.trimStart().length);
      const to = start + index + segment.trimEnd().length;
      const own = words.filter((word) => word.start >= from && word.end <= to);
      if (own.length === 0) return [];
      return [
        {
          text: text.slice(from, to),
          start: from,
          end: to,
          box: around(own.map(({ box }) => box)),
          paragraph,
        },
      ];
    });
  });
}

function continues(text: string, group: readonly PlacedLine[], line: PlacedLine): boolean {
  const last = group.at(-1);
  const before = last?.words.at(-1);
  const after = line.words[0];
  if (last === undefined || before === undefined || after === undefined) return false;
  if (text.slice(before.end, after.start).trim() !== '') return false;
  const lower = /^\p{Ll}/u.test(after.text);
  if (last.paragraph !== line.paragraph) {
    const goesOn = lower || (/^\d/.test(after.text) && last.words.length > 6);
    return goesOn && !/[.!?:]$/.test(before.text);
  }
  // A short line with no full stop before one that begins anew: a heading or an item, not a sentence that goes on.
  return lower || /[.!?,;]$/.test(before.text) || reachesRight(group, last, line);
}

/** Whether `last` is about as wide as the paragraph, so that it ended because the line was full. */
function reachesRight(group: readonly PlacedLine[], last: PlacedLine, next: PlacedLine): boolean {
  const right = (words: readonly PlacedWord[]): number => words.at(-1)?.box.right ?? 0;
  const left = last.words[0]?.box.left ?? 0;
  const widest = Math.max(...[...group, next].map(({ words }) => right(words)));
  return right(last.words) - left > 0.8 * (widest - left);
}

function findHeadings(
  text: string,
  lines: readonly PlacedLine[],
  rows: readonly Row[],
  tables: readonly Table[],
  wordHeight: number,
): Heading[] {
  const alone = (segment: Segment): boolean =>
    rows.some(
      ({ segments, box }) =>
        segments.length === 1 && verticalOverlap(box, segment.box) > 0.5 * height(segment.box),
    ) || tables.every(({ box }) => verticalOverlap(box, segment.box) <= 0);
  return lines
    .map((line) => toSegment(text, line.words))
    .filter((segment) => {
      const tall = median(segment.words.map(({ box }) => height(box))) > 1.25 * wordHeight;
      const short =
        segment.words.length <= 9 && !/[.,;:!?]$/.test(segment.text) && /^[\p{Lu}\d]/u.test(segment.text);
      const letters = segment.text.replace(/[^\p{L}]/gu, '').length;
      return letters >= 3 && alone(segment) && (tall || short) && segment.words.length <= 16;
    })
    .map((segment) => ({ segment }));
}
