/** A list that is read where it stands: nothing is copied to look at it. */
export interface ListView<T> {
  readonly length: number;
  /** What stands at `index`, from 0; undefined outside of the list. */
  item(index: number): T | undefined;
}

/** An array, read in place. */
export function viewOf<T>(items: readonly T[]): ListView<T> {
  return { length: items.length, item: (index) => items[index] };
}

/** The first `count` of `items`, with those of `open` at their places; the last of these may stand after the others. */
export function overlayView<T>(
  items: readonly T[],
  count: number,
  open: ReadonlyMap<number, T>,
): ListView<T> {
  const length = Math.max(count, ...[...open.keys()].map((index) => index + 1));
  return { length, item: (index) => (index < length ? (open.get(index) ?? items[index]) : undefined) };
}

/** The first `count` of `items`, and those of `last` after them. */
export function concatView<T>(items: readonly T[], count: number, last: readonly T[]): ListView<T> {
  return {
    length: count + last.length,
    item: (index) => (index < count ? items[index] : last[index - count]),
  };
}
