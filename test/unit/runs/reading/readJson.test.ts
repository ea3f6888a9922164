import { expect, it } from 'vitest';
import { readJson } from '../../../../src/runs/reading/readJson.ts';

it.each<[string, unknown]>([
  ['{"id": 12345678901234567890, "n": 7, "s": 1e300}', { id: '12345678901234567890', n: 7, s: 1e300 }],
  ['{"id": -9007199254740993}', { id: '-9007199254740993' }],
  ['{"id": 9007199254740991, "x": NaN}', { id: 9007199254740991, x: Number.NaN }],
  ['{"id": 9007199254740993, "x": NaN}', { id: '9007199254740993', x: Number.NaN }],
])('reads %s with exact numbers', (text, value) => {
  expect(readJson(text)).toEqual({ value });
});
