import decode, { init } from '@jsquash/webp/decode.js';
import { drawOnWhite } from './transparency.ts';
import type { Raster } from './raster.ts';
import { readWasm } from '../wasmFiles.ts';

let starting: Promise<void> | null = null;

/** The class of the codec's pixels: a browser's ImageData, which Node does not have. */
class Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  constructor(data: Uint8ClampedArray, width: number, height: number) {
    this.data = data;
    this.width = width;
    this.height = height;
  }
}

async function start(): Promise<void> {
  const globals = globalThis as { ImageData?: unknown };
  globals.ImageData ??= Pixels;
  await init({ wasmBinary: readWasm('webp_dec.wasm') });
}

/**
 * The pixels of a WebP image, with transparency drawn on white.
 * @throws Error for a file that is broken or animated
 */
export async function decodeWebp(bytes: Uint8Array): Promise<Raster> {
  starting ??= start();
  await starting;
  const owned = new Uint8Array(bytes);
  const { width, height, data } = (await decode(owned.buffer)) as unknown as Pixels;
  drawOnWhite(data);
  return { width, height, channels: 4, data };
}
