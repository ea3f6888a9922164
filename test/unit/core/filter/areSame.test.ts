import { expect, it } from 'vitest';
import { areSame } from '../../../../src/core/filter/compareTexts.ts';

it.each([
  ['12', '["12","twelve"]', true],
  ['Twelve', '["12","twelve"]', true],
  ['12.0', "['12', 'twelve']", true],
  ['13', '["12","twelve"]', false],
  ['["12","twelve"]', '["12","twelve"]', true],
  ['["12"]', '["12","twelve"]', false],
  ['[12', '["12"', false],
])('an answer %s and the references %s', (answer, reference, isSame) => {
  expect(areSame(answer, reference)).toBe(isSame);
  expect(areSame(reference, answer)).toBe(isSame);
});
