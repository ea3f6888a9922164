import { computed, type ReadonlySignal } from '@preact/signals';
import type { Step } from '../../../src/core/trajectory/model.ts';
import type { ComparisonSide, FromComparison, SideLabel } from '../../../src/protocol/comparison.ts';
import type { ToInspector } from '../../../src/protocol/inspector.ts';
import type { Engine } from '../../inspector/model/engine.ts';
import { InspectorModel } from '../../inspector/model/inspectorModel.ts';
import type { FrameClock } from '../../shared/clock.ts';
import type { SampleModel } from '../../inspector/model/sampleModel.ts';
import type { ParsedText } from '../../inspector/model/parsedText.ts';
import { FRESH_UI } from '../../inspector/model/uiState.ts';
import { align, Comparables, type Pair } from './alignment.ts';
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

/** The sample of each side that is compared, from 0. */
export type ShownSamples = Readonly<Record<ComparisonSide, number>>;

export interface PairOptions {
  readonly engine: Engine;
  readonly clock: FrameClock;
  readonly post: (message: FromComparison) => void;
  readonly labels: Readonly<Record<ComparisonSide, SideLabel>>;
  readonly samples: ShownSamples;
  readonly onlyDifferences: ReadonlySignal<boolean>;
  /** Called when other samples are compared. */
  readonly onShowSamples: (samples: ShownSamples) => void;
}

/** How many characters of a step are compared word by word. */
const COMPARED = 20_000;

/** Two trajectories of one question: an inspector's model for each side, and how they compare. */
export class PairModel {
  readonly before: InspectorModel;
  readonly after: InspectorModel;
  readonly labels: Readonly<Record<ComparisonSide, SideLabel>>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly onlyDifferences: ReadonlySignal<boolean>;
  readonly #post: (message: FromComparison) => void;
  readonly #comparables = { before: new Comparables(), after: new Comparables() };
  #diffs = new Map<string, WordDiff>();

  constructor({ engine, clock, post, labels, samples, onlyDifferences, onShowSamples }: PairOptions) {
    this.#post = post;
    this.labels = labels;
    this.onlyDifferences = onlyDifferences;
    const side = (name: ComparisonSide): InspectorModel =>
      new InspectorModel({
        engine,
        clock,
        post: (message) => {
          post({ type: 'side', side: name, message });
        },
        ui: { ...FRESH_UI, key: labels[name].key, sample: samples[name] },
        keep: () => {
          onShowSamples({
            before: this.before.sampleIndex.peek(),
            after: this.after.sampleIndex.peek(),
          });
        },
      });
    this.before = side('before');
    this.after = side('after');
    this.rows = computed(() => this.#align());
  }

  receive(side: ComparisonSide, message: ToInspector): void {
    this[side].receive(message);
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
