import { groupSpread, groupStatistics } from '../../core/groups/advantages.ts';
import { countRight, knownNumbers, majorityOf } from '../../core/summary/groupMembers.ts';
import { GroupRows } from '../../core/summary/groupRows.ts';
import type { GroupRow } from '../index/model.ts';
import type { RowTable } from './rowTable.ts';

/** The numbers of a group's head. */
export type GroupNumbers = Pick<GroupRow, 'n' | 'judged' | 'right' | 'mean' | 'std' | 'isZeroVariance'>;

/** What is known of the groups of a run, computed from the columns of its rows when it is asked for. */
export class GroupFacts {
  readonly #rows: RowTable;
  readonly #kept = new Map<boolean, GroupRows>();

  constructor(rows: RowTable) {
    this.#rows = rows;
  }

  /** The column whose numbers are compared within groups: the reward, or the recorded score without a profile. */
  get compared(): string {
    return this.#rows.numbers.find('reward') === undefined ? 'score' : 'reward';
  }

  /** The rows of a group. */
  rows(group: number, acrossSteps: boolean): Uint32Array {
    let rows = this.#kept.get(acrossSteps);
    if (rows?.rows !== this.#rows.count) {
      const { ofRow, count } = this.#rows.groups.of(acrossSteps);
      this.#kept.set(acrossSteps, (rows = new GroupRows(ofRow, count)));
    }
    return rows.of(group);
  }

  /** The numbers of a group's head. */
  of(group: number, acrossSteps: boolean): GroupNumbers {
    const rows = this.rows(group, acrossSteps);
    const { right, wrong } = countRight(this.#rows, rows);
    const judged = right + wrong;
    const scores = this.#known(rows);
    if (scores === null)
      return { n: rows.length, judged, right, mean: null, std: null, isZeroVariance: false };
    const { mean, deviation } = groupSpread(scores);
    const isZeroVariance = scores.length > 1 && scores.every((score) => score === scores[0]);
    return { n: rows.length, judged, right, mean, std: deviation, isZeroVariance };
  }

  /** The answer that most rows of a group give, and how many do; null if none gives one. */
  majority(group: number, acrossSteps: boolean): GroupRow['majority'] {
    const most = majorityOf(this.#rows, this.rows(group, acrossSteps));
    return most === null ? null : { answer: this.#rows.answers.at(most.row), count: most.count };
  }

  /** The advantage of a row against its group, as GRPO computes it; null if not all scores are known. */
  advantage(row: number, acrossSteps: boolean): number | null {
    const group = this.#rows.groups.of(acrossSteps).ofRow[row] ?? -1;
    if (group === -1) return null;
    const rows = this.rows(group, acrossSteps);
    const scores = this.#known(rows);
    return scores === null ? null : (groupStatistics(scores).grpo[rows.indexOf(row)] ?? null);
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

  /** The numbers of a column that only groups have; null if there is no such column. */
  numbers(column: string, acrossSteps: boolean): ((group: number) => number | null) | null {
    const of = (group: number): GroupNumbers => this.of(group, acrossSteps);
    switch (column) {
      case 'group.n':
        return (group) => this.rows(group, acrossSteps).length;
      case 'group.mean':
        return (group) => of(group).mean;
      case 'group.std':
        return (group) => of(group).std;
      case 'group.right':
        return (group) => of(group).right;
      case 'group.wrong':
        return (group) => of(group).judged - of(group).right;
      case 'group.share':
        return (group) => {
          const { judged, right } = of(group);
          return judged === 0 ? null : right / judged;
        };
      case 'group.min':
        return (group) => this.#extreme(group, acrossSteps, Math.min);
      case 'group.max':
        return (group) => this.#extreme(group, acrossSteps, Math.max);
      case 'group.agreement':
        return (group) => {
          const majority = this.majority(group, acrossSteps);
          return majority === null ? null : majority.count / this.rows(group, acrossSteps).length;
        };
      default:
        return null;
    }
  }

  #extreme(
    group: number,
    acrossSteps: boolean,
    choose: (one: number, other: number) => number,
  ): number | null {
    const scores = this.#known(this.rows(group, acrossSteps));
    return scores === null ? null : scores.reduce((one, other) => choose(one, other));
  }

  /** The compared numbers of rows; null if one is missing or not finite. */
  #known(rows: Uint32Array): readonly number[] | null {
    return knownNumbers(this.#rows.numbers.find(this.compared), rows);
  }
}
