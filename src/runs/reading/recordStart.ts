import { Buffer } from 'node:buffer';

const LINE_FEED = 10;
const QUOTE = 34;
const OPEN_OBJECT = 123;

/** The longest beginning that is learned, in bytes. */
const LONGEST = 256;

/**
 * How the objects of a list begin, if each begins a line: with its indentation, its brace, and its first key. Where a
 * bracket or a brace is missing, this is what tells the next object from one within the damaged one: a writer that breaks
 * lines within its objects indents what is in them, and one that does not begins no line within them.
 */
export class RecordStart {
  #learned: Buffer | null = null;
  /** The bytes of a line so far; null while nothing is learned. */
  #bytes: Buffer[] | null = null;
  #length = 0;
  /** Where in the bytes the brace is, and the last line feed after it. */
  #brace = -1;
  #lineFeed = -1;

  /** Whether the bytes of a line are wanted. */
  get isLearning(): boolean {
    return this.#bytes !== null;
  }

  /** The values are others from here on. */
  forget(): void {
    this.#learned = null;
    this.#bytes = null;
  }

  /** A line begins outside of the values. */
  beginLine(): void {
    if (this.#learned !== null) return;
    this.#bytes = [];
    this.#length = 0;
    this.#brace = -1;
    this.#lineFeed = -1;
  }

  /** The next byte of the line, which is in no string. */
  add(byte: number): void {
    if (byte === OPEN_OBJECT && this.#brace === -1) this.#brace = this.#length;
    else if (byte === LINE_FEED) this.#lineFeed = this.#length;
    else if (byte > 32 && (byte !== QUOTE || this.#brace === -1)) {
      this.#bytes = null;
      return;
    }
    this.#hold(Buffer.of(byte));
  }

  /** A part of the key. */
  addText(bytes: Buffer, ended: boolean): void {
    this.#hold(Buffer.from(bytes.subarray(0, LONGEST + 1)));
    if (!ended || this.#bytes === null) return;
    const whole = Buffer.concat(this.#bytes);
    const key = whole.indexOf(QUOTE);
    const isIndented = key - this.#lineFeed - 1 > this.#brace;
    if (whole.at(-1) === QUOTE && (this.#lineFeed === -1 || isIndented)) this.#learned = whole;
    this.#bytes = null;
  }

  /** Whether an object begins at a byte, which begins a line; null if more bytes are needed to know it. */
  isAt(chunk: Buffer, from: number): boolean | null {
    const learned = this.#learned;
    if (learned === null) return false;
    const end = Math.min(learned.length, chunk.length - from);
    for (let at = 0; at < end; at += 1) if (chunk[from + at] !== learned[at]) return false;
    return end === learned.length ? true : null;
  }

  #hold(bytes: Buffer): void {
    this.#length += bytes.length;
    if (this.#length > LONGEST) this.#bytes = null;
    else this.#bytes?.push(bytes);
  }
}
