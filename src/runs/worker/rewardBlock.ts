import { NumberColumn } from '../../core/summary/numberColumn.ts';
import { BY_THE_RECORD, rewardContext } from '../scoring/rewardContext.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { BlockReader } from './blockReader.ts';
import { loadProfile } from './sampleScores.ts';
import type { RewardsTask, RewardsBlock } from './scoringCalls.ts';

/** Computes rewards, and nothing else of the samples, in a thread that keeps the profiles that it has loaded. */
export class RewardScorer {
  readonly #reader: Pick<BlockReader, 'read'>;
  readonly #profiles = new Map<string, Promise<RewardProfile>>();

  constructor(reader: Pick<BlockReader, 'read'>) {
    this.#reader = reader;
  }

  /** The rewards of the rows of a task. One that brings scoring down, or that is not known, has none. */
  async score(task: RewardsTask): Promise<RewardsBlock> {
    const profile = await this.#profile(task.profile);
    const rewards = new NumberColumn();
    let position = 0;
    for await (const found of this.#reader.read(task)) {
      const reward = 'problem' in found ? null : rewardOf(profile, found.sample);
      if (reward !== null) rewards.set(position, reward);
      position += 1;
    }
    return { rewards: rewards.collect(position) };
  }

  #profile(name: string): Promise<RewardProfile> {
    const profile = this.#profiles.get(name) ?? loadProfile(name);
    this.#profiles.set(name, profile);
    return profile;
  }
}

function rewardOf(profile: RewardProfile, sample: Parameters<typeof rewardContext>[0]): number | null {
  try {
    return profile.score(sample.response, rewardContext(sample, BY_THE_RECORD)).overall;
  } catch {
    return null;
  }
}
