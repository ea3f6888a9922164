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

it.each([
  ['600 levels', `${'['.repeat(600)}${']'.repeat(600)}`, 'too_deep'],
  ['100,000 levels that are not closed', '['.repeat(100_000), 'too_deep'],
  ['1,100 levels with a NaN', `${'{"a":'.repeat(1100)}NaN${'}'.repeat(1100)}`, 'too_deep'],
  ['a few levels that are not closed', '[[[', 'json'],
])('says of %s why they are not read', (_, text, reason) => {
  expect(readJson(text)).toMatchObject({ reason });
});
