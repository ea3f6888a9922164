import type { Span } from '../../span.ts';
import type { Decimal, Entry } from '../model.ts';

/** What is to be said about one entry; its place in the reward's own units follows from the component's weight. */
export interface EntryParts {
  readonly code: string;
  readonly amount: Decimal;
  readonly reason: string;
  readonly span: Span | null;
  readonly tool: number | null;
}

/** What the reference's doubles and the components' exact decimals differ by, as an entry. */
export function rounding(amount: Decimal, reason: string): Entry {
  return { kind: 'rounding', code: 'rounding', amount, paid: amount, reason, span: null, tool: null };
}
