import type { RecordedResponse } from '../../core/records/model.ts';
import { sampleOf } from '../../core/records/sample.ts';
import { scoreContext } from '../../core/records/scoreContext.ts';
import type { ComparedResponse } from '../../core/rewards/compareRewards.ts';
import type { ProfileName } from '../../core/rewards/names.ts';
import { profileByName } from '../../core/rewards/registry.ts';
import { checks } from '../../core/trajectory/checks.ts';
import { finalAnswer } from '../../core/trajectory/finalAnswer.ts';
import type { DialectName } from '../../core/trajectory/model.ts';
import { parseTrajectory } from '../../core/trajectory/parser.ts';

/** A response, and how it is read. */
export interface ReviewedResponse {
  readonly recorded: RecordedResponse;
  readonly dialect: DialectName;
  readonly numImages: number | null;
  /** The tools that may be called; null if they are not known. */
  readonly tools: readonly string[] | null;
  /** The reward that scores it; null if none does. */
  readonly profile: ProfileName | null;
}

/** What a comparison needs to know of a response. */
export interface ResponseReview extends Pick<ComparedResponse, 'score' | 'answer'> {
  /** Whether no check failed, apart from those that only inform. */
  readonly isValid: boolean;
}

/** Checks and scores a response. */
export function reviewResponse({
  recorded,
  dialect,
  numImages,
  tools,
  profile,
}: ReviewedResponse): ResponseReview {
  const { response } = recorded;
  const trajectory = parseTrajectory(response, { dialect, numImages, tools });
  const answer = finalAnswer(trajectory);
  const scorer = profile === null ? null : profileByName(profile);
  const score = scorer?.score(response, scoreContext(sampleOf(recorded), dialect)) ?? null;
  return {
    isValid: checks(trajectory).every(
      (check) => check.state !== 'failed' || check.severity === 'information',
    ),
    answer: answer === null ? null : response.slice(answer.start, answer.end).trim(),
    score: score && comparedPart(score),
  };
}

/** The part of a score that is compared: the whole of it can have an entry for every tool call. */
function comparedPart({
  profile,
  overall,
  ifWrong,
  ifRight,
  between,
  needs,
}: NonNullable<ComparedResponse['score']>): ComparedResponse['score'] {
  return { profile, overall, ifWrong, ifRight, ...(between && { between }), needs };
}
