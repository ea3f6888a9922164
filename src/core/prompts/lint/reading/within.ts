import type { Span } from '../../../span.ts';

/** Whether an offset lies in one of the spans. */
export const isWithin = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ start, end }) => start <= at && at < end);
