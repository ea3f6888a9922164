import type { ComputationKind } from '../model.ts';
import type { Quantity } from './quantities.ts';

/**
 * What numbers come to; null for a wrong number of them. A growth is that of the second number to the first one, as is a
 * difference; percentages are in percent.
 */
export function compute(kind: ComputationKind, numbers: readonly number[]): number | null {
  const [first = Number.NaN, second = Number.NaN] = numbers;
  const sum = numbers.reduce((total, number) => total + number, 0);
  if (kind === 'sum') return sum;
  if (kind === 'average') return sum / numbers.length;
  if (numbers.length !== 2) return null;
  if (kind === 'difference') return first - second;
  if (kind === 'ratio') return first / second;
  if (kind === 'share') return (100 * first) / second;
  if (kind === 'growth') return (100 * (first - second)) / second;
  return kind === 'product' ? first * second : null;
}

/** A computation as text, without its result. */
export function formulaOf(kind: ComputationKind, operands: readonly Pick<Quantity, 'text'>[]): string {
  const texts = operands.map(({ text }) => text.trim());
  const [first = '', second = ''] = texts;
  if (kind === 'sum') return texts.join(' + ');
  if (kind === 'average') return `(${texts.join(' + ')}) / ${texts.length}`;
  if (kind === 'difference') return `${first} - ${second}`;
  if (kind === 'growth') return `(${first} - ${second}) / ${second}`;
  return kind === 'product' ? `${first} × ${second}` : `${first} / ${second}`;
}
