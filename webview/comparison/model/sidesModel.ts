import { computed, signal, type ReadonlySignal } from '@preact/signals';
import {
  StepAlignment,
  stepDifference,
  type StepDifference,
} from '../../../src/core/comparison/alignment.ts';
import { holdsSteps, type ComparableStep } from '../../../src/core/comparison/comparableSteps.ts';
import { diffWords, type WordDiff } from '../../../src/core/comparison/wordDiff.ts';
import { ACTION_KINDS } from '../../../src/core/trajectory/actionKinds.ts';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { FromComparison, SideLabel } from '../../../src/protocol/comparison.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import type { Engine } from '../../inspector/model/engine.ts';
import { InspectorModel } from '../../inspector/model/inspectorModel.ts';
import type { ParsedText } from '../../inspector/model/parsedText.ts';
import { FRESH_UI } from '../../inspector/model/uiState.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { SampleModel } from '../../inspector/model/sampleModel.ts';
import { SideModel } from './sideModel.ts';

/**
 * How the steps of a row compare: `removed` if a side lacks the step of the reference side, `added` if the reference
 * side lacks it.
 */
export type RowState = 'same' | 'changed' | 'removed' | 'added' | 'arriving';

/** Matching steps. */
export interface Row {
  readonly key: string;
  /** By side; null for a side that has no such step. */
  readonly steps: readonly (Step | null)[];
  /** By side, the number of its step among the model's actions, from 1, as the inspector shows it; 0 for other steps. */
  readonly actions: readonly number[];
  /** What is compared of them. */
  readonly compared: readonly (ComparableStep | null)[];
  readonly state: RowState;
  /** Null if all are the same, or if it is not known yet. */
  readonly difference: StepDifference | null;
}

export interface SidesOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromComparison) => void;
  readonly labels: readonly SideLabel[];
  /** The side that the others are compared with, and the one that a narrow panel shows. */
  readonly view: SidesUiState;
  readonly onlyDifferences: ReadonlySignal<boolean>;
  /** Called when something that is kept for a reload has changed. */
  readonly onChange: () => void;
}

/** What a person chose in the view. */
export interface SidesUiState {
  readonly reference: number;
  readonly tab: number;
}

/** How many characters of a step are compared word by word. */
const COMPARED = 20_000;
/** How many words of a step may differ if there are more than two sides, of which many are in sight at once. */
const MOST_EDITS_OF_MANY = 400;
/** How many word diffs are kept. */
const MOST_DIFFS = 2_000;

/** Trajectories side by side, and how they compare. */
export class SidesModel {
  readonly sides: readonly SideModel[];
  /** Index of the side that the others are compared with. */
  readonly reference: ReadonlySignal<number>;
  /** Index of the side that a narrow panel shows. */
  readonly tab: ReadonlySignal<number>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  /** The first row whose steps differ; null if there is none. */
  readonly parting: ReadonlySignal<Row | null>;
  readonly onlyDifferences: ReadonlySignal<boolean>;
  readonly #reference;
  readonly #tab;
  readonly #onChange: () => void;
  readonly #trajectories = new Map<string, InspectorModel>();
  readonly #diffs = new Map<string, WordDiff>();
  readonly #alignment = new StepAlignment();

  constructor({ engine, clock, post, labels, view, onlyDifferences, onChange }: SidesOptions) {
    this.#onChange = onChange;
    this.onlyDifferences = onlyDifferences;
    this.#reference = signal(view.reference < labels.length ? view.reference : 0);
    this.#tab = signal(view.tab < labels.length ? view.tab : 0);
    this.reference = this.#reference;
    this.tab = this.#tab;
    this.sides = labels.map((label, index) => {
      const trajectory =
        this.#trajectories.get(label.key) ??
        new InspectorModel({
          engine,
          clock,
          post: (message) => {
            // No claim can be selected here, so that open documents must not show that one is.
            if (message.type !== 'selectClaim') post({ type: 'side', side: index, message });
          },
          ui: { ...FRESH_UI, key: label.key },
        });
      this.#trajectories.set(label.key, trajectory);
      return new SideModel({ index, label, trajectory, post, onShowSample: onChange });
    });
    this.rows = computed(() => this.#align());
    this.parting = computed(() => this.rows.value.find(({ difference }) => difference !== null) ?? null);
  }

  /** Handles a message about the trajectory with `key`. */
  receive(key: string, message: ToInspector): void {
    this.#trajectories.get(key)?.receive(message);
  }

  /** Compares the others with another side. */
  setReference(side: number): void {
    this.#reference.value = side;
    this.#onChange();
  }

  /** Shows a side in a narrow panel. */
  showTab(side: number): void {
    this.#tab.value = side;
    this.#onChange();
  }

  /** The words in which the text of a side's step differs from that of the reference side; null if one has no text. */
  wordDiff(row: Row, side: number): WordDiff | null {
    const reference = this.#reference.value;
    const [first, second] = [this.#stepAt(row, reference), this.#stepAt(row, side)];
    if (first === null || second === null || side === reference || row.state === 'arriving') return null;
    const key = `${stepKey(first)}:${stepKey(second)}`;
    const known = this.#diffs.get(key);
    if (known) return known;
    const edits = this.sides.length > 2 ? MOST_EDITS_OF_MANY : undefined;
    const diff = diffWords(stepText(first.parsed, first.step), stepText(second.parsed, second.step), edits);
    this.#diffs.set(key, diff);
    return diff;
  }

  /** Whether the step of a side differs from that of the reference side, if both have one that is complete. */
  differsFromReference(row: Row, side: number): boolean {
    const both = [this.#reference.value, side];
    if (both.some((each) => row.steps[each]?.open !== false)) return false;
    return stepDifference(both.map((each) => row.compared[each] ?? null)) !== null;
  }

  dispose(): void {
    for (const trajectory of this.#trajectories.values()) trajectory.dispose();
  }

  #stepAt(row: Row, side: number): StepOfSample | null {
    const step = row.steps[side];
    const sample = this.sides[side]?.sample.value;
    if (step == null || step.open || sample == null) return null;
    const parsed = sample.parsed.value;
    return holdsSteps(parsed.steps, step) ? null : { step, parsed, sample };
  }

  #align(): readonly Row[] {
    const reference = this.#reference.value;
    const read = this.sides.map((side) => {
      const sample = side.sample.value;
      if (sample === null) return null;
      const parsed = sample.parsed.value;
      return { parsed, steps: side.readSteps(sample), streaming: sample.streaming };
    });
    const known = read.filter((side) => side !== null);
    if (known.length < read.length) return [];
    // Sides that still stream come last: then their steps are aligned when they arrive, and those of the others are not.
    const rank = (index: number): number => 2 * Number(known[index]?.streaming) + Number(index !== reference);
    const order = [...known.keys()].toSorted((a, b) => rank(a) - rank(b));
    const aligned = this.#alignment.align(order.map((index) => known[index]?.steps ?? []));
    if (this.#diffs.size > MOST_DIFFS) this.#diffs.clear();
    return aligned.map((cells) =>
      makeRow(
        known.map((_, side) => cells[order.indexOf(side)] ?? null),
        known,
        reference,
      ),
    );
  }
}

interface StepOfSample {
  readonly step: Step;
  readonly parsed: ParsedText;
  readonly sample: SampleModel;
}

/** A number for each sample that was compared. */
const numbers = new WeakMap<SampleModel, number>();
let samples = 0;

/** Identifies the text of a step. */
function stepKey({ step: { body }, parsed, sample }: StepOfSample): string {
  const number = numbers.get(sample) ?? samples++;
  numbers.set(sample, number);
  return `${number}/${parsed.edition}/${body.start}-${body.end}`;
}

interface KnownSide {
  readonly parsed: ParsedText;
  readonly steps: readonly ComparableStep[];
  readonly streaming: boolean;
}

/** The numbers of actions by the steps that they were counted in. */
const actionsOf = new WeakMap<readonly ComparableStep[], readonly number[]>();

/** The number of each step among the model's actions, from 1; 0 for other steps. */
function countActions(steps: readonly ComparableStep[]): readonly number[] {
  const known = actionsOf.get(steps);
  if (known !== undefined) return known;
  let action = 0;
  const actions = steps.map(({ kind }) => (ACTION_KINDS.has(kind) ? ++action : 0));
  actionsOf.set(steps, actions);
  return actions;
}

function makeRow(cells: readonly (number | null)[], sides: readonly KnownSide[], reference: number): Row {
  const steps = cells.map((cell, side) =>
    cell === null ? null : (sides[side]?.parsed.steps.item(cell) ?? null),
  );
  // A step that is not complete, or may still come, says nothing yet.
  const isArriving = (side: number): boolean => steps[side]?.open ?? sides[side]?.streaming ?? false;
  const complete = [...cells.keys()].filter((side) => !isArriving(side));
  const compared = cells.map((cell, side) => (cell === null ? null : (sides[side]?.steps[cell] ?? null)));
  const actions = cells.map((cell, side) => {
    const own = sides[side];
    return cell === null || own === undefined ? 0 : (countActions(own.steps)[cell] ?? 0);
  });
  const difference = stepDifference(complete.map((side) => compared[side] ?? null));
  const state = ((): RowState => {
    if (difference === null) return complete.length < cells.length ? 'arriving' : 'same';
    if (difference !== 'missing') return 'changed';
    return cells[reference] === null ? 'added' : 'removed';
  })();
  return { key: cells.map((cell) => cell ?? '').join(':'), steps, actions, compared, state, difference };
}

/** The text of a step that is compared word by word. */
export function stepText(parsed: ParsedText, { body }: Step): string {
  return parsed.text.slice(body.start, Math.min(body.end, body.start + COMPARED)).trim();
}
