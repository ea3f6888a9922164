import type { TrajectoryInfo } from '../../core/records/model.ts';
import type { SampleFacts } from '../../protocol/inspector.ts';

/** Sampling on one line, `temperature 0.1 · top_p 1`; empty if nothing is set. */
export function samplingLine(sampling: TrajectoryInfo['sampling']): string {
  return Object.entries(sampling)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(' · ');
}

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
