import { groupSpread } from '../groups/advantages.ts';
import { countRight, knownNumbers, majorityOf } from './groupMembers.ts';
import { GroupRows } from './groupRows.ts';
import type { GroupColumn, RunColumns } from './runColumns.ts';

/** How groups are made, and what is compared in them. */
interface GroupOptions {
  readonly acrossSteps: boolean;
  /** The field whose numbers are compared within groups: `reward` or `score`. */
  readonly compared: string;
}

/** The numbers of groups as filters name them (docs/filters.md): `n`, `mean`, `std` and so on, by the row of a sample. */
export class GroupNumbers {
  readonly #columns: RunColumns;
  readonly #grouping: GroupColumn;
  readonly #rows: GroupRows;
  readonly #compared: string;
  readonly #known = new Map<number, Readonly<Record<string, number | null>>>();

  constructor(columns: RunColumns, { acrossSteps, compared }: GroupOptions) {
    this.#columns = columns;
    this.#grouping = columns.groups(acrossSteps);
    this.#rows = new GroupRows(this.#grouping.ofRow, this.#grouping.groups.length);
    this.#compared = compared;
  }

  /** A number of the group of a row, or its `name`; null without a group, and for a number that it does not have. */
  of(row: number, field: string): number | string | null {
    const group = this.#grouping.ofRow[row] ?? -1;
    if (group === -1) return null;
    if (field === 'name') return this.#grouping.groups[group]?.name ?? null;
    let numbers = this.#known.get(group);
    if (numbers === undefined) this.#known.set(group, (numbers = this.#numbersOf(this.#rows.of(group))));
    return numbers[field] ?? null;
  }

  #numbersOf(rows: Uint32Array): Readonly<Record<string, number | null>> {
    const { right, wrong } = countRight(this.#columns, rows);
    const majority = majorityOf(this.#columns, rows);
    return {
      n: rows.length,
      right,
      wrong,
      share: right + wrong === 0 ? null : right / (right + wrong),
      agreement: majority === null ? null : majority.count / rows.length,
      ...this.#spread(rows),
    };
  }

  /** Mean, deviation, minimum and maximum; none if a number is missing or not finite. */
  #spread(rows: Uint32Array): Readonly<Record<string, number>> {
    const numbers = knownNumbers(this.#columns.fields.get(this.#compared), rows);
    if (numbers === null) return {};
    const { mean, deviation } = groupSpread(numbers);
    const min = numbers.reduce((one, other) => Math.min(one, other));
    const max = numbers.reduce((one, other) => Math.max(one, other));
    return { mean, std: deviation, min, max };
  }
}
