import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { fromHalf } from '../../../src/retrieval/fromHalf.ts';
import { MaxSim } from '../../../src/retrieval/maxSim.ts';
import { toHalf } from '../../../src/retrieval/toHalf.ts';
import type { Vectors } from '../../../src/retrieval/vectors.ts';
import { temporaryFolder } from '../../support/files.ts';

const number = fc.float({ min: -1, max: 1, noNaN: true });
const vectors = (dimensions: number, least = 1): fc.Arbitrary<Vectors> =>
  fc
    .array(fc.array(number, { minLength: dimensions, maxLength: dimensions }), {
      minLength: least,
      maxLength: 9,
    })
    .map((list) => ({ dimensions, values: Float32Array.from(list.flat()) }));

const list = ({ dimensions, values }: Vectors): readonly (readonly number[])[] =>
  Array.from({ length: values.length / dimensions }, (_, at) => [
    ...values.subarray(at * dimensions, (at + 1) * dimensions),
  ]);

function plainMaxSim(question: Vectors, page: Vectors): number {
  const product = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return list(question).reduce(
    (sum, one) => sum + Math.max(...list(page).map((other) => product(one, other))),
    0,
  );
}

describe('MaxSim', () => {
  it('is what one computes by hand', () => {
    const similarity = new MaxSim({ dimensions: 2, values: Float32Array.of(1, 0, 0, 1) });
    expect(similarity.score({ dimensions: 2, values: Float32Array.of(0.5, 0.25, 0.25, 0.75) })).toBe(1.25);
    expect(similarity.score({ dimensions: 2, values: Float32Array.of(-0.5, -0.25) })).toBe(-0.75);
  });

  it('is the sum of the greatest products, for page after page of any size', () => {
    fc.assert(
      fc.property(
        fc
          .constantFrom(1, 3, 8, 13, 32)
          .chain((dimensions) =>
            fc.tuple(vectors(dimensions), fc.array(vectors(dimensions), { minLength: 1, maxLength: 4 })),
          ),
        ([question, pages]) => {
          const similarity = new MaxSim(question);
          for (const page of pages)
            expect(similarity.score(page)).toBeCloseTo(plainMaxSim(question, page), 4);
        },
      ),
      propertyRuns(500),
    );
  });

  it('takes pages that need more memory than there was', () => {
    const page = { dimensions: 128, values: new Float32Array(128 * 2000).fill(0.5) };
    const similarity = new MaxSim({ dimensions: 128, values: new Float32Array(128 * 3).fill(0.25) });
    expect(similarity.score(page)).toBeCloseTo(48, 3);
  });

  const wat2wasm = spawnSync('wat2wasm', ['--version'], { encoding: 'utf8' }).stdout;
  it.skipIf(!wat2wasm)('is what wat2wasm makes of maxSim.wat', () => {
    const built = path.join(temporaryFolder(), 'maxSim.wasm');
    const source = fileURLToPath(new URL('../../../src/retrieval/maxSim.wat', import.meta.url));
    spawnSync('wat2wasm', [source, '-o', built]);
    const lines = fs.readFileSync(new URL('../../../src/retrieval/maxSim.ts', import.meta.url), 'utf8');
    const inlined = [...lines.matchAll(/^ {2}'([A-Za-z0-9+/=]+)',$/gmu)].map(([, line]) => line).join('');
    expect(inlined).toBe(fs.readFileSync(built).toString('base64'));
  });
});

describe('half precision', () => {
  it.each([
    [0, 0],
    [-0, 0x8000],
    [1, 0x3c00],
    [-2, 0xc000],
    [65_504, 0x7bff],
    [65_519, 0x7bff],
    [65_520, 0x7c00],
    [-Infinity, 0xfc00],
    [NaN, 0x7e00],
    [2 ** -24, 1],
    [2 ** -25, 0],
    [2 ** -14, 0x400],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2047.9, 0x6800],
  ])('of %d', (value, bits) => {
    expect(toHalf(value)).toBe(bits);
  });

  it('is kept by every number that has it', () => {
    const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits).filter(
      (bits) => (bits & 0x7fff) <= 0x7c00,
    );
    expect(Uint16Array.from(fromHalf(all), toHalf)).toEqual(all);
  });

  it('is nearer to a number than a thousandth of it', () => {
    fc.assert(
      fc.property(fc.double({ min: 2 ** -14, max: 65_000, noNaN: true }), (value) => {
        const [near = NaN] = fromHalf(Uint16Array.of(toHalf(value)));
        expect(Math.abs(near - value)).toBeLessThanOrEqual(value / 2048);
      }),
      propertyRuns(500),
    );
  });
});
