import { Buffer } from 'node:buffer';
import fs from 'node:fs';
import { addAbortSignal, Readable } from 'node:stream';
import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { chunksToUtf8, encodingOf, toUtf8, type Encoding } from './encoding.ts';
import { packingOf, unpack, type Packing } from '../packed/unpack.ts';
import type { ByteRange } from './pieces.ts';
import { openReadable } from './readable.ts';

/** The most bytes that are read to recognize an input. */
const HEAD = 16 * 1024;

const NEWLINE = 0x0a;

/** An empty standard input, for readers that only open files. */
export const NO_INPUT: AsyncIterable<Buffer> = {
  [Symbol.asyncIterator]: () => ({ next: () => Promise.resolve({ done: true, value: undefined }) }),
};

/** An open input: its encoding and beginning, and all of its text as UTF-8, without a byte order mark. */
export interface OpenInput {
  readonly encoding: Encoding;
  readonly head: string;
  readonly bytes: AsyncIterable<Buffer>;
  /** How the file is packed; places in what was unpacked are none in the file. Null if it is not. */
  readonly packing: Packing | null;
  /** Closes the source, also before its end. */
  close(): Promise<void>;
}

/**
 * Opens a file, or standard input for `-`. What is packed with gzip or zstd is unpacked; UTF-16 with a byte order mark,
 * as PowerShell writes it, is converted to UTF-8.
 * @param signal ends reading, also while it waits for a pipe
 * @param onRead told how many bytes of a file were read, as they are there
 * @param bytesOf reads the bytes of a file in another way
 * @throws PageTraceError `file-not-found`, `file-unreadable` or `cancelled`; reading the bytes throws the last two too
 */
export async function openInput(
  name: string,
  stdin: AsyncIterable<Buffer>,
  signal?: AbortSignal,
  onRead: (bytes: number) => void = () => undefined,
  bytesOf: (name: string, signal: AbortSignal | undefined) => AsyncIterable<Buffer> = fileBytes,
): Promise<OpenInput> {
  if (name === '-' && signal !== undefined && stdin instanceof Readable) addAbortSignal(signal, stdin);
  const read = name === '-' ? stdin : counted(bytesOf(name, signal), onRead);
  const source = new ByteSource(read[Symbol.asyncIterator](), (error) => unreadableError(name, error));
  const packing = packingOf(await source.peek(4));
  if (packing === null) return openText(source, null);
  const again = name !== '-' && (await isRegularFile(name)) ? () => fileBytes(name, signal) : null;
  const lines = new LineCount();
  const unpacked = lines.counted(unpack(packing, source.rest(), again));
  return openText(new ByteSource(unpacked, (error) => damagedError(name, error, lines.count)), packing);
}

async function isRegularFile(name: string): Promise<boolean> {
  const stats = await fs.promises.stat(name).catch(() => null);
  return stats?.isFile() === true;
}

/** Counts the lines of a text that end. */
class LineCount {
  count = 0;

  async *counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, at + 1)) this.count++;
      yield chunk;
    }
  }
}

async function* counted(
  bytes: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    onRead(chunk.length);
    yield chunk;
  }
}

async function openText(source: ByteSource, packing: Packing | null): Promise<OpenInput> {
  const head = await readHead(source);
  const encoding = encodingOf(head);
  const text = head.subarray(encoding.mark);
  return {
    encoding,
    head: toUtf8(text, encoding).toString('utf8', 0, HEAD),
    bytes: chunksToUtf8(source.rest(encoding.mark), encoding),
    packing,
    close: () => source.close(),
  };
}

/** Bytes that can be looked at before they are read. */
class ByteSource {
  readonly #source: AsyncIterator<Buffer>;
  readonly #errorOf: (error: unknown) => PageTraceError;
  #seen: Buffer = Buffer.alloc(0);
  #isOver = false;

  /** @param errorOf the error for a person if reading fails */
  constructor(source: AsyncIterator<Buffer>, errorOf: (error: unknown) => PageTraceError) {
    this.#source = source;
    this.#errorOf = errorOf;
  }

  /** The first bytes, at least `count` if there are so many. */
  async peek(count: number): Promise<Buffer> {
    while (this.#seen.length < count) {
      const chunk = await this.#next();
      if (chunk === null) break;
      this.#seen = Buffer.concat([this.#seen, chunk]);
    }
    return this.#seen;
  }

  /** Whether there are no bytes but those that were looked at. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** All bytes from an offset in the first ones. The source is closed if the consumer stops early. */
  async *rest(from = 0): AsyncGenerator<Buffer> {
    try {
      yield this.#seen.subarray(from);
      for (let chunk = await this.#next(); chunk !== null; chunk = await this.#next()) yield chunk;
    } finally {
      await this.close();
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #next(): Promise<Buffer | null> {
    try {
      const result = await this.#source.next();
      this.#isOver = result.done === true;
      return result.done === true ? null : result.value;
    } catch (error) {
      throw this.#errorOf(error);
    }
  }
}

/**
 * Reads a range of bytes of a file, fewer if the file is shorter.
 * @throws PageTraceError `file-not-found` or `file-unreadable`.
 */
export async function readRange(file: string, { start, length }: ByteRange): Promise<Buffer> {
  try {
    const handle = await fs.promises.open(file);
    try {
      const buffer = Buffer.alloc(length);
      let read = 0;
      while (read < length) {
        const { bytesRead } = await handle.read(buffer, read, length - read, start + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return buffer.subarray(0, read);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw unreadableError(file, error);
  }
}

/**
 * The bytes of a file, a pipe or a device; without a signal, only those of a regular file.
 * @throws PageTraceError `file-not-found`, `file-unreadable` or `cancelled`
 */
export async function* fileBytes(name: string, signal: AbortSignal | undefined): AsyncGenerator<Buffer> {
  try {
    const stream = await openReadable(name, signal);
    try {
      for await (const chunk of stream) yield chunk as Buffer;
    } finally {
      stream.destroy();
    }
  } catch (error) {
    throw unreadableError(name, error);
  }
}

async function readHead(source: ByteSource): Promise<Buffer> {
  let head = await source.peek(1);
  while (head.length < HEAD && !source.isOver && !hasLine(head)) head = await source.peek(head.length + 1);
  return head;
}

/** Whether the head has a first line. A slow writer may send nothing more for a while, so reading stops there. */
function hasLine(head: Buffer): boolean {
  const encoding = encodingOf(head);
  const text = toUtf8(head.subarray(encoding.mark), encoding).toString('latin1');
  return head.length > 3 && text.trimStart().includes('\n');
}

/** A file in a sentence; `-` is the standard input. */
export function nameFile(file: string): string {
  return file === '-' ? t('Standard input') : file;
}

/** @param lines how many lines were unpacked as a whole */
function damagedError(name: string, error: unknown, lines: number): PageTraceError {
  if (error instanceof PageTraceError) return error;
  return new PageTraceError(
    'file-unreadable',
    lines === 0
      ? t('{0} is packed, and is damaged or cut off: no line of it could be unpacked.', nameFile(name))
      : t(
          '{0} is packed, and is damaged or cut off: nothing after line {1} could be unpacked.',
          nameFile(name),
          lines,
        ),
    {
      hint: t('Copy it again, or write it again.'),
      said: error instanceof Error ? error.message : String(error),
      cause: error,
    },
  );
}

/** The error for reading that was canceled. */
export function readingCanceled(name: string, cause: unknown): PageTraceError {
  return new PageTraceError('cancelled', t('Reading {0} was canceled.', nameFile(name)), { cause });
}

function unreadableError(name: string, error: unknown): PageTraceError {
  if (error instanceof PageTraceError) return error;
  if (error instanceof Error && error.name === 'AbortError') return readingCanceled(name, error);
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const what = nameFile(name);
  if (code === 'ENOENT') {
    return new PageTraceError('file-not-found', t('{0} was not found.', what), {
      hint: t('Check the path.'),
      cause: error,
    });
  }
  if (code === 'EISDIR') {
    return new PageTraceError('file-unreadable', t('{0} is a folder without files of records.', what), {
      hint: t('Name its files if they are records.'),
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new PageTraceError(
      'file-unreadable',
      t('{0} could not be read, because you do not have permission.', what),
      {
        hint: t('Change its permissions, or those of its folder.'),
        cause: error,
      },
    );
  }
  return new PageTraceError('file-unreadable', t('{0} could not be read.', what), {
    hint: t('Check that it is a file and that you may read it.'),
    said: error instanceof Error ? error.message : String(error),
    cause: error,
  });
}
