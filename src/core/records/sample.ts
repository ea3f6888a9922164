import type { Retrieval, RewardName, Verdict } from '../rewards/model.ts';
import type { DialectName } from '../trajectory/model.ts';
import type { ExpectedScore } from './expectedScore.ts';
import type { RecordedResponse } from './model.ts';

/** One response of a model and what is known about it, from any file or question. */
export interface Sample {
  readonly response: string;
  readonly question: string | null;
  /** The text of the prompt that was sent; null if the record does not have it. */
  readonly sentPrompt: string | null;
  /** Images of the request; null if the record does not say. */
  readonly numImages: number | null;
  /** The reference answer as a single text, as it is passed to a reward function. */
  readonly reference: string | null;
  /** Every reference answer if the record has a list; otherwise the single reference. */
  readonly references: readonly string[];
  /** The record's own ground truth, of any type; undefined if it has none. */
  readonly groundTruth: unknown;
  /** What another tool answered (VG-Refiner's boxes), as its JSON text; null if the record does not hold it. */
  readonly toolResults: string | null;
  /** Why generation ended, such as `stop` or `length`; null if the record does not say. */
  readonly finishReason: string | null;
  /** Tokens of the response, counted exactly. */
  readonly responseLength: number | null;
  /** What searches brought, and the pages with the answer; null if the record has none of it. */
  readonly retrieval: Retrieval | null;
  /** Whether the answer is right, according to a person or a judge. */
  readonly verdict: Verdict;
  readonly id: string | null;
  /** The name of the sample's group; null if the record names none. */
  readonly group: string | null;
  /** What tells groups of the same name apart, such as the tasks of an evaluation, whose questions each count from 0. */
  readonly groupScope?: string;
  /** The keys of the record that make its group: those of the group's name, otherwise of the prompt and the reference. */
  readonly groupKeys: readonly string[];
  /**
   * The keys of the record that make its question, if the group's name belongs to one training step, so that the same
   * question has another one in the next step.
   */
  readonly questionKeys?: readonly string[];
  /** What a trainer or an evaluation has already paid. */
  readonly score: number | null;
  /** The training step that the sample belongs to; null if neither its record nor its file says. */
  readonly step: number | null;
  /** The score that it is expected to get, if a trajectory file says so. */
  readonly expected: ExpectedScore | null;
  /** The other numbers of its record, such as the parts of a trainer's reward, by their keys. */
  readonly columns: Readonly<Record<string, number>>;
  readonly iou: number | null;
  readonly toolIou: number | null;
  /** Whether the record is an item of an evaluation of boxes, even if its IoU is not known. */
  readonly isRefinement: boolean;
  /** Whether the images are sufficient to answer; null if the record does not say. */
  readonly sufficient: boolean | null;
  /** The dialect that the record names. */
  readonly dialect: DialectName | null;
  /** The reward that the record names, or that scores records of its form by default. */
  readonly reward: RewardName | null;
  /** The record itself; null for a trajectory file, and for a question that was asked here. */
  readonly record: unknown;
}

/** The sample of a response with its front matter (or with the record of an asked question). */
export function sampleOf({ info, response }: RecordedResponse): Sample {
  const { runRecord } = info;
  return {
    response,
    question: info.question,
    sentPrompt: runRecord?.sentPrompt ?? null,
    // A front matter without images does not mean zero images: no request is made without an image.
    numImages: runRecord?.numImages ?? (info.images.length === 0 ? null : info.images.length),
    reference: info.reference,
    references: runRecord?.references ?? (info.reference === null ? [] : [info.reference]),
    groundTruth: runRecord?.groundTruth,
    // Questions that earlier versions stored lack these keys.
    toolResults: info.toolResults ?? null,
    responseLength: info.responseLength ?? null,
    retrieval: info.retrieval ?? null,
    verdict: info.verdict,
    id: null,
    group: null,
    groupKeys: [],
    score: null,
    step: null,
    expected: null,
    columns: {},
    finishReason: null,
    iou: null,
    toolIou: null,
    isRefinement: false,
    sufficient: null,
    dialect: info.dialect,
    reward: info.reward,
    record: null,
  };
}

/** A retrieval; null if nothing of it is known. */
export function retrievalOf(retrieval: Retrieval): Retrieval | null {
  const { images, fileName, pages } = retrieval;
  return images === null && fileName === null && pages === null ? null : retrieval;
}

/**
 * The response's token count for `Sample.responseLength`: null if it is only an estimate because the server does not
 * report it.
 */
export function exactTokens({
  tokens,
  tokensEstimated,
}: {
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
}): number | null {
  return tokensEstimated ? null : tokens;
}
