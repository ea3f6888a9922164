/** A read-only view of a list that is read without copying it. */
export interface ListView<T> {
  readonly length: number;
  /** The item at `index`, counted from 0; undefined outside of the list. */
  item(index: number): T | undefined;
}

/** A view of an array. */
export function viewOf<T>(items: readonly T[]): ListView<T> {
  return { length: items.length, item: (index) => items[index] };
}

/**
 * The first `count` of `items`, with the items of `open` at their indexes, where the last one may come directly after
 * the others.
 */
export function overlayView<T>(
  items: readonly T[],
  count: number,
  open: ReadonlyMap<number, T>,
): ListView<T> {
  const length = Math.max(count, ...[...open.keys()].map((index) => index + 1));
  return { length, item: (index) => (index < length ? (open.get(index) ?? items[index]) : undefined) };
}

/** The first `count` of `items`, followed by those of `last`. */
export function concatView<T>(items: readonly T[], count: number, last: readonly T[]): ListView<T> {
  return {
    length: count + last.length,
    item: (index) => (index < count ? items[index] : last[index - count]),
  };
}
