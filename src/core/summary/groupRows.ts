/** The rows of each group, in order, without an array for each. */
export class GroupRows {
  readonly count: number;
  /** The rows of the run that it takes into account, with or without a group. */
  readonly rows: number;
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;

  /**
   * @param ofRow the group of each row; -1 for none
   * @param count the number of groups
   * @param given the rows that `ofRow` is about; those from 0 on if left out
   */
  constructor(ofRow: Int32Array, count: number, given?: Uint32Array) {
    this.count = count;
    this.rows = ofRow.length;
    const starts = new Uint32Array(count + 1);
    for (const group of ofRow) if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    for (let group = 0; group < count; group += 1)
      starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    const next = starts.slice();
    const rows = new Uint32Array(starts[count] ?? 0);
    for (let row = 0; row < ofRow.length; row += 1) {
      const group = ofRow[row] ?? -1;
      if (group < 0) continue;
      const at = next[group] ?? 0;
      rows[at] = given === undefined ? row : (given[row] ?? 0);
      next[group] = at + 1;
    }
    this.#starts = starts;
    this.#rows = rows;
  }

  /** The rows of a group, in order. */
  of(group: number): Uint32Array {
    return this.#rows.subarray(this.#starts[group] ?? 0, this.#starts[group + 1] ?? 0);
  }
}
