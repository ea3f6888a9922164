import {
  JpegImage,
  setVerbosityLevel,
  VerbosityLevel,
} from 'pdfjs-dist/legacy/image_decoders/pdf.image_decoders.mjs';
import type { Raster } from './raster.ts';

// pdf.js prints its warnings to standard output, which the command line uses for its answers.
setVerbosityLevel(VerbosityLevel.ERRORS);

/** The channels of a JPEG in CMYK or YCCK. */
const INKS = 4;

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/**
 * The pixels of a JPEG in CMYK or YCCK, decoded by pdf.js because libjpeg-turbo's wrapper returns no colors for such
 * images. The inks are read as inverted, a convention of Adobe that all programs that write such files follow, and are
 * drawn on white as Pillow does. Null for a JPEG of other colors.
 * @throws Error for a file that is broken
 */
export function decodeCmykJpeg(bytes: Uint8Array): Raster | null {
  const image = new JpegImage();
  image.parse(bytes);
  if (image.numComponents !== INKS) return null;
  if (isCutOff(bytes)) throw new Error('It ends before its last scan does.');
  const { width, height } = image;
  const inks = image.getData({ width, height, forceRGB: false, isSourcePDF: false });
  const data = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < inks.length; from += INKS, to += 3) {
    const light = 255 - (inks[from + 3] ?? 0);
    for (let channel = 0; channel < 3; channel++)
      data[to + channel] = light - timesOver255(inks[from + channel] ?? 0, light);
  }
  return { width, height, channels: 3, data };
}

/** Whether no end mark follows the last scan: pdf.js then draws what there is, and the rest in one color. */
function isCutOff(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // Neither mark can occur inside a scan.
  return text.lastIndexOf(END_OF_IMAGE) <= text.lastIndexOf(START_OF_SCAN);
}

/** `a` times `b` over 255, rounded, for two bytes: Pillow's MULDIV255. */
function timesOver255(a: number, b: number): number {
  const product = a * b + 128;
  return ((product >> 8) + product) >> 8;
}
