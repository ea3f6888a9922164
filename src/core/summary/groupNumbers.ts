import { groupSpread } from '../groups/advantages.ts';
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
    this.#rows = new GroupRows(this.#grouping);
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
    let right = 0;
    let wrong = 0;
    for (const row of rows) {
      const isRight = this.#columns.isRight(row);
      if (isRight === true) right += 1;
      if (isRight === false) wrong += 1;
    }
    const n = rows.length;
    const share = right + wrong === 0 ? null : right / (right + wrong);
    return { n, right, wrong, share, agreement: this.#agreement(rows), ...this.#spread(rows) };
  }

  /** Mean, deviation, minimum and maximum; none if a number is missing or not finite. */
  #spread(rows: Uint32Array): Readonly<Record<string, number>> {
    const column = this.#columns.fields.get(this.#compared);
    const numbers = Array.from(rows, (row) => column?.at(row) ?? Number.NaN);
    if (!numbers.every(Number.isFinite)) return {};
    const { mean, deviation } = groupSpread(numbers);
    const min = numbers.reduce((one, other) => Math.min(one, other));
    const max = numbers.reduce((one, other) => Math.max(one, other));
    return { mean, std: deviation, min, max };
  }

  /** The share of the rows with the most frequent answer; null if none has an answer. */
  #agreement(rows: Uint32Array): number | null {
    const counts = new Map<number, number>();
    let most = 0;
    for (const row of rows) {
      const answer = this.#columns.answerOf(row);
      if (answer === 0) continue;
      const count = (counts.get(answer) ?? 0) + 1;
      counts.set(answer, count);
      most = Math.max(most, count);
    }
    return most === 0 ? null : most / rows.length;
  }
}
