import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { ComparableSteps, type ComparableStep } from '../../../src/core/comparison/comparableSteps.ts';
import type { Verdict } from '../../../src/core/rewards/model.ts';
import type { FromComparison, SideLabel } from '../../../src/protocol/comparison.ts';
import type { InspectorModel } from '../../inspector/model/inspectorModel.ts';
import type { SampleModel } from '../../inspector/model/sampleModel.ts';

export interface SideOptions {
  readonly index: number;
  readonly label: SideLabel;
  /** The trajectory, which several sides may share. */
  readonly trajectory: InspectorModel;
  readonly post: (message: FromComparison) => void;
  /** Called when another sample is compared. */
  readonly onShowSample: () => void;
}

/** One of the trajectories that are compared: a sample of a trajectory. */
export class SideModel {
  readonly label: SideLabel;
  readonly trajectory: InspectorModel;
  readonly sampleIndex: ReadonlySignal<number>;
  /** Null until the extension has sent it. */
  readonly sample: ReadonlySignal<SampleModel | null>;
  readonly #sampleIndex;
  readonly #options: SideOptions;
  readonly #steps = new WeakMap<SampleModel, ComparableSteps>();

  constructor(options: SideOptions) {
    const { label, trajectory } = options;
    this.#options = options;
    this.label = label;
    this.trajectory = trajectory;
    this.#sampleIndex = signal(label.sample);
    this.sampleIndex = computed(() => {
      const { length } = trajectory.samples.value;
      return length === 0 ? this.#sampleIndex.value : Math.min(this.#sampleIndex.value, length - 1);
    });
    this.sample = computed(() => trajectory.samples.value[this.sampleIndex.value] ?? null);
    this.#tellSample(label.sample);
  }

  /** Compares another sample of the trajectory. */
  showSample(index: number): void {
    this.#sampleIndex.value = index;
    this.#tellSample(index);
    this.#options.onShowSample();
  }

  setVerdict(verdict: Verdict): void {
    this.trajectory.setVerdict(verdict, this.sampleIndex.peek());
  }

  /** Stops what is still being generated for the trajectory. */
  cancel(): void {
    const { index, post } = this.#options;
    const sample = this.sampleIndex.peek();
    post({ type: 'side', side: index, message: { type: 'command', command: 'cancel', sample } });
  }

  /** Shows the trajectory in its own inspector. */
  inspect(): void {
    this.#options.post({ type: 'inspect', side: this.#options.index });
  }

  /** Tells the extension which sample is compared, because its claims are looked for on the pages only then. */
  #tellSample(sample: number): void {
    const { index, post } = this.#options;
    post({ type: 'side', side: index, message: { type: 'shown', sample } });
  }

  /** What is compared of the steps of `sample`. */
  readSteps(sample: SampleModel): readonly ComparableStep[] {
    const parsed = sample.parsed.value;
    const known = this.#steps.get(sample) ?? new ComparableSteps();
    this.#steps.set(sample, known);
    const { version, edition, steps, parts, text } = parsed;
    return known.read({ version, edition, steps, parts, slice: (start, end) => text.slice(start, end) });
  }
}
