import type { Sample } from '../../core/records/sample.ts';
import { isProfileName } from '../../core/rewards/names.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import type { SampleFacts } from '../../core/summary/sampleFacts.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import { loadComposite } from '../choosing/loadComposite.ts';
import { BY_THE_RECORD, rewardContext } from '../scoring/rewardContext.ts';
import { readFacts } from '../scoring/sampleFacts.ts';
import type { FileScoring } from './scoringCalls.ts';

/**
 * The profile with a name, or the composite at a path.
 * @throws PageTraceError `bad-input` for a file that cannot be used; `file-not-found` or `file-unreadable`
 */
export async function loadProfile(name: string): Promise<RewardProfile> {
  return isProfileName(name) ? profileByName(name) : loadComposite(name);
}

/** What is known of a sample after its profile, if there is one, has scored it. */
export function scoreSample(
  sample: Sample,
  dialect: FileScoring['dialect'],
  profile: RewardProfile | null,
): SampleFacts {
  const score = profile?.score(sample.response, rewardContext(sample, BY_THE_RECORD)) ?? null;
  return readFacts(sample, sample.dialect ?? dialect ?? detectDialect(sample.response).dialect, score);
}
