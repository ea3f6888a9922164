import { effect, type ReadonlySignal } from '@preact/signals';
import type { DocumentPosition } from '../../../src/protocol/document.ts';

/** The person's position, as it is reported and stored. */
export type Position = Omit<DocumentPosition, 'selection'> & { readonly selection: readonly number[] };

/** What is reported, and when. */
export interface PositionReport {
  /** The person's position; null while no pages are shown. */
  readonly position: ReadonlySignal<Position | null>;
  readonly report: (position: Position) => void;
  /** How long the position must be unchanged before it is reported, in milliseconds. */
  readonly delay: number;
}

/**
 * Reports the person's position once it no longer changes. Another selection of pages is reported immediately, because
 * the view may be discarded at any moment.
 * @returns a function that ends the reports
 */
export function reportPosition({ position, report, delay }: PositionReport): () => void {
  let reported: readonly number[] | null = null;
  return effect(() => {
    const current = position.value;
    if (current === null) return undefined;
    if (current.selection !== reported) {
      reported = current.selection;
      report(current);
      return undefined;
    }
    const timer = setTimeout(() => {
      report(current);
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  });
}
