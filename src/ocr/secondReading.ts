import * as v from 'valibot';
import { upperMedian } from '../core/median.ts';
import type { ImageBox } from '../core/geometry/box.ts';

const boxSchema = v.object({ x0: v.number(), y0: v.number(), x1: v.number(), y1: v.number() });
const wordSchema = v.looseObject({ text: v.string(), confidence: v.number(), bbox: boxSchema });
const lineSchema = v.looseObject({ words: v.array(wordSchema) });

/** The part of Tesseract's result that is used here. */
export const readSchema = v.looseObject({
  text: v.string(),
  blocks: v.array(v.looseObject({ paragraphs: v.array(v.looseObject({ lines: v.array(lineSchema) })) })),
});
export type Reading = v.InferOutput<typeof readSchema>;
type Word = v.InferOutput<typeof wordSchema>;
type Line = v.InferOutput<typeof lineSchema>;

/** Short words with a confidence below this, of 100, are read again. */
const WEAK = 40;
const WEAK_LENGTH = 9;
/** The width of a letter as a share of its box's height below which the box is too high for one line. */
const NARROW = 0.33;
/** More weak words than this belong to a picture, or to a page for which a second reading does not help. */
const MOST_WEAK = 60;
/** Words of the second reading with a confidence below this are marks. */
const TRUSTED = 60;

/** The boxes of the words that need no second reading. */
export function reliableBoxes(read: Reading): ImageBox[] {
  const words = readingWords(read);
  const weak = weakWords(words);
  return words
    .filter((word) => !weak.has(word))
    .map(({ bbox }) => ({ left: bbox.x0, top: bbox.y0, right: bbox.x1, bottom: bbox.y1 }));
}

/**
 * The words to be read again: short ones with low confidence, and those whose box contains two lines, of which only one
 * was read.
 */
function weakWords(words: readonly Word[]): ReadonlySet<Word> {
  const usual = upperMedian(words.map(heightOf));
  const weak = words.filter((word) => isDoubted(word) || isTooTall(word, usual));
  return new Set(weak.length > MOST_WEAK ? [] : weak);
}

function isDoubted({ text, confidence }: Word): boolean {
  return confidence < WEAK && text.length <= WEAK_LENGTH && /[\p{L}\p{N}]/u.test(text);
}

function isTooTall(word: Word, usual: number): boolean {
  const width = word.bbox.x1 - word.bbox.x0;
  const narrow = width / (heightOf(word) * word.text.length) < NARROW;
  return word.text.length >= 3 && heightOf(word) > 1.4 * usual && narrow;
}

function heightOf({ bbox }: Word): number {
  return bbox.y1 - bbox.y0;
}

/**
 * The first reading with its weak words replaced by those of a second reading that have more confidence, followed by
 * the lines that only the second reading has.
 */
export function mergeReadings(first: Reading, second: Reading): Reading {
  const better = linesOf(second).filter(({ words }) => words.every(isTrusted));
  const words = readingWords(first);
  const weak = weakWords(words);
  const usual = upperMedian(words.map(heightOf));
  const kept = words.filter((word) => !weak.has(word));
  const fresh = better.filter((line) => !overlapsWords(line, kept));
  const used = new Set<Line>();
  const secondWords = (word: Word): Word[] => {
    const lines = weak.has(word) ? fresh.filter((line) => overlapsWords(line, [word])) : [];
    const [only] = lines;
    if (only === undefined) return [word];
    const [better] = only.words;
    if (lines.length > 1 || only.words.length > 1 || better === undefined || isTooTall(word, usual))
      return [];
    used.add(only);
    return [{ ...word, text: better.text, confidence: better.confidence }];
  };
  const blocks = first.blocks.map((block) => ({
    ...block,
    paragraphs: block.paragraphs.map((paragraph) => ({
      ...paragraph,
      lines: paragraph.lines
        .map((line) => ({ ...line, words: line.words.flatMap(secondWords) }))
        .filter((line) => line.words.length > 0),
    })),
  }));
  const added = fresh.filter((line) => !used.has(line));
  const whole = [...blocks, ...added.map((line) => ({ paragraphs: [{ lines: [line] }] }))];
  return { ...first, text: joinBlocks(whole), blocks: whole };
}

/** Whether a word of a line is at the place of one of `words`. */
function overlapsWords({ words: own }: Line, words: readonly Word[]): boolean {
  return own.some((word) => words.some((other) => isSamePlace(word, other)));
}

function isTrusted({ text, confidence }: Word): boolean {
  return confidence >= TRUSTED && /[\p{L}\p{N}]/u.test(text);
}

/** Whether the middle of one word is in the other's box. */
function isSamePlace({ bbox: one }: Word, { bbox: other }: Word): boolean {
  const x = (one.x0 + one.x1) / 2;
  const y = (one.y0 + one.y1) / 2;
  return x >= other.x0 && x <= other.x1 && y >= other.y0 && y <= other.y1;
}

function readingWords(read: Reading): Word[] {
  return linesOf(read).flatMap(({ words }) => words);
}

function linesOf({ blocks }: Pick<Reading, 'blocks'>): Line[] {
  return blocks.flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
}

/**
 * The text of blocks as Tesseract writes it: each line on a line of its own, and an empty line after each paragraph.
 */
function joinBlocks(blocks: Reading['blocks']): string {
  return blocks
    .flatMap(({ paragraphs }) =>
      paragraphs.map(
        ({ lines }) => `${lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n')}\n`,
      ),
    )
    .join('\n');
}
