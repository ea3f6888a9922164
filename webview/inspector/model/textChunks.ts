import type { Span } from '../../../src/core/span.ts';
import { partitionPoint } from '../../../src/core/binarySearch.ts';

/** A chunk is closed at the first line end after this many units. */
const WANTED = 3_000;
/** A chunk without a line end is closed after this many units. */
const MOST = 12_000;

/**
 * Splits a growing text into chunks of whole lines that are drawn one by one, each when it comes into view. Every
 * character is looked at once, whatever the sizes of the appended pieces; only the last chunk changes.
 */
export class TextChunks {
  readonly #closed: Span[] = [];
  #start = 0;
  #end = 0;

  constructor(text = '') {
    this.append(text);
  }

  append(text: string): void {
    const base = this.#end;
    this.#end += text.length;
    let from = 0;
    for (;;) {
      const wanted = Math.max(from, this.#start + WANTED - base - 1);
      if (wanted >= text.length) return;
      const line = text.indexOf('\n', wanted);
      const most = Math.max(wanted, this.#start + MOST - base);
      let cut = line === -1 || line >= most ? most : line + 1;
      if (cut > text.length || (cut === text.length && line !== cut - 1)) return;
      // A pair of surrogates stays together.
      if (line + 1 !== cut && isLowSurrogate(text.charCodeAt(cut))) cut += 1;
      this.#closed.push({ start: this.#start, end: base + cut });
      this.#start = base + cut;
      from = cut;
    }
  }

  /** The number of chunks; the last one is still growing. */
  get count(): number {
    return this.#closed.length + (this.#end > this.#start || this.#closed.length === 0 ? 1 : 0);
  }

  at(index: number): Span {
    return this.#closed[index] ?? { start: this.#start, end: this.#end };
  }

  /** The index of the chunk that contains `offset`. */
  indexAt(offset: number): number {
    return Math.max(0, partitionPoint(this.count, (index) => this.at(index).start <= offset) - 1);
  }
}

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
