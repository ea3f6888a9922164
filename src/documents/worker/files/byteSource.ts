import fs from 'node:fs';
import { notRegular, READ } from '../../regularFile.ts';

/** Bytes with random access. Reads are synchronous, because PDFium makes them within its own calls. */
export interface ByteSource {
  readonly size: number;
  /** Fills `target` from `position`; returns how many bytes were read. */
  read(target: Uint8Array, position: number): number;
  close(): void;
}

/** A file that is kept open: if another one is renamed over it later, reads still return the bytes of the first. */
export function fileSource(path: string): ByteSource {
  if (!fs.statSync(path).isFile()) throw notRegular(path);
  const file = fs.openSync(path, READ);
  const opened = fs.fstatSync(file);
  if (!opened.isFile()) {
    fs.closeSync(file);
    throw notRegular(path);
  }
  const { size } = opened;
  return {
    size,
    read(target, position) {
      let done = 0;
      while (done < target.length) {
        const count = fs.readSync(file, target, done, target.length - done, position + done);
        if (count === 0) break;
        done += count;
      }
      return done;
    },
    close: () => {
      fs.closeSync(file);
    },
  };
}

/** Bytes in memory that both threads share. */
export function sharedSource(shared: SharedArrayBuffer): ByteSource {
  const bytes = new Uint8Array(shared);
  return {
    size: bytes.length,
    read(target, position) {
      const part = bytes.subarray(position, position + target.length);
      target.set(part);
      return part.length;
    },
    close: () => undefined,
  };
}

/** All bytes of a source at once, in memory of their own. */
export function readWhole(source: ByteSource): Uint8Array {
  const bytes = new Uint8Array(source.size);
  return bytes.subarray(0, source.read(bytes, 0));
}

const BLOCK = 64 * 1024;
const BLOCKS_KEPT = 32;

/**
 * The same source with a cache of its last blocks. PDFium's parser reads some 512 bytes at a time, many of them
 * repeatedly: without the cache, each read would be a system call.
 */
export function withBlockCache(source: ByteSource): ByteSource {
  const blocks = new Map<number, Uint8Array>();
  const blockAt = (index: number): Uint8Array => {
    const known = blocks.get(index);
    if (known) {
      blocks.delete(index);
      blocks.set(index, known);
      return known;
    }
    const bytes = new Uint8Array(Math.min(BLOCK, source.size - index * BLOCK));
    const block = bytes.subarray(0, source.read(bytes, index * BLOCK));
    blocks.set(index, block);
    const oldest = blocks.keys().next();
    if (blocks.size > BLOCKS_KEPT && !oldest.done) blocks.delete(oldest.value);
    return block;
  };
  return {
    size: source.size,
    read(target, position) {
      if (target.length >= BLOCK) return source.read(target, position);
      let done = 0;
      while (done < target.length && position + done < source.size) {
        const index = Math.floor((position + done) / BLOCK);
        const part = blockAt(index)
          .subarray(position + done - index * BLOCK)
          .subarray(0, target.length - done);
        if (part.length === 0) break;
        target.set(part, done);
        done += part.length;
      }
      return done;
    },
    close: () => {
      blocks.clear();
      source.close();
    },
  };
}
