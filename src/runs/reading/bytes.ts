import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { PageTraceError } from '../../core/errors.ts';

/** Bytes that are read at once: more makes it no faster, and takes memory. */
const CHUNK = 128 * 1024;

/** Bytes that are looked at, at most, to tell what an input is. */
const HEAD = 16 * 1024;

/** An input that is open: how it begins, and all of its bytes, without a byte order mark and in UTF-8. */
export interface OpenInput {
  readonly head: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/**
 * Opens a file, or standard input for `-`. UTF-16 with a byte order mark, as PowerShell writes it, is made UTF-8.
 * @throws PageTraceError `file-not-found` or `file-unreadable`; the bytes throw `file-unreadable` too.
 */
export async function openInput(name: string, stdin: AsyncIterable<Buffer>): Promise<OpenInput> {
  const read = name === '-' ? stdin : fileBytes(name);
  const iterator = read[Symbol.asyncIterator]();
  const next = async (): Promise<Buffer | null> => {
    try {
      const result = await iterator.next();
      return result.done === true ? null : result.value;
    } catch (error) {
      throw unreadable(name, error);
    }
  };
  const head = await headOf(next);
  const encoding = utf16Of(head);
  const all = allBytes(head.subarray(encoding === null ? markLength(head) : 2), next, iterator);
  return encoding === null
    ? { head: headText(head), bytes: all }
    : {
        head: headText(Buffer.from(new TextDecoder(encoding).decode(head))),
        bytes: asUtf8(all, encoding),
      };
}

async function* fileBytes(name: string): AsyncGenerator<Buffer> {
  const stream = fs.createReadStream(name, { highWaterMark: CHUNK });
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } finally {
    stream.destroy();
  }
}

async function headOf(next: () => Promise<Buffer | null>): Promise<Buffer> {
  let head = Buffer.alloc(0);
  while (head.length < HEAD && !hasLine(head)) {
    const chunk = await next();
    if (chunk === null) break;
    head = Buffer.concat([head, chunk]);
  }
  return head;
}

/** What was looked at, and what follows; the source is left as soon as nobody wants more. */
async function* allBytes(
  head: Buffer,
  next: () => Promise<Buffer | null>,
  source: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    yield head;
    for (let chunk = await next(); chunk !== null; chunk = await next()) yield chunk;
  } finally {
    await source.return?.();
  }
}

/** Whether a first line has come: more must not be waited for where it is written slowly. */
function hasLine(head: Buffer): boolean {
  return head.length > 3 && /\S[^\n]*\n/.test(head.toString('latin1'));
}

function unreadable(name: string, error: unknown): PageTraceError {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const what = name === '-' ? 'Standard input' : name;
  if (code === 'ENOENT') {
    return new PageTraceError('file-not-found', `${what} was not found.`, {
      hint: 'Check the path.',
      cause: error,
    });
  }
  if (code === 'EISDIR') {
    return new PageTraceError('file-unreadable', `${what} is a folder.`, {
      hint: 'Name the files in it, like folder/*.',
      cause: error,
    });
  }
  return new PageTraceError('file-unreadable', `${what} could not be read.`, {
    hint: 'Check that it is a file and that you may read it.',
    said: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}

function utf16Of(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : null;
}

function markLength(head: Buffer): number {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
}

async function* asUtf8(
  bytes: AsyncIterable<Buffer>,
  encoding: 'utf-16le' | 'utf-16be',
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

function headText(head: Buffer): string {
  return head.subarray(markLength(head), HEAD).toString('utf8');
}
