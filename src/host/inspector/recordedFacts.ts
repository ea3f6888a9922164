import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { SampleFacts } from '../../protocol/inspector.ts';

/** What a record says of its response, which was made somewhere else at some time. */
export function recordedFacts({
  verdict,
  responseLength,
}: Pick<TrajectoryInfo, 'verdict' | 'responseLength'>): Omit<SampleFacts, 'userReward' | 'hasProbabilities'> {
  return {
    state: 'done',
    finishReason: null,
    tokens: responseLength,
    tokensEstimated: false,
    firstTokenAfter: null,
    tokensPerSecond: null,
    verdict,
    verdictBy: verdict === 'unknown' ? null : 'person',
    reasoning: 'content',
  };
}
