import type { RewardName, Verdict } from '../rewards/model.ts';
import type { DialectName } from '../trajectory/model.ts';
import type { RecordedResponse } from './model.ts';

/** One response of a model with what is known of it, whatever file or question it comes from. */
export interface Sample {
  readonly response: string;
  readonly question: string | null;
  /** Images of the request; null when the record does not say. */
  readonly numImages: number | null;
  /** The reference answer as one text, as a reward function is given it. */
  readonly reference: string | null;
  /** Every reference answer where the record holds a list; otherwise the one reference. */
  readonly references: readonly string[];
  /** The record's own ground truth, of any type; undefined if it has none. */
  readonly groundTruth: unknown;
  /** What another tool answered (VG-Refiner's boxes), as its JSON text; null if the record does not hold it. */
  readonly toolResults: string | null;
  /** Tokens of the response, counted exactly. */
  readonly responseLength: number | null;
  /** Whether the answer is right, as a person or a judge says. */
  readonly verdict: Verdict;
  readonly id: string | null;
  /** Names the group that the sample belongs to; null if the record names none. */
  readonly group: string | null;
  /** What a trainer or an evaluation has paid already. */
  readonly score: number | null;
  readonly iou: number | null;
  readonly toolIou: number | null;
  /** Whether the images suffice to answer; null if the record does not say. */
  readonly sufficient: boolean | null;
  /** The dialect that the record names. */
  readonly dialect: DialectName | null;
  /** The reward that the record names, or that scores records of its form. */
  readonly reward: RewardName | null;
  /** The record itself; null for a trajectory file and for a question asked here. */
  readonly record: unknown;
}

/** The sample that a response and the front matter (or the record of an asked question) make. */
export function sampleOf({ info, response }: RecordedResponse): Sample {
  return {
    response,
    question: info.question,
    // A front matter without images says nothing of them: no request is made without an image.
    numImages: info.images.length === 0 ? null : info.images.length,
    reference: info.reference,
    references: info.reference === null ? [] : [info.reference],
    groundTruth: undefined,
    // Questions that were kept by earlier versions have no such key.
    toolResults: info.toolResults ?? null,
    responseLength: info.responseLength ?? null,
    verdict: info.verdict,
    id: null,
    group: null,
    score: null,
    iou: null,
    toolIou: null,
    sufficient: null,
    dialect: info.dialect,
    reward: info.reward,
    record: null,
  };
}

/** Tokens of a response as `Sample.responseLength` has them: null if a server only lets them be estimated. */
export function exactTokens({
  tokens,
  tokensEstimated,
}: {
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
}): number | null {
  return tokensEstimated ? null : tokens;
}
