import type { Numbers } from './groupMembers.ts';
import type { RunColumns } from './runColumns.ts';
import type { NameColumn, SampleTable, TableGroups } from './sampleTable.ts';

/** The columns of samples that were read one after the other, as a table. */
export class ColumnsTable implements SampleTable {
  readonly #columns: RunColumns;

  constructor(columns: RunColumns) {
    this.#columns = columns;
  }

  get count(): number {
    return this.#columns.rows;
  }

  get numberNames(): readonly string[] {
    return [...this.#columns.fields.keys()];
  }

  get tools(): NameColumn {
    return this.#columns.tools;
  }

  get findings(): NameColumn {
    return this.#columns.findings;
  }

  isSample(row: number): boolean {
    return row >= 0 && row < this.count;
  }

  step(row: number): number | null {
    return this.#columns.steps.at(row);
  }

  numbers(name: string): Numbers | undefined {
    return this.#columns.fields.get(name);
  }

  isRight(row: number): boolean | null {
    return this.#columns.isRight(row);
  }

  answerOf(row: number): number {
    return this.#columns.answerOf(row);
  }

  answer(row: number): string {
    return this.#columns.answers.at(row);
  }

  finishReason(row: number): string {
    return this.#columns.finishReasons.at(row);
  }

  groups(acrossSteps: boolean): TableGroups {
    const { ofRow, groups } = this.#columns.groups(acrossSteps);
    return { count: groups.length, ofRow, name: (group) => groups[group]?.name ?? '' };
  }
}
