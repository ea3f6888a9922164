import type { DatasetItem, PassRule } from '../core/datasets/model.ts';
import { decidePass, type PassFacts, type RuledPassing } from '../core/datasets/passRule.ts';
import type { RecordedResponse } from '../core/records/model.ts';
import { sampleOf } from '../core/records/sample.ts';
import { scoreContext } from '../core/records/scoreContext.ts';
import type { RewardProfile, Verdict } from '../core/rewards/model.ts';
import { detectDialect } from '../core/trajectory/detect.ts';
import { finalAnswer } from '../core/trajectory/finalAnswer.ts';
import { parseTrajectory } from '../core/trajectory/parser.ts';

/** Judges the answer of a sample; `unknown` if it cannot be judged. */
export type JudgeSample = (
  item: DatasetItem,
  recorded: RecordedResponse,
  signal: AbortSignal,
) => Promise<Verdict>;

/** Looks for the claims of a sample on its pages; null if they cannot be looked for. */
export type CountClaims = (recorded: RecordedResponse, signal: AbortSignal) => Promise<PassFacts['claims']>;

/** What samples are rated with. */
export interface RatingMeans {
  /** Null for no reward. */
  readonly profile: RewardProfile | null;
  /** When an item passes that has no rule of its own; null if nothing says it. */
  readonly pass: PassRule | null;
  /** Null without a judge. */
  readonly judge: JudgeSample | null;
  /** Called only if a rule asks for it. */
  readonly countClaims: CountClaims;
}

/** What is said of a sample beside its response. */
export interface Rating {
  /** With the verdict of the judge. */
  readonly recorded: RecordedResponse;
  /** Null if nothing says what it is. */
  readonly reward: number | null;
  /** Null if the response has no answer. */
  readonly answer: string | null;
  /** Null without a rule. */
  readonly passing: RuledPassing | null;
}

/**
 * Rates a sample that has ended: by its reward, by a judge, and by the rule of its item.
 * @throws PageTraceError `cancelled`
 */
export async function rateSample(
  item: DatasetItem,
  answered: RecordedResponse,
  { profile, pass, judge, countClaims }: RatingMeans,
  signal: AbortSignal,
): Promise<Rating> {
  const verdict = judge === null ? 'unknown' : await judge(item, answered, signal);
  const recorded = { ...answered, info: { ...answered.info, verdict } };
  const reward = profile === null ? null : rewardOf(profile, recorded);
  const rule = item.pass ?? pass;
  const claims = rule?.kind === 'grounded' ? await countClaims(recorded, signal) : null;
  const facts = { response: recorded.response, reward, verdict, claims };
  return {
    recorded,
    reward,
    answer: answerOf(recorded),
    passing: rule === null ? null : { rule: rule.kind, ...decidePass(rule, facts, item) },
  };
}

function rewardOf(profile: RewardProfile, recorded: RecordedResponse): number | null {
  const sample = sampleOf(recorded);
  return profile.score(sample.response, scoreContext(sample, sample.dialect)).overall;
}

function answerOf({ info, response }: RecordedResponse): string | null {
  const dialect = info.dialect ?? detectDialect(response).dialect;
  const answer = finalAnswer(parseTrajectory(response, { dialect, numImages: null, tools: null }));
  return answer === null ? null : response.slice(answer.start, answer.end).trim();
}
