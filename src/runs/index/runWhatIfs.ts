import type { RewardAnswer, RewardChange } from '../../core/whatIf/answers.ts';
import type { FilterOutcome } from '../../core/whatIf/filterWhatIf.ts';
import type { GroupPartsRequest, TriedRows, TriedScores, TrialStart, WhatIfCalls } from './whatIfCalls.ts';

/** Makes a call about what-ifs of the thread that indexes a run. */
export type CallWhatIf = <Name extends keyof WhatIfCalls>(
  name: Name,
  request: WhatIfCalls[Name]['request'],
  signal?: AbortSignal,
) => Promise<WhatIfCalls[Name]['value']>;

/** What another filter of groups, and another reward, would do to a run. */
export class RunWhatIfs {
  readonly #call: CallWhatIf;

  constructor(call: CallWhatIf) {
    this.#call = call;
  }

  /** What a trainer's filter does to the groups that the filter of the view leaves. */
  filter(asked: WhatIfCalls['filterWhatIf']['request'], signal?: AbortSignal): Promise<FilterOutcome> {
    return this.#call('filterWhatIf', asked, signal);
  }

  /** What another reward does to the samples that the filter of the view leaves. */
  reward(change: RewardChange, signal?: AbortSignal): Promise<RewardAnswer> {
    return this.#call('rewardWhatIf', change, signal);
  }

  /** Gives the rows the fields `whatif.reward` and so on, by which they can be filtered. */
  async show(change: RewardChange): Promise<void> {
    await this.#call('showWhatIf', change);
  }

  /** Begins to try a reward on all samples, instead of the one before; the state of the run says how far it is. */
  async startTrial(start: TrialStart): Promise<void> {
    await this.#call('startTrial', start);
  }

  /** Stops the trial, because of something that went wrong if there is a sentence; what was scored is kept. */
  async stopTrial(problem: string | null): Promise<void> {
    await this.#call('stopTrial', problem);
  }

  /** The next samples for a trial whose scores come from elsewhere, whole groups; none if there are no more. */
  nextToTry(count: number, signal?: AbortSignal): Promise<TriedRows> {
    return this.#call('nextToTry', count, signal);
  }

  /** Takes scores of such samples. */
  async takeTried(scores: TriedScores): Promise<void> {
    await this.#call('takeTried', scores);
  }

  /**
   * The group of a row within its step, scored part by part; null without a group.
   * @throws PageTraceError `bad-input` for a reward that cannot be used, or a group that is too large
   */
  groupParts(asked: GroupPartsRequest, signal?: AbortSignal): Promise<WhatIfCalls['groupParts']['value']> {
    return this.#call('groupParts', asked, signal);
  }
}
