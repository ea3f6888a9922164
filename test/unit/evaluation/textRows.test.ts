import process from 'node:process';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { TextRows } from '../../../src/evaluation/textRows.ts';

const opened: TextRows[] = [];
const open = (...args: ConstructorParameters<typeof TextRows>): TextRows => {
  const rows = new TextRows(...args);
  opened.push(rows);
  return rows;
};
afterEach(() => {
  for (const rows of opened.splice(0)) rows.close();
});

it('holds numbers by texts as a map does, in memory and in a file', () => {
  const texts = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat(), fc.nat()));
  fc.assert(
    fc.property(texts, fc.constantFrom(0, 512, 1e6), (entries, mostInMemory) => {
      const map = new Map<string, readonly [number, number]>();
      const rows = open(2, { fewest: 8, mostInMemory });
      for (const [text, ...numbers] of entries) {
        expect(rows.find(text) === null).toBe(!map.has(text));
        const row = rows.add(text);
        expect([rows.get(row, 0), rows.get(row, 1)]).toEqual(map.get(text) ?? [0, 0]);
        numbers.forEach((number, column) => {
          rows.set(row, column, number);
        });
        map.set(text, numbers);
        expect(rows.size).toBe(map.size);
      }
      for (const [text, numbers] of map) {
        const row = rows.find(text) ?? -1;
        expect([rows.get(row, 0), rows.get(row, 1)]).toEqual(numbers);
      }
      rows.close();
      opened.pop();
    }),
    propertyRuns(200),
  );
});

it('takes no more memory for many texts than for few', () => {
  const texts = Array.from({ length: 4000 }, (_, at) => `q${at}`);
  // In memory, they would take 13 MB.
  const rows = open(198, { fewest: 1024, mostInMemory: 2e6 });
  const before = process.memoryUsage().arrayBuffers;
  texts.forEach((text, at) => {
    rows.set(rows.add(text), 197, at);
  });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5e6);
  expect(rows.size).toBe(texts.length);
  const found = texts.map((text) => {
    const row = rows.find(text);
    return row === null ? null : [rows.get(row, 196), rows.get(row, 197)];
  });
  expect(found).toEqual(texts.map((_, at) => [0, at]));
  expect(rows.find('another')).toBeNull();
});
