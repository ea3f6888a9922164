import { Buffer } from 'node:buffer';
import { t } from '@vscode/l10n';
import { wholeNumber } from '../../core/displayLocale.ts';
import { ContainerProbe } from './containerProbe.ts';
import { skipText } from './jsonText.ts';
import { PieceBuilder, type Piece, type SplitOptions, type Splitter } from './pieces.ts';
import { RecordStart } from './recordStart.ts';

const LINE_FEED = 10;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** How values are split. */
export interface JsonSplitOptions extends SplitOptions {
  /** Whether the bytes are one value, or one record with its key, from the middle of a file. */
  readonly isOne?: boolean;
  /**
   * Whether a value is a record. If it is given, a file of one object with a list of records somewhere in it, or with a
   * record under each key, is split into these records.
   */
  readonly isRecord?: (value: unknown) => boolean;
}

/**
 * Splits bytes into the values of one JSON list, into consecutive JSON values over any number of lines, or into the
 * records within one object, in all of its lists. It only finds where values end and does not check that they are JSON. A value that never
 * ends extends to the next line that begins as the values before it do, or else to the end of the input. A record under
 * a key begins with the key: `"key": {...}`.
 */
export class JsonSplitter implements Splitter {
  #piece: PieceBuilder;
  readonly #isRecord: JsonSplitOptions['isRecord'];
  readonly #isOne: boolean;
  #line: number;
  /** Brackets that are open. */
  #depth = 0;
  /** Brackets that are open around the values; null until the first byte that is not white space. */
  #base: number | null = null;
  /** Whether each value follows its key. */
  #hasKeys = false;
  /** Whether the list or the object around the values has ended, and what follows is not read. */
  #isOver = false;
  /** Whether a list of records has ended, and others are looked for in the rest of the object around it. */
  #isRest = false;
  /** Whether the value is a number or a word, which ends before the next white space, comma, or bracket. */
  #bare = false;
  /** Whether the key has been read that the value follows. */
  #afterKey = false;
  /** Whether an object follows the key. */
  #isObject = false;
  /** The bracket or the brace that ends the value. */
  #closing = CLOSE_OBJECT;
  #inText = false;
  #escaped = false;
  #begun: number | null = null;
  /** Looks for records within the first value, if it is an object. */
  #probe: ContainerProbe | null = null;
  /** How values begin, to find the next one after a value that never ends. */
  readonly #recordStart = new RecordStart();
  /** The line feed at the end of the last chunk and what follows it, if only the next chunk can say what begins there. */
  #rest: Buffer | null = null;

  constructor(options: JsonSplitOptions = {}) {
    this.#piece = new PieceBuilder(options);
    this.#line = options.from?.line ?? 1;
    this.#isRecord = options.isRecord;
    this.#isOne = options.isOne === true;
    if (this.#isOne) this.#base = 0;
    else this.#recordStart.beginLine();
  }

  push(chunk: Buffer): Piece[] {
    const rest = this.#rest;
    this.#rest = null;
    return this.#split(rest === null ? chunk : Buffer.concat([rest, chunk]), false);
  }

  #split(bytes: Buffer, isLast: boolean): Piece[] {
    let chunk = bytes;
    const pieces: Piece[] = [];
    // Where the bytes of the current value, or those between two values, begin in this chunk.
    let start = 0;
    for (let at = 0; at < chunk.length && !this.#isOver;) {
      if (this.#inText) {
        const { at: end, ended, escaped } = skipText(chunk, at, this.#escaped);
        this.#probe?.addText(chunk.subarray(at, end), ended);
        if (this.#recordStart.isLearning) this.#recordStart.addText(chunk.subarray(at, end), ended);
        at = end;
        this.#escaped = escaped;
        if (ended) this.#inText = false;
        if (ended && this.#endsAfterText()) start = this.#take(pieces, chunk, start, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) {
        if (this.#isWithin()) {
          const begins = this.#recordStart.isAt(chunk, at + 1);
          if (begins === null && !isLast) {
            this.#rest = chunk.subarray(at);
            chunk = chunk.subarray(0, at);
            break;
          }
          if (begins === true) {
            start = this.#giveUp(pieces, chunk, start, at);
            continue;
          }
        }
        this.#line += 1;
      }
      if (this.#recordStart.isLearning) this.#recordStart.add(byte);
      if (this.#begun === null) {
        if (byte === LINE_FEED && !this.#isOne) this.#recordStart.beginLine();
        if (!this.#begins(byte)) {
          at += 1;
          continue;
        }
        this.#piece.skip(chunk.subarray(start, at));
        start = at;
      } else if (
        this.#bare &&
        (byte <= 32 || byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT)
      ) {
        // The byte itself is between two values; it is read again.
        if (byte === LINE_FEED) this.#line -= 1;
        start = this.#take(pieces, chunk, start, at);
        continue;
      }
      at += 1;
      if (this.#bare) continue;
      start = this.#read(byte, pieces, chunk, start, at);
    }
    if (this.#begun === null || this.#isRest) this.#piece.skip(chunk.subarray(start));
    else this.#piece.hold(chunk.subarray(start));
    this.#probe?.hold(chunk);
    return pieces;
  }

  end(): Piece[] {
    const pieces = this.#rest === null ? [] : this.#split(this.#rest, true);
    return [...pieces, ...this.#endValue()];
  }

  #endValue(): Piece[] {
    if (this.#begun === null || this.#isRest) return [];
    const isWhole = this.#bare || (this.#isOne && this.#hasKeys && !this.#inText && this.#depth === 0);
    const piece = this.#piece.take(this.#begun);
    this.#begun = null;
    const { line, bytes } = piece;
    if (isWhole) return [piece];
    const problem = t(
      'The value that begins here never ends, and takes the rest of the file ({0} bytes).',
      wholeNumber(bytes.length),
    );
    return [{ line, bytes, problem, reason: 'json' }];
  }

  /** Whether the current byte is within a list or an object that is, or is in, a value. */
  #isWithin(): boolean {
    return this.#begun !== null && !this.#bare && this.#base !== null && this.#depth > this.#base;
  }

  /** Ends a value that is not closed before the line feed at `end`, after which the next value begins. */
  #giveUp(pieces: Piece[], chunk: Buffer, start: number, end: number): number {
    this.#piece.hold(chunk.subarray(start, end));
    const { line, bytes } = this.#piece.take(this.#begun ?? this.#line);
    const problem = t(
      'The value that begins here is not closed before the next one, in line {0}.',
      this.#line + 1,
    );
    pieces.push({ line, bytes, problem, reason: 'json' });
    this.#begun = null;
    this.#probe = null;
    this.#depth = this.#base ?? 0;
    return end;
  }

  /** Whether a value begins with this byte; the previous byte belongs to no value. */
  #begins(byte: number): boolean {
    if (byte <= 32) return false;
    if (this.#base === null) {
      this.#base = byte === OPEN_LIST ? 1 : 0;
      if (byte === OPEN_LIST) this.#depth = 1;
      if (byte === OPEN_LIST) return false;
      if (byte === OPEN_OBJECT && this.#isRecord !== undefined)
        this.#probe = new ContainerProbe(this.#isRecord);
    }
    if (byte === COMMA) return false;
    if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      // Only records within an object are followed by something else than records.
      if (this.#hasKeys) this.#isOver = true;
      else if (this.#base > 1) this.#beginRest(this.#base - 1);
      return false;
    }
    this.#begun = this.#line;
    this.#afterKey = false;
    this.#isObject = false;
    // A string that is no key ends with the input.
    if (this.#isOne && byte === QUOTE) this.#hasKeys = true;
    this.#bare = byte !== OPEN_OBJECT && byte !== OPEN_LIST && byte !== QUOTE;
    return true;
  }

  /** Begins to look for further lists of records, as for those of one value, within brackets that are still open. */
  #beginRest(depth: number): void {
    if (this.#isRecord === undefined) return;
    this.#isRest = true;
    this.#depth = depth;
    this.#base = 0;
    this.#begun = this.#line;
    this.#probe = new ContainerProbe(this.#isRecord, false);
    this.#recordStart.forget();
  }

  /** Reads a byte of a value, and returns where the next value may begin. */
  #read(byte: number, pieces: Piece[], chunk: Buffer, start: number, at: number): number {
    switch (byte) {
      case QUOTE:
        this.#inText = true;
        this.#probe?.beginText(
          this.#depth,
          this.#line,
          () => this.#piece.startWithin(chunk.subarray(start, at - 1)),
          at - 1,
        );
        return start;
      case COLON:
        if (this.#hasKeys && this.#depth === this.#base) this.#afterKey = true;
        return start;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (this.#depth === this.#base) {
          this.#isObject = byte === OPEN_OBJECT;
          this.#closing = byte === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_LIST;
        }
        this.#depth += 1;
        this.#probe?.open(
          byte === OPEN_LIST,
          this.#depth,
          this.#line,
          () => this.#piece.startWithin(chunk.subarray(start, at - 1)),
          at - 1,
        );
        return start;
      case CLOSE_OBJECT:
      case CLOSE_LIST: {
        this.#depth -= 1;
        const found = this.#probe?.close(this.#depth, chunk, at) ?? null;
        if (found !== null) {
          pieces.push(...found.pieces);
          this.#recordStart.forget();
          this.#piece = this.#piece.startWithin(chunk.subarray(start, at));
          this.#begun = null;
          this.#probe = null;
          this.#base = this.#depth;
          this.#hasKeys = found.hasKey;
          this.#isRest = false;
          return at;
        }
        if (this.#depth !== this.#base) return start;
        if (this.#isRest) {
          this.#isOver = true;
          return start;
        }
        return byte === this.#closing
          ? this.#take(pieces, chunk, start, at)
          : this.#takeDamaged(pieces, chunk, start, at);
      }
      default:
        // Within an entry, a number or a word after the key ends it like any other value.
        if (this.#afterKey && this.#depth === this.#base && byte > 32) this.#bare = true;
        return start;
    }
  }

  /** Whether the value is a string, which has just ended. */
  #endsAfterText(): boolean {
    return this.#depth === this.#base && this.#begun !== null && (!this.#hasKeys || this.#afterKey);
  }

  /** Adds the problem of a value that ends before `end` as no value does, and returns where the next one may begin. */
  #takeDamaged(pieces: Piece[], chunk: Buffer, start: number, end: number): number {
    this.#piece.hold(chunk.subarray(start, end));
    const { line, bytes } = this.#piece.take(this.#begun ?? this.#line);
    const problem = t(
      'The value that begins here is not closed where it should be, and takes {0} bytes.',
      wholeNumber(bytes.length),
    );
    pieces.push({ line, bytes, problem, reason: 'json' });
    this.#begun = null;
    this.#probe = null;
    return end;
  }

  /** Adds the value that ends before `end`, and returns where the next one may begin. */
  #take(pieces: Piece[], chunk: Buffer, start: number, end: number): number {
    this.#piece.hold(chunk.subarray(start, end));
    const piece = this.#piece.take(this.#begun ?? this.#line);
    // What stands beside records under other keys, such as their number, is no record.
    if (!this.#hasKeys || this.#isObject || this.#isOne) pieces.push(piece);
    this.#begun = null;
    this.#bare = false;
    this.#probe = null;
    return end;
  }
}
