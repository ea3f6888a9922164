import { Buffer } from 'node:buffer';
import { isEnglish, stemOf } from './terms.ts';

/** The pages of a document that have a term, from 0 and in order, and how often each has it. */
export interface Occurrences {
  readonly pages: Uint32Array;
  readonly counts: Uint32Array;
}

/**
 * The terms of the pages of one document, as an index keeps them: for each term, in order, the pages that have it and how
 * often. Plain numbers in one buffer, so that thousands of documents are read in milliseconds.
 */
export class DocumentTerms {
  /** Whether its terms are the stems of its words. */
  readonly isEnglish: boolean;
  /** Terms of each page, repeated ones too. */
  readonly lengths: Uint32Array;
  /** Of all pages. */
  readonly length: number;
  readonly #terms: readonly string[];
  /** Where the pages of each term begin in `#pages`; one more than there are terms. */
  readonly #starts: Uint32Array;
  readonly #pages: Uint32Array;
  readonly #counts: Uint32Array;

  private constructor(parts: Parts) {
    this.isEnglish = parts.isEnglish;
    this.lengths = parts.lengths;
    this.length = parts.lengths.reduce((sum, each) => sum + each, 0);
    this.#terms = parts.terms;
    this.#starts = parts.starts;
    this.#pages = parts.pages;
    this.#counts = parts.counts;
  }

  /** @param pages the words of each page, in any order */
  static of(pages: readonly (readonly string[])[]): DocumentTerms {
    const english = isEnglish(pages.flat());
    const found = new Map<string, Map<number, number>>();
    pages.forEach((words, page) => {
      for (const word of words) {
        const term = english ? stemOf(word) : word;
        let onPages = found.get(term);
        if (onPages === undefined) found.set(term, (onPages = new Map<number, number>()));
        onPages.set(page, (onPages.get(page) ?? 0) + 1);
      }
    });
    const terms = [...found.keys()].sort();
    const starts = new Uint32Array(terms.length + 1);
    terms.forEach((term, at) => {
      starts[at + 1] = (starts[at] ?? 0) + (found.get(term)?.size ?? 0);
    });
    const all = new Uint32Array(starts[terms.length] ?? 0);
    const counts = new Uint32Array(all.length);
    let at = 0;
    for (const term of terms)
      for (const [page, count] of found.get(term) ?? []) {
        all[at] = page;
        counts[at] = count;
        at += 1;
      }
    const lengths = Uint32Array.from(pages, ({ length }) => length);
    return new DocumentTerms({ isEnglish: english, terms, starts, pages: all, counts, lengths });
  }

  get pageCount(): number {
    return this.lengths.length;
  }

  /** Where a term is; null if it is on no page. */
  find(term: string): Occurrences | null {
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
    const head = Uint32Array.of(
      Number(this.isEnglish),
      this.#terms.length,
      this.lengths.length,
      this.#pages.length,
      terms.length,
    );
    const numbers = [head, this.lengths, this.#starts, this.#pages, this.#counts].map(
      ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength),
    );
    return Buffer.concat([...numbers, terms]);
  }

  /** Reads what `toBytes` wrote; null for what has another length or other sums. */
  static fromBytes(bytes: Uint8Array): DocumentTerms | null {
    if (bytes.length < HEAD * 4) return null;
    // A view of numbers has to begin at a multiple of four.
    const copy = new Uint8Array(bytes);
    const numbers = new Uint32Array(copy.buffer, 0, Math.floor(copy.length / 4));
    const [english = 0, terms = 0, pages = 0, entries = 0, textLength = 0] = numbers;
    const sizes = [pages, terms + 1, entries, entries];
    const end = HEAD + sizes.reduce((sum, size) => sum + size, 0);
    if (copy.length !== end * 4 + textLength) return null;
    let at = HEAD;
    const [lengths, starts, places, counts] = sizes.map((size) => numbers.subarray(at, (at += size)));
    if (lengths === undefined || starts === undefined || places === undefined || counts === undefined)
      return null;
    const text = Buffer.from(copy.buffer, end * 4).toString('utf8');
    const names = terms === 0 ? [] : text.split('\n');
    if (names.length !== terms || starts[terms] !== entries) return null;
    return new DocumentTerms({
      isEnglish: english === 1,
      terms: names,
      starts,
      pages: places,
      counts,
      lengths,
    });
  }
}

/** Numbers before the lists. */
const HEAD = 5;

interface Parts {
  readonly isEnglish: boolean;
  readonly terms: readonly string[];
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
  readonly counts: Uint32Array;
  readonly lengths: Uint32Array;
}
