import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { TextNumbers } from '../../../src/evaluation/textNumbers.ts';

it('holds numbers by texts as a map does', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat())), (entries) => {
      const map = new Map(entries);
      const numbers = new TextNumbers();
      for (const [text, number] of entries) numbers.set(text, number);
      expect(numbers.size).toBe(map.size);
      for (const [text, number] of map) expect(numbers.get(text)).toBe(number);
      expect(numbers.get('\u0000 not there')).toBeUndefined();
    }),
    propertyRuns(200),
  );
});

it('grows', () => {
  const numbers = new TextNumbers();
  for (let at = 0; at < 5000; at += 1) numbers.set(`q${at}`, at);
  expect(numbers.size).toBe(5000);
  for (let at = 0; at < 5000; at += 1) expect(numbers.get(`q${at}`)).toBe(at);
});
