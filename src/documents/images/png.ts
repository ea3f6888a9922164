import { decode, type DecodedPng } from 'fast-png';
import { withPixelChunksOnly } from './pngChunks.ts';
import { drawOnWhite } from './transparency.ts';
import type { Raster } from './raster.ts';

/**
 * The pixels of a PNG of any color type and depth, with transparency drawn on white and 16 bits rounded to 8.
 * @throws Error for a broken file, and for one with more pixels than `maxPixels` or more data than its header says
 */
export function decodePng(bytes: Uint8Array, maxPixels: number): Raster {
  const png = decode(withPixelChunksOnly(bytes, maxPixels), { checkCrc: true });
  const { width, height } = png;
  const samples = unpackSamples(png);
  const rgba = png.palette ? fromPalette(samples, png.palette) : fromSamples(samples, png);
  drawOnWhite(rgba);
  return { width, height, channels: 4, data: rgba };
}

/**
 * One element for each sample: fast-png leaves samples of less than 8 bits packed, with each row beginning at a byte.
 */
function unpackSamples({ width, height, depth, channels, data }: DecodedPng): DecodedPng['data'] {
  if (depth >= 8) return data;
  const perRow = width * channels;
  const rowBytes = Math.ceil((perRow * depth) / 8);
  const mask = 2 ** depth - 1;
  const samples = new Uint8Array(perRow * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < perRow; x++) {
      const bit = x * depth;
      const byte = data[y * rowBytes + (bit >> 3)] ?? 0;
      samples[y * perRow + x] = (byte >> (8 - depth - (bit & 7))) & mask;
    }
  }
  return samples;
}

function fromPalette(indices: DecodedPng['data'], palette: readonly (readonly number[])[]): Uint8Array {
  const rgba = new Uint8Array(indices.length * 4);
  indices.forEach((index, pixel) => {
    const color = palette[index];
    if (!color) throw new RangeError('A pixel is not in the palette.');
    const [red = 0, green = 0, blue = 0, alpha = 255] = color;
    rgba.set([red, green, blue, alpha], pixel * 4);
  });
  return rgba;
}

function fromSamples(samples: DecodedPng['data'], { channels, depth, transparency }: DecodedPng): Uint8Array {
  const pixels = samples.length / channels;
  const scale = 255 / (2 ** depth - 1);
  const rgba = new Uint8Array(pixels * 4);
  const isGray = channels <= 2;
  const hasAlpha = channels === 2 || channels === 4;
  const colors = isGray ? 1 : 3;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const from = pixel * channels;
    let keyed = transparency !== undefined && transparency.length >= colors;
    for (let channel = 0; channel < 3; channel++) {
      const sample = samples[from + (isGray ? 0 : channel)] ?? 0;
      rgba[pixel * 4 + channel] = Math.round(sample * scale);
      if (keyed && transparency?.[isGray ? 0 : channel] !== sample) keyed = false;
    }
    const alpha = hasAlpha ? Math.round((samples[from + channels - 1] ?? 0) * scale) : 255;
    rgba[pixel * 4 + 3] = keyed ? 0 : alpha;
  }
  return rgba;
}
