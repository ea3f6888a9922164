import { diffArrays } from 'diff';

/** A piece of text that both sides have, or that only this side has. */
export interface WordDiffPiece {
  readonly text: string;
  readonly own: boolean;
}

/** The texts of both sides, as pieces that together form each text. */
export interface WordDiff {
  readonly before: readonly WordDiffPiece[];
  readonly after: readonly WordDiffPiece[];
  /** Whether the two texts are equal, ignoring white space. */
  readonly same: boolean;
}

/** How many words may differ before two texts count as completely different; this limits the work. */
const MOST_EDITS = 1_500;

/** Unicode's words: a number with a decimal point is one word. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/** A diff of two texts, word by word. Two texts that have hardly anything in common are marked as a whole. */
export function diffWords(before: string, after: string): WordDiff {
  if (words(before) === words(after)) {
    return { before: onePiece(before, false), after: onePiece(after, false), same: true };
  }
  const changes = diffArrays(segments(before), segments(after), { maxEditLength: MOST_EDITS });
  if (changes === undefined)
    return { before: onePiece(before, true), after: onePiece(after, true), same: false };
  return {
    before: changes
      .filter(({ added }) => !added)
      .map(({ value, removed }) => ({ text: value.join(''), own: removed })),
    after: changes
      .filter(({ removed }) => !removed)
      .map(({ value, added }) => ({ text: value.join(''), own: added })),
    same: false,
  };
}

const words = (text: string): string => text.trim().replace(/\s+/g, ' ');
const onePiece = (text: string, own: boolean): readonly WordDiffPiece[] =>
  text === '' ? [] : [{ text, own }];
const segments = (text: string): string[] => Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
