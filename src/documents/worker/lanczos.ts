import type { Size } from '../../core/geometry/imageSize.ts';
import type { Raster } from './raster.ts';

/** Half the width of the filter, in source pixels of an enlargement. */
const SUPPORT = 3;

/** Bits of the fixed-point weights: 32 less 8 of the value and 2 to spare for overshoot, as in Pillow. */
const PRECISION = 22;
const ONE = 2 ** PRECISION;
const HALF = 2 ** (PRECISION - 1);

/** For each target position: the first source position, how many there are, and their weights. */
interface Weights {
  readonly first: Int32Array;
  readonly count: Int32Array;
  readonly values: Int32Array;
  /** Weights kept for each target position. */
  readonly stride: number;
}

/**
 * Resamples to `size` as Pillow's `Image.resize(size, Image.Resampling.LANCZOS)` does for RGB images, bit for bit:
 * two passes, each with weights of 22 fractional bits and rounded to 8 bits; a pass that would not change its side is
 * left out. The algorithm is the one of Pillow's Resample.c. As in Pillow 13, the vertical pass comes first where the
 * height shrinks by more than twice as many pixels as the width; earlier releases always began with the horizontal
 * one, which can differ by one level in such images.
 */
export function resizeLanczos(source: Raster, size: Size): Raster {
  const across = (raster: Raster): Raster =>
    raster.width === size.width ? raster : horizontal(raster, size.width);
  const down = (raster: Raster): Raster =>
    raster.height === size.height ? raster : vertical(raster, size.height);
  const shorter = source.height - size.height;
  const narrower = source.width - size.width;
  const isVerticalFirst = shorter > 0 && shorter > narrower * 2;
  return withoutPadding(isVerticalFirst ? across(down(source)) : down(across(source)));
}

/** The same pixels in three bytes each. */
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

function horizontal(source: Raster, width: number): Raster {
  const { data, channels, height } = source;
  const { first, count, values, stride } = weightsFor(source.width, width);
  const target = new Uint8Array(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    const row = y * source.width * channels;
    for (let x = 0; x < width; x++) {
      let red = HALF;
      let green = HALF;
      let blue = HALF;
      let from = row + (first[x] ?? 0) * channels;
      let weightAt = x * stride;
      const end = weightAt + (count[x] ?? 0);
      for (; weightAt < end; weightAt++, from += channels) {
        const weight = values[weightAt] ?? 0;
        red = (red + Math.imul(data[from] ?? 0, weight)) | 0;
        green = (green + Math.imul(data[from + 1] ?? 0, weight)) | 0;
        blue = (blue + Math.imul(data[from + 2] ?? 0, weight)) | 0;
      }
      target[to++] = clip(red);
      target[to++] = clip(green);
      target[to++] = clip(blue);
    }
  }
  return { width, height, channels: 3, data: target };
}

function vertical(source: Raster, height: number): Raster {
  const { width, channels, data } = withoutPadding(source);
  const { first, count, values, stride } = weightsFor(source.height, height);
  const rowLength = width * channels;
  const target = new Uint8Array(rowLength * height);
  // One row of sums at a time: the source is then read along its rows, which is what caches are good at.
  const sums = new Int32Array(rowLength);
  for (let y = 0; y < height; y++) {
    sums.fill(HALF);
    for (let i = 0; i < (count[y] ?? 0); i++) {
      const weight = values[y * stride + i] ?? 0;
      const from = ((first[y] ?? 0) + i) * rowLength;
      for (let x = 0; x < rowLength; x++) sums[x] = (sums[x] ?? 0) + Math.imul(data[from + x] ?? 0, weight);
    }
    const to = y * rowLength;
    for (let x = 0; x < rowLength; x++) target[to + x] = clip(sums[x] ?? 0);
  }
  return { width, height, channels: 3, data: target };
}
