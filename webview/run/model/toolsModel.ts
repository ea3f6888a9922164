import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Alert } from '../../../src/core/alerts/model.ts';
import { usualToolboxSize } from '../../../src/core/toolPool/coverage.ts';
import type { ToolPool } from '../../../src/core/toolPool/toolPool.ts';
import type { DefinedTool } from '../../../src/core/toolPool/definitions.ts';
import { LiveAnswer } from './liveAnswer.ts';
import type { Pace } from './pace.ts';

export interface ToolsOptions {
  readonly pace: Pace;
  readonly askPool: (signal: AbortSignal) => Promise<ToolPool>;
  readonly askDefinitions: (signal: AbortSignal) => Promise<readonly DefinedTool[]>;
  readonly askAlerts: (signal: AbortSignal) => Promise<readonly Alert[]>;
  /** How many tools a toolbox has, as the person said; null for as many as is usual. */
  readonly top: ReadonlySignal<number | null>;
}

/** The tools of what the filter leaves, and the alerts of the run. */
export class ToolsModel {
  readonly pool: LiveAnswer<ToolPool>;
  readonly alerts: LiveAnswer<readonly Alert[]>;
  /** What DEFINE_TOOL lines say of the tools; asked for when the person wants to know, as the rows are read again for it. */
  readonly definitions: LiveAnswer<readonly DefinedTool[]>;
  /** How many tools a toolbox has. */
  readonly top: ReadonlySignal<number>;
  readonly #readsDefinitions = signal(false);
  readonly #watchers = new Map<LiveAnswer<unknown>, number>();

  constructor({ pace, askPool, askDefinitions, askAlerts, top }: ToolsOptions) {
    this.pool = new LiveAnswer({ pace, ask: askPool });
    this.alerts = new LiveAnswer({ pace, ask: askAlerts });
    this.definitions = new LiveAnswer({ pace: pace.another(), ask: askDefinitions });
    this.top = computed(() => {
      const { tools = [], coverage = [] } = this.pool.value.value ?? {};
      return Math.min(top.value ?? usualToolboxSize(coverage), tools.length);
    });
  }

  /** Whether the person has asked for the definitions of what the filter leaves now. */
  get readsDefinitions(): ReadonlySignal<boolean> {
    return this.#readsDefinitions;
  }

  /** Reads the definitions. */
  readDefinitions(): void {
    this.#readsDefinitions.value = true;
    this.definitions.change();
    this.definitions.want(true);
    // Those of rows that come later are read when the person asks again.
    this.definitions.want(false);
  }

  /** Says that an answer is shown; returns what says that it is no longer. */
  want(answer: LiveAnswer<unknown>): () => void {
    this.#watchers.set(answer, (this.#watchers.get(answer) ?? 0) + 1);
    answer.want(true);
    return () => {
      const left = (this.#watchers.get(answer) ?? 1) - 1;
      this.#watchers.set(answer, left);
      if (left === 0) answer.want(false);
    };
  }

  /** Says that the run has more, or other numbers. */
  grow(): void {
    this.pool.grow();
    this.alerts.grow();
  }

  /** Says that the filter or the grouping is another one. */
  change(): void {
    this.pool.change();
    this.alerts.change();
    this.#readsDefinitions.value = false;
  }

  dispose(): void {
    this.pool.dispose();
    this.alerts.dispose();
    this.definitions.dispose();
  }
}
