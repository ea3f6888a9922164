import { signal, type ReadonlySignal } from '@preact/signals';

/** The pages that could not be drawn. */
export interface PageFailures {
  /** The error messages, by page. */
  readonly failures: ReadonlySignal<ReadonlyMap<number, string>>;
  /** Records the end of drawing a page: with a message if it failed, otherwise with null. */
  readonly setFailure: (page: number, failure: string | null) => void;
  readonly clearFailures: () => void;
}

/** Creates the state of a document in which no page has failed. */
export function createPageFailures(): PageFailures {
  const failures = signal<ReadonlyMap<number, string>>(new Map());
  return {
    failures,
    setFailure(page, failure) {
      const known = failures.peek();
      if ((known.get(page) ?? null) === failure) return;
      const next = new Map(known);
      if (failure === null) next.delete(page);
      else next.set(page, failure);
      failures.value = next;
    },
    clearFailures() {
      failures.value = new Map();
    },
  };
}
