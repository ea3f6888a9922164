import type { Size } from '../../core/geometry/size.ts';

/** Pixels in memory, row by row without gaps: red, green, blue, and with four channels a byte that is ignored. */
export interface Raster extends Size {
  readonly channels: 3 | 4;
  readonly data: Uint8Array | Uint8ClampedArray;
}

/** The same pixels with three bytes each. */
export function withoutPadding(source: Raster): Raster {
  if (source.channels === 3) return source;
  const { width, height, data } = source;
  const target = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < target.length; from += 4, to += 3) {
    target[to] = data[from] ?? 0;
    target[to + 1] = data[from + 1] ?? 0;
    target[to + 2] = data[from + 2] ?? 0;
  }
  return { width, height, channels: 3, data: target };
}
