import { GroupRows } from '../summary/groupRows.ts';
import type { SampleTable } from '../summary/sampleTable.ts';

/**
 * The groups that have at least one of some rows, each with all of its rows: a trainer decides about whole groups,
 * whatever a person looks at. Rows have positions: group by group, then those that belong to none.
 */
export class WholeGroups {
  /** The number of groups. */
  readonly count: number;
  /** Where each group begins among the positions; the last entry is where the last one ends. */
  readonly starts: Uint32Array;
  /** The row at each position. */
  readonly rows: Uint32Array;
  /** By position: 1 for the rows that the groups were chosen by. */
  readonly isChosen: Uint8Array;
  readonly table: SampleTable;

  /** @param rows the rows that the groups are chosen by, in any order; those without a sample count for nothing */
  constructor(table: SampleTable, rows: Uint32Array, acrossSteps: boolean) {
    this.table = table;
    const chosen = rows.filter((row) => table.isSample(row));
    const { count, ofRow } = table.groups(acrossSteps);
    const members = new GroupRows(ofRow, count);
    const isTaken = new Uint8Array(count);
    let taken = 0;
    let length = 0;
    for (const row of chosen) {
      const group = ofRow[row] ?? -1;
      if (group === -1) length += 1;
      if (group === -1 || isTaken[group] === 1) continue;
      isTaken[group] = 1;
      taken += 1;
      length += members.of(group).length;
    }
    this.count = taken;
    this.starts = new Uint32Array(taken + 1);
    this.rows = new Uint32Array(length);
    this.isChosen = new Uint8Array(length);
    const wasChosen = new Uint8Array(table.count);
    for (const row of chosen) wasChosen[row] = 1;
    let at = 0;
    let position = 0;
    for (let group = 0; group < count; group += 1) {
      if (isTaken[group] === 0) continue;
      for (const row of members.of(group)) {
        this.rows[at] = row;
        this.isChosen[at++] = wasChosen[row] ?? 0;
      }
      this.starts[++position] = at;
    }
    for (const row of chosen) {
      if ((ofRow[row] ?? -1) !== -1) continue;
      this.rows[at] = row;
      this.isChosen[at++] = 1;
    }
  }

  /** The first position of a group. */
  start(group: number): number {
    return this.starts[group] ?? 0;
  }

  /** The position after the last one of a group. */
  end(group: number): number {
    return this.starts[group + 1] ?? 0;
  }
}
