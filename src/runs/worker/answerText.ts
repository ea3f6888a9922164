import { hashText } from './textDigest.ts';

/** Characters of an answer that are kept. */
const KEPT = 200;

/**
 * An answer as columns keep it: what is longer than a line or two is cut and ends in a hash, by which it differs from
 * others. Empty for none.
 */
export function answerText(answer: string | null): string {
  if (answer === null || answer.length <= KEPT) return answer ?? '';
  return `${answer.slice(0, KEPT)}\u2026${hashText(answer).toString(36)}`;
}
