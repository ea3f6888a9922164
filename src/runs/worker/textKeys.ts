import type { Sample } from '../../core/records/sample.ts';

/** Samples whose records are looked into: the first ones of a run show which keys it has. */
const LOOKED_INTO = 512;

/** The most keys, and the most different values of a key, that are remembered. */
const MOST_KEYS = 64;
const MOST_VALUES = 50;

/** Characters of a text that may be a value: the index shortens longer ones. */
const LONGEST = 64;

/** The keys of records that hold short texts, such as `data_source`, with some of their values. */
export class TextKeys {
  readonly #values = new Map<string, Set<string>>();
  #samples = 0;

  /** The keys, in the order in which they were found. */
  get names(): readonly string[] {
    return [...this.#values.keys()];
  }

  /** Values of a key that were seen. */
  valuesOf(name: string): readonly string[] {
    return [...(this.#values.get(name) ?? [])];
  }

  /** Looks into the record of a sample, if it is one of the first. */
  look(sample: Sample): void {
    if (this.#samples === LOOKED_INTO) return;
    this.#samples += 1;
    for (const [name, text] of Object.entries(shortTextsOf(sample, LONGEST))) {
      let values = this.#values.get(name);
      if (values === undefined && this.#values.size < MOST_KEYS) this.#values.set(name, (values = new Set()));
      if (values !== undefined && values.size < MOST_VALUES) values.add(text);
    }
  }
}

/**
 * The texts of a record under its keys, `true` and `false` included, without those that have columns of their own, such
 * as the question.
 * @param longest characters of a text; longer ones are left out
 */
export function shortTextsOf(sample: Sample, longest: number): Readonly<Record<string, string>> {
  const { record } = sample;
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return {};
  const { response, question, sentPrompt, reference, id, group, finishReason } = sample;
  const known = [response, question, sentPrompt, reference, id, group, finishReason];
  const texts: [string, string][] = [];
  for (const [name, value] of Object.entries(record) as [string, unknown][]) {
    const text = typeof value === 'boolean' ? String(value) : value;
    if (typeof text === 'string' && text !== '' && text.length <= longest && !known.includes(text))
      texts.push([name, text]);
  }
  return Object.fromEntries(texts);
}
