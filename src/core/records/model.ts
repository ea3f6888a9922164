import type { RecordedConversation } from './conversation.ts';
import type { RecordedChoice } from './pageChoice.ts';
import type { Sampling } from './sampling.ts';
import type { PixelBudget } from '../geometry/pixelBudget.ts';
import type { Retrieval, RewardName, Verdict } from '../rewards/model.ts';
import type { DialectName } from '../trajectory/model.ts';

/** A document that a question was asked about, as a record keeps it. */
export interface DocumentReference {
  /** Relative to the trajectory file where possible, otherwise absolute, or a URI. */
  readonly path: string;
  /** SHA-256 of the file's bytes, lowercase hex; null if it was not read. */
  readonly sha256: string | null;
}

/** The document and page that an image of a request shows. Pages count from 1. */
export interface ImageSource {
  readonly image: number;
  /** Position in the record's documents, from 0. */
  readonly document: number;
  readonly page: number;
}

/** What only a record of a run says of its sample: a trajectory file has no place for it. */
export interface RunRecordFacts {
  /** Images of the request; null if the record does not say. */
  readonly numImages: number | null;
  /** Every reference answer. */
  readonly references: readonly string[];
  /** The record's own ground truth, of any type. */
  readonly groundTruth: unknown;
  /** The text of the prompt that was sent; null if the record does not have it. */
  readonly sentPrompt: string | null;
  /** How the pages were chosen; null if the record does not say. */
  readonly pageChoice: RecordedChoice | null;
}

/** What is known about how a trajectory was made. Anything may be missing from a file that a person wrote. */
export interface TrajectoryInfo {
  readonly question: string | null;
  readonly documents: readonly DocumentReference[];
  readonly images: readonly ImageSource[];
  readonly reference: string | null;
  readonly verdict: Verdict;
  /** What another tool answered (VG-Refiner's boxes), as its JSON text. */
  readonly toolResults: string | null;
  /** Tokens of the response, counted exactly. */
  readonly responseLength: number | null;
  /** What searches brought, and the pages with the answer. */
  readonly retrieval: Retrieval | null;
  readonly dialect: DialectName | null;
  readonly reward: RewardName | null;
  readonly prompt: string | null;
  readonly model: string | null;
  readonly sampling: Partial<Sampling>;
  readonly pixels: PixelBudget | null;
  /** Set for a conversation of several turns. */
  readonly conversation?: RecordedConversation;
  /** Set for a sample of a run. */
  readonly runRecord?: RunRecordFacts;
}

/** One response and what is known about how it was made: the content of a trajectory file. */
export interface RecordedResponse {
  readonly info: TrajectoryInfo;
  /** The model's text. */
  readonly response: string;
}
