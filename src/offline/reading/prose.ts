import { around, height, horizontalOverlap, verticalOverlap } from './geometry.ts';
import type { Piece, PlacedWord, Segment, Sentence } from './model.ts';
import { toRows } from './rows.ts';

/** Lines further apart than so many of their heights belong to different paragraphs. */
const LINE_GAP = 1.2;
const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Lines of one column that follow each other. */
export interface Block {
  readonly segments: Segment[];
}

/** Divides blocks into sentences, which may go on from the foot of one column to the head of the next. */
export function toSentences(text: string, blocks: readonly Block[]): Sentence[] {
  return joinAcross(blocks).flatMap((block, index) => [
    ...paragraphs(block.segments).flatMap((lines, part) => sentencesOf(text, lines, index * 1000 + part)),
    ...signatures(block.segments).flatMap((lines) => linesAsOne(text, lines, index * 1000 + 999)),
  ]);
}

/** Gathers segments that stand in no table: each line is followed down its own column, also where Tesseract read across. */
export function toBlocks(segments: readonly Segment[]): Block[] {
  const blocks: Block[] = [];
  for (const row of toRows(segments)) {
    const open = [...blocks];
    for (const segment of row.segments) {
      const fitting = open.filter((block) => follows(block, segment));
      const [block] = fitting;
      // A line under two columns belongs to neither.
      if (block !== undefined && fitting.length === 1) block.segments.push(segment);
      else blocks.push({ segments: [segment] });
    }
  }
  return blocks;
}

function follows({ segments }: Block, segment: Segment): boolean {
  const last = segments.at(-1);
  if (last === undefined) return false;
  if (verticalOverlap(last.box, segment.box) > 0.5 * Math.min(height(last.box), height(segment.box))) {
    // The rest of a line that was set with wide gaps.
    const before = segments.slice(0, -1);
    return before.length > 0 && around(before.map(({ box }) => box)).right >= segment.box.right - 2;
  }
  const tall = Math.max(height(last.box), height(segment.box));
  const alike = tall < 1.6 * Math.min(height(last.box), height(segment.box));
  const narrower = Math.min(last.box.right - last.box.left, segment.box.right - segment.box.left);
  return (
    alike &&
    segment.box.top - last.box.bottom < LINE_GAP * Math.min(height(last.box), height(segment.box)) &&
    horizontalOverlap(last.box, segment.box) > 0.5 * narrower
  );
}

/** Joins a block that begins in the middle of a sentence to the nearest one that ends in one. */
function joinAcross(blocks: readonly Block[]): Block[] {
  const next = new Map<Block, Block>();
  for (const block of blocks) {
    const first = block.segments[0];
    if (first === undefined || !/^\p{Ll}/u.test(first.text)) continue;
    const before = blocks.findLast(
      (other) =>
        other !== block && !next.has(other) && endsOpen(other.segments) && comesBefore(other.segments, first),
    );
    if (before !== undefined) next.set(before, block);
  }
  const continued = new Set(next.values());
  return blocks
    .filter((block) => !continued.has(block))
    .map((block) => {
      const segments: Segment[] = [];
      for (let at: Block | undefined = block; at !== undefined; at = next.get(at))
        segments.push(...at.segments);
      return { segments };
    });
}

function endsOpen(segments: readonly Segment[]): boolean {
  const last = segments.at(-1);
  return last !== undefined && last.words.length > 3 && !/[.!?:;]["”’)]?$/.test(last.text);
}

/** Whether `next` stands in a column to the right of `segments`, or goes on right below them. */
function comesBefore(segments: readonly Segment[], next: Segment): boolean {
  const last = segments.at(-1);
  if (last === undefined) return false;
  const tall = Math.max(height(last.box), height(next.box));
  if (tall > 1.6 * Math.min(height(last.box), height(next.box))) return false;
  const box = around(segments.map((segment) => segment.box));
  const gap = next.box.top - last.box.bottom;
  return (
    next.box.left > box.right || (gap >= 0 && gap < 3 * tall && Math.abs(next.box.left - box.left) < 2 * tall)
  );
}

/** A line of its own with a sum: `Subtotal 840.00`. */
const SUM = /^\p{Lu}[\p{L}\s&%().,\d-]{0,40}\s[€$£]?[\d.,]*[.,]\d{2}$/u;

/** Cuts a block where a line that was not full ends without a full stop before one that begins anew. */
function paragraphs(segments: readonly Segment[]): Segment[][] {
  const right = Math.max(...segments.map(({ box }) => box.right));
  const left = Math.min(...segments.map(({ box }) => box.left));
  const found: Segment[][] = [];
  for (const segment of segments) {
    const group = found.at(-1);
    const last = group?.at(-1);
    const isSum = SUM.test(segment.text) && SUM.test(last?.text ?? '');
    const isItem = isSum || /^(?:[•+*◦▪-]|\d{1,2}[.)])\s/.test(segment.text);
    if (group === undefined || last === undefined || isItem) {
      found.push([segment]);
      continue;
    }
    const full = last.box.right - left > 0.75 * (right - left);
    const goesOn = full || /[,;–-]$/.test(last.text) || /^\p{Ll}/u.test(segment.text);
    if (goesOn) group.push(segment);
    else found.push([segment]);
  }
  return found;
}

const PERSON = /^\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]*){1,3}$/u;

/** A line that is a name with the short line below it, which says what that person is. */
function signatures(segments: readonly Segment[]): Segment[][] {
  return segments.flatMap((segment, index) => {
    const role = segments[index + 1];
    const short = role !== undefined && role.words.length <= 7 && !/[.!?:]$/.test(role.text);
    return short && PERSON.test(segment.text) ? [[segment, role]] : [];
  });
}

function linesAsOne(text: string, lines: readonly Segment[], paragraph: number): Sentence[] {
  const pieces = toPieces(
    text,
    lines.flatMap((line) => line.words),
  );
  return [
    {
      text: pieces.map((piece) => piece.text).join(' '),
      pieces,
      box: around(lines.map(({ box }) => box)),
      paragraph,
    },
  ];
}

function sentencesOf(text: string, lines: readonly Segment[], paragraph: number): Sentence[] {
  const words = lines.flatMap((line) => line.words);
  const pieces = toPieces(text, words);
  const whole = pieces.map((piece) => piece.text).join(' ');
  return sentencesIn(whole.replace(/\s/g, ' ')).flatMap(({ segment, index }): Sentence[] => {
    const from = index + (segment.length - segment.trimStart().length);
    const to = index + segment.trimEnd().length;
    const own = pieces.flatMap((piece): Piece[] => {
      const start = Math.max(from, piece.at);
      const end = Math.min(to, piece.at + piece.text.length);
      if (start >= end) return [];
      const offset = start - piece.at;
      return [
        {
          text: piece.text.slice(offset, end - piece.at),
          start: piece.start + offset,
          end: piece.start + end - piece.at,
          at: start - from,
        },
      ];
    });
    // Whole lines, so that a heading stands above a sentence that begins far to its right.
    const held = lines.filter((line) => own.some(({ start, end }) => line.start < end && line.end > start));
    const box = around(held.map((line) => line.box));
    return own.length === 0 ? [] : [{ text: whole.slice(from, to), pieces: own, box, paragraph }];
  });
}

/** A full stop behind these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Prof|Mr|Mrs|Ms|St|No|Nos|Nr|Tel|Fig|Tab|approx|ca|vs|e\.g|i\.e|incl|max|min|\p{Lu})\.\s*$/u;

/** The sentences of a text with their places; a title or an abbreviation ends none. */
function sentencesIn(text: string): { readonly segment: string; readonly index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && ABBREVIATION.test(last.segment)) last.segment += segment;
    else found.push({ segment, index });
  }
  return found;
}

/** The runs of words that stand together in the page's text. */
function toPieces(text: string, words: readonly PlacedWord[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let start = words[0]?.start ?? 0;
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (next !== undefined && next.start >= word.end && text.slice(word.end, next.start).trim() === '')
      continue;
    pieces.push({ text: text.slice(start, word.end), start, end: word.end, at });
    at += word.end - start + 1;
    start = next?.start ?? word.end;
  }
  return pieces;
}
