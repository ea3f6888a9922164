import type { PageChoice } from '../core/records/pageChoice.ts';
import type { PageTraceError } from '../core/errors.ts';
import type { Prompt, PromptPart } from '../core/prompts/model.ts';
import type { Sampling } from '../core/records/sampling.ts';
import type { PixelBudget } from '../core/geometry/pixelBudget.ts';
import type { TrajectoryInfo } from '../core/records/model.ts';
import type { Verdict } from '../core/rewards/model.ts';
import type { Span } from '../core/span.ts';
import type { Word } from '../core/geometry/word.ts';
import type { OpenDocument } from '../documents/model.ts';
import type { GenerateEvent, RequestImage, SampleReport, ServerStatus, Usage } from '../inference/model.ts';
import type { ReadFrom } from '../core/records/readFrom.ts';
import type { SampleState } from '../core/records/sampleState.ts';

/** A document and the pages that a question is about. */
export interface AskedDocument {
  /** How a record names it: by an absolute path, or by a URI if the file is not local. */
  readonly path: string;
  readonly document: OpenDocument;
  /** From 1, in the order in which they are sent. */
  readonly pages: readonly number[];
  /** Whether pages were left out although the person did not choose any. */
  readonly isNarrowed?: boolean;
}

/** Everything that a question is made of. */
export interface Question {
  readonly text: string;
  readonly documents: readonly AskedDocument[];
  readonly prompt: Prompt;
  readonly status: ServerStatus;
  readonly model: string;
  readonly sampling: Sampling;
  readonly samples: number;
  /** See `GenerateRequest.topLogprobs`. */
  readonly topLogprobs?: number | null;
  readonly pixels: PixelBudget;
  readonly reference: string | null;
  /** How the pages were chosen, if PageTrace chose them; its documents are those of the question, by position. */
  readonly choice?: PageChoice;
  readonly parent?: QuestionParent;
  /** The text that every sample begins with, which the server continues. */
  readonly continued?: string;
}

/** What a question is a branch of. */
export interface QuestionParent {
  /** The id of the question that it continues or changes; null for a response in a trajectory file. */
  readonly id: string | null;
  /** The sample that it continues, or that was in view, from 0. */
  readonly sample: number;
  /** The number of characters that its samples begin with; null if it was asked again from the beginning. */
  readonly end: number | null;
  /** The trajectory file of that response. Records of earlier versions lack it; a file that was never saved has none. */
  readonly file?: ParentFile;
}

/** A trajectory file whose response a question continues or changes. */
export interface ParentFile {
  readonly uri: string;
  /** What it said when the question was asked. */
  readonly info: Pick<
    TrajectoryInfo,
    'question' | 'documents' | 'images' | 'prompt' | 'pixels' | 'model' | 'sampling'
  >;
}

/** A page image as it is sent, with the facts that are shown about it. */
export interface SentImage extends RequestImage {
  /** k, from 1. */
  readonly image: number;
  /** Position in the question's documents, from 0. */
  readonly document: number;
  readonly page: number;
  /** Pixels; null without a text layer. */
  readonly textHeight: number | null;
  /**
   * The words of the page's text layer, from which the embedded offline reader reads the page; null if it reads the
   * image.
   */
  readonly words: readonly Word[] | null;
}

/** A question whose pages are rendered and whose prompt is filled. */
export interface PreparedQuestion {
  readonly question: Question;
  readonly parts: readonly PromptPart[];
  readonly images: readonly SentImage[];
  readonly info: TrajectoryInfo;
}

/**
 * What is stored about an image after it was sent. Its bytes are not stored: the page is rendered again when it is
 * shown.
 */
export type KeptImage = Omit<SentImage, 'bytes' | 'mediaType' | 'words'> & {
  /** What the offline reader read; not set for a model, which sees the image. */
  readonly readFrom?: ReadFrom;
  /** Tokens that the image takes in the prompt; null if not known. */
  readonly tokens: number | null;
};

/** What is stored about one sample, except for its text. */
export interface AskedSample {
  readonly state: SampleState;
  readonly report: SampleReport | null;
  readonly verdict: Verdict;
  readonly verdictBy: 'person' | 'judge' | null;
}

/** An asked question as it is stored. The texts of its samples are stored separately. */
export interface AskedQuestionRecord {
  /** Unique, sorts by time: `20261121T134501123Z-x7k2`. */
  readonly id: string;
  readonly createdAt: string;
  readonly info: TrajectoryInfo;
  /** The number of pages of each document, and see `AskedDocument`. Records of earlier versions lack it. */
  readonly sentDocuments?: readonly { readonly pageCount: number; readonly isNarrowed: boolean }[];
  /** See `Question.choice`. */
  readonly choice?: PageChoice;
  readonly server: string | null;
  /** Only for a branch of another question. */
  readonly parent?: QuestionParent;
  readonly images: readonly KeptImage[];
  /** Names of the tools that the prompt offered; null if it offered none of its own. */
  readonly tools: readonly string[] | null;
  /** Whether image tokens are estimates, which are shown with “about”. */
  readonly tokensEstimated: boolean;
  readonly usage: Usage | null;
  readonly samples: readonly AskedSample[];
  /** The request as pretty JSON, without images and key. */
  readonly request: string | null;
  /** The same request as a curl command, with a variable in place of the key. */
  readonly curl: string | null;
  readonly failure: { readonly message: string; readonly hint: string | null } | null;
}

/** What a question is answered with, in order: what a server generates, and texts of which a person has edited a part. */
export type FollowedEvent =
  | GenerateEvent
  /** The whole text of a sample so far, in place of what came before. */
  | { readonly type: 'retell'; readonly sample: number; readonly text: string };

/** The changes of a question, in order. */
export type AskedQuestionChange =
  | { readonly type: 'record' }
  | { readonly type: 'text'; readonly sample: number; readonly text: string }
  /** The probabilities of a sample's tokens are known, because no more text of it will arrive. */
  | { readonly type: 'probabilities'; readonly sample: number }
  /** Text that belongs before the sample's text so far (a template opened <think> itself). */
  | { readonly type: 'prefix'; readonly sample: number; readonly text: string }
  /** Another text in place of a part of the sample's text so far. */
  | { readonly type: 'replace'; readonly sample: number; readonly span: Span; readonly text: string }
  /** The question's `progress` is different, and nothing that is stored. */
  | { readonly type: 'progress' }
  | { readonly type: 'end'; readonly error: PageTraceError | null };
