/**
 * The first index from 0 up to `length` for which `isBefore` is false; `length` if it is true for all. `isBefore` must
 * be true up to an index and false from there on.
 */
export function partitionPoint(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the last of ascending numbers that is not above `value`; -1 if all are above it. */
export function lastNotAbove(ascending: readonly number[], value: number): number {
  return partitionPoint(ascending.length, (index) => (ascending[index] ?? Infinity) <= value) - 1;
}
