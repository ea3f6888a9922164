import type { OcrPage } from '../../ocr/model.ts';
import { findAuthors } from './authors.ts';
import { median } from '../../core/median.ts';
import { around, height, verticalOverlap } from './geometry.ts';
import type { Heading, PageLayout, Segment } from './model.ts';
import { findPairs, findStacks, type Stack } from './pairs.ts';
import { toBlocks, toSentences, type Block } from './prose.ts';
import { findParties } from './roles.ts';
import { cutLine, medianWordHeight, placeLines, toRows, type PlacedLine } from './rows.ts';
import { straighten } from './straighten.ts';
import { findTables } from './tables.ts';

/** Lines that Tesseract trusts less than this, of 100, are taken for marks and pictures. */
const MIN_CONFIDENCE = 35;
/** Understands a page that was read: its tables, its sentences and its headings. */
export function layOut(read: OcrPage): PageLayout {
  const page = straighten(read);
  const lines = placeLines(page).filter(isLegible);
  const wordHeight = medianWordHeight(lines);
  const segments = lines.flatMap((line) => cutLine(page.text, line, wordHeight));
  const form = new Set(findForm(findStacks(segments, wordHeight)));
  const parties = findParties(segments, wordHeight);
  const inBlock = new Set(parties.flatMap((party) => party.segments));
  const tables = findTables(
    toRows(segments.filter((segment) => !form.has(segment) && !inBlock.has(segment))),
  );
  const inTable = new Set(
    tables.flatMap(({ header, rows }) => [
      ...header,
      ...rows.flatMap(({ cells }) => cells.map(({ segment }) => segment)),
    ]),
  );
  const free = segments.filter((segment) => !inTable.has(segment));
  const unpaired = free.filter((segment) => !inBlock.has(segment));
  const blocks = toBlocks(free);
  return {
    text: page.text,
    tables,
    sentences: toSentences(page.text, blocks),
    headings: findHeadings(blocks, wordHeight),
    pairs: [
      ...findPairs(page.text, segments, unpaired, wordHeight),
      ...parties.map(({ pair }) => pair),
      ...findAuthors(free),
    ],
    wordCount: lines.reduce((sum, { words }) => sum + words.length, 0),
  };
}

/** The segments of labels above their values that stand beside others of their kind: a form, not a table. */
function findForm(stacks: readonly Stack[]): Segment[] {
  return stacks
    .filter(({ segments: [upper] }) =>
      stacks.some(({ segments: [other] }) => other !== upper && verticalOverlap(upper.box, other.box) > 0),
    )
    .flatMap(({ segments }) => segments);
}

/** Whether a line is trusted; of few words with a number, which Tesseract doubts in cells, one is enough. */
function isLegible({ words }: PlacedLine): boolean {
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, words.length);
  return (
    mean >= MIN_CONFIDENCE ||
    (words.length <= 3 && words.some(({ text, confidence }) => confidence >= 60 || /^\d/.test(text)))
  );
}

/**
 * Segments in larger letters than the page's, and short ones that begin like a title, end without a mark, and stand
 * alone or do not fill the first line of their block.
 */
function findHeadings(blocks: readonly Block[], wordHeight: number): Heading[] {
  return blocks.flatMap(({ segments }) => {
    const block = around(segments.map(({ box }) => box));
    return segments.flatMap((segment, index): Heading[] => {
      const { words, text, box } = segment;
      const letters = text.replace(/[^\p{L}]/gu, '').length;
      if (letters < 3 || words.length > 16 || /[.,;]$|\p{L}:\s/u.test(text)) return [];
      const tall = median(words.map((word) => height(word.box))) > 1.4 * wordHeight;
      const narrow = box.right - box.left < 0.6 * (block.right - block.left);
      const first = segments.length === 1 || (index === 0 && narrow);
      const short = first && words.length <= 9 && !/[:!?%]$/.test(text) && /^[\p{Lu}\d]/u.test(text);
      return tall || short ? [{ segment }] : [];
    });
  });
}
