import { boxHeight, boxWidth, type ImageBox } from '../../core/geometry/box.ts';
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

/** A part of an image in whole pixels, as a copy. */
export function cutRaster({ width, channels, data }: Raster, part: ImageBox): Raster {
  const size = { width: boxWidth(part), height: boxHeight(part) };
  const row = size.width * channels;
  const target = new Uint8Array(row * size.height);
  for (let y = 0; y < size.height; y++) {
    const from = ((part.top + y) * width + part.left) * channels;
    target.set(data.subarray(from, from + row), y * row);
  }
  return { ...size, channels, data: target };
}
