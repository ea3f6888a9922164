import { describe, expect, test } from 'vitest';
import { mathEqual } from '../../../../src/core/rewards/answers/mathEquality.ts';

describe('the equality of answers as mathruler decides it', () => {
  test.each([
    ['0.5', '\\frac{1}{2}'],
    ['\\dfrac12', '1/2'],
    ['x = 5', '5'],
    ['5 cm', '5'],
    ['50%', '50'],
    ['1,000,000', '1000000'],
    ['\\text{Paris}', 'paris'],
    ['(1, 2.0]', '(1,2]'],
    ['\\frac{\\sqrt{3}}{2}', 'sqrt(3)/2'],
    ['0.50', '0.5'],
    ['3 \\frac{1}{2}', '3 1/2'],
    ['٣', '3'],
  ])('%s is equal to %s', (answer, reference) => {
    expect(mathEqual(answer, reference)).toBe(true);
  });

  test.each([
    ['4', '5'],
    ['2/4', '1/2'],
    ['2.0001', '2'],
    ['[1,2)', '(1,2)'],
    ['1,2,3', '(1,2,3)'],
    ['B', 'A'],
    ['London', 'Paris'],
    ['2\\sqrt{3}', '3\\sqrt{2}'],
    ['2x+1', 'x+2'],
    ['x=y=5', '5.5'],
    ['2.5 million', '2500000.0'],
    ['2^{10}', '1024.5'],
    ['', '5'],
    ['10e-1', '1\u001c'],
  ])('%s is not equal to %s', (answer, reference) => {
    expect(mathEqual(answer, reference)).toBe(false);
  });

  test.each([
    ['2\\sqrt{3}', '\\sqrt{12}'],
    ['2(x+1)', '2x+2'],
    ['\\sqrt[3]{8}', '2.5'],
    ['3!', '6.5'],
    ['f(2)', '2.5'],
    ['1.5e-3', '0.0015'],
    ['1j*1j', '-1/1'],
    ['f(x=5)', 'f(x=6)'],
    ['x#=\n', 'x'],
    ['10**15+x-10**15', 'x+0'],
    ['1/(10**15+x-10**15)', '1/x'],
    ['(10**15+x-10**15)**2', 'x*x'],
    ['sqrt(10**15+x-10**15)', 'sqrt(x)'],
    ['\\begin{pmatrix}1\\end{pmatrix}', '1.5'],
  ])('whether %s is equal to %s is left to SymPy', (answer, reference) => {
    expect(mathEqual(answer, reference)).toBeNull();
  });
});
