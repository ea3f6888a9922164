import { GROUP_FIELDS, keyedGroupField } from '../../core/filter/fields.ts';
import { DescribedGroups } from '../../core/summary/describedGroups.ts';
import {
  groupStatistic,
  isComponent,
  passesAt,
  type GroupFigures,
  type GroupSource,
} from '../../core/summary/groupFigures.ts';
import { GroupRows } from '../../core/summary/groupRows.ts';
import type { GroupRow } from '../index/model.ts';
import { RowColumns } from './rowColumns.ts';
import type { RowTable } from './rowTable.ts';

/** What the head of a group says of it. */
export type GroupHead = Omit<GroupFigures, 'majority'> & Pick<GroupRow, 'passesAt' | 'majority'>;

/** The advantages that filters and sorting know. */
export type AdvantageField = 'advantage' | 'rloo';

/** Groups, and the revisions of what they were made from. */
interface KeptGroups {
  readonly rows: GroupRows;
  readonly ofGroups: number;
  readonly described: DescribedGroups;
  readonly ofRows: number;
  /** The time before which they are used although rows have changed. */
  readonly until: number;
}

/** What is known of the groups of a run, computed from the columns of its rows when it is asked for. */
export class GroupFacts {
  readonly #rows: RowTable;
  readonly #table: RowColumns;
  readonly #pause: number;
  readonly #kept = new Map<boolean, KeptGroups>();

  /** @param pause how many times as long as they took groups of a growing run are used, which leaves time for the rest */
  constructor(rows: RowTable, pause: number) {
    this.#rows = rows;
    this.#table = new RowColumns(rows);
    this.#pause = pause;
  }

  /** Says that no more changes follow, so that what is asked for next is made of all of them. */
  renew(): void {
    this.#kept.clear();
  }

  /**
   * The column whose numbers are compared within groups: the reward, or the recorded score without one. A reward that is
   * not known for most samples, because it needs what records do not say, tells no groups apart.
   */
  get compared(): 'reward' | 'score' {
    const rewards = this.#rows.numbers.find('reward')?.count ?? 0;
    const scores = this.#rows.numbers.find('score')?.count ?? 0;
    return rewards > 0 && (scores === 0 || 2 * rewards >= this.#rows.scored) ? 'reward' : 'score';
  }

  /** The rows of a group. */
  rows(group: number, acrossSteps: boolean): Uint32Array {
    return this.#of(acrossSteps).rows.of(group);
  }

  /** What the head of a group says of it. */
  head(group: number, acrossSteps: boolean): GroupHead {
    const { majority, ...figures } = this.#figures(group, acrossSteps);
    return {
      ...figures,
      passesAt: passesAt(figures),
      majority:
        majority === null ? null : { answer: this.#rows.answers.at(majority.row), count: majority.count },
    };
  }

  /** The advantage of a row against its group: `advantage` of GRPO, `rloo`; null if not all numbers are known. */
  advantage(row: number, acrossSteps: boolean, field: AdvantageField): number | null {
    const group = this.#rows.groups.of(acrossSteps).ofRow[row] ?? -1;
    return group === -1 ? null : this.#of(acrossSteps).advantage(row, group, field);
  }

  /** Which sample of its group a row is, from 1. */
  placeOf(row: number, group: number, acrossSteps: boolean): number {
    return this.#of(acrossSteps).placeOf(row, group) + 1;
  }

  /** The rows of a group with the best and the worst compared number; null without two different ones. */
  extremes(group: number, acrossSteps: boolean): { readonly best: number; readonly worst: number } | null {
    const column = this.#rows.numbers.find(this.compared);
    const known = Array.from(this.rows(group, acrossSteps), (row) => ({
      row,
      score: column?.at(row) ?? null,
    }))
      .flatMap(({ row, score }) => (score === null || Number.isNaN(score) ? [] : [{ row, score }]))
      .sort((a, b) => b.score - a.score || a.row - b.row);
    const [best, worst] = [known[0], known.at(-1)];
    return best === undefined || worst === undefined || best.score === worst.score
      ? null
      : { best: best.row, worst: worst.row };
  }

  /** The numbers of a column that only groups have, such as `group.mean`; null if there is no such column. */
  numbers(column: string, acrossSteps: boolean): ((group: number) => number | null) | null {
    const name = column.replace(/^group\./, '');
    if (keyedGroupField(column) !== null) return (group) => this.#of(acrossSteps).keyedNumber(group, name);
    if (name === column || !GROUP_FIELDS.includes(name)) return null;
    return (group) => groupStatistic(this.#figures(group, acrossSteps), name);
  }

  #figures(group: number, acrossSteps: boolean): GroupFigures {
    return this.#of(acrossSteps).figures(group);
  }

  /** The groups as the columns describe them now. While a run is scored, its groups keep their rows. */
  #of(acrossSteps: boolean): DescribedGroups {
    const { revision: ofRows, groups } = this.#rows;
    const kept = this.#kept.get(acrossSteps);
    const begun = performance.now();
    if (kept !== undefined && (kept.ofRows === ofRows || begun < kept.until)) return kept.described;
    const { revision: ofGroups } = groups;
    const { ofRow, count } = groups.of(acrossSteps);
    const rows = kept?.ofGroups === ofGroups ? kept.rows : new GroupRows(ofRow, count);
    const described = new DescribedGroups(rows, this.#source());
    const ended = performance.now();
    const until = ended + this.#pause * (ended - begun);
    this.#kept.set(acrossSteps, { rows, ofGroups, described, ofRows, until });
    return described;
  }

  #source(): GroupSource {
    const { compared } = this;
    const { numbers } = this.#rows;
    return {
      columns: this.#rows,
      compared: numbers.find(compared),
      numbers: (name) => this.#table.numbers(name),
      components: numbers.names.flatMap((name) => {
        const column = isComponent(name, compared) ? numbers.find(name) : undefined;
        return column === undefined ? [] : [column];
      }),
    };
  }
}
