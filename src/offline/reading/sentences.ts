import { boxAround, type Box, type BoxUnit } from '../../core/geometry/box.ts';
import type { PageLayout, Phrase } from '../../core/layout/model.ts';
import type { PageWords, Stretch } from './pageWords.ts';

/** A sentence, or a line that is not one (a caption, an item of a list). */
export interface Sentence {
  /** Its stretches, joined by spaces. */
  readonly text: string;
  readonly stretches: readonly Stretch[];
  /** The box around its lines. */
  readonly box: Box<BoxUnit>;
  /** Sentences of one paragraph have the same number. */
  readonly paragraph: number;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const PERSON = /^\p{Lu}[\p{L}.'’-]+(?:\s\p{Lu}[\p{L}.'’-]*){1,3}$/u;
/** Abbreviations whose period does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Prof|Mr|Mrs|Ms|St|No|Nos|Nr|Tel|Fig|Tab|approx|ca|vs|e\.g|i\.e|incl|max|min|\p{Lu})\.\s*$/u;

/** The most characters of a sentence; what is longer is divided, because it is a list or has no ends. */
const MAX_SENTENCE = 2000;
/** Longer than an abbreviation with the white space around it. */
const ABBREVIATION_REACH = 40;

/** The sentences of a page's paragraphs, and its signatures, each as one sentence. */
export function findSentences({ paragraphs, columns }: PageLayout, words: PageWords): Sentence[] {
  return [
    ...paragraphs.flatMap(({ lines }, index) => divide(lines, words, index)),
    ...columns
      .flatMap(({ lines }) => signatures(lines))
      .map((lines, index): Sentence => {
        const { text, stretches } = words.join(lines.flatMap((line) => line.words));
        const box = boxAround(lines.map((line) => line.box));
        return { text, stretches, box, paragraph: paragraphs.length + index };
      }),
  ];
}

/** A line that is a name, with the short line below it that says what that person is. */
function signatures(lines: readonly Phrase[]): Phrase[][] {
  return lines.flatMap((line, index) => {
    const below = lines[index + 1];
    const isShort = below !== undefined && below.words.length <= 7 && !/[.!?:]$/.test(below.text);
    return isShort && PERSON.test(line.text) ? [[line, below]] : [];
  });
}

function divide(lines: readonly Phrase[], words: PageWords, paragraph: number): Sentence[] {
  const { text, stretches, offsets } = words.join(lines.flatMap((line) => line.words));
  const lineOf = lines.flatMap((line) => line.words.map(() => line));
  return segments(text.replace(/\s/g, ' ')).flatMap(({ segment, index }): Sentence[] => {
    const from = index + (segment.length - segment.trimStart().length);
    const to = index + segment.trimEnd().length;
    const own = stretches.flatMap((stretch): Stretch[] => {
      const start = Math.max(from, stretch.at);
      const end = Math.min(to, stretch.at + stretch.text.length);
      return start >= end
        ? []
        : [{ text: stretch.text.slice(start - stretch.at, end - stretch.at), at: start - from }];
    });
    if (own.length === 0) return [];
    // Whole lines, so that a heading is above a sentence that begins far to its right.
    const held = lineOf.filter((_line, word) => (offsets[word] ?? to) >= from && (offsets[word] ?? to) < to);
    return [
      { text: text.slice(from, to), stretches: own, box: boxAround(held.map(({ box }) => box)), paragraph },
    ];
  });
}

/** The sentences of a text with their offsets; an abbreviation does not end a sentence. */
function segments(text: string): { readonly segment: string; readonly index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (const { segment, index } of segmenter.segment(text)) {
    const last = found.at(-1);
    const isContinued = last !== undefined && ABBREVIATION.test(last.segment.slice(-ABBREVIATION_REACH));
    if (isContinued && last.segment.length + segment.length <= MAX_SENTENCE) last.segment += segment;
    else found.push(...pieces(segment, index));
  }
  return found;
}

/** A sentence that is too long in pieces that end after a space, if they have one. */
function pieces(segment: string, index: number): { segment: string; index: number }[] {
  const found: { segment: string; index: number }[] = [];
  for (let at = 0; at < segment.length;) {
    const space = segment.length - at > MAX_SENTENCE ? segment.lastIndexOf(' ', at + MAX_SENTENCE - 1) : -1;
    const end = space > at ? space + 1 : Math.min(segment.length, at + MAX_SENTENCE);
    found.push({ segment: segment.slice(at, end), index: index + at });
    at = end;
  }
  return found;
}
