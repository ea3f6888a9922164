import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { multiply, negate, ofNumber, subtract, sum } from '../../../src/core/decimal.ts';

/** Short and long decimals, so that both ways of computing are tested, with their values as fractions of bigints. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12), fc.nat(19))
  .map(([units, scale, drop]) => {
    const kept = units / 10n ** BigInt(drop);
    const digits = String(kept < 0n ? -kept : kept).padStart(scale + 1, '0');
    const whole = digits.slice(0, digits.length - scale);
    const text = scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`;
    return { text: kept < 0n ? `-${text}` : text, units: kept, scale };
  });

/** The value of a decimal in units of 10^-30. */
function toFineUnits(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(30, '0')}`);
}

describe('decimals', () => {
  test('decimals add and multiply in plain notation', () => {
    expect(sum(['1', '-0.1', '-0.2'])).toBe('0.7');
    expect(sum([])).toBe('0');
    expect(sum(['0.000001', '-0.000001'])).toBe('0');
    expect(multiply('0.1', '-0.1')).toBe('-0.01');
    expect(multiply('0.8', '0')).toBe('0');
    expect(multiply('0.0001', '0.0001')).toBe('0.00000001');
    expect(negate('0')).toBe('0');
    expect(negate('-0.50')).toBe('0.5');
    expect(subtract('0.1', '0.30')).toBe('-0.2');
  });

  test('decimals made from doubles are the shortest ones', () => {
    expect(ofNumber(0.1 + 0.2)).toBe('0.30000000000000004');
    expect(ofNumber(1.3877787807814457e-16)).toBe('0.00000000000000013877787807814457');
    expect(ofNumber(-1e21)).toBe('-1000000000000000000000');
    expect(ofNumber(1.5e22)).toBe('15000000000000000000000');
    expect(ofNumber(-0)).toBe('0');
    expect(() => ofNumber(NaN)).toThrow(RangeError);
    expect(() => ofNumber(Infinity)).toThrow(RangeError);
  });

  test.each(['', '-', '.', '1.', '.5', '1e5', ' 1', '+1', '0x1', '1.2.3', '1,5', '--1'])(
    'refuses the decimal %j',
    (text) => {
      expect(() => sum([text])).toThrow(RangeError);
      expect(() => multiply('1', text)).toThrow(RangeError);
    },
  );

  test('decimals are exact whatever their size', () => {
    fc.assert(
      fc.property(fc.array(decimals), decimals, decimals, (list, a, b) => {
        const texts = list.map(({ text }) => text);
        expect(toFineUnits(sum(texts))).toBe(texts.reduce((total, text) => total + toFineUnits(text), 0n));
        const product = toFineUnits(multiply(a.text, b.text)) * 10n ** 30n;
        expect(product).toBe(toFineUnits(a.text) * toFineUnits(b.text));
        expect(toFineUnits(subtract(a.text, b.text))).toBe(toFineUnits(a.text) - toFineUnits(b.text));
      }),
      propertyRuns(500),
    );
  });

  test('a double converted to a decimal and back is unchanged', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => {
        expect(Number(ofNumber(x))).toBe(x === 0 ? 0 : x);
      }),
      propertyRuns(),
    );
  });

  test('equal decimals are written in the same way', () => {
    fc.assert(
      fc.property(decimals, ({ text }) => {
        expect(sum([text])).toMatch(/^(0|-?(?:[1-9]\d*|0)(?:\.\d*[1-9])?)$/);
        expect(sum([text])).not.toBe('-0');
      }),
      propertyRuns(),
    );
  });
});
