import { answerOfResponse, compareAnswer, type AnswerItem, type ComparedAnswer } from './answerMetrics.ts';

/** Comparisons that are kept: those of the samples of a few questions. */
const KEPT = 256;
/** Characters of the longest answer whose comparison is kept. */
const LONGEST = 512;

/** Compares answers with their references, and the same answer to the same question once. */
export class AnswerMemo {
  readonly #known = new Map<string, ComparedAnswer>();

  /** How an item's answer compares with its references; null if it has none. */
  compare({ response, references, sufficient }: AnswerItem): ComparedAnswer | null {
    const [reference = '', ...others] = references;
    if (sufficient !== false && references.length === 0) return null;
    const answer = answerOfResponse(response);
    // An answer has no answer tags, so that its own answer is all of it.
    const item = { response: answer, references, sufficient };
    if (others.length > 0 || answer.length + reference.length > LONGEST) return compareAnswer(item);
    const key = `${sufficient}\n${reference.length}\n${reference}${answer}`;
    let compared = this.#known.get(key);
    if (compared === undefined) {
      compared = compareAnswer(item);
      if (this.#known.size === KEPT) this.#known.clear();
      this.#known.set(key, compared);
    }
    return compared;
  }
}
