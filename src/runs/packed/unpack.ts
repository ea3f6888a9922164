import type { Buffer } from 'node:buffer';
import { finished, pipeline, Readable, type Transform } from 'node:stream';
import zlib from 'node:zlib';
import { defer, type Deferred } from '../../core/deferred.ts';
import { gunzipChunks } from './gunzip.ts';
import { ZstdFrames } from './zstdFrames.ts';

/** How the bytes of a file are packed as a whole. */
export type Packing = 'gzip' | 'zstd';

/** The most bytes that are unpacked at a time. */
const CHUNK = 256 * 1024;

/** Chunks that are unpacked before the first one of them is read. */
const AHEAD = 4;

/** How bytes are packed, judging by the first four; null if they are not. */
export function packingOf(head: Uint8Array): Packing | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const isZstd = head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
  return isZstd ? 'zstd' : null;
}

/**
 * Unpacks bytes as they arrive: all members of gzip, and all frames of zstd. What was unpacked before a fault is
 * yielded before the error.
 * @param again reads the same bytes once more, so that nothing before a fault of gzip is lost; null if they are read once
 * @throws the error of the library for bytes that are damaged or cut off
 */
export function unpack(
  packing: Packing,
  bytes: AsyncIterable<Buffer>,
  again: (() => AsyncIterable<Buffer>) | null,
): AsyncGenerator<Buffer> {
  return packing === 'gzip' ? gunzipChunks(bytes, again) : unpackZstd(bytes);
}

async function* unpackZstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  // Node 20 has no zstd.
  if ('createZstdDecompress' in zlib) {
    yield* unpackWith(zlib.createZstdDecompress({ chunkSize: CHUNK }), frameParts(bytes));
    return;
  }
  const { zstdChunks } = await import('./zstd.ts');
  yield* zstdChunks(bytes);
}

async function* frameParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const frames = new ZstdFrames();
  for await (const chunk of bytes) yield* frames.push(chunk);
}

/** What a stream unpacks, some chunks ahead. Reading the stream itself would lose what it holds when it fails. */
async function* unpackWith(unpacking: Transform, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const ready: Buffer[] = [];
  let more: Deferred<null> = defer<null>();
  let end: { readonly fault: Error | null } | null = null;
  unpacking.on('data', (chunk: Buffer) => {
    if (ready.push(chunk) >= AHEAD) unpacking.pause();
    more.resolve(null);
  });
  // Some faults are said twice, and the second time nothing else listens.
  unpacking.on('error', () => undefined);
  // A pipeline is done when all was written, which may be before the end is found to be missing.
  finished(unpacking, (fault) => {
    end = { fault: fault ?? null };
    more.resolve(null);
  });
  pipeline(Readable.from(bytes), unpacking, () => undefined);
  const ended = (): { readonly fault: Error | null } | null => end;
  try {
    for (;;) {
      const chunk = ready.shift();
      if (chunk !== undefined) {
        yield chunk;
        continue;
      }
      const over = ended();
      if (over?.fault != null) throw over.fault;
      if (over !== null) return;
      more = defer<null>();
      unpacking.resume();
      await more.promise;
    }
  } finally {
    unpacking.destroy();
  }
}
