import { signal, type ReadonlySignal } from '@preact/signals';
import { DEFAULT_BOOTSTRAP } from '../../../src/core/runMetrics/measureRun.ts';
import type { MeasuredPart, MetricsAnswer } from '../../../src/core/runMetrics/model.ts';
import type { MetricMethods } from '../../../src/protocol/runMetrics.ts';
import { LiveAnswer } from './liveAnswer.ts';
import type { Pace } from './pace.ts';
import { untilRead } from './untilRead.ts';

export interface MetricsOptions {
  readonly pace: Pace;
  readonly ask: (
    args: MetricMethods['metrics']['args'],
    signal: AbortSignal,
  ) => Promise<MetricMethods['metrics']['value']>;
}

/** How metrics are measured. */
export interface MetricsChoice {
  /** The field by whose values they are put into buckets; empty for none. */
  readonly by: string;
  readonly seed: number;
}

/** The metrics of the samples that the filter leaves, which follow the run while someone looks at them. */
export class MetricsModel {
  readonly choice: ReadonlySignal<MetricsChoice>;
  /** The last metrics; null before the first ones are there. */
  readonly answer: ReadonlySignal<MetricsAnswer | null>;
  readonly failure: ReadonlySignal<string | null>;
  readonly isAsking: ReadonlySignal<boolean>;
  /** How far the samples are read; null if it is not known or done. */
  readonly progress: ReadonlySignal<MeasuredPart | null>;
  readonly #choice = signal<MetricsChoice>({ by: '', seed: DEFAULT_BOOTSTRAP.seed });
  readonly #progress = signal<MeasuredPart | null>(null);
  readonly #live: LiveAnswer<MetricsAnswer>;

  constructor({ pace, ask }: MetricsOptions) {
    this.#live = new LiveAnswer({
      pace,
      ask: (stopped) => {
        const { by, seed } = this.#choice.peek();
        const args = { by: by === '' ? [] : [by], seed, rounds: DEFAULT_BOOTSTRAP.rounds };
        return untilRead({
          clock: pace.clock,
          signal: stopped,
          ask: () => ask(args, stopped),
          isRead: ({ metrics }) => metrics !== null,
          progress: (part) => {
            this.#progress.value = part;
          },
        });
      },
    });
    this.choice = this.#choice;
    this.progress = this.#progress;
    this.answer = this.#live.value;
    this.failure = this.#live.failure;
    this.isAsking = this.#live.isAsking;
  }

  /** Measures by other values. */
  choose(change: Partial<MetricsChoice>): void {
    this.#choice.value = { ...this.#choice.peek(), ...change };
    this.#live.change();
  }

  want(isWanted: boolean): void {
    this.#live.want(isWanted);
  }

  grow(): void {
    this.#live.grow();
  }

  change(): void {
    this.#live.change();
  }

  dispose(): void {
    this.#live.dispose();
  }
}
