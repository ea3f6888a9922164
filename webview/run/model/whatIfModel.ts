import { signal, type ReadonlySignal } from '@preact/signals';
import { LANG2ACT_FILTER } from '../../../src/core/groups/advantages.ts';
import type { RewardAnswer, RewardChange } from '../../../src/core/whatIf/answers.ts';
import type { FilterOutcome, GroupFilter } from '../../../src/core/whatIf/filterWhatIf.ts';
import { groupsFilter } from '../../../src/core/whatIf/groupsFilter.ts';
import type { RunState } from '../../../src/protocol/run.ts';
import type { WhatIfMethods } from '../../../src/protocol/runWhatIf.ts';
import { LiveAnswer } from './liveAnswer.ts';
import type { Pace } from './pace.ts';
import { weightTerms } from './weights.ts';

/** Asks what a what-if does. */
export type AskWhatIf = <Name extends keyof WhatIfMethods>(
  name: Name,
  args: WhatIfMethods[Name]['args'],
  signal: AbortSignal,
) => Promise<WhatIfMethods[Name]['value']>;

export interface WhatIfOptions {
  readonly pace: Pace;
  readonly ask: AskWhatIf;
  readonly state: ReadonlySignal<RunState | null>;
  /** Applies a filter of rows. */
  readonly applyFilter: (filter: string) => void;
  /** A filter with one more condition. */
  readonly combine: (filter: string, condition: string) => Promise<string>;
}

/** What a person tries: which groups a trainer would keep, and what another reward would change. */
export class WhatIfModel {
  /** The filter of groups; its key is the compared number unless the person has chosen another one. */
  readonly filter: ReadonlySignal<GroupFilter>;
  /** The prompts of a full batch; null for as many as a step has groups. */
  readonly batch: ReadonlySignal<number | null>;
  readonly filtered: LiveAnswer<FilterOutcome>;
  /** The weights that differ from those of the reward, by component. */
  readonly weights: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Whether the reward that was tried is what is shown, rather than other weights. */
  readonly isTrialShown: ReadonlySignal<boolean>;
  readonly rewarded: LiveAnswer<RewardAnswer>;
  readonly #options: WhatIfOptions;
  readonly #filter = signal<GroupFilter>({
    key: 'reward',
    ...LANG2ACT_FILTER,
    dropsAllRight: false,
    dropsAllWrong: false,
  });
  readonly #batch = signal<number | null>(null);
  readonly #weights = signal<ReadonlyMap<string, number>>(new Map());
  readonly #isTrialShown = signal(false);
  #hasKey = false;
  /** What the filter of rows was before samples were shown, and what it is since. */
  #shown: { readonly before: string; readonly since: string } | null = null;
  /** Ends what a person no longer waits for. */
  readonly #closing = new AbortController();

  constructor(options: WhatIfOptions) {
    const { pace, ask } = options;
    this.#options = options;
    this.filter = this.#filter;
    this.batch = this.#batch;
    this.weights = this.#weights;
    this.isTrialShown = this.#isTrialShown;
    this.filtered = new LiveAnswer({
      pace,
      ask: (stopped) =>
        ask('filterWhatIf', { filter: this.#filter.peek(), batch: this.#batch.peek() }, stopped),
    });
    this.rewarded = new LiveAnswer({
      pace,
      ask: (stopped) => ask('rewardWhatIf', { change: this.change() }, stopped),
    });
  }

  /** Tries another filter of groups. */
  setFilter(change: Partial<GroupFilter>): void {
    if (change.key !== undefined) this.#hasKey = true;
    this.#filter.value = { ...this.#filter.peek(), ...change };
    this.filtered.change();
  }

  setBatch(batch: number | null): void {
    this.#batch.value = batch;
    this.filtered.change();
  }

  /** Tries another weight of a component; null for its own. */
  setWeight(component: string, weight: number | null): void {
    const weights = new Map(this.#weights.peek());
    if (weight === null) weights.delete(component);
    else weights.set(component, weight);
    this.#weights.value = weights;
    this.rewarded.change();
  }

  resetWeights(): void {
    this.#weights.value = new Map();
    this.rewarded.change();
  }

  /** Shows what the reward that is tried changes, or what other weights change. */
  showTrial(isShown: boolean): void {
    this.#isTrialShown.value = isShown;
    this.rewarded.change();
  }

  /** The reward that is tried. */
  change(): RewardChange {
    if (this.#isTrialShown.peek()) return { kind: 'trial' };
    return { kind: 'terms', terms: weightTerms(this.#options.state.peek(), this.#weights.peek()) };
  }

  /** Filters the table by the groups that are kept, or those that are lost. */
  showGroups(which: 'kept' | 'lost'): void {
    const compared = this.#options.state.peek()?.profile.compared ?? 'score';
    void this.#show(groupsFilter(this.#filter.peek(), compared, which));
  }

  /** Filters the table by the samples that the other reward treats differently. */
  async showSamples(condition: string): Promise<void> {
    await this.#options.ask('showWhatIf', { change: this.change() }, this.#closing.signal);
    await this.#show(condition);
  }

  /** Whether the table is filtered by what was shown last. */
  get isShowing(): boolean {
    return this.#shown !== null && this.#options.state.value?.view.filter === this.#shown.since;
  }

  /** Goes back to the filter before. */
  showAgain(): void {
    if (this.#shown !== null) this.#options.applyFilter(this.#shown.before);
  }

  /** Follows a state: with whether the filter or the grouping is another one, or only the numbers. */
  follow(state: RunState, isAnother: boolean): void {
    const { profile, trial } = state;
    if (!this.#hasKey && this.#filter.peek().key !== profile.compared)
      this.#filter.value = { ...this.#filter.peek(), key: profile.compared };
    if (trial === null && this.#isTrialShown.peek()) this.#isTrialShown.value = false;
    for (const answer of [this.filtered, this.rewarded])
      if (isAnother) answer.change();
      else answer.grow();
  }

  dispose(): void {
    this.#closing.abort();
    this.filtered.dispose();
    this.rewarded.dispose();
  }

  async #show(condition: string): Promise<void> {
    const now = this.#options.state.peek()?.view.filter ?? '';
    const before = now === this.#shown?.since ? this.#shown.before : now;
    const since = before === '' ? condition : await this.#options.combine(before, condition);
    this.#shown = { before, since };
    this.#options.applyFilter(since);
  }
}
