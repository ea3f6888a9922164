import type { Verdict } from '../core/rewards/model.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import type { JudgeItem } from '../inference/judgeRequest.ts';

/** The names of the judges; the first one is the usual one. */
export const JUDGE_NAMES = ['answer', 'quality', 'vrag-rl'] as const;

export type JudgeName = (typeof JUDGE_NAMES)[number];

/** How the quality judge rates a reasoning, each from 1 to 5. */
export interface QualityScores {
  readonly coherence: number;
  readonly nonHallucination: number;
  readonly factualConsistency: number;
}

/** What a judge says of a sample: whether its answer is right, or how good its reasoning is. */
export type Judged = { readonly verdict: Exclude<Verdict, 'unknown'> } | { readonly scores: QualityScores };

/** The parts of a sample that judges read. */
export interface SampleToJudge {
  readonly response: string;
  readonly question: string | null;
  readonly reference: string | null;
  readonly dialect: DialectName | null;
}

/** What a judge does with a sample: it is asked, it need not be asked, or it cannot be asked. */
export type JudgePlan =
  | { readonly ask: JudgeItem }
  | { readonly known: Judged }
  | { readonly lacks: 'reference' | 'answer' };

/** What became of a sample. */
export interface Judgement {
  /** Null if no reply could be used. */
  readonly judged: Judged | null;
  /** Who said it: the judge now, the judge before, or a rule of the judge; null if no reply could be used. */
  readonly by: 'judge' | 'cache' | 'rule' | null;
}

/** A judge: what it is told, and how its reply is read. */
export interface Judge {
  readonly name: JudgeName;
  /** The name of the prompt that ships for it. */
  readonly preset: string;
  /** The dialect of its replies, which its prompt must have. */
  readonly dialect: DialectName;
  /** The most items of a request. */
  readonly most: number;
  readonly plan: (sample: SampleToJudge) => JudgePlan;
  /** The text that takes the place of `content` in the prompt. */
  readonly content: (items: readonly JudgeItem[]) => string;
  /** What a reply says of each of `count` items; null if it is not exactly that. */
  readonly read: (reply: string, count: number) => readonly Judged[] | null;
}
