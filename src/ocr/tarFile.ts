const BLOCK = 512;

/** Where the fields of a header are: offset and length in bytes (POSIX ustar). */
const NAME = { at: 0, length: 100 };
const SIZE = { at: 124, length: 12 };

/**
 * A file of a tar archive; null if the archive lacks it. Longer names than 100 bytes, which have headers of their own,
 * are not found.
 * @param name with its path in the archive
 */
export function findInTar(archive: Uint8Array, name: string): Uint8Array | null {
  let at = 0;
  while (at + BLOCK <= archive.length) {
    const size = Number.parseInt(textAt(archive, at, SIZE), 8);
    // Two empty blocks end an archive.
    if (!(size >= 0)) return null;
    const start = at + BLOCK;
    if (textAt(archive, at, NAME) === name) {
      return start + size <= archive.length ? archive.subarray(start, start + size) : null;
    }
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return null;
}

function textAt(archive: Uint8Array, block: number, { at, length }: { at: number; length: number }): string {
  const field = archive.subarray(block + at, block + at + length);
  const end = field.indexOf(0);
  return Buffer.from(end === -1 ? field : field.subarray(0, end)).toString('latin1');
}
