import { questionKey, type QuestionKey } from '../../../../core/runComparison/questionKey.ts';
import type { RunSide } from '../../../../core/runComparison/compareRuns.ts';
import { bucketValues } from '../../../../core/runMetrics/bucketValues.ts';
import { MeasureColumns } from '../../../../core/runMetrics/measureColumns.ts';
import type { BucketColumn, MeasuredRows } from '../../../../core/runMetrics/measureRun.ts';
import { metricSources } from '../../../../core/runMetrics/metricSources.ts';
import { SampleMeter } from '../../../../core/runMetrics/sampleMeasures.ts';
import { ColumnsTable } from '../../../../core/summary/columnsTable.ts';
import { NameLists } from '../../../../core/summary/nameLists.ts';
import { RunColumns } from '../../../../core/summary/runColumns.ts';
import type { SampleFacts } from '../../../../core/summary/sampleFacts.ts';
import type { ScoredSample } from '../../../../runs/scoring/scorer.ts';

/** A side whose metrics can be measured. */
type MeasuredSide = Pick<MeasuredRows, 'table'>;

/** The columns of a run, with what is measured of its samples. */
export class MeasuredRun {
  readonly name: string;
  readonly columns = new RunColumns();
  readonly #measures = new MeasureColumns();
  readonly #meter = new SampleMeter();
  readonly #by: readonly { readonly field: string; readonly values: NameLists }[];
  readonly #keys: QuestionKey[] | null;
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
    if (this.#keys === null) return;
    this.#numbers.push(number);
    const question = this.columns.questionOf(row);
    if (question >= 0 && this.#keys[question] === undefined) this.#keys[question] = questionKey(sample);
  }

  /** The fields of buckets, with their values. */
  buckets(): readonly (BucketColumn & { readonly distinct: number })[] {
    return this.#by.map(({ field, values }) => ({
      field,
      valuesOf: (row) => values.namesOf(values.listOf(row)),
      distinct: values.counts().length,
    }));
  }

  /** The run as a side of a comparison. */
  side(): RunSide & MeasuredSide {
    const table = new ColumnsTable(this.columns);
    return {
      name: this.name,
      table,
      rows: Uint32Array.from({ length: table.count }, (_, row) => row),
      sources: metricSources({ table, measures: this.#measures }),
      keyOf: (question) => this.#keys?.[question] ?? null,
    };
  }

  /** The number of a row among the rows of its run. */
  numberOf(row: number): number {
    return this.#numbers[row] ?? row + 1;
  }

  /** The name of a question. */
  nameOf(question: number): string {
    return this.columns.groups(true).groups[question]?.name ?? '';
  }
}
