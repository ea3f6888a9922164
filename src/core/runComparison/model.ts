import type { MeasuredPart, MetricDefinition } from '../runMetrics/model.ts';
import type { DiscordantPairs, McNemarTest } from '../statistics/mcnemar.ts';
import type { PermutationTest } from '../statistics/permutationTest.ts';

/** How many questions of a run are compared. */
export interface ComparedRun {
  readonly name: string;
  readonly samples: number;
  readonly questions: number;
  /** Questions that the other run does not have. */
  readonly unmatched: number;
  /** Questions that occur again in this run, under another name; their samples are taken together. */
  readonly repeated: number;
  /** Samples that cannot be matched, since they have neither a question nor an id. */
  readonly unidentified: number;
}

/** A metric of the questions that two runs share. Each question counts the same, whatever the number of its samples is. */
export interface ComparedMetric extends MetricDefinition {
  /** The questions of which it is known in both runs. */
  readonly questions: number;
  /** The means of the questions' means; null if they are too large for a number. */
  readonly base: number | null;
  readonly run: number | null;
  /** The effect: the run less the base; null if it is too large for a number. */
  readonly difference: number | null;
  /** Its bootstrap interval by question; null for a single question. */
  readonly low: number | null;
  readonly high: number | null;
  /** Null if the differences are too large to be added. */
  readonly permutation: PermutationTest | null;
  /** Only if each question has a single sample in both runs, which is right or wrong. */
  readonly mcnemar: (McNemarTest & DiscordantPairs & { readonly oddsRatio: number | null }) | null;
}

/** How often a tool or a finding occurs in the samples of the questions that two runs share. */
export interface NameChange {
  readonly name: string;
  /** The shares of samples that have it. */
  readonly base: number;
  readonly run: number;
  readonly difference: number;
}

/** What differs between two runs. */
export interface RunComparison {
  readonly base: ComparedRun;
  readonly run: ComparedRun;
  /** The questions in both runs. */
  readonly matched: number;
  readonly byId: number;
  readonly byText: number;
  readonly otherText: number;
  readonly seed: number;
  readonly rounds: number;
  /** The most changes of signs that a permutation test draws. */
  readonly permutations: number;
  readonly level: number;
  readonly metrics: readonly ComparedMetric[];
  /** The metric that says which run answers a question better; null if none can. */
  readonly measure: string | null;
  readonly wins: number;
  readonly losses: number;
  readonly ties: number;
  /** Questions of which the measure is not known in both runs. */
  readonly undecided: number;
  /** Questions to which most samples give another answer than in the base. */
  readonly changedAnswers: number;
  /** Largest changes first. */
  readonly tools: readonly NameChange[];
  readonly findings: readonly NameChange[];
}

/** How runs or their parts are compared. */
export interface ComparisonQuestion {
  /** The metric that says which run answers a question better; null for the first that can. */
  readonly measure: string | null;
  readonly seed: number;
  readonly rounds: number;
}

/** Two runs compared; null before all samples of both were read. */
export interface ComparisonAnswer extends MeasuredPart {
  readonly comparison: RunComparison | null;
  /** The names of the first questions that only one of the runs has. */
  readonly onlyInBase: readonly string[];
  readonly onlyInRun: readonly string[];
}

/** Which of the questions that two runs share are listed. */
export const LISTED_OUTCOMES = ['loss', 'win', 'tie', 'changed'] as const;
export type ListedOutcome = (typeof LISTED_OUTCOMES)[number];

/** A question that two runs share, with a row of each that shows the difference. */
export interface ListedQuestion {
  readonly name: string;
  /** The means of the measure; null where it is not known. */
  readonly base: number | null;
  readonly run: number | null;
  readonly isAnswerChanged: boolean;
  readonly baseRow: number;
  readonly runRow: number;
}

/** Some of the questions that are listed, those that differ most first. */
export interface ListedQuestions {
  readonly count: number;
  readonly questions: readonly ListedQuestion[];
}
