import { computed, type ReadonlySignal } from '@preact/signals';
import type { Chart, ChartId, RunCharts } from '../../../src/core/charts/model.ts';
import { MOST_CHARTS_AT_ONCE } from '../../../src/protocol/runInsights.ts';
import { LiveAnswer } from './liveAnswer.ts';
import type { Pace } from './pace.ts';

export interface ChartsOptions {
  readonly pace: Pace;
  readonly ask: (ids: ChartId[], signal: AbortSignal) => Promise<RunCharts>;
}

/** The charts in sight, which follow the run and its filter. */
export class ChartsModel {
  readonly failure: ReadonlySignal<string | null>;
  readonly isAsking: ReadonlySignal<boolean>;
  readonly #answer: LiveAnswer<ReadonlyMap<ChartId, Chart>>;
  readonly #signals = new Map<ChartId, ReadonlySignal<Chart | null>>();
  /** How many figures show each chart. */
  readonly #wanted = new Map<ChartId, number>();
  #isAskingSoon = false;
  /** Whether a chart is wanted that the last answer does not have. */
  #isNew = false;

  constructor({ pace, ask }: ChartsOptions) {
    this.#answer = new LiveAnswer({
      pace,
      ask: async (signal) => {
        const ids = [...this.#wanted.keys()].slice(0, MOST_CHARTS_AT_ONCE);
        const { charts } = await ask(ids, signal);
        return new Map(charts.map((chart) => [chart.id, chart]));
      },
    });
    this.failure = this.#answer.failure;
    this.isAsking = this.#answer.isAsking;
  }

  /** A chart; null until it has arrived. */
  chart(id: ChartId): ReadonlySignal<Chart | null> {
    let known = this.#signals.get(id);
    if (known === undefined) {
      known = computed(() => this.#answer.value.value?.get(id) ?? null);
      this.#signals.set(id, known);
    }
    return known;
  }

  /** Says that a figure shows a chart; returns what says that it does no longer. */
  want(id: ChartId): () => void {
    const before = this.#wanted.get(id) ?? 0;
    this.#wanted.set(id, before + 1);
    this.#askSoon(before === 0 && this.chart(id).peek() === null);
    return () => {
      const left = (this.#wanted.get(id) ?? 1) - 1;
      if (left > 0) this.#wanted.set(id, left);
      else this.#wanted.delete(id);
      if (this.#wanted.size === 0) this.#answer.want(false);
    };
  }

  /** Says that the run has more, or other numbers. */
  grow(): void {
    this.#answer.grow();
  }

  /** Says that the filter or the grouping is another one. */
  change(): void {
    this.#answer.change();
  }

  dispose(): void {
    this.#answer.dispose();
  }

  /** The figures of a view come one after the other, and are asked for together. */
  #askSoon(isNew: boolean): void {
    this.#isNew ||= isNew;
    if (this.#isAskingSoon) return;
    this.#isAskingSoon = true;
    queueMicrotask(() => {
      this.#isAskingSoon = false;
      if (this.#isNew) this.#answer.change();
      this.#isNew = false;
      this.#answer.want(this.#wanted.size > 0);
    });
  }
}
