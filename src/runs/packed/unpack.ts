import type { Buffer } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import zlib from 'node:zlib';

/** How the bytes of a file are packed as a whole. */
export type Packing = 'gzip' | 'zstd';

/** How bytes are packed, judging by the first four; null if they are not. */
export function packingOf(head: Uint8Array): Packing | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  const isZstd = head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd;
  return isZstd ? 'zstd' : null;
}

/**
 * Unpacks bytes as they arrive: all members of gzip, and all frames of zstd. What was unpacked before a fault is
 * yielded before the error.
 * @throws the error of the library for bytes that are damaged or cut off
 */
export function unpack(packing: Packing, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  return packing === 'gzip' ? gunzip(bytes) : unpackZstd(bytes);
}

async function* gunzip(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = zlib.createGunzip();
  // Its errors reach the stream that is read.
  pipeline(Readable.from(bytes), unpacked, () => undefined);
  for await (const chunk of unpacked) yield chunk as Buffer;
}

async function* unpackZstd(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { zstdChunks } = await import('./zstd.ts');
  yield* zstdChunks(bytes);
}
