import { signal, type ReadonlySignal } from '@preact/signals';
import type { ChartId } from '../../../src/core/charts/model.ts';

/** The tabs of the run view. */
export const RUN_TABS = ['samples', 'charts', 'metrics', 'compare', 'tools'] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** What is kept of the tabs while the view is hidden. */
export interface KeptTabs {
  readonly tab: RunTab;
  /** Whether the panel beside the table is shown; null as long as the person has not said it. */
  readonly isSideShown: boolean | null;
  readonly addedCharts: readonly ChartId[];
  /** How many tools a toolbox has, as the person said; null for as many as is usual. */
  readonly topTools: number | null;
}

const FIRST: KeptTabs = { tab: 'samples', isSideShown: null, addedCharts: [], topTools: null };

/** Which tab is shown, and what is in it beside the run itself. */
export class RunTabs {
  readonly #kept;
  readonly #onChange: () => void;

  /** @param onChange called when the person has changed something that is to be kept */
  constructor(kept: KeptTabs | null, onChange: () => void) {
    this.#kept = signal<KeptTabs>(kept ?? FIRST);
    this.#onChange = onChange;
  }

  get kept(): ReadonlySignal<KeptTabs> {
    return this.#kept;
  }

  show(tab: RunTab): void {
    this.#set({ tab });
  }

  showSide(isSideShown: boolean): void {
    this.#set({ isSideShown });
  }

  addChart(id: ChartId): void {
    this.#set({ addedCharts: [...this.#kept.peek().addedCharts, id] });
  }

  setTopTools(topTools: number): void {
    this.#set({ topTools });
  }

  removeChart(id: ChartId): void {
    this.#set({ addedCharts: this.#kept.peek().addedCharts.filter((each) => each !== id) });
  }

  #set(change: Partial<KeptTabs>): void {
    this.#kept.value = { ...this.#kept.peek(), ...change };
    this.#onChange();
  }
}
