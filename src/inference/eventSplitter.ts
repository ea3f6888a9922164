const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');
const DATA = Buffer.from('data');

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** A buffer that has grown beyond this is not kept for the next event. */
const KEPT = 65_536;

/** Bytes that are appended in time that grows with their number only. */
class Bytes {
  #buffer = Buffer.alloc(0);
  length = 0;

  append(bytes: Uint8Array): void {
    const length = this.length + bytes.length;
    if (length > this.#buffer.length) {
      const grown = Buffer.alloc(Math.max(1024, length, 2 * this.#buffer.length));
      grown.set(this.#buffer.subarray(0, this.length));
      this.#buffer = grown;
    }
    this.#buffer.set(bytes, this.length);
    this.length = length;
  }

  /** The bytes, until the next call of `append`. */
  get view(): Buffer {
    return this.#buffer.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
    if (this.#buffer.length > KEPT) this.#buffer = Buffer.alloc(0);
  }
}

/**
 * Splits a stream of server-sent events into the data of each event, by the rules of
 * https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream: lines end with \n, \r, or
 * \r\n; a byte order mark and comments are ignored; the lines of data of an event are joined by \n; an event that is
 * not ended by an empty line is dropped. Types, ids, and retry times of events are ignored. The time grows with the
 * length of the stream only, however it is cut into pieces.
 */
export class EventSplitter {
  readonly #most: number;
  readonly #exceeded: () => Error;
  /** The line that has not ended. */
  readonly #line = new Bytes();
  /** The data of the event that has not ended. */
  readonly #data = new Bytes();
  #hasData = false;
  #isFirstLine = true;
  #endedWithReturn = false;

  /** @param most the most bytes of an event, and of a line; `exceeded` is thrown for a longer one */
  constructor(most: number, exceeded: () => Error) {
    this.#most = most;
    this.#exceeded = exceeded;
  }

  /** Takes the next bytes of the stream and returns the data of the events that end in them, one after the other. */
  *take(bytes: Uint8Array): Generator<string, void, undefined> {
    const piece = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (piece.length === 0) return;
    let start = this.#endedWithReturn && piece[0] === LINE_FEED ? 1 : 0;
    this.#endedWithReturn = false;
    for (let at = start; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN) continue;
      const data = this.#endLine(piece, start, at);
      if (byte === CARRIAGE_RETURN) {
        if (at + 1 === piece.length) this.#endedWithReturn = true;
        else if (piece[at + 1] === LINE_FEED) at += 1;
      }
      start = at + 1;
      if (data !== null) yield data;
    }
    this.#checkSize(piece.length - start);
    if (start < piece.length) this.#line.append(piece.subarray(start));
  }

  #checkSize(more: number): void {
    if (this.#line.length + this.#data.length + more > this.#most) throw this.#exceeded();
  }

  /** Ends a line with the bytes of `piece` from `start` to `end`. Returns the data of the event that it ends, or null. */
  #endLine(piece: Buffer, start: number, end: number): string | null {
    if (start === end && this.#line.length === 0) return this.#endEvent();
    this.#checkSize(end - start);
    let line = piece.subarray(start, end);
    if (this.#line.length > 0) {
      this.#line.append(line);
      line = this.#line.view;
    }
    if (this.#isFirstLine && startsWith(line, BYTE_ORDER_MARK)) line = line.subarray(BYTE_ORDER_MARK.length);
    this.#isFirstLine = false;
    const data = line.length === 0 ? this.#endEvent() : null;
    if (startsWith(line, DATA)) this.#addData(line);
    this.#line.clear();
    return data;
  }

  /** Adds a line to the data of the event, if its field is `data` and not only begins so. */
  #addData(line: Buffer): void {
    if (line.length > DATA.length && line[DATA.length] !== COLON) return;
    const start = DATA.length + 1;
    if (this.#hasData) this.#data.append(Buffer.of(LINE_FEED));
    this.#data.append(line.subarray(line[start] === SPACE ? start + 1 : start));
    this.#hasData = true;
  }

  #endEvent(): string | null {
    this.#isFirstLine = false;
    if (!this.#hasData) return null;
    const data = this.#data.view.toString('utf8');
    this.#data.clear();
    this.#hasData = false;
    return data;
  }
}
