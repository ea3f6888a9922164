/** The median (for an even number of values, the mean of the two middle ones); null if there are no values. */
export function median(values: readonly number[]): number | null {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) return null;
  if (sorted.length % 2 === 1) return upper;
  return ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** So few values are sorted faster one by one than by a typed array, which takes longer to create. */
const FEW = 24;

/** The middle value, for an even number the upper one of the two: always one of the values. 0 if there are none. */
export function upperMedian(values: readonly number[]): number {
  const sorted = values.length > FEW ? Float64Array.from(values).sort() : sortFew(values);
  return sorted[sorted.length >> 1] ?? 0;
}

function sortFew(values: readonly number[]): number[] {
  const sorted = [...values];
  for (const [index, value] of values.entries()) {
    let at = index;
    for (; at > 0 && (sorted[at - 1] ?? value) > value; at -= 1) sorted[at] = sorted[at - 1] ?? value;
    sorted[at] = value;
  }
  return sorted;
}
