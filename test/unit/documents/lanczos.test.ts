import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { resizeLanczos } from '../../../src/documents/images/lanczos.ts';

interface Case {
  readonly source: {
    readonly kind: string;
    readonly seed?: number;
    readonly file?: string;
    readonly width: number;
    readonly height: number;
    readonly sha256: string;
  };
  readonly size: { readonly width: number; readonly height: number };
  readonly sha256: string;
}

const folder = new URL('../../fixtures/pillow/', import.meta.url);
const { pillow, cases } = JSON.parse(fs.readFileSync(new URL('cases.json', folder), 'utf8')) as {
  pillow: string;
  cases: Case[];
};

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The formulas of make.py. */
const FORMULAS: Readonly<Record<string, (width: number, height: number, seed: number) => Uint8Array>> = {
  noise(width, height, seed) {
    let state = seed;
    return Uint8Array.from({ length: width * height * 3 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state >>> 24;
    });
  },
  extremes: (width, height, seed) =>
    (FORMULAS['noise']?.(width, height, seed) ?? new Uint8Array()).map((value) => (value >= 128 ? 255 : 0)),
  gradient: (width, height, seed) =>
    perPixel(width, height, (x, y) => [(x * 7 + seed) & 255, (y * 5 + x) & 255, (x * y + seed) & 255]),
  stripes: (width, height, seed) =>
    perPixel(width, height, (x, y) => {
      const ink = (x + seed) % 17 < 1 + (x % 4) || (y + seed) % 23 < 2;
      return ink ? [0, 0, 0] : [255, 255, 255];
    }),
};

function perPixel(width: number, height: number, color: (x: number, y: number) => number[]): Uint8Array {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(color(x, y), (y * width + x) * 3);
  return data;
}

function sourceBytes({ source }: Case): Uint8Array {
  if (source.file !== undefined)
    return new Uint8Array(decode(fs.readFileSync(new URL(source.file, folder))).data);
  const formula = FORMULAS[source.kind];
  if (!formula) throw new Error(`no formula ${source.kind}`);
  return formula(source.width, source.height, source.seed ?? 0);
}

describe(`LANCZOS resizing compared with Pillow ${pillow}`, () => {
  it('at least 20 images are compared with those that Pillow resized', () => {
    expect(cases.length).toBeGreaterThanOrEqual(20);
  });

  it.each(cases.map((one) => [nameOf(one), one] as const))('resizes %s as Pillow does', (_name, one) => {
    const { width, height } = one.source;
    const data = sourceBytes(one);
    expect(sha(data)).toBe(one.source.sha256);
    const resized = resizeLanczos({ width, height, channels: 3, data }, one.size);
    expect({ width: resized.width, height: resized.height }).toEqual(one.size);
    expect(sha(new Uint8Array(resized.data))).toBe(one.sha256);
  });

  it('resizes four-byte pixels as it resizes three-byte pixels', () => {
    const one = cases.find(({ source }) => source.kind === 'gradient');
    if (!one) throw new Error('no gradient');
    const { width, height } = one.source;
    const rgb = sourceBytes(one);
    const data = new Uint8Array(width * height * 4);
    for (let pixel = 0; pixel < width * height; pixel++)
      data.set([...rgb.subarray(pixel * 3, pixel * 3 + 3), 99], pixel * 4);
    const resized = resizeLanczos({ width, height, channels: 4, data }, one.size);
    expect(sha(new Uint8Array(resized.data))).toBe(one.sha256);
  });
});

function nameOf({ source, size }: Case): string {
  return `${source.file ?? source.kind} ${source.width} x ${source.height} to ${size.width} x ${size.height}`;
}
