import { WHAT_IF_FIELDS } from '../../core/filter/fields.ts';
import type { Numbers } from '../../core/summary/groupMembers.ts';
import { SEARCHED_NUMBERS } from '../../core/summary/sampleFacts.ts';
import type { NameColumn, SampleTable, TableGroups } from '../../core/summary/sampleTable.ts';
import { namesIn, type DistinctColumn } from './distinctColumn.ts';
import type { RowTable } from './rowTable.ts';

/** The rows of an index, as a table of samples. */
export class RowColumns implements SampleTable {
  readonly #rows: RowTable;
  readonly tools: NameColumn;
  readonly findings: NameColumn;

  constructor(rows: RowTable) {
    this.#rows = rows;
    this.tools = new NameTexts(rows.tools);
    this.findings = new NameTexts(rows.findings);
  }

  get count(): number {
    return this.#rows.count;
  }

  get numberNames(): readonly string[] {
    const { numbers, claims } = this.#rows;
    if (!claims.isSearched) return numbers.names;
    return [...numbers.names.filter((name) => !SEARCHED_NUMBERS.includes(name)), ...claims.numbers.names];
  }

  isSample(row: number): boolean {
    return this.#rows.reason(row) === null;
  }

  step(row: number): number | null {
    return this.#rows.groups.step(row);
  }

  numbers(name: string): Numbers | undefined {
    const { numbers, claims, whatIf } = this.#rows;
    if (WHAT_IF_FIELDS.includes(name)) return whatIf.numbers.find(name);
    return claims.isSearched && SEARCHED_NUMBERS.includes(name)
      ? claims.numbers.find(name)
      : numbers.find(name);
  }

  isRight(row: number): boolean | null {
    return this.#rows.isRight(row);
  }

  answerOf(row: number): number {
    return this.#rows.answerOf(row);
  }

  answer(row: number): string {
    return this.#rows.answers.at(row);
  }

  finishReason(row: number): string {
    return this.#rows.finishReasons.at(row);
  }

  groups(acrossSteps: boolean): TableGroups {
    const grouping = this.#rows.groups.of(acrossSteps);
    return { count: grouping.count, ofRow: grouping.ofRow, name: (group) => grouping.name(group) };
  }
}

/** Lists of names that are kept as texts, each different one once. */
class NameTexts implements NameColumn {
  readonly #texts: DistinctColumn;

  constructor(texts: DistinctColumn) {
    this.#texts = texts;
  }

  get lists(): number {
    return this.#texts.texts.length;
  }

  listOf(row: number): number {
    return this.#texts.idOf(row);
  }

  namesOf(list: number): readonly string[] {
    return namesIn(this.#texts.texts[list] ?? '');
  }
}
