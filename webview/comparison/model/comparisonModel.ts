import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type {
  ComparisonSide,
  FromComparison,
  SideLabel,
  ToComparison,
} from '../../../src/protocol/comparison.ts';
import type { Engine } from '../../inspector/model/engine.ts';
import { InspectorModel } from '../../inspector/model/inspectorModel.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { SampleModel } from '../../inspector/model/sampleModel.ts';
import type { ParsedText } from '../../inspector/model/parsedText.ts';
import { FRESH_UI } from '../../inspector/model/uiState.ts';
import { align, Comparables, type Pair } from './alignment.ts';
import type { KeptComparison } from './keptComparison.ts';
import { diffWords, type WordDiff } from './wordDiff.ts';

/** The relation of the two steps of a row. */
export type RowState = 'same' | 'changed' | 'before-only' | 'after-only' | 'arriving';

/** Two matching steps, or one without a counterpart. */
export interface Row {
  readonly key: string;
  readonly before: Step | null;
  readonly after: Step | null;
  readonly state: RowState;
  /** The word diff of the two texts; null if only one side has text, or if its parts have rows of their own. */
  readonly diff: WordDiff | null;
}

export interface ComparisonOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromComparison) => void;
  readonly kept: KeptComparison;
  readonly keep: (kept: KeptComparison) => void;
}

/** How many characters of a step are compared word by word. */
const COMPARED = 20_000;

/** Two trajectories of one question: an inspector's model for each side, and how they compare. */
export class ComparisonModel {
  readonly before: InspectorModel;
  readonly after: InspectorModel;
  /** Null until the extension has sent what is compared. */
  readonly labels: ReadonlySignal<Readonly<Record<ComparisonSide, SideLabel>> | null>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly onlyDifferences: ReadonlySignal<boolean>;
  readonly #labels = signal<Readonly<Record<ComparisonSide, SideLabel>> | null>(null);
  readonly #onlyDifferences;
  readonly #post: (message: FromComparison) => void;
  readonly #keep: (kept: KeptComparison) => void;
  readonly #comparables = { before: new Comparables(), after: new Comparables() };
  #diffs = new Map<string, WordDiff>();

  constructor({ engine, clock, post, kept, keep }: ComparisonOptions) {
    this.#post = post;
    this.#keep = keep;
    this.#onlyDifferences = signal(kept.onlyDifferences);
    const side = (name: ComparisonSide): InspectorModel =>
      new InspectorModel({
        engine,
        clock,
        post: (message) => {
          post({ type: 'side', side: name, message });
        },
        ui: { ...FRESH_UI, key: kept[name], sample: kept.samples[name] },
        keep: () => {
          this.#save();
        },
      });
    this.before = side('before');
    this.after = side('after');
    this.labels = this.#labels;
    this.onlyDifferences = this.#onlyDifferences;
    this.rows = computed(() => this.#align());
  }

  receive(message: ToComparison): void {
    if (message.type === 'side') {
      this[message.side].receive(message.message);
      return;
    }
    this.#labels.value = { before: message.before, after: message.after };
    this.#save();
  }

  showOnlyDifferences(only: boolean): void {
    this.#onlyDifferences.value = only;
    this.#save();
  }

  inspect(side: ComparisonSide): void {
    this.#post({ type: 'inspect', side });
  }

  dispose(): void {
    this.before.dispose();
    this.after.dispose();
  }

  #align(): readonly Row[] {
    const before = this.before.sample.value;
    const after = this.after.sample.value;
    if (before === null || after === null) return [];
    const sides = { before: before.parsed.value, after: after.parsed.value };
    const pairs = align(this.#read('before', sides.before), this.#read('after', sides.after));
    const diffs = new Map<string, WordDiff>();
    const rows = pairs.map((pair) => this.#row(pair, sides, { before, after }, diffs));
    // The result of a comparison is kept as long as it is in a row.
    this.#diffs = diffs;
    return rows;
  }

  #read(side: ComparisonSide, parsed: ParsedText): ReturnType<Comparables['read']> {
    return this.#comparables[side].read(parsed.steps, parsed.edition, (start, end) =>
      parsed.text.slice(start, end),
    );
  }

  #row(
    pair: Pair,
    sides: Readonly<Record<ComparisonSide, ParsedText>>,
    samples: Readonly<Record<ComparisonSide, SampleModel>>,
    diffs: Map<string, WordDiff>,
  ): Row {
    const before = stepOf(sides.before, pair.before);
    const after = stepOf(sides.after, pair.after);
    const key = `${pair.before ?? ''}:${pair.after ?? ''}`;
    if (before === null || after === null) {
      const other = samples[before === null ? 'before' : 'after'];
      const state = other.streaming ? 'arriving' : before === null ? 'after-only' : 'before-only';
      return { key, before, after, state, diff: null };
    }
    if (before.open || after.open) return { key, before, after, state: 'arriving', diff: null };
    const sameCall = before.name === after.name && before.tool?.args === after.tool?.args;
    if (holdsSteps(sides.before, before) || holdsSteps(sides.after, after))
      return { key, before, after, state: sameCall ? 'same' : 'changed', diff: null };
    const known = `${sides.before.edition}:${sides.after.edition}:${spanKey(before)}:${spanKey(after)}`;
    const diff =
      this.#diffs.get(known) ?? diffWords(stepText(sides.before, before), stepText(sides.after, after));
    diffs.set(known, diff);
    return { key, before, after, state: sameCall && diff.same ? 'same' : 'changed', diff };
  }

  #save(): void {
    const labels = this.#labels.peek();
    this.#keep({
      before: labels?.before.key ?? '',
      after: labels?.after.key ?? '',
      samples: { before: this.before.sampleIndex.peek(), after: this.after.sampleIndex.peek() },
      onlyDifferences: this.#onlyDifferences.peek(),
    });
  }
}

/** The text of a step that is compared. */
export function stepText(parsed: ParsedText, { body }: Step): string {
  return parsed.text.slice(body.start, Math.min(body.end, body.start + COMPARED)).trim();
}

/** Whether the steps inside `step` have rows of their own. */
export function holdsSteps(parsed: ParsedText, step: Step): boolean {
  return (parsed.steps.item(step.index + 1)?.depth ?? 0) > step.depth;
}

const stepOf = (parsed: ParsedText, index: number | null): Step | null =>
  index === null ? null : (parsed.steps.item(index) ?? null);
const spanKey = ({ body }: Step): string => `${body.start}-${body.end}`;
