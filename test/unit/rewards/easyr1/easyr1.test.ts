import { describe, expect, test } from 'vitest';
import { easyr1Math, easyr1R1v } from '../../../../src/core/rewards/easyr1/easyr1.ts';
import { verlGeo3k, verlGsm8k, verlMath } from '../../../../src/core/rewards/verl/verl.ts';
import { contextOf, textAt } from '../responses.ts';

const unjudged = (reference: string | null = '42') => contextOf('unknown', { reference });

describe('easyr1-r1v', () => {
  const score = (response: string, reference: string | null = '42') =>
    easyr1R1v.score(response, unjudged(reference));

  test('easyr1-r1v pays half for the answer and half for the format', () => {
    const response = '<think>a</think>\n<answer> 42.0 </answer>';
    const { overall, components } = score(response);
    expect(overall).toBe(1);
    expect(textAt(response, components[0]?.scope)).toBe('42.0');
    expect(score('<answer>42</answer>').components[1]?.entries).toMatchObject([
      { code: 'format-incomplete', reason: 'The response does not begin with `<think>`.' },
    ]);
    expect(score(`${response}\n`).reported).toEqual({ overall: 0.5, format: 0, accuracy: 1 });
    expect(score('<think>a</think>b<answer>41</answer>').components).toMatchObject([
      { entries: [{ reason: 'The answer `41` is not equal to the reference `42`.' }] },
      { entries: [{ code: 'format-incomplete' }] },
    ]);
  });

  test('easyr1-r1v compares the whole response if no answer is on a single line', () => {
    expect(score('42').overall).toBe(0.5);
    expect(score('<think>a</think><answer>42\n</answer>').reported['accuracy']).toBe(0);
  });

  test('easyr1-r1v leaves an answer of LaTeX nested 100,000 deep to the reference instead of failing', () => {
    const nested = '\\frac{'.repeat(100_000);
    expect(score(`<think>a</think><answer>${nested}</answer>`).overall).toBeNull();
  });

  test('easyr1-r1v is a range if only SymPy can compare, and unknown without a reference', () => {
    const response = '<think>a</think><answer>2\\sqrt{3}</answer>';
    expect(score(response, '\\sqrt{12}')).toMatchObject({
      overall: null,
      ifWrong: 0.5,
      ifRight: 1,
      needs: ['sympy'],
    });
    expect(score(response, null)).toMatchObject({ overall: null, ifRight: null, needs: ['reference'] });
  });
});

describe('rewards for boxed answers', () => {
  test('easyr1-math removes white space around marks first, and verl-geo3k does not', () => {
    const response = '< think>a</think > It is \\boxed{ \\frac{84}{2} } or \\boxed{42}.';
    const [easyr1, verl] = [easyr1Math, verlGeo3k].map((profile) => profile.score(response, unjudged()));
    expect([easyr1?.overall, verl?.overall]).toEqual([1, 0.9]);
    expect(textAt(response, easyr1?.components[0]?.scope)).toBe('42');
    expect(verl?.reported).toEqual({ overall: 0.9 });
  });

  test('rewards for boxed answers read the last box only, and take None for an unclosed one', () => {
    expect(verlGeo3k.score('<think>a</think>\\boxed{42} \\boxed{4', unjudged()).overall).toBe(0.1);
    expect(verlGeo3k.score('no box', unjudged('None')).overall).toBe(0.9);
    expect(verlGeo3k.score('\\boxed{{4}2}', unjudged('42')).overall).toBe(0.9);
  });
});

describe('verl-gsm8k', () => {
  const score = (response: string, reference = '1234') => verlGsm8k.score(response, unjudged(reference));

  test('verl-gsm8k pays for the last number after four hashes, without its commas', () => {
    const response = '#### 5\n#### 1,234 dollars';
    expect(score(response).overall).toBe(1);
    expect(textAt(response, score(response).components[0]?.scope)).toBe('1,234');
    expect(score('#### 1234.').components[0]?.entries).toMatchObject([{ code: 'answer-differs' }]);
  });

  test('verl-gsm8k reads only the last 300 characters, which are code points', () => {
    expect(score(`#### 1234${'\u{1f600}'.repeat(291)}`).overall).toBe(1);
    expect(score(`#### 1234${'\u{1f600}'.repeat(292)}`).components[0]?.entries).toMatchObject([
      { code: 'answer-missing' },
    ]);
  });
});

describe('verl-math', () => {
  const score = (response: string, reference = '\\frac{1}{2}') =>
    verlMath.score(response, unjudged(reference));

  test('verl-math pays for the last box, without regard to LaTeX notation', () => {
    const response = 'Not \\boxed{2}, but \\boxed{1/2}.';
    expect(score(response).overall).toBe(1);
    expect(textAt(response, score(response).components[0]?.scope)).toBe('1/2');
    expect(score('\\boxed{\\dfrac12\\%}').overall).toBe(1);
    expect(score('\\boxed{x = 0.5}').overall).toBe(1);
    expect(score('\\boxed{ab = 0.5}').overall).toBe(0);
    expect(score('\\boxed{2}').components[0]?.entries).toMatchObject([{ code: 'answer-differs' }]);
  });

  test('verl-math reads what follows a box with a space up to a dollar sign, and nothing in an unclosed box', () => {
    expect(score('\\boxed{2} $\\boxed \\frac12$').overall).toBe(1);
    expect(score('\\boxed{\\frac{1}{2}').components[0]?.entries).toMatchObject([{ code: 'answer-missing' }]);
  });

  test('verl-math compares answers as they are if the reference fails on one of them', () => {
    expect(score('\\boxed{\\sqrt}', '\\sqrt').overall).toBe(1);
    expect(score('\\boxed{ \\sqrt}', '\\sqrt').overall).toBe(0);
  });
});
