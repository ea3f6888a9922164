import type { Size } from '../core/geometry/size.ts';
import type { Raster } from '../documents/images/raster.ts';

/** A grayscale image with one byte for each pixel, row by row; 0 is black. */
export interface GrayImage extends Size {
  readonly data: Uint8Array;
}

/** The brightness of a raster's pixels, with ITU-R BT.601's weights for red, green, and blue. */
export function toGrayImage({ width, height, channels, data: pixels }: Raster): GrayImage {
  const data = new Uint8Array(width * height);
  for (let from = 0, to = 0; to < data.length; from += channels, to += 1) {
    data[to] = (77 * (pixels[from] ?? 0) + 150 * (pixels[from + 1] ?? 0) + 29 * (pixels[from + 2] ?? 0)) >> 8;
  }
  return { width, height, data };
}

/** The image as a file in Netpbm's graymap format: a line of text, then one byte for each pixel. */
export function toPgm({ width, height, data }: GrayImage): Uint8Array {
  const header = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const pgm = new Uint8Array(header.length + data.length);
  pgm.set(header);
  pgm.set(data, header.length);
  return pgm;
}

/** The brightness that best separates ink from paper, by Otsu's method (the largest variance between the two). */
export function inkThreshold({ data }: GrayImage): number {
  const counts = new Float64Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const sum = counts.reduce((total, count, value) => total + count * value, 0);
  let below = 0;
  let sumBelow = 0;
  let best = 127;
  let greatest = -1;
  for (let value = 0; value < 255; value += 1) {
    below += counts[value] ?? 0;
    sumBelow += (counts[value] ?? 0) * value;
    const above = data.length - below;
    if (below === 0 || above === 0) continue;
    const apart = sumBelow / below - (sum - sumBelow) / above;
    const variance = below * above * apart * apart;
    if (variance > greatest) {
      greatest = variance;
      best = value;
    }
  }
  return best;
}
