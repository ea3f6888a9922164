import type { GroupColumn } from './runColumns.ts';

/** The rows of each group, in order, without an array for each. */
export class GroupRows {
  readonly count: number;
  readonly #starts: Uint32Array;
  readonly #rows: Uint32Array;

  constructor({ ofRow, groups }: GroupColumn) {
    this.count = groups.length;
    const starts = new Uint32Array(groups.length + 1);
    for (const group of ofRow) if (group >= 0) starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    for (let group = 0; group < groups.length; group += 1)
      starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
    const next = starts.slice();
    const rows = new Uint32Array(starts.at(-1) ?? 0);
    ofRow.forEach((group, row) => {
      if (group < 0) return;
      const at = next[group] ?? 0;
      rows[at] = row;
      next[group] = at + 1;
    });
    this.#starts = starts;
    this.#rows = rows;
  }

  /** The rows of a group. */
  of(group: number): Uint32Array {
    return this.#rows.subarray(this.#starts[group] ?? 0, this.#starts[group + 1] ?? 0);
  }
}
