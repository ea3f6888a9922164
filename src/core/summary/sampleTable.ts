import type { Numbers, RowColumns } from './groupMembers.ts';

/** Lists of names of rows, such as the tools that a response calls. Rows with equal lists may share one. */
export interface NameColumn {
  /** Lists have the numbers from 0 on. */
  readonly lists: number;
  /** The number of the list of a row. */
  listOf(row: number): number;
  /** The names of a list, in order; a name may be in it several times. */
  namesOf(list: number): readonly string[];
}

/** The groups of a run, and to which of them each row belongs. */
export interface TableGroups {
  readonly count: number;
  /** The group of each row; -1 for a row without one. */
  readonly ofRow: Int32Array;
  /** The beginning of what a group is called: the record's own name, or the question. */
  name(group: number): string;
}

/**
 * What is known of the samples of a run, in columns by row, as the index of a window and the command line both hold it. A
 * row that has no sample is in none of the columns.
 */
export interface SampleTable extends RowColumns {
  /** The rows from 0 on, with those that have no sample. */
  readonly count: number;
  /** Whether a row has a sample. */
  isSample(row: number): boolean;
  /** The training step; null if it is not known. */
  step(row: number): number | null;
  /** The names of the columns of numbers, as filters have them (docs/filters.md): `reward`, `reward.format`, `score`. */
  readonly numberNames: readonly string[];
  /** A column of numbers; undefined if no row has one of this name. */
  numbers(name: string): Numbers | undefined;
  /** The names of tool calls and other actions, in order. */
  readonly tools: NameColumn;
  /** The codes of findings, each once in a list. */
  readonly findings: NameColumn;
  /** The beginning of why the response ended, as the server said it; empty if it is not recorded. */
  finishReason(row: number): string;
  /** The answer that a row gives; empty without one, and before it is known. */
  answer(row: number): string;
  /** The groups within steps, or across them. */
  groups(acrossSteps: boolean): TableGroups;
}
