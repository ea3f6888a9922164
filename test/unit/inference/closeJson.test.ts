import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { closeJson } from '../../../src/inference/closeJson.ts';
import { growth, LIMIT } from '../../support/growth.ts';

describe('JSON that was cut off', () => {
  it.each([
    ['', ''],
    ['{', '{}'],
    ['{"a', '{}'],
    ['{"a"', '{}'],
    ['{"a":', '{}'],
    ['{"a":"', '{"a":""}'],
    ['{"a":"b', '{"a":"b"}'],
    ['{"a":"b\\', '{"a":"b"}'],
    ['{"a":"b\\\\', '{"a":"b\\\\"}'],
    ['{"a":"b\\u00', '{"a":"b"}'],
    ['{"a":"b\\ud83d', '{"a":"b"}'],
    ['{"a":"b\\ud83d\\ude', '{"a":"b"}'],
    ['{"a":"b\\ud83d\\ude00', '{"a":"b\\ud83d\\ude00"}'],
    ['{"a":1,"b":2', '{"a":1}'],
    ['{"a":[{"b":"c"},{"d', '{"a":[{"b":"c"},{}]}'],
    ['{"a":[true, fal', '{"a":[true]}'],
    ['{"a":"b"} ', '{"a":"b"}'],
  ])('%s becomes %s', (cut, closed) => {
    expect(closeJson(cut)).toBe(closed);
  });

  it('can be parsed wherever it is cut, and has only beginnings of what the whole has', () => {
    fc.assert(
      fc.property(fc.object({ maxDepth: 3 }), fc.nat(), fc.boolean(), (value, place, isEscaped) => {
        const json = JSON.stringify(value);
        const whole = isEscaped
          ? json.replaceAll(/[^ -~]/gu, (one) =>
              Array.from({ length: one.length }, (_, index) => escape(one.charCodeAt(index))).join(''),
            )
          : json;
        const cut = whole.slice(0, 1 + (place % whole.length));
        expect(isBeginning(JSON.parse(closeJson(cut)), JSON.parse(whole))).toBe(true);
      }),
      propertyRuns(),
    );
  });

  it.each([
    ['quotes', '{"a":"\\"', '\\"'],
    ['backslashes', '{"a":"', '\\\\'],
    ['openings', '{"a":', '[{"a":'],
    ['commas', '{"a":[', '1,'],
    ['keys', '{', '"a":"",'],
  ])('takes time in proportion to the number of %s', async (_what, beginning, piece) => {
    const work = (length: number) => closeJson(beginning + piece.repeat(length / piece.length));
    expect(await growth(work, { small: 500_000, large: 2_000_000 })).toBeLessThan(LIMIT);
  });
});

const escape = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`;

/** Whether `part` is `whole` up to where it was cut off: its last text may be shorter, and later values are missing. */
function isBeginning(part: unknown, whole: unknown): boolean {
  if (typeof part === 'string' && typeof whole === 'string') return whole.startsWith(part);
  if (Array.isArray(part) && Array.isArray(whole))
    return part.length <= whole.length && part.every((one, index) => isBeginning(one, whole[index]));
  if (typeof part === 'object' && part !== null && typeof whole === 'object' && whole !== null) {
    const all = new Map<string, unknown>(Object.entries(whole));
    return Object.entries(part).every(([key, value]) => isBeginning(value, all.get(key)));
  }
  return Object.is(part, whole);
}
