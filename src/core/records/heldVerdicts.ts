import * as v from 'valibot';
import type { Verdict } from '../rewards/model.ts';
import { t } from '../t.ts';
import { plainText, readVerdict } from './fieldValues.ts';
import { verdictKey, type JudgedContent } from './verdictKey.ts';

const recordSchema = v.object({
  id: v.nullish(v.union([v.string(), v.number()]), null),
  question: v.nullish(v.string(), null),
  reference: v.nullish(v.string(), null),
  answer: v.nullish(v.string(), null),
  verdict: v.unknown(),
});

/** A person's verdicts: by the content of samples, and by their ids. */
export class HeldVerdicts {
  readonly #byContent = new Map<string, { readonly content: JudgedContent; readonly verdict: Verdict }>();
  readonly #byId = new Map<string, Verdict>();

  /**
   * Adds a record with a verdict; it replaces an earlier one of the same sample.
   * @returns why the record says nothing; null if it does
   */
  add(record: unknown): string | null {
    const read = v.safeParse(recordSchema, record);
    if (!read.success) return t('This is not a record with a verdict.');
    const { id, answer, question, reference, verdict: said } = read.output;
    const verdict = said === undefined || said === null ? null : readVerdict(said);
    if (verdict === null) return t('This record has no verdict: right, wrong or unknown.');
    const name = plainText(id);
    if (answer !== null) {
      const content = { question, reference, answer };
      this.#byContent.set(verdictKey(content), { content, verdict });
    } else if (name === null) return t('This record has neither an id nor an answer.');
    else this.#byId.set(name, verdict);
    return null;
  }

  /** What the verdicts are about that are held by content. */
  get contents(): readonly JudgedContent[] {
    return [...this.#byContent.values()].map(({ content }) => content);
  }

  /**
   * What a person says of a sample; `unknown` if nobody has said anything.
   * @param read reads its content, if that is needed
   */
  find(id: string | null, read: () => JudgedContent): Verdict {
    const byId = id === null ? undefined : this.#byId.get(id);
    if (byId !== undefined || this.#byContent.size === 0) return byId ?? 'unknown';
    return this.#byContent.get(verdictKey(read()))?.verdict ?? 'unknown';
  }
}
