/** Groups of up to so many samples are compared pair by pair, which is faster than sorting them. */
const FEW = 48;

/** The places of the samples of groups by two rewards, and how well the two orders agree. */
export class GroupRanks {
  /** By position: 1 for the best sample of the group; samples that are paid the same have the same place. */
  readonly before: Uint32Array;
  readonly after: Uint32Array;

  constructor(positions: number) {
    this.before = new Uint32Array(positions);
    this.after = new Uint32Array(positions);
  }

  /** Forgets all places: those of groups that are not ranked again are 0. */
  clear(): void {
    this.before.fill(0);
    this.after.fill(0);
  }

  /**
   * Ranks the samples of a group, from `start` to `end`.
   * @returns Kendall's τ-b of the two orders; null if one of them pays all samples the same
   */
  rank(before: Float64Array, after: Float64Array, start: number, end: number): number | null {
    return end - start <= FEW
      ? this.#rankPairs(before, after, start, end)
      : this.#rankSorted(before, after, start, end);
  }

  #rankPairs(before: Float64Array, after: Float64Array, start: number, end: number): number | null {
    let agreed = 0;
    let tiedBefore = 0;
    let tiedAfter = 0;
    this.before.fill(1, start, end);
    this.after.fill(1, start, end);
    for (let one = start; one < end; one += 1)
      for (let other = one + 1; other < end; other += 1) {
        const was = Math.sign((before[one] ?? 0) - (before[other] ?? 0));
        const is = Math.sign((after[one] ?? 0) - (after[other] ?? 0));
        agreed += was * is;
        if (was === 0) tiedBefore += 1;
        else raise(this.before, was > 0 ? other : one);
        if (is === 0) tiedAfter += 1;
        else raise(this.after, is > 0 ? other : one);
      }
    return tauOf(end - start, agreed, tiedBefore, tiedAfter);
  }

  /** Knight's way to count the pairs that the two orders agree on, in n log n. */
  #rankSorted(before: Float64Array, after: Float64Array, start: number, end: number): number | null {
    const [was, is] = [before.subarray(start, end), after.subarray(start, end)];
    const at = (values: Float64Array, index: number): number => values[index] ?? 0;
    const order = Uint32Array.from(was, (_, index) => index);
    order.sort((a, b) => at(was, b) - at(was, a) || at(is, b) - at(is, a));
    const tiedBefore = placesOf(was, order, this.before.subarray(start, end));
    const tiedBoth = countTies(order.length, (one, other) => {
      const [a, b] = [order[one] ?? 0, order[other] ?? 0];
      return was[a] === was[b] && is[a] === is[b];
    });
    const disagreed = countRising(Float64Array.from(order, (index) => at(is, index)));
    order.sort((a, b) => at(is, b) - at(is, a));
    const tiedAfter = placesOf(is, order, this.after.subarray(start, end));
    const pairs = (order.length * (order.length - 1)) / 2;
    const agreed = pairs - tiedBefore - tiedAfter + tiedBoth - 2 * disagreed;
    return tauOf(order.length, agreed, tiedBefore, tiedAfter);
  }
}

function raise(ranks: Uint32Array, position: number): void {
  ranks[position] = (ranks[position] ?? 0) + 1;
}

function tauOf(count: number, agreed: number, tiedBefore: number, tiedAfter: number): number | null {
  const pairs = (count * (count - 1)) / 2;
  const base = Math.sqrt(pairs - tiedBefore) * Math.sqrt(pairs - tiedAfter);
  return base === 0 ? null : Math.max(-1, Math.min(1, agreed / base));
}

/** Writes the places of values in descending order, and counts the pairs that are equal. */
function placesOf(values: Float64Array, order: Uint32Array, places: Uint32Array): number {
  let place = 1;
  order.forEach((index, position) => {
    if (position > 0 && values[order[position - 1] ?? 0] !== values[index]) place = position + 1;
    places[index] = place;
  });
  return countTies(order.length, (one, other) => values[order[one] ?? 0] === values[order[other] ?? 0]);
}

/** The pairs of a sorted list that are equal. */
function countTies(length: number, isEqual: (one: number, other: number) => boolean): number {
  let pairs = 0;
  let run = 0;
  for (let at = 1; at < length; at += 1) {
    run = isEqual(at - 1, at) ? run + 1 : 0;
    pairs += run;
  }
  return pairs;
}

/** The pairs whose later value is greater, counted while the values are sorted in descending order by merging. */
function countRising(values: Float64Array): number {
  let from: Float64Array = values;
  let to: Float64Array = new Float64Array(values.length);
  let count = 0;
  for (let width = 1; width < values.length; width *= 2) {
    for (let start = 0; start < values.length; start += 2 * width) {
      const middle = Math.min(start + width, values.length);
      const end = Math.min(start + 2 * width, values.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at += 1) {
        const isRight = right < end && (left >= middle || (from[right] ?? 0) > (from[left] ?? 0));
        if (isRight) count += middle - left;
        to[at] = from[isRight ? right++ : left++] ?? 0;
      }
    }
    [from, to] = [to, from];
  }
  return count;
}
