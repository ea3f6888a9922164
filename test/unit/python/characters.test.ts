import { describe, expect, test } from 'vitest';
import { digitValue, skipDigits } from '../../../src/core/python/digits.ts';
import { lowerUnit, standsIgnoringCase } from '../../../src/core/python/ignoreCase.ts';
import { DIGIT, ignoringCase, SPACE } from '../../../src/core/python/patterns.ts';
import { isSpace, skipSpace, strip, stripSpan } from '../../../src/core/python/strip.ts';
import { DIGIT_ZEROS, UNICODE_VERSION } from '../../../src/core/python/tables.ts';

const EVERY = Array.from({ length: 0x11_0000 }, (_, point) => point);
const SURROGATES = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

describe('white space of Python', () => {
  test('the white space of Python includes the separators U+001C to U+001F and U+0085, but not U+FEFF', () => {
    expect(['\x1c', '\x1f', '\x85', '\u2028', '\u3000'].map((space) => isSpace(space.charCodeAt(0)))).toEqual(
      new Array(5).fill(true),
    );
    expect(['\ufeff', '\u200b', '\u180e', 'x', '\0'].map((other) => isSpace(other.charCodeAt(0)))).toEqual(
      new Array(5).fill(false),
    );
  });

  test('the function and the pattern for white space agree', () => {
    const pattern = new RegExp(`^${SPACE}$`, 'u');
    const differing = EVERY.filter((point) => {
      const text = String.fromCodePoint(point);
      return pattern.test(text) !== (text.length === 1 && isSpace(point));
    });
    expect(differing).toEqual([]);
  });

  test('white space is stripped from both ends of a span', () => {
    expect(strip('\x1c\u2003 a b\x85\n')).toBe('a b');
    expect(strip('\ufeffa')).toBe('\ufeffa');
    expect(strip(' \t ')).toBe('');
    expect(stripSpan('[  x  ]', 1, 6)).toEqual({ start: 3, end: 4 });
    expect(stripSpan('[   ]', 1, 4)).toEqual({ start: 4, end: 4 });
    expect(skipSpace('a  b', 1, 2)).toBe(2);
  });
});

describe('digits of Python', () => {
  test('the digits are those of the pinned Unicode version', () => {
    expect(UNICODE_VERSION).toBe('14.0.0');
    expect(EVERY.filter((point) => digitValue(point) >= 0)).toHaveLength(660);
    expect(digitValue(0x11f50), 'a digit of Unicode 15').toBe(-1);
  });

  test('the digits run from 0 to 9 after each zero', () => {
    for (const zero of DIGIT_ZEROS) {
      expect(Array.from({ length: 10 }, (_, value) => digitValue(zero + value))).toEqual([
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
      ]);
    }
  });

  test('the function and the pattern for digits agree', () => {
    const pattern = new RegExp(`^${DIGIT}$`, 'u');
    const points = EVERY.filter((point) => !SURROGATES(point));
    expect(
      points.filter((point) => pattern.test(String.fromCodePoint(point)) !== digitValue(point) >= 0),
    ).toEqual([]);
  });

  test('digits are skipped across scripts and surrogate pairs', () => {
    expect(skipDigits('1\u{1d7ce}\u0663x', 0, 5)).toBe(4);
    expect(skipDigits('\ud835x', 0, 2)).toBe(0);
    expect(skipDigits('123', 0, 2)).toBe(2);
  });
});

describe('letters under re.IGNORECASE', () => {
  test('letters match the same characters beyond ASCII as in CPython when it ignores case', () => {
    expect(standsIgnoringCase('<de\u017fcr\u0130pt\u0131on>', 1, 'description')).toBe(true);
    expect(standsIgnoringCase('THIN\u212a', 0, 'think')).toBe(true);
    expect(standsIgnoringCase('thinq', 0, 'think')).toBe(false);
    expect(standsIgnoringCase('thin', 0, 'think')).toBe(false);
    expect([0x130, 0x131, 0x17f, 0x212a].map(lowerUnit)).toEqual([0x69, 0x69, 0x73, 0x6b]);
  });

  test('the function and the pattern for letters agree', () => {
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') {
      const pattern = new RegExp(`^${ignoringCase(letter)}$`, 'u');
      const matched = EVERY.filter((point) => pattern.test(String.fromCodePoint(point)));
      const folded = EVERY.slice(0, 0x1_0000).filter((unit) => lowerUnit(unit) === letter.charCodeAt(0));
      expect(matched).toEqual(folded);
    }
  });
});
