import { Inflate } from 'fflate';
import { PNG_CHANNELS } from './decodingLimit.ts';

/** The chunks from which the pixels of a PNG follow. */
const OF_PIXELS = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const SIGNATURE_LENGTH = 8;
/** The length, the type, and the checksum of a chunk. */
const FRAME_LENGTH = 12;
const HEADER_LENGTH = 13;
/** 256 colors of a palette with three bytes each; transparency has at most two bytes for each color. */
const MAX_PALETTE = 768;
const MAX_TRANSPARENCY = 512;
/** Bytes after the last row that some programs write. */
const EXTRA = 65_536;
/** Bytes before the first block of a zlib stream. */
const ZLIB_HEADER = 2;
/** How many bytes are inflated at once: they inflate to at most 1,032 times as many. */
const INFLATED_AT_ONCE = 8192;

/**
 * A PNG reduced to the chunks from which its pixels follow: profiles and texts, which can be compressed too, are left
 * out. The data of its pixels has been inflated once, so that it is known to be no longer than its header says.
 * @throws Error for a file with more pixels than `maxPixels`, more data than its header says, or broken chunks
 */
export function withPixelChunksOnly(bytes: Uint8Array, maxPixels: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  const data: Uint8Array[] = [];
  let maxData: number | null = null;
  let isAtEnd = false;
  for (let at = SIGNATURE_LENGTH; !isAtEnd;) {
    if (at + FRAME_LENGTH > bytes.length) throw new Error('The file ends before its last chunk.');
    const length = view.getUint32(at);
    const end = at + FRAME_LENGTH + length;
    if (end > bytes.length) throw new Error('The file ends inside a chunk.');
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    const body = bytes.subarray(at + 8, at + 8 + length);
    if ((maxData === null) !== (type === 'IHDR')) throw new Error('The header is not the first chunk.');
    if (type === 'IHDR') maxData = dataLength(body, maxPixels);
    if (length > (type === 'PLTE' ? MAX_PALETTE : type === 'tRNS' ? MAX_TRANSPARENCY : Infinity))
      throw new Error(`The chunk ${type} is too long.`);
    if (type === 'IDAT') data.push(body);
    if (OF_PIXELS.has(type)) kept.push(bytes.subarray(at, end));
    isAtEnd = type === 'IEND';
    at = end;
  }
  checkInflatedLength(Buffer.concat(data).subarray(ZLIB_HEADER), maxData ?? 0);
  return Buffer.concat(kept);
}

/** Inflates data without keeping it. */
function checkInflatedLength(data: Uint8Array, maxLength: number): void {
  let length = 0;
  const inflate = new Inflate((inflated) => {
    length += inflated.length;
    if (length > maxLength) throw new Error('There are more pixels than the header says.');
  });
  for (let at = 0; at < data.length; at += INFLATED_AT_ONCE)
    inflate.push(data.subarray(at, at + INFLATED_AT_ONCE));
  inflate.push(new Uint8Array(0), true);
}

/** The most bytes of the inflated data: every row of every pass of an interlaced image has a byte for its filter. */
function dataLength(header: Uint8Array, maxPixels: number): number {
  if (header.length !== HEADER_LENGTH) throw new Error('The header has another length.');
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  if (width === 0 || height === 0) throw new Error('The image has no pixels.');
  if (width * height > maxPixels) throw new Error('The image has too many pixels.');
  const bits = view.getUint8(8) * (PNG_CHANNELS[view.getUint8(9)] ?? 0);
  return Math.ceil((width * height * bits) / 8) + 4 * height + EXTRA;
}
