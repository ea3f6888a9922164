import { expect, test } from 'vitest';
import { r1v } from '../../../../src/core/rewards/r1v/r1v.ts';
import { contextOf, textAt } from '../responses.ts';

const score = (response: string, reference: string | null) =>
  r1v.score(response, contextOf('unknown', { reference }));

test('r1v pays 1 for the answer and 1 for the format', () => {
  const response = '<think>a</think>\n<answer> 42.0 </answer>';
  expect(score(response, '<answer> 42 </answer>').reported).toEqual({ overall: 2, accuracy: 1, format: 1 });
  expect(textAt(response, score(response, '42').components[0]?.scope)).toBe('42.0');
  expect(score(`${response}\n`, '41').components).toMatchObject([
    { paid: '0', entries: [{ reason: 'The answer `42.0` is not equal to the reference `41`.' }] },
    { paid: '0', entries: [{ reason: 'The response does not end with `</answer>`.' }] },
  ]);
});

test('r1v compares words as texts, without the tags around them', () => {
  expect(score('<answer> B </answer>', '<answer>B</answer>').reported).toMatchObject({ accuracy: 1 });
  expect(score('<answer> B. </answer>', 'B').reported).toMatchObject({ accuracy: 0 });
});

test('r1v also pays for a number in the think block if the answer has no space before it', () => {
  const response = '<think>The answer is 3.</think><answer>4</answer>';
  expect(score(response, '3').reported).toEqual({ overall: 2, accuracy: 1, format: 1 });
  expect(score(response, '4').reported).toEqual({ overall: 2, accuracy: 1, format: 1 });
});

test('r1v is a range if only Math-Verify can compare, and unknown without a reference', () => {
  const response = '<think>a</think><answer>$\\frac{x}{2}$</answer>';
  expect(score(response, '$0.5x$')).toMatchObject({
    overall: null,
    ifWrong: 1,
    ifRight: 2,
    needs: ['math_verify'],
    reported: { overall: null, accuracy: null, format: 1 },
  });
  expect(score(response, null)).toMatchObject({ overall: null, ifRight: null, needs: ['reference'] });
});
