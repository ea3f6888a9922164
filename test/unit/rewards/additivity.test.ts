import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { multiply, ofNumber, sum } from '../../../src/core/decimal.ts';
import {
  UNKNOWN_CONTEXT,
  type Component,
  type Score,
  type Verdict,
} from '../../../src/core/rewards/model.ts';
import { formatPartSum, partSum } from '../../../src/core/rewards/explanation/partSum.ts';
import { assembleJudged, component } from '../../../src/core/rewards/explanation/judgedScore.ts';
import { profiles } from '../../../src/core/rewards/registry.ts';
import { samplesFor } from './samples.ts';

const verdicts: readonly Verdict[] = ['right', 'wrong', 'unknown'];

/** Checks that the decimals of a score agree with each other and with its doubles. */
function checkDecimals(score: Score, verdict: Verdict): void {
  const { components, adjustments, overall, ifWrong, ifRight, raises, needs } = score;
  for (const component of components) {
    const { start, value, paid, weight, most, entries } = component;
    for (const entry of entries) expect(entry.paid).toBe(multiply(weight, entry.amount));
    if (value === null) {
      expect(raises !== null || needs.length > 0).toBe(true);
      expect([paid, entries]).toEqual([null, []]);
      continue;
    }
    expect(value).toBe(sum([start, ...entries.map(({ amount }) => amount)]));
    expect(paid).toBe(multiply(weight, value));
    checkPartSum(component);
    const lost = entries.filter(({ kind }) => kind !== 'credit');
    expect(paid).toBe(sum([most, ...lost.map((entry) => entry.paid)]));
  }
  expect(overall === null).toBe(raises !== null || needs.length > 0);
  expect(ifWrong === null || ifRight === null).toBe(
    raises !== null || needs.some((need) => !['verdict', 'sympy', 'math_verify'].includes(need)),
  );
  expect(score.reported['overall'] ?? score.reported['anls'] ?? null).toBe(overall);
  if (ifWrong === null || ifRight === null) return;
  const paid = sum([...components, ...adjustments].map((part) => part.paid ?? '0'));
  expect(paid).toBe(ofNumber(overall ?? ifWrong));
  if (overall === null) {
    const open = components.filter((part) => part.paid === null).map(({ most }) => most);
    // The sum of doubles for a right answer may be rounded differently from that for a wrong one.
    expect(Number(sum([paid, ...open]))).toBeCloseTo(ifRight, 12);
  } else if (verdict !== 'unknown') expect(overall).toBe(verdict === 'right' ? ifRight : ifWrong);
  else expect(ifWrong).toBe(ifRight);
}

/** Checks that the calculation of a part, and the numbers in its text, give what the part pays. */
function checkPartSum(component: Component): void {
  const calculation = partSum(component);
  if (calculation === null) throw new Error('A part whose pay is known has no calculation.');
  const { weight, start, terms, paid } = calculation;
  const value = sum([start, ...terms.map(({ count, amount }) => multiply(String(count), amount))]);
  expect(value).toBe(component.value);
  expect(multiply(weight, value)).toBe(paid);
  const text = formatPartSum(calculation);
  if (text.includes('≈')) return;
  const [left = '', right = ''] = text
    .replaceAll('−', '-')
    .replace(/[a-z][a-z ]*(?: 0)?(?=[ )]|$)/g, '')
    .split('=');
  expect(evaluate(left)).toBeCloseTo(Number(right), 10);
}

/** The value of a product of a weight and a sum in parentheses, whose terms can have a count. */
function evaluate(text: string): number {
  const [weight = '', ...rest] = text.split('×');
  const terms =
    rest
      .join('×')
      .replace(/[() ]/g, '')
      .match(/[+-]?[^+-]+/g) ?? [];
  const total = terms
    .map((term) => term.split('×').reduce((product, factor) => product * Number(factor), 1))
    .reduce((all, term) => all + term, 0);
  return Number(weight) * total;
}

function checkSpans({ components, adjustments, notes }: Score, length: number): void {
  const spans = [
    ...components.flatMap(({ entries, scope }) => [scope, ...entries.map(({ span }) => span)]),
    ...adjustments.map(({ span }) => span),
    ...notes.map(({ span }) => span),
  ];
  for (const span of spans) {
    if (span === null) continue;
    expect(span.start).toBeGreaterThanOrEqual(0);
    expect(span.end).toBeGreaterThanOrEqual(span.start);
    expect(span.end).toBeLessThanOrEqual(length);
  }
}

describe.each(profiles.map((profile) => [profile.name, profile] as const))('%s', (_, profile) => {
  test('the components add up exactly, in decimals, to the reward of each verdict', () => {
    fc.assert(
      fc.property(fc.nat(), (from) => {
        const [sample] = samplesFor(profile.name, 1, from);
        if (sample === undefined) return;
        const { response, context } = sample;
        for (const verdict of verdicts) {
          for (const lacking of [
            {},
            { reference: null },
            { responseLength: null },
            { toolResults: null },
            { retrieval: null },
          ]) {
            const score = profile.score(response, { ...context, ...lacking, verdict });
            checkDecimals(score, verdict);
            checkSpans(score, response.length);
          }
        }
      }),
      propertyRuns(250),
    );
  });

  test('any text is scored without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...verdicts), (response, verdict) => {
        const score = profile.score(response, { ...UNKNOWN_CONTEXT, verdict });
        checkDecimals(score, verdict);
      }),
      propertyRuns(),
    );
  });
});

describe('differences between doubles and decimals', () => {
  const parts = { key: 'odd', title: 'Odd', scope: null, floor: null };
  const odd = component({ ...parts, weight: '0.3333337', deductions: [] });

  test('an entry of the kind rounding states the difference between doubles and decimals', () => {
    const score = assembleJudged({
      profile: 'lang2act',
      verdict: 'right',
      judged: false,
      overall: () => 0.333334,
      reported: (overall) => ({ overall }),
      defaults: [],
      components: [odd],
      notes: [],
    });
    expect(score.adjustments).toMatchObject([{ kind: 'rounding', amount: '0.0000003', paid: '0.0000003' }]);
    checkDecimals(score, 'right');
  });

  test('a component below 0 without a floor keeps its value', () => {
    const deduction = { code: 'much', amount: '-1.5', reason: 'Much.', span: null, tool: null };
    const below = component({ ...parts, weight: '0.2', deductions: [deduction] });
    expect([below.value, below.paid]).toEqual(['-0.5', '-0.1']);
  });
});
