import type { Computation, ComputationKind, GroundedClaim } from '../model.ts';
import { quantitiesIn, roundsTo, type Quantity } from './quantities.ts';

/** With more numbers than these, a computation that fits is likely to fit by chance. */
const MOST_OPERANDS = 4;

interface Operand {
  readonly index: number;
  readonly quantity: Quantity;
  readonly value: number;
}

/**
 * How a number of the answer is computed from the numbers that tool calls read from the pages, if exactly one
 * computation of all of them, or of two, comes to it; `several` if more do, null if none does.
 */
export function uniqueComputation(
  number: Quantity,
  claims: readonly GroundedClaim[],
): Computation | 'several' | null {
  const operands = operandsOf(claims);
  if (operands.length < 2 || operands.length > MOST_OPERANDS) return null;
  const found: Computation[] = [];
  const put = (kind: ComputationKind, used: readonly Operand[], text: string, value: number): void => {
    if (!Number.isFinite(value) || !roundsTo(value, number)) return;
    const percent = number.isPercent ? '%' : '';
    const shown = value.toFixed(Math.min(number.decimals[0] ?? 0, 20));
    found.push({
      kind,
      operands: used.map(({ index }) => index).sort((one, other) => one - other),
      text: `${text} = ${shown}${percent}`,
      value,
      said: number.values[0] ?? value,
    });
  };
  const texts = operands.map(({ quantity }) => quantity.text);
  const sum = operands.reduce((total, { value }) => total + value, 0);
  if (!number.isPercent) {
    put('sum', operands, texts.join(' + '), sum);
    put('average', operands, `(${texts.join(' + ')}) / ${texts.length}`, sum / operands.length);
  }
  for (const one of operands) {
    for (const other of operands) {
      if (one === other) continue;
      const [a, b] = [one.quantity.text, other.quantity.text];
      if (number.isPercent) {
        put('share', [one, other], `${a} / ${b}`, (100 * one.value) / other.value);
        put('growth', [one, other], `(${a} - ${b}) / ${b}`, (100 * (one.value - other.value)) / other.value);
      } else {
        put('difference', [one, other], `${a} - ${b}`, one.value - other.value);
        put('ratio', [one, other], `${a} / ${b}`, one.value / other.value);
      }
    }
  }
  const [only, second] = found;
  if (only === undefined) return null;
  return second === undefined ? only : 'several';
}

/** The observations that are found and have one number, each number once. */
function operandsOf(claims: readonly GroundedClaim[]): Operand[] {
  const operands = new Map<number, Operand>();
  for (const [index, { kind, status, text, span }] of claims.entries()) {
    if (kind !== 'observation' || status !== 'found') continue;
    const numbers = quantitiesIn(text, span.start).filter(({ isYear }) => !isYear);
    const [quantity] = numbers;
    if (quantity === undefined || numbers.length > 1) continue;
    const value = (quantity.values[0] ?? 0) * quantity.scale;
    if (!operands.has(value)) operands.set(value, { index, quantity, value });
    if (operands.size > MOST_OPERANDS) break;
  }
  return [...operands.values()];
}
