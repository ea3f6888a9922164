import { signal, type ReadonlySignal } from '@preact/signals';

/** The pages that could not be drawn. */
export interface PageFailures {
  /** Sentences of what went wrong, by page. */
  readonly failures: ReadonlySignal<ReadonlyMap<number, string>>;
  /** Drawing a page has ended: with a sentence where it failed, else with null. */
  readonly setFailure: (page: number, failure: string | null) => void;
  readonly clearFailures: () => void;
}

/** Creates the state of a document none of whose pages has failed. */
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
