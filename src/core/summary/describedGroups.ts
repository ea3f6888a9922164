import { partitionPoint } from '../binarySearch.ts';
import {
  groupAdvantages,
  groupFigures,
  groupStatistic,
  numberFigures,
  type GroupAdvantages,
  type GroupFigures,
  type GroupSource,
  type NumberFigures,
} from './groupFigures.ts';
import type { GroupRows } from './groupRows.ts';

/** Groups whose numbers are kept: those in sight, and the neighbors of rows that are read in order. */
const MOST_KEPT = 4096;

/** The groups of a run, each described when it is asked for. */
export class DescribedGroups {
  readonly rows: GroupRows;
  readonly #source: GroupSource;
  readonly #figures = new Map<number, GroupFigures>();
  readonly #advantages = new Map<number, GroupAdvantages | null>();
  /** Of columns by their names. */
  readonly #ofColumns = new Map<string, Map<number, NumberFigures | null>>();

  constructor(rows: GroupRows, source: GroupSource) {
    this.rows = rows;
    this.#source = source;
  }

  /** What is said of a group. */
  figures(group: number): GroupFigures {
    return kept(this.#figures, group, () => groupFigures(this.#source, this.rows.of(group)));
  }

  /** How a row of a group compares with the others: `advantage` (GRPO) or `rloo`; null if that is not known. */
  advantage(row: number, group: number, field: 'advantage' | 'rloo'): number | null {
    const advantages = kept(this.#advantages, group, () =>
      groupAdvantages(this.#source, this.rows.of(group)),
    );
    return advantages?.[field === 'rloo' ? 'rloo' : 'grpo'][this.placeOf(row, group)] ?? null;
  }

  /** The index of a row among those of its group. */
  placeOf(row: number, group: number): number {
    const rows = this.rows.of(group);
    return partitionPoint(rows.length, (index) => (rows[index] ?? row) < row);
  }

  /** A number of a group that is of a column of its samples, such as `mean.acc`; null if it is not known. */
  keyedNumber(group: number, field: string): number | null {
    const [, statistic, name = ''] = /^(mean|std|min|max)\.(.+)$/su.exec(field) ?? [];
    if (statistic === undefined) return null;
    let figures = this.#ofColumns.get(name);
    if (figures === undefined) this.#ofColumns.set(name, (figures = new Map<number, NumberFigures | null>()));
    const known = kept(figures, group, () => numberFigures(this.#source.numbers(name), this.rows.of(group)));
    return known?.[statistic as keyof NumberFigures] ?? null;
  }

  /** A number of a row's group, or of the row within it, by the name that filters have for it after `group.`. */
  number(row: number, group: number, field: string): number | null {
    if (field === 'advantage' || field === 'rloo') return this.advantage(row, group, field);
    return field.includes('.') ? this.keyedNumber(group, field) : groupStatistic(this.figures(group), field);
  }
}

function kept<Value>(values: Map<number, Value>, group: number, compute: () => Value): Value {
  const before = values.get(group);
  if (before !== undefined) return before;
  const [oldest] = values.keys();
  if (oldest !== undefined && values.size >= MOST_KEPT) values.delete(oldest);
  const value = compute();
  values.set(group, value);
  return value;
}
