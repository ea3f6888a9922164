import { lastNotAbove } from '../binarySearch.ts';

/**
 * The smallest length of a closed piece, in UTF-16 units. It is small because the open piece is joined again after each
 * append.
 */
const PIECE = 1024;

/**
 * A text that grows at its end. Closed pieces never change and one open tail is kept joined, so that appending n
 * characters one by one copies each of them a bounded number of times, and a slice joins only the pieces that it
 * overlaps.
 */
export class TextStore {
  readonly #pieces: string[] = [];
  readonly #starts: number[] = [];
  #closed = 0;
  #tail = '';
  #joined: string | null = null;

  /** In UTF-16 units. */
  get length(): number {
    return this.#closed + this.#tail.length;
  }

  append(text: string): void {
    if (text === '') return;
    this.#joined = null;
    this.#tail = this.#tail === '' ? text : this.#tail + text;
    if (this.#tail.length < PIECE) return;
    // In V8, a string built by concatenation is a tree of its parts; reading a character flattens it and releases the
    // parts.
    void this.#tail.charCodeAt(0);
    this.#starts.push(this.#closed);
    this.#pieces.push(this.#tail);
    this.#closed += this.#tail.length;
    this.#tail = '';
  }

  /** The text from `start` to `end`, which must both be within the text. */
  slice(start: number, end: number): string {
    if (start >= end) return '';
    if (start >= this.#closed) return this.#tail.slice(start - this.#closed, end - this.#closed);
    const first = lastNotAbove(this.#starts, start);
    const from = this.#starts[first] ?? 0;
    const piece = this.#pieces[first] ?? '';
    if (end <= from + piece.length) return piece.slice(start - from, end - from);
    const parts: string[] = [piece.slice(start - from)];
    for (let index = first + 1; index < this.#pieces.length; index++) {
      const at = this.#starts[index] ?? 0;
      if (at >= end) break;
      parts.push((this.#pieces[index] ?? '').slice(0, end - at));
    }
    if (end > this.#closed) parts.push(this.#tail.slice(0, end - this.#closed));
    return parts.join('');
  }

  /** The whole text; joined only once as long as nothing is appended. */
  toString(): string {
    this.#joined ??= this.#pieces.length === 0 ? this.#tail : this.#pieces.join('') + this.#tail;
    return this.#joined;
  }
}
