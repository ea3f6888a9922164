/** The bits that stand for a missing number: a NaN that no computation yields. Upper and lower half. */
const MISSING_BITS = [0x7ff8dead, 0x00000001] as const;

/** Whether the upper half of a double comes first in memory. */
const BIG_ENDIAN = new Uint8Array(new Uint32Array([1]).buffer)[0] === 0;

/**
 * Doubles of many rows, eight bytes each. A row may have no number, which is something else than NaN: both survive
 * copies of the memory.
 */
export class NumberColumn {
  #values: Float64Array<ArrayBuffer>;
  #bits: Uint32Array<ArrayBuffer>;
  #length = 0;

  /** @param values the numbers of a column that was sent from another thread, or read from a file */
  constructor(values: Float64Array<ArrayBuffer> = new Float64Array(64), length = 0) {
    this.#values = values;
    this.#bits = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
    this.#length = length;
  }

  /** The number of rows that were set, including those that miss between them. */
  get length(): number {
    return this.#length;
  }

  /** Sets the number of a row; rows before it that were not set have none. */
  set(row: number, value: number): void {
    this.fill(row);
    this.#reserve(row + 1);
    // A NaN may have the bits of a missing number.
    this.#values[row] = Number.isNaN(value) ? Number.NaN : value;
    if (row >= this.#length) this.#length = row + 1;
  }

  /** Adds rows without a number until there are that many. */
  fill(rows: number): void {
    if (rows <= this.#length) return;
    this.#reserve(rows);
    for (let row = this.#length; row < rows; row += 1) this.#miss(row);
    this.#length = rows;
  }

  /** Removes the number of a row. */
  clear(row: number): void {
    if (row < this.#length) this.#miss(row);
  }

  /** A copy of the numbers of the first rows, to be sent to another thread or written. */
  collect(rows: number): Float64Array<ArrayBuffer> {
    this.fill(rows);
    return this.#values.slice(0, rows);
  }

  /** The number of a row; null if it has none. */
  at(row: number): number | null {
    return this.isMissing(row) ? null : (this.#values[row] ?? null);
  }

  /** Whether a row has no number. */
  isMissing(row: number): boolean {
    if (row >= this.#length) return true;
    return (
      this.#bits[2 * row + (BIG_ENDIAN ? 0 : 1)] === MISSING_BITS[0] &&
      this.#bits[2 * row + (BIG_ENDIAN ? 1 : 0)] === MISSING_BITS[1]
    );
  }

  /** The finite numbers, in the order of the rows, and how many are not finite. */
  finite(): { readonly values: Float64Array; readonly notFinite: number } {
    const values = new Float64Array(this.#length);
    let count = 0;
    let notFinite = 0;
    for (let row = 0; row < this.#length; row += 1) {
      const value = this.#values[row] ?? 0;
      if (Number.isFinite(value)) values[count++] = value;
      else if (!this.isMissing(row)) notFinite += 1;
    }
    return { values: values.subarray(0, count), notFinite };
  }

  #miss(row: number): void {
    this.#bits[2 * row + (BIG_ENDIAN ? 0 : 1)] = MISSING_BITS[0];
    this.#bits[2 * row + (BIG_ENDIAN ? 1 : 0)] = MISSING_BITS[1];
  }

  #reserve(rows: number): void {
    if (rows <= this.#values.length) return;
    // By a quarter: a run has millions of rows, and half of an array would be empty.
    const larger = new Float64Array(Math.max(rows, Math.ceil(this.#values.length * 1.25)));
    const bits = new Uint32Array(larger.buffer);
    bits.set(this.#bits);
    this.#values = larger;
    this.#bits = bits;
  }
}
