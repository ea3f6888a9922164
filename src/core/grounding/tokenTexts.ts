import type { FoldedText } from './fold.ts';

/** A folded text in words, numbers and signs. Punctuation is no token. */
export interface TokenTexts {
  readonly folded: FoldedText;
  /** The tokens as they are compared. */
  readonly keys: readonly string[];
  /** Where each token begins and ends in the folded text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}
