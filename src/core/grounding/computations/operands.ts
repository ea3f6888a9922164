import type { GroundedClaim } from '../model.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';

/** With more numbers than these, a computation that fits is likely to fit by chance. */
export const MOST_OPERANDS = 4;

/** A number that a tool call read from a page. */
export interface Operand {
  /** Index of its claim. */
  readonly index: number;
  readonly quantity: Quantity;
  readonly value: number;
}

/** The observations that are found and have one number, each number once. */
export function operandsOf(claims: readonly GroundedClaim[]): Operand[] {
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
