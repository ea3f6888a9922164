import fs from 'node:fs';
import { boxAround } from '../../src/core/geometry/box.ts';
import type { OcrLine, OcrPage, OcrWord } from '../../src/ocr/model.ts';

/** A word as `[text, left, top, right, bottom, confidence]`, so that a page stays small. */
type StoredWord = readonly [string, number, number, number, number, number];
/** A line as the number of its paragraph and its words. */
type StoredLine = readonly [number, ...StoredWord[]];
/** The pages of a document as files of fixtures hold them. */
export type StoredPages = readonly (readonly StoredLine[])[];

/** The form in which a recognized page is stored: boxes and confidences as whole numbers. */
export function toStoredPage({ lines }: OcrPage): readonly StoredLine[] {
  const round = Math.round;
  const storedWord = ({ text, box, confidence }: OcrWord): StoredWord => [
    text,
    round(box.left),
    round(box.top),
    round(box.right),
    round(box.bottom),
    round(confidence),
  ];
  return lines.map(({ paragraph, words }) => [paragraph, ...words.map(storedWord)]);
}

/** The text of a file of stored pages, a line of the file for each line of a page. */
export function formatStoredPages(pages: StoredPages): string {
  const page = (lines: readonly StoredLine[]): string =>
    `[\n${lines.map((line) => JSON.stringify(line)).join(',\n')}\n]`;
  return `[${pages.map(page).join(',\n')}]\n`;
}

/** The pages in a file, as they are stored. */
export function readStoredPages(file: URL): StoredPages {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as StoredPages;
}

/** The pages in a file, as text recognition returned them. */
export function recognizedPages(file: URL): OcrPage[] {
  return readStoredPages(file).map((stored) => {
    const lines = stored.map(([paragraph, ...words]): OcrLine => {
      const placed = words.map(([text, left, top, right, bottom, confidence]) => ({
        text,
        box: { left, top, right, bottom },
        confidence,
      }));
      return { paragraph, words: placed, box: boxAround(placed.map(({ box }) => box)) };
    });
    return { lines, text: lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n') };
  });
}
