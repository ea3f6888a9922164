import { t } from '@vscode/l10n';
import { PageTraceError } from '../../core/errors.ts';
import { scopedSample } from '../../core/rewards/scopedParts.ts';
import { FilterWhatIf, type FilterOutcome } from '../../core/whatIf/filterWhatIf.ts';
import type { RewardOutcome, RewardShift } from '../../core/whatIf/rewardOutcome.ts';
import { RewardWhatIf } from '../../core/whatIf/rewardWhatIf.ts';
import { WholeGroups } from '../../core/whatIf/wholeGroups.ts';
import type { NamedShift, RewardAnswer, RewardChange } from '../../core/whatIf/answers.ts';
import type { GroupPartsRequest, TrialStart, WhatIfCalls } from '../index/whatIfCalls.ts';
import { rewardContext } from '../scoring/rewardContext.ts';
import type { WhatIfSource } from './whatIfSource.ts';
import { NumberTable } from './numberTable.ts';
import { loadProfile } from './sampleScores.ts';
import { Trial } from './trial.ts';

/** The most samples of a group that are scored for its advantages. */
const LONGEST_GROUP = 4096;

/** What is kept of the rows that are looked at. */
interface Looked {
  readonly version: string;
  readonly groups: WholeGroups;
  filter: FilterWhatIf | null;
  reward: RewardWhatIf | null;
}

/** Answers what another filter of groups, and another reward, would do to what is looked at. */
export class WhatIfs {
  readonly #insights: WhatIfSource;
  #looked: Looked | null = null;
  #trial: Trial | null = null;
  #trials = 0;

  constructor(insights: WhatIfSource) {
    this.#insights = insights;
  }

  /** What a filter of groups keeps and loses. */
  filter({ filter, batch }: WhatIfCalls['filterWhatIf']['request']): FilterOutcome {
    const looked = this.#look();
    looked.filter ??= new FilterWhatIf(looked.groups);
    return looked.filter.apply(filter, batch ?? undefined);
  }

  /** What another reward changes. */
  reward(change: RewardChange): RewardAnswer {
    const whatIf = this.#reward();
    const components = this.#insights.table.numberNames.filter((name) => name.startsWith('reward.'));
    const { byAdvantage, byRank, ...outcome } = this.#apply(change, whatIf);
    return {
      ...outcome,
      byAdvantage: this.#named(byAdvantage),
      byRank: this.#named(byRank),
      unequal: components.length === 0 ? { samples: 0, most: 0 } : whatIf.unequalTo(components),
    };
  }

  /** Gives the rows what another reward pays, by which they can be filtered. */
  show(change: RewardChange): void {
    const whatIf = this.#reward();
    this.#apply(change, whatIf);
    const numbers = new NumberTable();
    whatIf.visitLast(({ row, reward, advantage, isTurned, moved }) => {
      numbers.column('whatif.reward').set(row, reward);
      if (advantage !== null) numbers.column('whatif.advantage').set(row, advantage);
      numbers.column('whatif.turned').set(row, Number(isTurned));
      numbers.column('whatif.moved').set(row, moved);
    });
    this.#insights.source.rows.setWhatIf(numbers);
    this.#insights.source.view.announce();
  }

  /** Begins to try a reward, instead of the one before. */
  start(start: TrialStart): void {
    this.#trial?.stop(null);
    this.#trials += 1;
    this.#trial = new Trial(this.#trials, start, this.#insights);
    void this.#trial.run();
  }

  /** The trial that runs or ran last, if it has this number; null otherwise. */
  trial(id?: number): Trial | null {
    return id === undefined || this.#trial?.id === id ? this.#trial : null;
  }

  /**
   * The samples of the group of a row, within its step, with what a reward pays for each part.
   * @throws PageTraceError `bad-input` for a reward that cannot be used, or a group that is too large
   */
  async groupParts({
    row,
    profile: name,
    trainer,
  }: GroupPartsRequest): Promise<WhatIfCalls['groupParts']['value']> {
    const { ofRow } = this.#insights.table.groups(false);
    const group = ofRow[row] ?? -1;
    if (group === -1) return null;
    const rows: number[] = [];
    ofRow.forEach((each, at) => {
      if (each === group) rows.push(at);
    });
    if (rows.length > LONGEST_GROUP)
      throw new PageTraceError(
        'bad-input',
        t('The group has more than {0} samples, too many to be compared here.', LONGEST_GROUP),
      );
    const profile = await loadProfile(name);
    const samples = [];
    for (const each of rows) {
      const sample = await this.#insights.sampleOf(each);
      if (sample === null) continue;
      const context = rewardContext(sample, { verdict: null, numImages: null, trainer });
      samples.push({
        row: each,
        scored: scopedSample(sample.response.length, profile.score(sample.response, context)),
      });
    }
    const index = samples.findIndex((sample) => sample.row === row);
    return index === -1 ? null : { index, samples: samples.map(({ scored }) => scored) };
  }

  #look(): Looked {
    const { version, rows, acrossSteps } = this.#insights.looked;
    if (this.#looked?.version !== version) {
      const groups = new WholeGroups(this.#insights.table, rows, acrossSteps);
      this.#looked = { version, groups, filter: null, reward: null };
    }
    return this.#looked;
  }

  #reward(): RewardWhatIf {
    const looked = this.#look();
    looked.reward ??= new RewardWhatIf(looked.groups, this.#insights.looked.compared);
    return looked.reward;
  }

  #apply(change: RewardChange, whatIf: RewardWhatIf): RewardOutcome {
    return change.kind === 'terms'
      ? whatIf.withTerms(change.terms)
      : whatIf.withRewards(this.#trial?.rewards);
  }

  #named(shifts: readonly RewardShift[]): readonly NamedShift[] {
    const { table } = this.#insights;
    const groups = table.groups(this.#insights.looked.acrossSteps);
    return shifts.map((shift) => {
      const group = groups.ofRow[shift.row] ?? -1;
      return {
        ...shift,
        name: group === -1 ? '' : groups.name(group),
        answer: table.answer(shift.row),
      };
    });
  }
}
