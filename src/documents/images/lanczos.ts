import type { Size } from '../../core/geometry/size.ts';
import { type Raster, withoutPadding } from './raster.ts';

/** Half the width of the filter, in source pixels when enlarging. */
const SUPPORT = 3;

/** Bits of the fixed-point weights: 32 minus 8 for the value and 2 for overshoot, as in Pillow. */
const PRECISION = 22;
const ONE = 2 ** PRECISION;
const HALF = 2 ** (PRECISION - 1);

/** For each target position: the first source position, how many there are, and their weights. */
interface Weights {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly values: Int32Array;
  /** The number of weights stored for each target position. */
  readonly stride: number;
}

/**
 * Resamples to `size` as Pillow's `Image.resize(size, Image.Resampling.LANCZOS)` does for RGB images, bit for bit: two
 * passes, each with weights of 22 fractional bits and rounded to 8 bits; a pass that would not change its side is left
 * out. The algorithm is that of Pillow's Resample.c. As in Pillow 13, the vertical pass comes first if the height
 * shrinks by more than twice as many pixels as the width; earlier releases always began with the horizontal one, which
 * can differ by one level in such images.
 */
export function resizeLanczos(source: Raster, size: Size): Raster {
  const resampleRows = (raster: Raster): Rows =>
    raster.width === size.width ? unknownRows(raster) : horizontal(raster, size.width);
  const down = (rows: Rows): Raster =>
    rows.raster.height === size.height ? rows.raster : vertical(rows, size.height);
  const shorter = source.height - size.height;
  const narrower = source.width - size.width;
  const isVerticalFirst = shorter > 0 && shorter > narrower * 2;
  return isVerticalFirst ? resampleRows(down(unknownRows(source))).raster : down(resampleRows(source));
}

function sinc(x: number): number {
  if (x === 0) return 1;
  const angle = x * Math.PI;
  return Math.sin(angle) / angle;
}

function lanczos(x: number): number {
  return x >= -SUPPORT && x < SUPPORT ? sinc(x) * sinc(x / SUPPORT) : 0;
}

function weightsFor(sourceSide: number, targetSide: number): Weights {
  const scale = sourceSide / targetSide;
  const filterScale = Math.max(scale, 1);
  const support = SUPPORT * filterScale;
  const stride = Math.ceil(support) * 2 + 1;
  const inverse = 1 / filterScale;
  const first = new Int32Array(targetSide);
  const count = new Int32Array(targetSide);
  const values = new Int32Array(targetSide * stride);
  const exact = new Float64Array(stride);
  for (let target = 0; target < targetSide; target++) {
    const center = (target + 0.5) * scale;
    const from = Math.max(0, Math.trunc(center - support + 0.5));
    const to = Math.min(sourceSide, Math.trunc(center + support + 0.5));
    let sum = 0;
    for (let i = 0; i < to - from; i++) {
      const weight = lanczos((i + from - center + 0.5) * inverse);
      exact[i] = weight;
      sum += weight;
    }
    for (let i = 0; i < to - from; i++) {
      const weight = sum === 0 ? (exact[i] ?? 0) : (exact[i] ?? 0) / sum;
      values[target * stride + i] = Math.trunc((weight < 0 ? -0.5 : 0.5) + weight * ONE);
    }
    first[target] = from;
    count[target] = to - from;
  }
  return { first, count, values, stride };
}

function clip(sum: number): number {
  const value = sum >> PRECISION;
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/**
 * The rows of an image, and what is known about each. Pages are mostly white and gray: a white window needs no sums,
 * and a gray one needs one instead of three. Every pixel is stored as its difference from white, which changes no bit
 * of a sum of integers.
 */
interface Rows {
  readonly raster: Raster;
  /** For each row, the first byte that may not be 255 and the end of the last one; equal for a white row. */
  readonly inkStart: Int32Array;
  readonly inkEnd: Int32Array;
  /** For each row, 1 if the three channels of every pixel are equal. */
  readonly isGray: Uint8Array;
}

function horizontal(source: Raster, width: number): Rows {
  const { height } = source;
  const weights = weightsFor(source.width, width);
  const white = whiteSums(weights);
  const pixels = pixelsOf(source);
  const target = new Uint8Array(width * height * 3);
  const inkStart = new Int32Array(height);
  const inkEnd = new Int32Array(height);
  const isGray = new Uint8Array(height);
  const staysWhite = white.every((sum) => clip(sum) === 255);
  for (let y = 0; y < height; y++) {
    const row = { pixels, start: y * source.width, target, to: y * width * 3 };
    isGray[y] = isGrayRow(pixels, row.start, source.width) ? 1 : 0;
    const ink = isGray[y] === 1 ? grayRow(row, weights, white) : colorRow(row, weights, white);
    inkStart[y] = staysWhite ? ink.first * 3 : 0;
    inkEnd[y] = staysWhite ? ink.end * 3 : width * 3;
  }
  return { raster: { width, height, channels: 3, data: target }, inkStart, inkEnd, isGray };
}

/** One row of the horizontal pass: where it begins in the source's pixels and in the target's bytes. */
interface Row {
  readonly pixels: Int32Array;
  readonly start: number;
  readonly target: Uint8Array;
  readonly to: number;
}

/** The range of target positions of a row outside of which the row is white. */
interface Ink {
  readonly first: number;
  readonly end: number;
}

function grayRow({ pixels, start, target, to }: Row, weights: Weights, white: Int32Array): Ink {
  const { first, count, values, stride } = weights;
  const width = first.length;
  let firstInk = width;
  let endInk = width;
  // The first non-white pixel among those that the windows have reached.
  let ink = 0;
  for (let x = 0; x < width; x++) {
    const from = first[x] ?? 0;
    const end = from + (count[x] ?? 0);
    if (ink < from) ink = from;
    while (ink < end && ((pixels[start + ink] ?? 0) & COLORS) === COLORS) ink++;
    let sum = white[x] ?? 0;
    if (ink < end) {
      if (firstInk === width) firstInk = x;
      endInk = x + 1;
      const shift = x * stride - from;
      for (let at = ink; at < end; at++) {
        sum = (sum + Math.imul(((pixels[start + at] ?? 0) & 255) - 255, values[shift + at] ?? 0)) | 0;
      }
    }
    const value = clip(sum);
    target[to + x * 3] = value;
    target[to + x * 3 + 1] = value;
    target[to + x * 3 + 2] = value;
  }
  return { first: firstInk, end: endInk };
}

function colorRow({ pixels, start, target, to }: Row, weights: Weights, white: Int32Array): Ink {
  const { first, count, values, stride } = weights;
  const width = first.length;
  let firstInk = width;
  let endInk = width;
  let ink = 0;
  for (let x = 0; x < width; x++) {
    const from = first[x] ?? 0;
    const end = from + (count[x] ?? 0);
    if (ink < from) ink = from;
    while (ink < end && ((pixels[start + ink] ?? 0) & COLORS) === COLORS) ink++;
    let red = white[x] ?? 0;
    let green = red;
    let blue = red;
    if (ink < end) {
      if (firstInk === width) firstInk = x;
      endInk = x + 1;
      const shift = x * stride - from;
      for (let at = ink; at < end; at++) {
        const pixel = pixels[start + at] ?? 0;
        const weight = values[shift + at] ?? 0;
        red = (red + Math.imul((pixel & 255) - 255, weight)) | 0;
        green = (green + Math.imul(((pixel >> 8) & 255) - 255, weight)) | 0;
        blue = (blue + Math.imul(((pixel >> 16) & 255) - 255, weight)) | 0;
      }
    }
    target[to + x * 3] = clip(red);
    target[to + x * 3 + 1] = clip(green);
    target[to + x * 3 + 2] = clip(blue);
  }
  return { first: firstInk, end: endInk };
}

function vertical({ raster, inkStart, inkEnd, isGray }: Rows, height: number): Raster {
  const { width, data } = raster;
  const weights = weightsFor(raster.height, height);
  const { first, count, values, stride } = weights;
  const white = whiteSums(weights);
  const rowLength = width * 3;
  const target = new Uint8Array(rowLength * height);
  // One row of sums at a time, so that the source is read along its rows, which uses the caches well.
  const sums = new Int32Array(rowLength);
  for (let y = 0; y < height; y++) {
    const whiteSum = white[y] ?? 0;
    const from = first[y] ?? 0;
    const end = from + (count[y] ?? 0);
    let start = rowLength;
    let stop = 0;
    let step = 3;
    for (let row = from; row < end; row++) {
      const rowEnd = inkEnd[row] ?? 0;
      const rowStart = inkStart[row] ?? 0;
      if (rowStart >= rowEnd) continue;
      if (rowStart < start) start = rowStart;
      if (rowEnd > stop) stop = rowEnd;
      if (isGray[row] !== 1) step = 1;
    }
    const to = y * rowLength;
    target.fill(clip(whiteSum), to, to + rowLength);
    if (start >= stop) continue;
    sums.fill(whiteSum, start, stop);
    for (let row = from; row < end; row++) {
      const weight = values[y * stride + row - from] ?? 0;
      const at = row * rowLength;
      const rowEnd = inkEnd[row] ?? 0;
      for (let x = inkStart[row] ?? 0; x < rowEnd; x += step) {
        sums[x] = (sums[x] ?? 0) + Math.imul((data[at + x] ?? 0) - 255, weight);
      }
    }
    for (let x = start; x < stop; x += step) {
      const value = clip(sums[x] ?? 0);
      target[to + x] = value;
      if (step === 1) continue;
      target[to + x + 1] = value;
      target[to + x + 2] = value;
    }
  }
  return { width, height, channels: 3, data: target };
}

/** The sum of each target position whose whole window is white. */
function whiteSums({ count, values, stride }: Weights): Int32Array {
  return count.map((length, target) => {
    let sum = HALF;
    for (let i = 0; i < length; i++) sum = (sum + Math.imul(255, values[target * stride + i] ?? 0)) | 0;
    return sum;
  });
}

/** The bits of a pixel that hold its colors: red, green, and blue from the lowest byte up. */
const COLORS = 0xffffff;

const IS_LITTLE_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Each pixel as one number, whose highest byte is arbitrary. */
function pixelsOf({ data, channels, width, height }: Raster): Int32Array {
  if (channels === 4 && data.byteOffset % 4 === 0 && IS_LITTLE_ENDIAN) {
    return new Int32Array(data.buffer, data.byteOffset, width * height);
  }
  const pixels = new Int32Array(width * height);
  for (let pixel = 0, at = 0; pixel < pixels.length; pixel++, at += channels) {
    pixels[pixel] = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  }
  return pixels;
}

function isGrayRow(pixels: Int32Array, start: number, width: number): boolean {
  for (let at = start; at < start + width; at++) {
    const pixel = pixels[at] ?? 0;
    if (((pixel ^ (pixel >> 8)) & 0xffff) !== 0) return false;
  }
  return true;
}

/** Rows about which nothing is known: any part of them may be ink, in any color. */
function unknownRows(raster: Raster): Rows {
  const { width, height } = raster;
  return {
    raster: withoutPadding(raster),
    inkStart: new Int32Array(height),
    inkEnd: new Int32Array(height).fill(width * 3),
    isGray: new Uint8Array(height),
  };
}
