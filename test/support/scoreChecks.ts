// Checks that need no test runner, so that they also run in the workers that check many texts.
import assert from 'node:assert/strict';
import { multiply, ofNumber, sum } from '../../src/core/decimal.ts';
import { formatPartSum, partSum } from '../../src/core/rewards/explanation/partSum.ts';
import type { Component, Score, Verdict } from '../../src/core/rewards/model.ts';

/** Throws unless the decimals of a score agree with each other and with its doubles. */
export function checkDecimals(score: Score, verdict: Verdict): void {
  const { components, adjustments, overall, ifWrong, ifRight, raises, needs } = score;
  for (const component of components) {
    const { start, value, paid, weight, most, entries } = component;
    for (const entry of entries) assert.equal(entry.paid, multiply(weight, entry.amount));
    if (value === null) {
      assert.equal(raises !== null || needs.length > 0, true);
      assert.deepEqual([paid, entries], [null, []]);
      continue;
    }
    assert.equal(value, sum([start, ...entries.map(({ amount }) => amount)]));
    assert.equal(paid, multiply(weight, value));
    checkPartSum(component);
    const lost = entries.filter(({ kind }) => kind !== 'credit');
    assert.equal(paid, sum([most, ...lost.map((entry) => entry.paid)]));
  }
  assert.equal(overall === null, raises !== null || needs.length > 0);
  assert.equal(
    ifWrong === null || ifRight === null,
    raises !== null || needs.some((need) => !['verdict', 'sympy', 'math_verify'].includes(need)),
  );
  assert.equal(score.reported['overall'] ?? score.reported['anls'] ?? null, overall);
  if (ifWrong === null || ifRight === null) return;
  const paid = sum([...components, ...adjustments].map((part) => part.paid ?? '0'));
  assert.equal(paid, ofNumber(overall ?? ifWrong));
  if (overall === null) {
    const open = components.filter((part) => part.paid === null).map(({ most }) => most);
    // The sum of doubles for a right answer may be rounded differently from that for a wrong one.
    assertClose(Number(sum([paid, ...open])), ifRight, 12);
  } else if (verdict !== 'unknown') assert.equal(overall, verdict === 'right' ? ifRight : ifWrong);
  else assert.equal(ifWrong, ifRight);
}

/** Throws unless the calculation of a part, and the numbers in its text, give what the part pays. */
function checkPartSum(component: Component): void {
  const calculation = partSum(component);
  if (calculation === null) throw new Error('A part whose pay is known has no calculation.');
  const { weight, start, terms, paid } = calculation;
  const value = sum([start, ...terms.map(({ count, amount }) => multiply(String(count), amount))]);
  assert.equal(value, component.value);
  assert.equal(multiply(weight, value), paid);
  const text = formatPartSum(calculation);
  if (text.includes('≈')) return;
  const [left = '', right = ''] = text
    .replaceAll('−', '-')
    .replace(/[a-z][a-z ]*(?: 0)?(?=[ )]|$)/g, '')
    .split('=');
  assertClose(evaluate(left), Number(right), 10);
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

/** Throws unless all spans of a score lie within a text of `length` characters. */
export function checkSpans({ components, adjustments, notes }: Score, length: number): void {
  const spans = [
    ...components.flatMap(({ entries, scope }) => [scope, ...entries.map(({ span }) => span)]),
    ...adjustments.map(({ span }) => span),
    ...notes.map(({ span }) => span),
  ];
  for (const span of spans) {
    if (span === null) continue;
    assert.ok(span.start >= 0 && span.end >= span.start && span.end <= length, `${span.start}-${span.end}`);
  }
}

function assertClose(actual: number, expected: number, digits: number): void {
  assert.ok(Math.abs(actual - expected) < 10 ** -digits / 2, `${actual} is not ${expected}`);
}
