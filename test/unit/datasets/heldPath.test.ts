import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { heldPath, readHeldPath } from '../../../src/core/datasets/heldPath.ts';

describe('the path of an image in a Parquet file', () => {
  it('has its row and its place in the cell, from 1, and its column', () => {
    const held = { file: '/data/train.parquet', row: 11, column: 'images', index: 1 };
    expect(heldPath(held)).toBe('/data/train.parquet#row=12&index=2&column=images');
    expect(heldPath({ ...held, index: null })).toBe('/data/train.parquet#row=12&column=images');
  });

  it('is read as what it was written from', () => {
    const held = fc.record({
      file: fc.string().map((name) => `/${name}.parquet`),
      row: fc.nat(),
      column: fc.string({ minLength: 1 }),
      index: fc.option(fc.nat()),
    });
    fc.assert(
      fc.property(held, (each) => {
        expect(readHeldPath(heldPath(each))).toEqual(each);
      }),
      propertyRuns(500),
    );
  });

  it.each([
    '/data/train.parquet',
    '/data/a.pdf#row=1&column=image',
    '/data/a.parquet#row=0&column=image',
    '/data/a.parquet#row=1&column=',
    '/data/a.parquet#column=image',
    '/data/a.parquet#row=1&index=0&column=image',
    'a.parquet#page=2',
  ])('is not %s', (path) => {
    expect(readHeldPath(path)).toBeNull();
  });
});
