/** Bits that are sorted at a time. */
const DIGIT = 11;
const BUCKETS = 1 << DIGIT;
const MASK = BUCKETS - 1;

/**
 * Sorts rows by a number of each: a radix sort, which keeps the order of rows with equal numbers. Rows without a number
 * come last in both directions, and NaN before them.
 * @param rows the rows to sort, in the order that equal ones keep
 * @param numberOf the number of a row; null for none
 */
export function sortRows(
  rows: Uint32Array,
  numberOf: (row: number) => number | null,
  descending: boolean,
): Uint32Array {
  const count = rows.length;
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  const [lowHalf, highHalf] = halves();
  for (let at = 0; at < count; at += 1) {
    const value = numberOf(rows[at] ?? 0);
    if (value === null || Number.isNaN(value)) {
      low[at] = value === null ? 0xffffffff : 0xfffffffe;
      high[at] = 0xffffffff;
      continue;
    }
    // 0 and -0 are the same number.
    number[0] = value + 0;
    const sign = (bits[highHalf] ?? 0) >>> 31;
    // Bits of doubles have the order of the numbers if the sign is inverted, and those of negative ones altogether.
    const up = sign === 1 ? 0xffffffff : 0x80000000;
    low[at] = ((bits[lowHalf] ?? 0) ^ ((sign === 1) === descending ? 0 : 0xffffffff)) >>> 0;
    high[at] = ((bits[highHalf] ?? 0) ^ (descending ? ~up : up)) >>> 0;
  }
  let order = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) order[at] = at;
  let other = new Uint32Array(count);
  for (const keys of [low, high]) {
    for (let shift = 0; shift < 32; shift += DIGIT) {
      if (!scatter(keys, shift, order, other)) continue;
      [order, other] = [other, order];
    }
  }
  for (let at = 0; at < count; at += 1) other[at] = rows[order[at] ?? 0] ?? 0;
  return other;
}

/** Moves positions by one digit of their keys. Returns false if all have the same digit. */
function scatter(keys: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
  const next = new Uint32Array(BUCKETS + 1);
  for (const key of keys) {
    const bucket = ((key >>> shift) & MASK) + 1;
    next[bucket] = (next[bucket] ?? 0) + 1;
  }
  if (next.includes(keys.length)) return false;
  for (let bucket = 1; bucket <= BUCKETS; bucket += 1)
    next[bucket] = (next[bucket] ?? 0) + (next[bucket - 1] ?? 0);
  for (const position of from) {
    const bucket = ((keys[position] ?? 0) >>> shift) & MASK;
    const at = next[bucket] ?? 0;
    to[at] = position;
    next[bucket] = at + 1;
  }
  return true;
}

/** Where the lower and the upper half of a double are in memory. */
function halves(): readonly [number, number] {
  return new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? [0, 1] : [1, 0];
}
