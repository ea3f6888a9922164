import { Buffer } from 'node:buffer';

/** How the text of a file is encoded. UTF-16 is recognized by its byte order mark. */
export type EncodingName = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding of a file, and its byte order mark. */
export interface Encoding {
  readonly name: EncodingName;
  /** Length of the byte order mark in bytes; 0 without one. */
  readonly mark: number;
}

/** UTF-8 without a byte order mark. */
export const PLAIN_UTF8: Encoding = { name: 'utf-8', mark: 0 };

/** The encoding of a file that begins with these bytes. */
export function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return { name: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { name: 'utf-16be', mark: 2 };
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? { name: 'utf-8', mark: 3 } : PLAIN_UTF8;
}

/** Converts bytes of a file to UTF-8. They begin after its byte order mark, or between two characters. */
export function toUtf8(bytes: Buffer, { name }: Encoding): Buffer {
  return name === 'utf-8' ? bytes : Buffer.from(decoderOf(name).decode(bytes));
}

/** Converts chunks of a file to UTF-8; a chunk may end within a character. */
export async function* chunksToUtf8(
  chunks: AsyncIterable<Buffer>,
  { name }: Encoding,
): AsyncGenerator<Buffer> {
  if (name === 'utf-8') {
    yield* chunks;
    return;
  }
  const decoder = decoderOf(name);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

function decoderOf(name: EncodingName): InstanceType<typeof TextDecoder> {
  return new TextDecoder(name, { ignoreBOM: true });
}

/** How many bytes of the file correspond to these bytes of UTF-8, which may begin and end within a character. */
export function fileLength(utf8: Uint8Array, { name }: Encoding): number {
  if (name === 'utf-8') return utf8.length;
  let units = 0;
  for (const byte of utf8) {
    // The first byte of each character is counted. A character of four bytes in UTF-8 is two units in UTF-16.
    if (byte >= 0xf0) units += 2;
    else if ((byte & 0xc0) !== 0x80) units += 1;
  }
  return units * 2;
}

/** How many bytes of the file that many ASCII characters take. */
export function asciiLength(characters: number, { name }: Encoding): number {
  return name === 'utf-8' ? characters : characters * 2;
}
