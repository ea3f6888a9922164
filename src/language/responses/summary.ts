import { t } from '@vscode/l10n';
import { isProfileName } from '../../core/rewards/names.ts';
import { formatReward, headline } from '../../core/rewards/explanation/headline.ts';
import { ownProfile } from '../../core/rewards/ownProfile.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import type { RewardProfile } from '../../core/rewards/model.ts';
import type { RecordedResponse, TrajectoryInfo } from '../../core/records/model.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import { detectDialect } from '../../core/trajectory/detect.ts';
import { answerIn } from '../../core/trajectory/answerIn.ts';

/** What a list of questions says about one of them. */
export interface QuestionSummary {
  /** The answer that most samples give, with how many give it if they differ; null if none gives one. */
  readonly answer: string | null;
  /**
   * The reward of the complete responses, or the lowest and highest one; null if there are none, or if no built-in
   * profile scores them yet.
   */
  readonly reward: string | null;
}

/** A response of a question that has ended. */
export interface EndedResponse extends RecordedResponse {
  /** Whether it was canceled or broken off. */
  readonly isPartial: boolean;
}

/** Summarizes the responses to one question. */
export function summarizeResponses(ended: readonly EndedResponse[]): QuestionSummary {
  return {
    answer: commonAnswer(ended.map(({ response, info }) => answerIn(response, info.dialect))),
    // A response that was canceled or broken off has no reward, only what it has lost so far.
    reward: rewardRange(ended.filter(({ isPartial }) => !isPartial)),
  };
}

/** The answer that most samples give, with how many give it if they differ; null if none gives one. */
export function commonAnswer(answers: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>();
  for (const answer of answers)
    if (answer !== null && answer !== '') counts.set(answer, (counts.get(answer) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a);
  if (first === undefined) return null;
  const [answer, count] = first;
  return count === answers.length ? answer : t('{0} ({1} of {2})', answer, count, answers.length);
}

function rewardRange(responses: readonly RecordedResponse[]): string | null {
  const [first] = responses;
  const profile = first === undefined ? null : profileOf(first.info, first.response);
  if (profile === null) return null;
  const scores = responses.map((recorded) => {
    const sample = sampleOf(recorded);
    return profile.score(sample.response, scoreContext(sample, sample.dialect));
  });
  const [only] = scores;
  if (only !== undefined && scores.length === 1) return headline(only);
  const paid = scores.flatMap(({ overall }) => (overall === null ? [] : [overall]));
  if (paid.length < scores.length || paid.length === 0) return null;
  const [lowest, highest] = [Math.min(...paid), Math.max(...paid)];
  return lowest === highest ? formatReward(lowest) : `${formatReward(lowest)}–${formatReward(highest)}`;
}

/** The profile that the question names, or that of its dialect; a composite reward, which is a file, is not read. */
function profileOf({ reward, dialect }: TrajectoryInfo, text: string): RewardProfile | null {
  if (reward !== null) return isProfileName(reward) ? profileByName(reward) : null;
  const own = ownProfile(dialect ?? detectDialect(text).dialect);
  return own === null ? null : profileByName(own);
}
