import type { AsyncBuffer } from 'hyparquet';

/** Bytes of slices that are kept. The column chunks of a row group of usual size fit. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * A Parquet file whose slices that were read last are kept: the library reads the same column chunk again for each portion
 * of its rows.
 */
export function keptSlices(file: AsyncBuffer, most = MOST_BYTES): AsyncBuffer {
  /** Those that were used last at the end. */
  const kept = new Map<string, ArrayBuffer>();
  let size = 0;
  return {
    byteLength: file.byteLength,
    slice: async (start, end = file.byteLength) => {
      const key = `${start}-${end}`;
      const known = kept.get(key);
      if (known !== undefined) {
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const slice = await file.slice(start, end);
      if (kept.has(key)) return slice;
      kept.set(key, slice);
      size += slice.byteLength;
      for (const [oldest, { byteLength }] of kept) {
        if (size <= most || kept.size === 1) break;
        kept.delete(oldest);
        size -= byteLength;
      }
      return slice;
    },
  };
}
