import { computed, type ReadonlySignal } from '@preact/signals';

/** A signal that changes only if its value is another one, not if it was sent again. */
export function steady<T>(compute: () => T): ReadonlySignal<T> {
  let last: { readonly value: T; readonly text: string } | null = null;
  return computed(() => {
    const value = compute();
    const text = JSON.stringify(value);
    if (last?.text !== text) last = { value, text };
    return last.value;
  });
}
