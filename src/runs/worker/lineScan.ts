import { Buffer, isUtf8 } from 'node:buffer';
import type fs from 'node:fs';
import type { PiecePlace } from '../reading/pieces.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** What gets the lines of a file. */
export interface LineSink {
  /**
   * @param text bytes of the file, one in each UTF-16 unit; the line is from `start` to `end`
   * @param isUtf8 whether the line is UTF-8
   */
  line(place: PiecePlace, text: string, start: number, end: number, isUtf8: boolean): void;
  /** A line that is longer than what is loaded unasked. */
  longLine(place: PiecePlace): void;
}

/** How lines are read. */
export interface LineScanOptions {
  /** Bytes that are read at a time. */
  readonly block: number;
  /** Bytes of a block that are made a string at a time. */
  readonly chunk: number;
  /** Bytes of the longest line that is loaded. */
  readonly longest: number;
  /** Bytes of the byte order mark. */
  readonly mark: number;
}

/** No bytes. */
const EMPTY = Buffer.alloc(0);

/** Reads the lines of a file of UTF-8, block by block, and goes on where it stopped if the file has grown. */
export class LineScan {
  readonly #handle: fs.promises.FileHandle;
  readonly #options: LineScanOptions;
  readonly #sink: LineSink;
  /** Holds a block while the file is read. */
  #buffer: Buffer | null = null;
  /** The size of the next block: a long line needs a larger one. */
  #size: number;
  /** The bytes of the block that have not been used, which are those from `start` on. */
  #unread: Buffer = EMPTY;
  /** Where the next line begins. */
  #start: number;
  #line = 1;
  /** Bytes from `start` that are known to be within one line, which is too long to be kept. */
  #skipped = 0;
  /** Whether the last line was read although no line feed ended it. */
  #isOpen = false;
  #hasChanged = false;
  /** The bytes of the file that are read. */
  #end = Infinity;

  constructor(handle: fs.promises.FileHandle, options: LineScanOptions, sink: LineSink) {
    this.#handle = handle;
    this.#options = options;
    this.#sink = sink;
    this.#start = options.mark;
    this.#size = options.block;
  }

  /** The bytes before the first line that has not been read. */
  get position(): number {
    return this.#start;
  }

  /** Whether the file has other bytes by now than those that were read. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Reads no further than so many bytes of the file, which others may write faster than its lines are read. */
  readUpTo(end: number): void {
    this.#end = end;
  }

  /** Reads the next lines that have ended. Returns false if there are none. */
  async next(): Promise<boolean> {
    if (this.#isOpen && !(await this.#closeLine())) return false;
    if (this.#readChunk() || (await this.#readBlock())) return true;
    // A file that is followed does not keep the memory of a block.
    this.#buffer = null;
    return false;
  }

  /** The text after the last line feed; null if there is none or it is longer than what is loaded. */
  async rest(): Promise<{ readonly place: PiecePlace; readonly bytes: Buffer } | null> {
    while (!this.#hasChanged) {
      const { size } = await this.#handle.stat();
      const length = Math.min(size, this.#end) - this.#start;
      if (length <= 0 || length > this.#options.longest) return null;
      const bytes = Buffer.alloc(length);
      const { bytesRead } = await this.#handle.read(bytes, 0, length, this.#start);
      const rest = bytes.subarray(0, bytesRead);
      if (!rest.includes(LINE_FEED)) return { place: this.#placeOf(bytesRead), bytes: rest };
      // Lines have ended since the last one was read.
      while (await this.next());
    }
    return null;
  }

  /** Moves past a rest that was read. */
  takeRest({ bytes }: PiecePlace): void {
    this.#start = bytes.start + bytes.length;
    this.#line += 1;
    this.#isOpen = true;
  }

  /** Moves past the end of a line that was read before it had one. */
  async #closeLine(): Promise<boolean> {
    const buffer = Buffer.alloc(2);
    const { bytesRead } = await this.#handle.read(buffer, 0, 2, this.#start);
    const [first, second] = buffer;
    if (bytesRead === 0 || (bytesRead === 1 && first === CARRIAGE_RETURN)) return false;
    const length = first === LINE_FEED ? 1 : first === CARRIAGE_RETURN && second === LINE_FEED ? 2 : 0;
    this.#hasChanged = length === 0;
    this.#isOpen = this.#hasChanged;
    this.#start += length;
    return !this.#hasChanged;
  }

  #placeOf(length: number): PiecePlace {
    return { line: this.#line, bytes: { start: this.#start, length } };
  }

  #readLines(bytes: Buffer): void {
    const isWholeUtf8 = isUtf8(bytes);
    const text = bytes.toString('latin1');
    let start = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const place = this.#placeOf(end - start);
      const isValid = isWholeUtf8 || isUtf8(bytes.subarray(start, end));
      const length = text.charCodeAt(end - 1) === CARRIAGE_RETURN ? end - 1 : end;
      if (length - start > this.#options.longest) this.#sink.longLine(place);
      else if (length > start) this.#sink.line(place, text, start, length, isValid);
      this.#start += end - start + 1;
      this.#line += 1;
      start = end + 1;
    }
  }

  /** Reads the lines of the next chunk of the block. Returns false if no line ends in the rest of the block. */
  #readChunk(): boolean {
    const { chunk } = this.#options;
    let last = this.#unread.lastIndexOf(LINE_FEED, chunk - 1);
    if (last === -1) last = this.#unread.indexOf(LINE_FEED, chunk);
    if (last === -1) return false;
    const lines = this.#unread.subarray(0, last + 1);
    this.#unread = this.#unread.subarray(last + 1);
    this.#readLines(lines);
    return true;
  }

  /** Reads a block, and what it begins with. Returns false if no line ends in it and no more bytes follow. */
  async #readBlock(): Promise<boolean> {
    const size = this.#size;
    // The beginning of a line that ends in the next block is read again.
    this.#unread = EMPTY;
    if (this.#buffer?.length !== size) this.#buffer = Buffer.allocUnsafeSlow(size);
    const at = this.#start + this.#skipped;
    const length = Math.min(size, this.#end - at);
    if (length <= 0) return false;
    const { bytesRead } = await this.#handle.read(this.#buffer, 0, length, at);
    if (bytesRead === 0) return false;
    const bytes = this.#buffer.subarray(0, bytesRead);
    if (this.#skipped > 0) return this.#skip(bytes);
    this.#unread = bytes;
    this.#size = this.#options.block;
    if (this.#readChunk()) return true;
    this.#unread = EMPTY;
    return bytesRead === size && this.#enlarge(bytesRead);
  }

  /** Makes room for a long line, or begins to skip it. */
  #enlarge(read: number): boolean {
    if (read > this.#options.longest) this.#skipped = read;
    else this.#size = Math.min(2 * read, this.#options.longest + 2);
    return true;
  }

  #skip(bytes: Buffer): boolean {
    const end = bytes.indexOf(LINE_FEED);
    this.#skipped += end === -1 ? bytes.length : end;
    if (end === -1) return true;
    this.#sink.longLine(this.#placeOf(this.#skipped));
    this.#start += this.#skipped + 1;
    this.#line += 1;
    this.#skipped = 0;
    return true;
  }
}
