import { isJsonObject } from '../../../../core/records/fieldPath.ts';
import { questionKey, type QuestionKey } from '../../../../core/runComparison/questionKey.ts';
import type { RunSide } from '../../../../core/runComparison/compareRuns.ts';
import { withQuestionsOfIds } from '../../../../core/runComparison/questionsOfIds.ts';
import { bucketValues } from '../../../../core/runMetrics/bucketValues.ts';
import { MeasureColumns } from '../../../../core/runMetrics/measureColumns.ts';
import type { BucketColumn, MeasuredRows } from '../../../../core/runMetrics/measureRun.ts';
import { metricSources } from '../../../../core/runMetrics/metricSources.ts';
import { SampleMeter } from '../../../../core/runMetrics/sampleMeasures.ts';
import { ColumnsTable } from '../../../../core/summary/columnsTable.ts';
import { NameLists } from '../../../../core/summary/nameLists.ts';
import { RunColumns } from '../../../../core/summary/runColumns.ts';
import type { SampleFacts } from '../../../../core/summary/sampleFacts.ts';
import type { SampleTable, TableGroups } from '../../../../core/summary/sampleTable.ts';
import type { ScoredSample } from '../../../../runs/scoring/scorer.ts';

/** The columns of a run, with what is measured of its samples. */
export class MeasuredRun {
  readonly name: string;
  readonly columns = new RunColumns();
  readonly #measures = new MeasureColumns();
  readonly #meter = new SampleMeter();
  readonly #by: readonly { readonly field: string; readonly values: NameLists }[];
  readonly #keys: QuestionKey[] | null;
  /** What the rows are recognized by that are in no group. */
  readonly #keysOfRows = new Map<number, QuestionKey>();
  /** The keys of the records, if buckets are asked for. */
  readonly fieldNames = new Set<string>();
  /** The number of each row among the rows of its run, from 1. */
  readonly #numbers: number[] = [];

  /**
   * @param by the fields by which metrics are put into buckets
   * @param isCompared whether the questions have to be recognized in another run
   */
  constructor(name: string, by: readonly string[], isCompared: boolean) {
    this.name = name;
    this.#by = by.map((field) => ({ field, values: new NameLists() }));
    this.#keys = isCompared ? [] : null;
  }

  /**
   * Adds a sample.
   * @param number its number among the rows of its run, from 1
   */
  add({ sample, score }: ScoredSample, facts: SampleFacts, number: number): void {
    const row = this.columns.add(facts);
    const measures = this.#meter.measure(sample, score);
    this.#measures.set(row, measures);
    for (const { field, values } of this.#by) values.add(bucketValues(field, sample, facts, measures));
    if (this.#by.length > 0 && isJsonObject(sample.record))
      for (const key of Object.keys(sample.record)) this.fieldNames.add(key);
    if (this.#keys === null) return;
    this.#numbers.push(number);
    const question = this.columns.questionOf(row);
    if (question < 0) this.#keysOfRows.set(row, questionKey(sample));
    else this.#keys[question] ??= questionKey(sample);
  }

  /** The fields of buckets, with their values. */
  buckets(): readonly (BucketColumn & { readonly distinct: number })[] {
    return this.#by.map(({ field, values }) => ({
      field,
      valuesOf: (row) => values.namesOf(values.listOf(row)),
      distinct: values.counts().length,
    }));
  }

  /** The samples with their metrics. */
  measured(): Omit<MeasuredRows, 'by'> {
    const table = new ColumnsTable(this.columns);
    return { table, rows: rowsOf(table), sources: metricSources({ table, measures: this.#measures }) };
  }

  /** The run as a side of a comparison. */
  side(): RunSide {
    const { table, rows, sources } = this.measured();
    const { groups, keyOf } = withQuestionsOfIds(
      { groups: table.groups(true), keyOf: (question) => this.#keys?.[question] ?? null },
      rows,
      (row) => this.#keysOfRows.get(row) ?? null,
    );
    return { name: this.name, table: new TableOfQuestions(this.columns, groups), rows, sources, keyOf };
  }

  /** The number of a row among the rows of its run. */
  numberOf(row: number): number {
    return this.#numbers[row] ?? row + 1;
  }
}

/** A table with groups across steps of its own. */
class TableOfQuestions extends ColumnsTable {
  readonly #questions: TableGroups;

  constructor(columns: RunColumns, questions: TableGroups) {
    super(columns);
    this.#questions = questions;
  }

  override groups(acrossSteps: boolean): TableGroups {
    return acrossSteps ? this.#questions : super.groups(false);
  }
}

function rowsOf({ count }: SampleTable): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row);
}
