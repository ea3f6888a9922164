import type { RecordedResponse } from '../core/records/model.ts';
import { sampleOf } from '../core/records/sample.ts';
import { scoreContext } from '../core/records/scoreContext.ts';
import type { RewardProfile } from '../core/rewards/model.ts';
import { detectDialect } from '../core/trajectory/detect.ts';
import { finalAnswer } from '../core/trajectory/finalAnswer.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';

/** The reward of a sample; null if nothing says what it is. */
export function rewardOf(profile: RewardProfile, recorded: RecordedResponse): number | null {
  const sample = sampleOf(recorded);
  return profile.score(sample.response, scoreContext(sample, sample.dialect)).overall;
}

/** The answer of a response; null if it has none. */
export function answerOf({ info, response }: RecordedResponse): string | null {
  const dialect = info.dialect ?? detectDialect(response).dialect;
  const answer = finalAnswer(parseTrajectory(response, { dialect, numImages: null, tools: null }));
  return answer === null ? null : response.slice(answer.start, answer.end).trim();
}
