import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import type { Size } from '../../../src/core/geometry/size.ts';
import { resizeLanczos } from '../../../src/documents/images/lanczos.ts';
import type { Raster } from '../../../src/documents/images/raster.ts';

const PRECISION = 22;

function lanczos(x: number): number {
  const sinc = (t: number): number => (t === 0 ? 1 : Math.sin(t * Math.PI) / (t * Math.PI));
  return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

/** The position of each source value for a target position, with its weight in Pillow's fixed-point numbers. */
function windowOf(target: number, from: number, to: number): { at: number; weight: number }[] {
  const scale = from / to;
  const stretch = Math.max(scale, 1);
  const center = (target + 0.5) * scale;
  const first = Math.max(0, Math.trunc(center - 3 * stretch + 0.5));
  const end = Math.min(from, Math.trunc(center + 3 * stretch + 0.5));
  const exact = Array.from({ length: end - first }, (_, i) =>
    lanczos((i + first - center + 0.5) * (1 / stretch)),
  );
  const sum = exact.reduce((total, weight) => total + weight, 0);
  return exact.map((weight, i) => {
    const share = sum === 0 ? weight : weight / sum;
    return { at: first + i, weight: Math.trunc((share < 0 ? -0.5 : 0.5) + share * 2 ** PRECISION) };
  });
}

/** One pass along the rows, one value at a time. */
function passAcross({ width, height, data }: Raster, to: number): Raster {
  const target = new Uint8Array(to * height * 3);
  for (let x = 0; x < to; x++) {
    const window = windowOf(x, width, to);
    for (let row = 0; row < height; row++) {
      for (let channel = 0; channel < 3; channel++) {
        let sum = 2 ** (PRECISION - 1);
        for (const { at, weight } of window)
          sum = (sum + Math.imul(data[(row * width + at) * 3 + channel] ?? 0, weight)) | 0;
        target[(row * to + x) * 3 + channel] = Math.min(255, Math.max(0, sum >> PRECISION));
      }
    }
  }
  return { width: to, height, channels: 3, data: target };
}

function transpose({ width, height, data }: Raster): Raster {
  const target = new Uint8Array(data.length);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      target.set(data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3), (x * height + y) * 3);
  return { width: height, height: width, channels: 3, data: target };
}

/** Pillow's algorithm in its plainest form. */
function plainResize(source: Raster, { width, height }: Size): Raster {
  const across = (raster: Raster): Raster => (raster.width === width ? raster : passAcross(raster, width));
  const down = (raster: Raster): Raster =>
    raster.height === height ? raster : transpose(passAcross(transpose(raster), height));
  const shorter = source.height - height;
  const isVerticalFirst = shorter > 0 && shorter > (source.width - width) * 2;
  return isVerticalFirst ? across(down(source)) : down(across(source));
}

const side = fc.integer({ min: 1, max: 70 });
/** Mostly white images, with dark or colored rectangles: the parts that are all white are skipped. */
const pages = fc
  .record({
    width: side,
    height: side,
    background: fc.constantFrom(255, 255, 254, 0),
    marks: fc.array(
      fc.record({
        x: side,
        y: side,
        width: side,
        height: side,
        color: fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ width, height, background, marks }): Raster => {
    const data = new Uint8Array(width * height * 3).fill(background);
    for (const mark of marks)
      for (let y = mark.y; y < Math.min(height, mark.y + mark.height); y++)
        for (let x = mark.x; x < Math.min(width, mark.x + mark.width); x++)
          data.set(mark.color, (y * width + x) * 3);
    return { width, height, channels: 3, data };
  });

/** The same pixels with four bytes each, of which the last is arbitrary. */
function widen({ width, height, data }: Raster): Raster {
  const wide = new Uint8Array(width * height * 4).fill(77);
  for (let pixel = 0; pixel < width * height; pixel++)
    wide.set(data.subarray(pixel * 3, pixel * 3 + 3), pixel * 4);
  return { width, height, channels: 4, data: wide };
}

describe('LANCZOS resizing in WebAssembly', () => {
  it('gives every byte of the plain algorithm, for three and for four bytes a pixel', () => {
    fc.assert(
      fc.property(pages, fc.record({ width: side, height: side }), (page, size) => {
        const expected = plainResize(page, size);
        expect(resizeLanczos(page, size)).toEqual(expected);
        expect(resizeLanczos(widen(page), size)).toEqual(expected);
      }),
      propertyRuns(600),
    );
  });

  it('gives the same bytes after an image whose memory was not kept', () => {
    const page: Raster = { width: 9, height: 8, channels: 3, data: new Uint8Array(9 * 8 * 3).fill(99) };
    const large: Raster = { width: 3000, height: 9000, channels: 3, data: new Uint8Array(3000 * 9000 * 3) };
    const before = resizeLanczos(page, { width: 5, height: 6 });
    resizeLanczos(large, { width: 3000, height: 8999 });
    expect(resizeLanczos(page, { width: 5, height: 6 })).toEqual(before);
  });

  const wat2wasm = spawnSync('wat2wasm', ['--version'], { encoding: 'utf8' }).stdout;
  it.skipIf(!wat2wasm)('lanczos.wasm is what wat2wasm makes of lanczos.wat', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-lanczos-'));
    const source = new URL('../../../src/documents/images/lanczos.wat', import.meta.url);
    const built = path.join(folder, 'lanczos.wasm');
    execFileSync('wat2wasm', [fileURLToPath(source), '-o', built]);
    expect(fs.readFileSync(built)).toEqual(fs.readFileSync(new URL('lanczos.wasm', source)));
    fs.rmSync(folder, { recursive: true });
  });
});
