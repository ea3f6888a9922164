import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { hashInt, readInt, readIntAt } from '../../../src/core/python/integers.ts';
import { round } from '../../../src/core/python/round.ts';
import { setOrder } from '../../../src/core/python/setOrder.ts';

describe('int', () => {
  test('int reads digits of any script, leading zeros and mixtures', () => {
    expect(readInt('007')).toBe(7);
    expect(readInt('\u0661\u0662')).toBe(12);
    expect(readInt('\u{1d7ff}\u{1d7d8}')).toBe(90);
    expect(readInt('0'.repeat(5000))).toBe(0);
    expect(readInt('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER);
    expect(readInt('9007199254740992')).toBe(9007199254740992n);
    expect(readIntAt('Image 12:', 6, 8)).toBe(12);
    expect(readIntAt('Image \u0661\u0662:', 6, 8)).toBe(12);
  });

  test('int gives equal numbers the same value, whatever their digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 1n << 80n }), fc.nat(20), (value, zeros) => {
        expect(readInt('0'.repeat(zeros) + String(value))).toBe(readInt(String(value)));
        expect(BigInt(readInt(String(value)))).toBe(value);
      }),
      propertyRuns(),
    );
  });

  test('int hashes modulo 2^61 - 1', () => {
    expect(hashInt(12)).toBe(12);
    expect(hashInt((1n << 61n) - 1n)).toBe(0);
    expect(hashInt((1n << 61n) + 6n)).toBe(7);
    expect(hashInt(1n << 60n)).toBe(1n << 60n);
  });
});

describe('a set of ints', () => {
  // The expected values were made with CPython 3.11.
  test.each([
    [
      [3, 1, 2],
      [1, 2, 3],
    ],
    [
      [8, 1],
      [8, 1],
    ],
    [
      [9, 1, 8],
      [8, 9, 1],
    ],
    [
      [8, 16, 24, 0],
      [8, 16, 24, 0],
    ],
    [
      [33, 1, 2, 3],
      [33, 2, 3, 1],
    ],
    [
      [33, 1, 2, 3, 4],
      [33, 2, 3, 4, 1],
    ],
    [
      [40, 39, 38, 37, 36, 35],
      [35, 36, 37, 38, 39, 40],
    ],
  ])('a set of the ints %j has the order of its hash table', (values, order) => {
    expect(setOrder(values)).toEqual(order);
  });

  test('a set of ints holds each value once, whatever its order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat(300), fc.bigInt({ min: 1n << 53n, max: 1n << 70n }))),
        (values) => {
          const ordered = setOrder(values);
          expect(new Set(ordered)).toEqual(new Set(values));
          expect(ordered).toHaveLength(new Set(values).size);
        },
      ),
      propertyRuns(),
    );
  });
});

describe('round', () => {
  test('round chooses the even one of two equally near decimals', () => {
    expect(round(0.0078125, 6)).toBe(0.007812);
    expect(round(0.0234375, 6)).toBe(0.023438);
    expect(round(-0.0078125, 6)).toBe(-0.007812);
    expect(round(2.5, 0)).toBe(2);
    expect(round(3.5, 0)).toBe(4);
  });

  test('round uses the exact binary value', () => {
    expect(round(2.675, 2)).toBe(2.67);
    expect(round(0.9000000000000001, 6)).toBe(0.9);
    expect(round(0.1234565, 6)).toBe(0.123456);
  });

  test('round leaves numbers without decimals unchanged', () => {
    expect(round(1e22, 6)).toBe(1e22);
    expect(round(Infinity, 6)).toBe(Infinity);
    expect(round(NaN, 6)).toBeNaN();
    expect(Object.is(round(-1e-9, 6), -0)).toBe(true);
  });
});
