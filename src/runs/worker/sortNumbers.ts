import type { RunSort } from '../index/model.ts';
import type { GroupFacts } from './groupFacts.ts';
import type { RowTable } from './rowTable.ts';

/** What rows and groups are sorted by. */
export interface SortNumbers {
  /** Null for a column that only groups have: rows keep their order. */
  readonly ofRow: ((row: number) => number | null) | null;
  /** Null for the mean of the rows. */
  readonly ofGroup: ((group: number) => number | null) | null;
}

/** The numbers of a column that rows or groups are sorted by; null if there is no such column. */
export function sortNumbers(
  rows: RowTable,
  groups: GroupFacts,
  { column }: RunSort,
  acrossSteps: boolean,
): SortNumbers | null {
  const ofRow = rowNumbers(rows, column, acrossSteps);
  if (ofRow !== null) return { ofRow, ofGroup: null };
  const ofGroup = groups.numbers(column, acrossSteps);
  return ofGroup === null ? null : { ofRow: null, ofGroup };
}

function rowNumbers(
  rows: RowTable,
  column: string,
  acrossSteps: boolean,
): ((row: number) => number | null) | null {
  switch (column) {
    case 'step':
      return (row) => rows.groups.step(row);
    case 'verdict':
      return (row) => {
        const isRight = rows.isRight(row);
        return isRight === null ? null : Number(isRight);
      };
    case 'group': {
      const { ofRow } = rows.groups.of(acrossSteps);
      return (row) => {
        const group = ofRow[row] ?? -1;
        return group === -1 ? null : group;
      };
    }
    default: {
      const numbers = rows.numbers.find(column);
      return numbers === undefined ? null : (row) => numbers.at(row);
    }
  }
}
