import { Buffer } from 'node:buffer';
import { Decompress } from 'fzstd';

/**
 * Unpacks all frames of zstd as their bytes arrive. Node's own zstd stops after the first frame, and Node 20 has none.
 * @throws the error of the library for bytes that are damaged or cut off
 */
export async function* zstdChunks(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let ready: Buffer[] = [];
  const unpacked = new Decompress((data) => {
    // The library reuses its memory.
    if (data.length > 0) ready.push(Buffer.from(data));
  });
  const take = (): readonly Buffer[] => {
    const taken = ready;
    ready = [];
    return taken;
  };
  for await (const chunk of bytes) {
    let fault: unknown = null;
    try {
      unpacked.push(chunk);
    } catch (error) {
      fault = error;
    }
    yield* take();
    if (fault !== null) throw fault instanceof Error ? fault : new Error('The frame is damaged.');
  }
  unpacked.push(new Uint8Array(0), true);
  yield* take();
}

/**
 * The text of an entry that is packed with zstd, in any number of frames.
 * @param longest the most bytes that it may have
 * @returns null if it has more
 * @throws the error of the library for bytes that are damaged
 */
export function unzstd(packed: Buffer, longest: number): Buffer | null {
  const chunks: Buffer[] = [];
  let length = 0;
  const unpacked = new Decompress((data) => {
    length += data.length;
    if (length > longest) throw new TooLong();
    chunks.push(Buffer.from(data));
  });
  try {
    unpacked.push(packed, true);
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
  return Buffer.concat(chunks);
}

/** Ends the unpacking of a text that is too long. */
class TooLong extends Error {}
