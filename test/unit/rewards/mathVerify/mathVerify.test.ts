import { describe, expect, test } from 'vitest';
import { mathVerified } from '../../../../src/core/rewards/mathVerify/mathVerify.ts';

describe('mathVerified', () => {
  test.each([
    ['<answer> 3 </answer>', '<answer> 3 </answer>'],
    ['There are 3 in total', '3.0'],
    ['The answer is 1,234 cm', '1234'],
    ['50%', '0.5'],
    ['50%', '50'],
    ['1/2', '$\\frac{1}{2}$'],
    ['(1 + 2) * 4', '12'],
    ['\\boxed{0.5}', '$\\frac{2}{4}$'],
    ['$x = 5 \\text{ cm}$', '5'],
    ['$60^\\circ$', '60°'],
    ['$2\\sqrt{3}$', '\\boxed{2\\sqrt{3}}'],
    ['$x^2 + 1$', '$x^2 + 1$'],
  ])('%s is equal to %s', (text, reference) => {
    expect(mathVerified(text, reference)).toBe(true);
  });

  test.each([
    ['3', '4'],
    ['0.333333', '0.3334'],
    ['the answer is 3, not 4', '4'],
    ['B', 'B'],
    ['<answer>3</answer>', '<answer>3</answer>'],
    ['-05', '-5'],
    ['$5 cm$', '5'],
    ['$\\sqrt{2}$', '1.41'],
    ['$5, 7$', '5'],
    ['2023-05-12', '2018'],
  ])('%s is not equal to %s', (text, reference) => {
    expect(mathVerified(text, reference)).toBe(false);
  });

  test.each([
    ['0.333333', '1/3'],
    ['1.0000001', '1'],
    ['$\\frac{x}{2}$', '5'],
    ['$y = 5$', '$x = 5$'],
    ['2^100', '1'],
    ['٣', '3'],
    [`\\boxed{5} ${'\\( '.repeat(5000)}`, '5'],
    [`5 ${' '.repeat(2000)}`, '5'],
  ])('whether %s is equal to %s is left to Math-Verify', (text, reference) => {
    expect(mathVerified(text, reference)).toBeNull();
  });

  test('of several numbers, the last one counts, but a number after the word answer counts first', () => {
    expect(mathVerified('2 red, 3 blue', '3')).toBe(true);
    expect(mathVerified('The answer is 3\nthe others are 4', '3')).toBe(true);
    expect(mathVerified('The final answer is 3. I hope so, because answer 4', '3')).toBe(true);
    expect(mathVerified('\\boxed{3} is the answer: 4', '3')).toBe(true);
  });
});
