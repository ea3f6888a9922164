import fs from 'node:fs';
import zlib from 'node:zlib';
import { encode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { prepareImage } from '../../../src/ocr/prepareImage.ts';
import { assertDecodable, MOST_DECODING_BYTES } from '../../../src/documents/images/decodingLimit.ts';
import { decodePng } from '../../../src/documents/images/png.ts';
import { withPixelChunksOnly } from '../../../src/documents/images/pngChunks.ts';

const MAX_PIXELS = 1_000_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const END = chunk('IEND', Buffer.alloc(0));
/** 100 rows of 100 black pixels, and 64 MB that are compressed to 64 KB. */
const ROWS = zlib.deflateSync(Buffer.alloc(100 * 301));
const BOMB = zlib.deflateSync(Buffer.alloc(64_000_000));

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(zlib.crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

const { ofDocument, ofRequest } = MOST_DECODING_BYTES;
const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function header(width: number, height: number, colorType = 2, depth = 8): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(depth, 8);
  data.writeUInt8(colorType, 9);
  return chunk('IHDR', data);
}

const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks, END]);

describe('PNG files that are larger inside than their header says', () => {
  it.each<[string, Buffer]>([
    ['pixels that inflate to more', png(header(100, 100), chunk('IDAT', BOMB))],
    [
      'pixels in many chunks that inflate to more',
      png(
        header(100, 100),
        ...Array.from({ length: 70 }, (_, at) => chunk('IDAT', BOMB.subarray(at * 1000, (at + 1) * 1000))),
      ),
    ],
    ['more pixels than allowed', png(header(60_000, 60_000), chunk('IDAT', ROWS))],
    ['no width', png(header(0, 0xffffffff), chunk('IDAT', BOMB))],
    ['a second header', png(header(100, 100), header(60_000, 60_000), chunk('IDAT', BOMB))],
    ['no header', png(chunk('IDAT', BOMB))],
    [
      'a palette of 100,000 colors',
      png(header(100, 100, 3), chunk('PLTE', Buffer.alloc(300_000)), chunk('IDAT', ROWS)),
    ],
    [
      'too much transparency',
      png(header(100, 100), chunk('tRNS', Buffer.alloc(10_000)), chunk('IDAT', ROWS)),
    ],
    ['a chunk that is longer than the file', png(header(100, 100)).subarray(0, 30)],
  ])('a PNG is refused: %s', (_, bytes) => {
    expect(() => decodePng(bytes, MAX_PIXELS)).toThrow(/./);
  });

  it('profiles and texts of a PNG are left out, however large they are when they are inflated', () => {
    const named = Buffer.concat([Buffer.from('name\0\0', 'latin1'), BOMB]);
    const bytes = png(
      header(100, 100),
      chunk('iCCP', named),
      chunk('zTXt', named),
      chunk('iTXt', named),
      chunk('tEXt', Buffer.alloc(100_000, 'a')),
      chunk('IDAT', ROWS),
    );
    expect(Buffer.from(withPixelChunksOnly(bytes, MAX_PIXELS))).toEqual(
      png(header(100, 100), chunk('IDAT', ROWS)),
    );
    expect(decodePng(bytes, MAX_PIXELS)).toMatchObject({ width: 100, height: 100 });
  });

  it('the data of honest images of every kind is within the limit', () => {
    const folder = new URL('../../fixtures/pillow/images/', import.meta.url);
    for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.png')))
      expect(decodePng(fs.readFileSync(new URL(name, folder)), MAX_PIXELS).width).toBeGreaterThan(0);
    const wide = encode({ width: 1, height: 90_000, channels: 4, depth: 16, data: new Uint16Array(360_000) });
    expect(decodePng(wide, MAX_PIXELS)).toMatchObject({ width: 1, height: 90_000 });
  });

  it('text recognition refuses an image whose decoding takes too much memory, in one sentence', async () => {
    const image = png(header(60_000, 60_000), chunk('IDAT', ROWS));
    await expect(prepareImage(image, { parts: null })).rejects.toMatchObject({
      reason: 'document-too-large',
      message: 'A page image has 60000 x 60000 pixels, more than the 41 million that can be opened.',
      hint: 'Make a smaller copy of the image.',
    });
  });

  it.each<[string, number, number, number]>([
    ['gray', 57, 0, 8],
    ['RGB', 41, 2, 8],
    ['RGBA with 16 bits', 17, 6, 16],
  ])('the limit of pixels follows from the decoded bytes: %s', (_, millions, colorType, depth) => {
    const image = png(header(1000, 1000, colorType, depth));
    const check = (height: number) => () => {
      assertDecodable('It', 'png', { width: 1000, height }, image, ofRequest);
    };
    expect(check(millions * 1000)).not.toThrow();
    expect(check((millions + 1) * 1000)).toThrow(`more than the ${millions} million`);
  });

  it('a page of A3 at 300 dpi is decoded in every format', () => {
    const page = { width: 3508, height: 4961 };
    const frame = (marker: number, components: number): Buffer =>
      Buffer.from(`ffd8ffe00002ff${hex(marker)}00110813610db4${hex(components)}00`, 'hex');
    for (const bytes of [frame(0xc0, 1), frame(0xc0, 3), frame(0xc2, 3), frame(0xc2, 4)])
      expect(() => {
        assertDecodable('It', 'jpg', page, bytes, ofRequest);
      }).not.toThrow();
    for (const colorType of [0, 2, 3, 4, 6])
      expect(() => {
        assertDecodable('It', 'png', page, png(header(10, 10, colorType, 16)), ofRequest);
      }).not.toThrow();
    expect(() => {
      assertDecodable('It', 'webp', page, Buffer.alloc(0), ofRequest);
    }).not.toThrow();
    expect(() => {
      assertDecodable('It', 'jpg', { width: 5000, height: 5000 }, frame(0xc2, 4), ofRequest);
    }).toThrow('21 million');
  });

  it('a document may be a scan of A3 at 600 dpi', () => {
    const page = { width: 7016, height: 9921 };
    const check = (depth: number) => () => {
      assertDecodable('It', 'png', page, png(header(10, 10, 6, depth)), ofDocument);
    };
    expect(check(8)).not.toThrow();
    expect(check(16)).toThrow('million that can be opened');
  });
});
