import type { ListView } from '../../../src/core/trajectory/listView.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { Outline } from './outline.ts';
import { lastNotAbove } from '../../../src/core/binarySearch.ts';

/** The content of a row: a step, or one of its details (a structured part, a thought), counted from 0. */
export interface RowPlace {
  readonly step: number;
  /** -1 for the step itself. */
  readonly detail: number;
}

export interface RowSource {
  readonly outline: Outline;
  /** The number of details of a step. */
  readonly details: (step: Step) => number;
  /** Whether the content of a step is hidden: its details and the steps inside it. */
  readonly isFolded: (step: Step) => boolean;
}

/**
 * The rows of a growing list of steps: each step, its details below it, and then the steps inside it. A step is placed
 * once, except those that may still change: the last one, and an open one that has got more details.
 */
export class StepRows {
  readonly #source: RowSource;
  #steps: ListView<Step> = { length: 0, item: () => undefined };
  /** The visible steps, and the row in which each begins. */
  readonly #shown: number[] = [];
  readonly #starts: number[] = [];
  /** For each step, its index among the visible steps; for a hidden step, that of the nearest visible one around it. */
  readonly #positions: number[] = [];
  /** Steps that were open when they were placed, and how many details they had then. */
  #open: { readonly step: number; readonly details: number }[] = [];
  #count = 0;

  constructor(source: RowSource) {
    this.#source = source;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds `steps`, which begin with those of the last call; the outline already has them. */
  extend(steps: ListView<Step>): void {
    this.#steps = steps;
    const grown = this.#open.find(({ step, details }) => this.#detailsOf(step) !== details)?.step;
    this.#cut(Math.min(grown ?? Infinity, this.#positions.length - 1, steps.length));
    for (let index = this.#positions.length; index < steps.length; index++) this.#place(index);
    this.#open = this.#open.filter(({ step }) => steps.item(step)?.open === true);
  }

  at(row: number): RowPlace {
    const index = Math.max(0, lastNotAbove(this.#starts, row));
    return { step: this.#shown[index] ?? -1, detail: row - (this.#starts[index] ?? 0) - 1 };
  }

  /** The row of a step or of one of its details; if it is hidden, that of the nearest visible step around it. */
  rowOf(step: number, detail = -1): number {
    const position = this.#positions[step] ?? -1;
    const start = this.#starts[position] ?? -1;
    if (this.#shown[position] !== step) return start;
    const end = this.#starts[position + 1] ?? this.#count;
    return start + detail + 1 < end ? start + detail + 1 : start;
  }

  #detailsOf(index: number): number {
    const step = this.#steps.item(index);
    return step === undefined || this.#source.isFolded(step) ? 0 : this.#source.details(step);
  }

  /** Removes the steps from `from` on. */
  #cut(from: number): void {
    if (from < 0) return;
    let shown = this.#shown.length;
    while (shown > 0 && (this.#shown[shown - 1] ?? 0) >= from) shown--;
    if (shown < this.#shown.length) this.#count = this.#starts[shown] ?? 0;
    this.#shown.length = shown;
    this.#starts.length = shown;
    this.#positions.length = Math.min(this.#positions.length, from);
    this.#open = this.#open.filter(({ step }) => step < from);
  }

  #place(index: number): void {
    const step = this.#steps.item(index);
    if (step === undefined) return;
    const { parent } = this.#source.outline.at(index);
    const around = parent < 0 ? undefined : this.#steps.item(parent);
    const isHidden =
      around !== undefined &&
      (this.#shown[this.#positions[parent] ?? -1] !== parent || this.#source.isFolded(around));
    if (isHidden) {
      this.#positions.push(this.#positions[parent] ?? 0);
      return;
    }
    const details = this.#detailsOf(index);
    this.#positions.push(this.#shown.length);
    this.#shown.push(index);
    this.#starts.push(this.#count);
    this.#count += 1 + details;
    if (step.open) this.#open.push({ step: index, details });
  }
}
