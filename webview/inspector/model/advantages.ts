import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { t } from '@vscode/l10n';
import {
  scopedAdvantages,
  type ScopedAdvantages,
  type ScopedSample,
} from '../../../src/core/groups/scopedAdvantages.ts';
import { isPartial } from '../../../src/core/records/sampleState.ts';
import { scopedSample } from '../../../src/core/rewards/scopedParts.ts';
import type { GroupParts } from '../../../src/protocol/groupParts.ts';
import type { InspectorMethods } from '../../../src/protocol/inspector.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { InspectorInfo, InspectorModel } from './inspectorModel.ts';
import type { SampleModel } from './sampleModel.ts';

/** The advantages of the sample in view, or why there are none. */
export type AdvantagesState =
  | { readonly kind: 'waiting' | 'failed'; readonly message: string }
  | { readonly kind: 'known'; readonly advantages: ScopedAdvantages; readonly samples: number };

interface AdvantagesOptions {
  readonly model: InspectorModel;
  readonly client: Pick<RpcClient<InspectorMethods>, 'call'>;
  readonly shown: boolean;
  /** Keeps whether they are shown. */
  readonly keep: (shown: boolean) => void;
}

/** What was asked of the extension, and its answer. */
interface Asked {
  readonly key: string;
  readonly answer: GroupParts | { readonly failure: string } | null;
}

/**
 * The advantages of the parts of the reward over the text: whether they are shown, and those of the sample in view among
 * the samples of its question. The extension scores the others of a sample of a run, once they are shown.
 */
export class Advantages {
  readonly shown: ReadonlySignal<boolean>;
  /** Whether the sample in view has others to be compared with. */
  readonly isOffered: ReadonlySignal<boolean>;
  /** Null while they are not shown. */
  readonly state: ReadonlySignal<AdvantagesState | null>;
  readonly #shown;
  readonly #options: AdvantagesOptions;
  readonly #asked = signal<Asked | null>(null);

  constructor(options: AdvantagesOptions) {
    const { model } = options;
    this.#options = options;
    this.#shown = signal(options.shown);
    this.shown = this.#shown;
    this.isOffered = computed(() => model.samples.value.length > 1 || model.info.value?.inGroup === true);
    this.state = computed(() => (this.#shown.value && this.isOffered.value ? this.#read() : null));
  }

  show(shown: boolean): void {
    this.#shown.value = shown;
    this.#options.keep(shown);
  }

  /** Asks the extension for the other samples of the group, if they are shown and not known yet. */
  ask(): void {
    const { model, client } = this.#options;
    const info = model.info.peek();
    if (info?.inGroup !== true || !this.#shown.peek()) return;
    const profile = rewardOf(info);
    const trainer = model.trainer.peek();
    const key = keyOf(info, model);
    if (profile === null || this.#asked.peek()?.key === key) return;
    this.#asked.value = { key, answer: null };
    const take = (answer: Asked['answer']): void => {
      if (this.#asked.peek()?.key === key) this.#asked.value = { key, answer };
    };
    client.call('groupParts', { profile, trainer }).then(
      (parts) => {
        take(
          parts ?? { failure: t('The group of this sample is no longer known: open it from the run again.') },
        );
      },
      (error: unknown) => {
        take({ failure: error instanceof Error ? error.message : String(error) });
      },
    );
  }

  #read(): AdvantagesState {
    const { model } = this.#options;
    const info = model.info.value;
    const own = model.sample.value;
    if (info === null || own === null || rewardOf(info) === null)
      return { kind: 'failed', message: t('No reward is chosen, so there are no advantages.') };
    return info.inGroup === true ? this.#readGroup(info, own) : this.#readAsked(own);
  }

  /** The samples of a question that was asked. */
  #readAsked(own: SampleModel): AdvantagesState {
    const samples = this.#options.model.samples.value;
    const scored = samples.map(scopedOf);
    const known = scored.filter((each) => each !== null);
    if (known.length < samples.length)
      return {
        kind: 'waiting',
        message: t('The advantages are computed once all samples are complete and scored.'),
      };
    return knownState(known, samples.indexOf(own));
  }

  /** The samples of the group of a sample of a run: what is shown of this one is what counts of it. */
  #readGroup(info: InspectorInfo, own: SampleModel): AdvantagesState {
    const asked = this.#asked.value;
    const answer = asked?.key === keyOf(info, this.#options.model) ? asked.answer : null;
    const scored = scopedOf(own);
    if (answer === null || scored === null)
      return { kind: 'waiting', message: t('The samples of the group are being scored…') };
    if ('failure' in answer) return { kind: 'failed', message: answer.failure };
    return knownState(answer.samples.with(answer.index, scored), answer.index);
  }
}

function knownState(samples: readonly ScopedSample[], index: number): AdvantagesState {
  const advantages = scopedAdvantages(samples, index);
  // Nothing applies to any piece of the text then, which is not an advantage of 0.
  if (advantages.whole === null && advantages.unknown.length === advantages.parts.length)
    return {
      kind: 'failed',
      message: t(
        'There are no advantages, because no part of the reward is known of every sample of the group. Records may lack what the reward needs, such as a verdict or a reference.',
      ),
    };
  return { kind: 'known', advantages, samples: samples.length };
}

/** The parts of a sample whose response is complete; null if it is not, or not scored. */
function scopedOf(sample: SampleModel): ScopedSample | null {
  const score = sample.explained.value?.score ?? null;
  if (score === null || isPartial(sample.meta.value)) return null;
  return scopedSample(sample.parsed.value.text.length, score);
}

/** The reward that is shown, as the trajectory names it. */
function rewardOf({ profile, composite }: InspectorInfo) {
  return composite?.chosen === true ? composite.file : profile;
}

function keyOf(info: InspectorInfo, model: InspectorModel): string {
  return JSON.stringify([info.key, rewardOf(info), model.trainer.value]);
}
