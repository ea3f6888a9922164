import { Buffer } from 'node:buffer';

/**
 * The terms of the pages of one document, as an index keeps them: for each term, in order, the pages that have it and how
 * often. Plain numbers in one buffer, so that thousands of documents are read in milliseconds.
 */
export class DocumentTerms {
  /** Terms of each page, repeated ones too. */
  readonly lengths: Uint32Array;
  readonly #terms: readonly string[];
  /** Where the pages of each term begin in `#pages`; one more than there are terms. */
  readonly #starts: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #counts: Uint32Array;

  private constructor(parts: Parts) {
    this.lengths = parts.lengths;
    this.#terms = parts.terms;
    this.#starts = parts.starts;
    this.#pages = parts.pages;
    this.#counts = parts.counts;
  }

  /** @param pages the terms of each page, in any order */
  static of(pages: readonly (readonly string[])[]): DocumentTerms {
    const found = new Map<string, { pages: number[]; counts: number[] }>();
    pages.forEach((terms, page) => {
      const counts = new Map<string, number>();
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      for (const [term, count] of counts) {
        let entry = found.get(term);
        if (entry === undefined) found.set(term, (entry = { pages: [], counts: [] }));
        entry.pages.push(page);
        entry.counts.push(count);
      }
    });
    const terms = [...found.keys()].sort();
    const starts = new Uint32Array(terms.length + 1);
    const all: number[] = [];
    const allCounts: number[] = [];
    terms.forEach((term, at) => {
      const entry = found.get(term);
      all.push(...(entry?.pages ?? []));
      allCounts.push(...(entry?.counts ?? []));
      starts[at + 1] = all.length;
    });
    return new DocumentTerms({
      terms,
      starts,
      pages: Uint32Array.from(all),
      counts: Uint32Array.from(allCounts),
      lengths: Uint32Array.from(pages, ({ length }) => length),
    });
  }

  get pageCount(): number {
    return this.lengths.length;
  }

  /** The pages that have a term, from 0, and how often; null if none has it. */
  find(term: string): { readonly pages: Uint32Array; readonly counts: Uint32Array } | null {
    let [low, high] = [0, this.#terms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#terms[middle] ?? '') < term) low = middle + 1;
      else high = middle;
    }
    if (this.#terms[low] !== term) return null;
    const [start, end] = [this.#starts[low], this.#starts[low + 1]];
    return { pages: this.#pages.subarray(start, end), counts: this.#counts.subarray(start, end) };
  }

  toBytes(): Uint8Array {
    const terms = Buffer.from(this.#terms.join('\n'));
    const head = Uint32Array.of(this.#terms.length, this.lengths.length, this.#pages.length, terms.length);
    const numbers = [head, this.lengths, this.#starts, this.#pages, this.#counts].map(
      ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
    );
    return Buffer.concat([...numbers, terms]);
  }

  /** Reads what `toBytes` wrote; null for anything else, such as a part of it. */
  static fromBytes(bytes: Uint8Array): DocumentTerms | null {
    if (bytes.length < 16) return null;
    // A view of numbers has to begin at a multiple of four.
    const copy = bytes.slice();
    const numbers = new Uint32Array(copy.buffer, 0, Math.floor(copy.length / 4));
    const [terms = 0, pages = 0, entries = 0, textLength = 0] = numbers;
    const sizes = [pages, terms + 1, entries, entries];
    const end = 4 + sizes.reduce((sum, size) => sum + size, 0);
    if (copy.length !== end * 4 + textLength) return null;
    let at = 4;
    const [lengths, starts, places, counts] = sizes.map((size) => numbers.subarray(at, (at += size)));
    if (lengths === undefined || starts === undefined || places === undefined || counts === undefined) return null;
    const text = Buffer.from(copy.buffer, end * 4).toString('utf8');
    const names = text === '' && terms === 0 ? [] : text.split('\n');
    if (names.length !== terms || starts[terms] !== entries) return null;
    return new DocumentTerms({ terms: names, starts, pages: places, counts, lengths });
  }
}

interface Parts {
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
  readonly counts: Uint32Array;
  readonly lengths: Uint32Array;
}
