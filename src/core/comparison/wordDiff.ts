import { diffArrays } from 'diff';
import { originEnd, originStart } from '../grounding/fold.ts';
import { tokenize } from '../grounding/tokens.ts';
import type { Span } from '../span.ts';

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

/** Unicode's words, and what is between them. */
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
    pieces: joinReplaced(
      changes.map(({ value, added, removed }) => ({
        text: value.join(''),
        kind: removed ? 'removed' : added ? 'added' : 'same',
      })),
    ),
    same: false,
  };
}

/** A text with one space in place of any white space, and none at its ends. */
export const withSingleSpaces = (text: string): string => text.trim().replace(/\s+/g, ' ');

const onePiece = (text: string, kind: WordDiffPiece['kind']): readonly WordDiffPiece[] =>
  text === '' ? [] : [{ text, kind }];

/**
 * A text in words and what is between them. A number is one word with its sign, also if its digits are in groups:
 * `-1 234.5`.
 */
function segments(text: string): string[] {
  const all: string[] = [];
  const numbers = numberSpans(text);
  let next = 0;
  let whole = '';
  for (const { segment, index } of SEGMENTER.segment(text)) {
    const end = index + segment.length;
    while ((numbers[next]?.end ?? Infinity) <= index) next++;
    whole += segment;
    const number = numbers[next];
    if (number !== undefined && number.start < end && end < number.end) continue;
    all.push(whole);
    whole = '';
  }
  if (whole !== '') all.push(whole);
  return all;
}

/** Where the numbers of a text are, in order. */
function numberSpans(text: string): readonly Span[] {
  const { numbers, folded, starts, ends } = tokenize(text);
  const spans: Span[] = [];
  for (const [at, readings] of numbers) {
    const [number] = readings.toSorted((a, b) => b.to - a.to);
    if (number?.inDigits !== true) continue;
    const digits = starts[at] ?? 0;
    // In `10-20`, the hyphen is no sign.
    const hasSign = number.isSigned && !/[\p{L}\p{N}]/u.test(folded.text.charAt(digits - 2));
    const start = originStart(folded, hasSign ? digits - 1 : digits) ?? 0;
    const end = originEnd(folded, (ends[number.to - 1] ?? 0) - 1) ?? 0;
    if (start >= (spans.at(-1)?.end ?? 0)) spans.push({ start, end });
  }
  return spans;
}

/**
 * Replaced words with only white space between them as one replacement, which can be read at once. Those on different
 * lines stay apart: in a list, each entry is beside the one that it replaces.
 */
function joinReplaced(pieces: readonly WordDiffPiece[]): readonly WordDiffPiece[] {
  const joined: WordDiffPiece[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const [removed, added] = [joined.at(-2), joined.at(-1)];
    const [space, nextRemoved, nextAdded] = [pieces[at], pieces[at + 1], pieces[at + 2]];
    const isBetween =
      removed?.kind === 'removed' &&
      added?.kind === 'added' &&
      space?.kind === 'same' &&
      /^[^\S\n]+$/.test(space.text) &&
      nextRemoved?.kind === 'removed' &&
      nextAdded?.kind === 'added';
    if (!isBetween) {
      if (space !== undefined) joined.push(space);
      continue;
    }
    joined.splice(
      -2,
      2,
      { text: removed.text + space.text + nextRemoved.text, kind: 'removed' },
      { text: added.text + space.text + nextAdded.text, kind: 'added' },
    );
    at += 2;
  }
  return joined;
}
