import type { Span } from '../../span.ts';
import type { Decimal, Entry } from '../model.ts';

/** The parts of an entry; the amount in the reward's own units follows from the component's weight. */
export interface EntryParts {
  readonly code: string;
  readonly amount: Decimal;
  readonly reason: string;
  readonly span: Span | null;
  readonly tool: number | null;
}

/** The entry for the difference between the reference's doubles and the exact decimals of the components. */
export function rounding(amount: Decimal, reason: string): Entry {
  return { kind: 'rounding', code: 'rounding', amount, paid: amount, reason, span: null, tool: null };
}
