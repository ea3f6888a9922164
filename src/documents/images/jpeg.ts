import type { Raster } from './raster.ts';
import { readWasm } from '../wasmFiles.ts';

interface FrameInfo {
  width: number;
  height: number;
  bitsPerSample: number;
  componentCount: number;
  isSigned: boolean;
}

interface Encoder {
  getDecodedBuffer(frame: FrameInfo): Uint8Array;
  getEncodedBuffer(): Uint8ClampedArray;
  setProgressive(on: number): void;
  setQuality(quality: number): void;
  setSubSampling(mode: number): void;
  encode(): void;
  delete(): void;
}

interface Decoder {
  getEncodedBuffer(size: number): Uint8Array;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): FrameInfo;
  decode(): void;
  delete(): void;
}

interface Codec {
  readonly JPEGEncoder: new () => Encoder;
  readonly JPEGDecoder: new () => Decoder;
}

/** libjpeg's own default, which Pillow and therefore the papers' pipelines use: color at half the resolution. */
const CHROMA_420 = 2;

let starting: Promise<Codec> | null = null;

function codec(): Promise<Codec> {
  starting ??= startCodec();
  return starting;
}

/** Starts the codec before it is needed. An error is reported when it is used. */
export function prepareJpeg(): void {
  codec().catch(() => undefined);
}

async function startCodec(): Promise<Codec> {
  // The codec's CommonJS glue reads __dirname, which ES modules do not have. The value is not used, because the
  // WebAssembly is passed in.
  const globals = globalThis as { __dirname?: string };
  globals.__dirname ??= '';
  const glue = await import('@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs');
  return (await glue.default({ wasmBinary: readWasm('libjpegturbowasm.wasm') })) as Codec;
}

/**
 * The most memory that libjpeg-turbo may write for an image with 4:2:0 color (its own tjBufSize): whole blocks of 16 x
 * 16, three bytes a pixel, and room for the headers.
 */
function worstCase(width: number, height: number): number {
  return Math.ceil(width / 16) * 16 * Math.ceil(height / 16) * 16 * 3 + 2048;
}

/**
 * A baseline JPEG.
 * @param raster with three channels
 * @param quality 1 to 100
 */
export async function encodeJpeg(raster: Raster, quality: number): Promise<Uint8Array<ArrayBuffer>> {
  const { JPEGEncoder } = await codec();
  const { width, height, data } = raster;
  const encoder = new JPEGEncoder();
  try {
    encoder.setQuality(Math.min(100, Math.max(1, Math.round(quality))));
    encoder.setProgressive(0);
    encoder.setSubSampling(CHROMA_420);
    // The codec gives libjpeg-turbo an output buffer that is as large as the input buffer, and libjpeg-turbo writes
    // without checking its length. Small images need more than their pixels, so the requested input buffer is larger;
    // only its first width x height x 3 bytes are read.
    const factor = Math.ceil(worstCase(width, height) / (width * height * 3));
    const bytesPerSample = Math.min(factor, 31);
    const componentCount = 3 * Math.ceil(factor / bytesPerSample);
    const pixels = encoder.getDecodedBuffer({
      width,
      height,
      bitsPerSample: bytesPerSample * 8,
      componentCount,
      isSigned: false,
    });
    if (pixels.length < worstCase(width, height)) throw new Error('The JPEG codec gave too little memory.');
    pixels.set(data);
    encoder.encode();
    return new Uint8Array(encoder.getEncodedBuffer());
  } finally {
    encoder.delete();
  }
}

/**
 * The pixels of a JPEG, before its EXIF orientation is applied.
 * @throws Error for a file that is cut off or broken
 */
export async function decodeJpeg(bytes: Uint8Array): Promise<Raster> {
  const { JPEGDecoder } = await codec();
  const decoder = new JPEGDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    try {
      decoder.decode();
    } catch {
      // C++ exceptions arrive as bare numbers, and a failed decoder may have left the codec's memory in any state.
      starting = null;
      const { decodeCmykJpeg } = await import('./cmykJpeg.ts');
      const inks = decodeCmykJpeg(bytes);
      if (inks !== null) return inks;
      throw new Error('libjpeg-turbo could not decode it.');
    }
    const { width, height, componentCount } = decoder.getFrameInfo();
    const decoded = decoder.getDecodedBuffer();
    if (componentCount !== 1) return { width, height, channels: 3, data: decoded.slice() };
    const data = new Uint8Array(width * height * 3);
    for (let from = 0, to = 0; from < decoded.length; from++, to += 3)
      data.fill(decoded[from] ?? 0, to, to + 3);
    return { width, height, channels: 3, data };
  } finally {
    decoder.delete();
  }
}
