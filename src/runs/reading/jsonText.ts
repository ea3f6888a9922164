import type { Buffer } from 'node:buffer';

const LINE_FEED = 10;
const QUOTE = 34;
const BACKSLASH = 92;

/** Where the reading of a JSON string stopped. */
export interface TextEnd {
  /** The index after the last byte that was read. */
  readonly at: number;
  /** Whether the string has ended. */
  readonly ended: boolean;
  /** Whether the next byte is escaped, if the string goes on in the next chunk. */
  readonly escaped: boolean;
}

/**
 * Finds the end of a JSON string, from a byte within it. A line feed ends it too: in JSON none may stand in a string, so
 * that a missing quote does not swallow what follows.
 * @param escaped whether a backslash stands before the first byte
 */
export function skipText(chunk: Buffer, from: number, escaped: boolean): TextEnd {
  let at = escaped ? from + 1 : from;
  if (escaped && chunk[from] === LINE_FEED) return { at: from, ended: true, escaped: false };
  let lineFeed = -2;
  for (;;) {
    const quote = chunk.indexOf(QUOTE, at);
    const end = quote === -1 ? chunk.length : quote;
    if (lineFeed !== -1 && lineFeed < at) lineFeed = chunk.subarray(0, end).indexOf(LINE_FEED, at);
    // The line feed itself is read outside of the string, where lines are counted.
    if (lineFeed !== -1 && lineFeed < end) return { at: lineFeed, ended: true, escaped: false };
    let backslashes = 0;
    while (end - backslashes > at && chunk[end - backslashes - 1] === BACKSLASH) backslashes += 1;
    const isEscaped = backslashes % 2 === 1;
    if (quote === -1) return { at: chunk.length, ended: false, escaped: isEscaped };
    at = quote + 1;
    if (!isEscaped) return { at, ended: true, escaped: false };
  }
}
