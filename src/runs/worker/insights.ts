import { setImmediate } from 'node:timers/promises';
import { ChartBuilder } from '../../core/charts/buildCharts.ts';
import type { ChartId, RunCharts } from '../../core/charts/model.ts';
import { WorstSamples } from '../../core/summary/worstSamples.ts';
import type { Sample } from '../../core/records/sample.ts';
import type { WorstRow } from '../index/insightModel.ts';
import type { InsightSource, LookedAt } from './insightSource.ts';
import { MetricInsights } from './metricInsights.ts';
import { RowColumns } from './rowColumns.ts';
import { ToolInsights } from './toolInsights.ts';
import { WhatIfs } from './whatIfs.ts';

/** Answers what a run teaches, from the columns of its rows. */
export class Insights {
  readonly source: InsightSource;
  readonly table: RowColumns;
  readonly whatIfs = new WhatIfs(this);
  readonly tools = new ToolInsights(this);
  /** Measures the run, and compares it with others. */
  readonly metrics: MetricInsights;
  #looked: (LookedAt & { readonly charts: ChartBuilder }) | null = null;

  constructor(source: InsightSource) {
    this.source = source;
    this.table = new RowColumns(source.rows);
    this.metrics = new MetricInsights(this);
  }

  /** What is looked at now. */
  get looked(): LookedAt & { readonly charts: ChartBuilder } {
    const { rows: table, view } = this.source;
    const version = `${table.revision} ${view.changes}`;
    if (this.#looked?.version === version) return this.#looked;
    const rows = view.matched();
    const { acrossSteps } = view.options;
    const { compared } = view;
    const charts = new ChartBuilder(this.table, rows, { acrossSteps, compared });
    this.#looked = { version, rows, acrossSteps, compared, charts };
    return this.#looked;
  }

  /** The rows that are paid least, one of each question, the worst first. */
  worst(count: number): readonly WorstRow[] {
    const { rows, compared } = this.looked;
    const { table } = this;
    const { ofRow } = table.groups(true);
    const paid = table.numbers(compared);
    const worst = new WorstSamples<number>(count);
    for (const row of rows) {
      if (!table.isSample(row)) continue;
      const right = table.isRight(row);
      const question = ofRow[row] ?? -1;
      worst.add(
        row,
        question === -1 ? null : question,
        paid?.at(row) ?? (right === null ? null : Number(right)),
      );
    }
    return worst.found.map(({ item: row, paid: number }) => ({ row, paid: number }));
  }

  /** The sample of a row, read again; null if it cannot be read, or is too long to be read unasked. */
  async sampleOf(row: number): Promise<Sample | null> {
    const { rows, readable } = this.source;
    const { sourceOf, data } = readable();
    const place = rows.place(row);
    const file = place === null ? undefined : sourceOf(place.file);
    if (place === null || file === undefined) return null;
    const found = await file.sampleAt(place, data.limits.longestUnasked).catch(() => null);
    return found === null || 'problem' in found ? null : found.sample;
  }

  /** Charts of the rows that the filter leaves. */
  async charts(ids: readonly ChartId[]): Promise<RunCharts> {
    const { charts: builder, rows } = this.looked;
    const charts: RunCharts['charts'][number][] = [];
    for (const id of ids) {
      charts.push(builder.build(id));
      // Rows that a person scrolls to are answered in between.
      await setImmediate();
    }
    return { matched: rows.length, charts };
  }
}
