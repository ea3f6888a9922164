import type { Buffer } from 'node:buffer';
import { finished } from 'node:stream/promises';
import zlib, { type Gunzip } from 'node:zlib';

/** The most bytes that are unpacked at a time. */
const CHUNK = 256 * 1024;

/** Packed bytes that are unpacked at a time. All that is unpacked of them is lost if one of them is damaged. */
const PIECE = 8 * 1024;

/** What zlib says of bytes behind a member that do not begin another one. */
const NO_MEMBER = /^incorrect header check$/;

/**
 * Unpacks all members of gzip. Bytes behind them that begin no member are ignored, as gzip does.
 * @param again reads the same bytes once more: what zlib unpacked of the piece with a fault is lost, so it is unpacked
 *   again byte by byte; null if they cannot be read twice
 * @throws the error of zlib for bytes that are damaged or cut off, after what was unpacked before them
 */
export async function* gunzipChunks(
  bytes: AsyncIterable<Buffer>,
  again: (() => AsyncIterable<Buffer>) | null,
): AsyncGenerator<Buffer> {
  const gunzip = zlib.createGunzip({ chunkSize: CHUNK });
  let unpacked = 0;
  try {
    for await (const chunk of unpackParts(gunzip, inPieces(bytes))) {
      unpacked += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (again === null || codeOf(error) !== 'Z_DATA_ERROR') throw error;
    yield* unpackAgain(toFault(again(), gunzip.bytesWritten), unpacked);
    if (!(error instanceof Error && NO_MEMBER.test(error.message))) throw error;
  }
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of bytes)
    for (let at = 0; at < chunk.length; at += PIECE) yield chunk.subarray(at, at + PIECE);
}

/** All that is unpacked of parts of bytes up to a fault, without as many bytes of it as are skipped. */
async function* unpackAgain(parts: AsyncIterable<Buffer>, skipped: number): AsyncGenerator<Buffer> {
  let skip = skipped;
  try {
    for await (const chunk of unpackParts(zlib.createGunzip({ chunkSize: CHUNK }), parts)) {
      if (chunk.length > skip) yield chunk.subarray(skip);
      skip = Math.max(skip - chunk.length, 0);
    }
  } catch (error) {
    // The fault is known, and after its bytes nothing follows.
    if (codeOf(error)?.startsWith('Z_') !== true) throw error;
  }
}

/**
 * What parts of bytes are unpacked to. A stream that is read would lose what it holds when it fails, so what it unpacks is
 * taken as soon as it is there.
 */
async function* unpackParts(gunzip: Gunzip, parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const seen: { ready: Buffer[]; fault: Error | null } = { ready: [], fault: null };
  gunzip.on('data', (chunk: Buffer) => seen.ready.push(chunk));
  gunzip.on('error', (error) => {
    seen.fault ??= error;
  });
  const take = (): readonly Buffer[] => {
    const { ready } = seen;
    seen.ready = [];
    return ready;
  };
  const hasFailed = (): boolean => seen.fault !== null;
  try {
    for await (const part of parts) {
      // It is unpacked while what is ready is read.
      const written = write(gunzip, part);
      yield* take();
      await written;
      // Zeros behind the last member end the stream.
      if (hasFailed() || gunzip.readableEnded) break;
    }
    if (!hasFailed() && !gunzip.readableEnded) {
      gunzip.end();
      await finished(gunzip).catch(() => undefined);
    }
    yield* take();
    if (seen.fault !== null) throw seen.fault;
  } finally {
    gunzip.destroy();
  }
}

/** Bytes in the parts that they come in before an offset, and one by one in the piece that begins there. */
async function* toFault(bytes: AsyncIterable<Buffer>, faulty: number): AsyncGenerator<Buffer> {
  let start = 0;
  for await (const chunk of bytes) {
    const single = Math.max(faulty - start, 0);
    if (single > 0) yield chunk.subarray(0, single);
    for (let at = single; at < chunk.length; at++) {
      // A file that was changed meanwhile may have no fault there.
      if (start + at >= faulty + PIECE) return;
      yield chunk.subarray(at, at + 1);
    }
    start += chunk.length;
  }
}

/** Unpacks a part; what it is unpacked to, or that it is damaged, was received by then. */
function write(gunzip: Gunzip, part: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      gunzip.off('error', done);
      resolve();
    };
    gunzip.once('error', done);
    gunzip.write(part, done);
  });
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
