import { answerNumber } from '../../core/summary/answerNumber.ts';

/** Characters of an answer that are kept. */
const KEPT = 200;

/**
 * An answer as columns keep it: what is longer than a line or two is cut and ends in the number of the whole answer, by
 * which it differs from others. Empty for none.
 */
export function answerText(answer: string | null): string {
  if (answer === null || answer.length <= KEPT) return answer ?? '';
  return `${answer.slice(0, KEPT)}\u2026${answerNumber(answer).toString(36)}`;
}

/** The number of the whole answer that columns keep as a text, as `answerNumber` gives it; 0 for none. */
export function keptAnswerNumber(text: string): number {
  return text.length <= KEPT ? answerNumber(text) : Number.parseInt(text.slice(KEPT + 1), 36);
}
