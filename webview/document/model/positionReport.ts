import { effect, type ReadonlySignal } from '@preact/signals';
import type { DocumentPosition } from '../../../src/protocol/document.ts';

/** Where the person is, as it is reported and kept. */
export type Position = Omit<DocumentPosition, 'selection'> & { readonly selection: readonly number[] };

/** What is reported, and when. */
export interface PositionReport {
  /** Where the person is; null while no pages are shown. */
  readonly position: ReadonlySignal<Position | null>;
  readonly report: (position: Position) => void;
  /** A position is reported after so much rest, in milliseconds. */
  readonly delay: number;
}

/**
 * Reports where the person is, once they rest. Another choice of pages is reported at once: the view may be thrown
 * away the next moment.
 * @returns what ends the reports
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
