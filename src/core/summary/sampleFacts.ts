import type { ClaimMark } from '../grounding/model.ts';
import type { ClaimsFound } from '../grounding/shares.ts';

/** The numbers that are known of a sample whose pages were searched. */
export const CLAIM_NUMBERS: readonly string[] = ['claims', 'grounded'];

/** Those that are known if the record says which places show the answer: a share of claims, and whether there is one. */
export const GOLD_NUMBERS: readonly string[] = ['gold_claims', 'gold_seen'];

/** All numbers that are known of a sample only after its pages were searched. */
export const SEARCHED_NUMBERS: readonly string[] = [...CLAIM_NUMBERS, ...GOLD_NUMBERS];

/** The share of the pages with the answer that were sent, if the record says which pages these are. */
export const GOLD_SENT = 'gold_sent';

/** What the samples of one question have in common. */
export interface SharedQuestion {
  /** Identical for the samples of one group, and different for all others. */
  readonly key: string;
  /** The displayed name: the record's own, or the question. */
  readonly name: string;
  /** The keys of the record that say it, such as `uid`, or `input` and `gts`. */
  readonly keys: readonly string[];
}

/** The group that a sample belongs to, without its step: the samples of one question. */
export interface SampleGroup extends SharedQuestion {
  /** What its question has in common in all steps, if the group's own key belongs to one step. */
  readonly question?: SharedQuestion;
}

/** What summaries, filters, and tables need of a sample, without its text. */
export interface SampleFacts {
  readonly step: number | null;
  /** Null if the sample belongs to no group. */
  readonly group: SampleGroup | null;
  /** Whether its answer is right; null if nothing says it. */
  readonly right: boolean | null;
  /**
   * Its numbers by name: the recorded `score`, the other numbers of its record under their keys, `length` in tokens,
   * and, if a profile scores, `reward` and what each component pays of it as `reward.COMPONENT`; if its pages were
   * searched, the number of its `claims`, and the share of those that are found as `grounded`; if the places that show
   * the answer are known too, `gold_claims` and `gold_seen`; if the pages with the answer are known, `gold_sent`.
   */
  readonly fields: ReadonlyMap<string, number>;
  /** The names of its tool calls and other actions, in order. */
  readonly tools: readonly string[];
  /** The codes of its findings, each once. */
  readonly findings: readonly string[];
  /** Its answer; null if it has none. */
  readonly answer: string | null;
  /** Why it ended, as the server said it; null if that is not recorded. */
  readonly finishReason: string | null;
  /** The marks of its claims; missing if its pages were not searched. */
  readonly claims?: readonly ClaimMark[];
}

/** A number that is known of a sample whose pages were searched. */
export type ClaimNumber = readonly [name: string, value: number];

/** What is known of a sample whose pages were searched. */
export function withClaims(
  facts: SampleFacts,
  marks: readonly ClaimMark[],
  numbers: readonly ClaimNumber[],
): SampleFacts {
  const fields = new Map(facts.fields);
  for (const name of SEARCHED_NUMBERS) fields.delete(name);
  for (const [name, value] of numbers) fields.set(name, value);
  return { ...facts, fields, claims: marks };
}

/** The numbers that are known of a sample whose pages were searched, by name. */
export function claimNumbers({ marks, share, golden }: ClaimsFound): readonly ClaimNumber[] {
  return [
    ['claims', marks.length] as const,
    ...(share === null ? [] : [['grounded', share] as const]),
    ...(golden === undefined || golden.placed === 0
      ? []
      : [['gold_claims', golden.meeting / golden.placed] as const]),
    ...(golden === undefined ? [] : [['gold_seen', Number(golden.meeting > 0)] as const]),
  ];
}
