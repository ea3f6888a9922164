import { diffArrays } from 'diff';

/** A piece of text that both texts have, or only one of them. */
export interface WordDiffPiece {
  readonly text: string;
  /** `removed`: only the first text has it; `added`: only the second one has it. */
  readonly kind: 'same' | 'removed' | 'added';
}

/**
 * The difference between two texts: without the pieces that were added, the pieces form the first text; without those
 * that were removed, the second one.
 */
export interface WordDiff {
  readonly pieces: readonly WordDiffPiece[];
  /** Whether the two texts are equal, ignoring white space. */
  readonly same: boolean;
}

/** How many words may differ by default before two texts count as completely different; this limits the work. */
const MOST_EDITS = 1_500;

/** Unicode's words: a number with a decimal point is one word. */
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });

/**
 * A diff of two texts, word by word. Two texts that have hardly anything in common are marked as a whole.
 * @param mostEdits how many words may differ before that; the work is in proportion to its square
 */
export function diffWords(first: string, second: string, mostEdits = MOST_EDITS): WordDiff {
  // The white space of texts that are otherwise equal is that of the second one.
  if (withSingleSpaces(first) === withSingleSpaces(second))
    return { pieces: onePiece(second, 'same'), same: true };
  const changes = diffArrays(segments(first), segments(second), { maxEditLength: mostEdits });
  if (changes === undefined)
    return { pieces: [...onePiece(first, 'removed'), ...onePiece(second, 'added')], same: false };
  return {
    pieces: changes.map(({ value, added, removed }) => ({
      text: value.join(''),
      kind: removed ? 'removed' : added ? 'added' : 'same',
    })),
    same: false,
  };
}

/** A text with one space in place of any white space, and none at its ends. */
export const withSingleSpaces = (text: string): string => text.trim().replace(/\s+/g, ' ');

const onePiece = (text: string, kind: WordDiffPiece['kind']): readonly WordDiffPiece[] =>
  text === '' ? [] : [{ text, kind }];
const segments = (text: string): string[] => Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
