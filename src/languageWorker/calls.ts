import type { Alert } from '../core/alerts/model.ts';
import type { KnownDocument } from '../core/datasets/documentProblems.ts';
import type { RewardGrounding } from '../core/grounding/rewardGrounding.ts';
import type { PromptFinding } from '../core/prompts/lint/model.ts';
import type { RecordedResponse, TrajectoryInfo } from '../core/records/model.ts';
import type { TrajectoryFile } from '../core/records/trajectoryFile.ts';
import type { Prompt, PromptPart, Tool } from '../core/prompts/model.ts';
import type { PromptPreview } from '../core/prompts/preview.ts';
import type { TrialWithChanges } from '../core/prompts/lint/trials.ts';
import type { Score, ScoreContext } from '../core/rewards/model.ts';
import type { Trainer } from '../core/rewards/trainers.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import type { RunMetrics } from '../core/runMetrics/model.ts';
import type { Span } from '../core/span.ts';
import type { ReplacedToolbox } from '../core/toolPool/replaceToolbox.ts';
import type { ToolboxPrompt } from '../core/toolPool/toolboxPrompt.ts';
import type { ToolPool } from '../core/toolPool/toolPool.ts';
import type { DatasetCheck } from '../language/dataset/datasetCheck.ts';
import type { DatasetCompletions } from '../language/dataset/datasetCompletions.ts';
import type { CompositeText } from '../language/compositeSource.ts';
import type { Fix, Hover, PromptSource, SourceText } from '../language/model.ts';
import type { LintSettings } from '../language/prompt/promptLanguage.ts';
import type { AllRewards } from '../language/trajectory/allRewards.ts';
import type { ResponseReview, ReviewedResponse } from '../language/responses/review.ts';
import type { EndedResponse, QuestionSummary } from '../language/responses/summary.ts';
import type { DrawnPages } from '../reports/html/pages.ts';
import type { ReportedTrajectory, RunHtml } from '../reports/html/runHtml.ts';
import type { RunFacts } from '../reports/runParts.ts';
import type { HtmlExport } from '../reports/html/trajectoryHtml.ts';
import type { ExportOptions } from '../reports/trajectoryReport.ts';
import type { LanguageService } from '../language/service.ts';

/** A version of a document. */
export type DocumentText = Pick<SourceText, 'uri' | 'version' | 'text'>;

/** A document whose text is missing if the thread already has that version. */
export type SentText<D extends DocumentText> = Omit<D, 'text'> & { readonly text: string | null };

/** A prompt or composite reward that the front matter of `document` names, or what the pages say of `document`. */
export interface NamedFile {
  readonly kind: 'prompt' | 'composite' | 'grounding';
  /** Empty for what the pages say. */
  readonly name: string;
  readonly document: string;
}

/** A named file as it is now. */
export type GivenFile =
  | (NamedFile & { readonly kind: 'prompt'; readonly prompt: PromptSource | null })
  | (NamedFile & CompositeText & { readonly kind: 'composite' })
  | (NamedFile & {
      readonly kind: 'grounding';
      /** Null if it is not known. */
      readonly grounding: RewardGrounding | null;
      /** Different for each grounding. */
      readonly edition: number;
    });

/** The features of the language service that are requested for a document. */
export type Feature = Exclude<keyof LanguageService, 'forget'>;

/** A request to the language service. */
export interface FeatureRequest {
  readonly feature: Feature;
  readonly source: SentText<SourceText>;
  /** The arguments after the document. */
  readonly args: readonly unknown[];
  readonly files: readonly GivenFile[];
}

/** What the language service returned, or everything that it needs if something was not given. */
export type FeatureAnswer =
  | { readonly needs: readonly NamedFile[] }
  | { readonly needs: null; readonly value: unknown };

/** The text of a composite reward, with the name that a front matter uses for it. */
export type NamedComposite = CompositeText & { readonly name: string };

/** The settings of the lint, with the text of the composite reward. */
export type SentLintSettings = Omit<LintSettings, 'composite'> & {
  readonly composite: NamedComposite | null;
};

/** A request about a prompt. */
export interface PromptRequest {
  readonly prompt: SentText<DocumentText>;
  readonly settings: SentLintSettings;
}

/** What the settings of a prompt say about its reward (a profile or composite, or a Python file) and its trainer. */
export interface NamedReward {
  readonly reward: string | null;
  readonly ownReward: string | null;
  readonly trainer: Trainer | 'none' | null;
}

/** What a person's own reward function has to score, and the trainer that the prompt was rendered for. */
export interface PromptTrials {
  readonly trials: readonly TrialWithChanges[];
  readonly trainer: Trainer | null;
}

/** A prompt that is filled for a question about some images. */
export interface PreviewRequest {
  readonly prompt: SentText<DocumentText>;
  readonly question: string;
  readonly numImages: number;
}

/** A prompt and its preview, without its function. */
export interface PreviewedPrompt {
  readonly prompt: Prompt;
  readonly preview: Omit<PromptPreview, 'placeOf'>;
}

/** A response to be scored by a composite reward. */
export interface CompositeScoreRequest {
  readonly composite: NamedComposite;
  readonly response: string;
  readonly context: ScoreContext;
}

/**
 * Scores a response by a composite reward; null if the reward cannot be used.
 * @throws PageTraceError `timeout` if that takes too long or too much memory
 */
export type ScoreComposite = (request: CompositeScoreRequest) => Promise<Score | null>;

/** A response to be scored by all rewards. */
export interface AllRewardsRequest {
  readonly recorded: RecordedResponse;
  /** The composite reward that it names; null if it names none, or if that cannot be used. */
  readonly composite: NamedComposite | null;
  /** What the pages say of it; null if that is not known. */
  readonly grounding: RewardGrounding | null;
}

/**
 * Scores a response that is in no file by every reward that applies to it.
 * @throws PageTraceError `timeout` if that takes too long or too much memory
 */
export type ScoreWithAllRewards = (request: AllRewardsRequest) => Promise<AllRewards>;

/** A run to be exported: what its report is made of. */
export interface RunExport extends DrawnPages, Pick<RunHtml, 'title' | 'charts'> {
  readonly facts: RunFacts;
  readonly alerts: readonly Alert[];
  readonly metrics: RunMetrics;
  readonly tools: ToolPool;
  readonly trajectories: readonly Omit<ReportedTrajectory, 'composite'>[];
}

/** A trajectory to be exported, with the text of the composite reward that scores it. */
export type ExportRequest = { readonly composite: NamedComposite | null } & (
  | { readonly format: 'markdown'; readonly options: Omit<ExportOptions, 'composite'> }
  | { readonly format: 'html'; readonly options: Omit<HtmlExport, 'composite'> }
  /** A run, with some of its trajectories. */
  | { readonly format: 'run'; readonly options: RunExport }
);

/**
 * Writes the document of a trajectory.
 * @throws PageTraceError `timeout` if that takes too long or too much memory, `cancelled`
 */
export type ExportTrajectory = (request: ExportRequest, signal?: AbortSignal) => Promise<string>;

/** The calls about responses of models. */
export interface ResponseCalls {
  /** The answer in a response, stripped; null if it has none. */
  readonly findAnswer: {
    readonly request: { readonly response: string; readonly dialect: DialectName | null };
    readonly value: string | null;
  };
  /** What a list of questions says about one of them. */
  readonly summarizeResponses: {
    readonly request: readonly EndedResponse[];
    readonly value: QuestionSummary;
  };
  /** What a comparison needs to know of a response. */
  readonly reviewResponse: { readonly request: ReviewedResponse; readonly value: ResponseReview };
}

/** The calls about front matters of trajectory files. Their texts end where the response begins. */
export interface FrontMatterCalls {
  readonly parseTrajectoryFile: {
    readonly request: { readonly text: string };
    readonly value: TrajectoryFile;
  };
  readonly updateTrajectoryFile: {
    readonly request: { readonly text: string; readonly info: Partial<TrajectoryInfo> };
    readonly value: string;
  };
}

/** The calls that write tools into prompts. */
export interface ToolboxCalls {
  readonly writeToolboxPrompt: {
    readonly request: { readonly tools: readonly Tool[]; readonly rewardFile: string };
    readonly value: ToolboxPrompt;
  };
  readonly replaceToolbox: {
    readonly request: { readonly text: string; readonly tools: readonly Tool[] };
    readonly value: ReplacedToolbox | null;
  };
}

/** The calls about data sets. Texts may be cut: only the beginning of a long one is sent. */
export interface DatasetCalls {
  readonly datasetProblems: {
    readonly request: {
      readonly dataset: SentText<DocumentText>;
      /** What is known of its documents, by their paths in it. */
      readonly known: Readonly<Record<string, KnownDocument>>;
      readonly isCut: boolean;
    };
    readonly value: DatasetCheck;
  };
  readonly datasetCompletions: {
    readonly request: { readonly dataset: SentText<DocumentText>; readonly offset: number };
    readonly value: DatasetCompletions;
  };
  readonly datasetHover: {
    readonly request: { readonly dataset: SentText<DocumentText>; readonly offset: number };
    readonly value: Hover | null;
  };
}

/** The calls of the language worker. */
export interface LanguageCalls extends ResponseCalls, FrontMatterCalls, ToolboxCalls, DatasetCalls {
  /** A feature of the language service for trajectories. */
  readonly feature: { readonly request: FeatureRequest; readonly value: FeatureAnswer };
  /** The reward and the trainer that the settings of a prompt name. */
  readonly promptReward: {
    readonly request: { readonly prompt: SentText<DocumentText> };
    readonly value: NamedReward;
  };
  readonly promptFindings: { readonly request: PromptRequest; readonly value: readonly PromptFinding[] };
  readonly promptTrials: { readonly request: PromptRequest; readonly value: PromptTrials };
  readonly promptFixes: {
    readonly request: PromptRequest & { readonly span: Span };
    readonly value: readonly Fix[];
  };
  readonly promptHover: {
    readonly request: PromptRequest & {
      readonly offset: number;
      /** The address of the folder with the pages of the rules, `CODE.md` each. */
      readonly pages: string;
    };
    readonly value: Hover | null;
  };
  /** Reads a prompt file in order to use it. */
  readonly parsePrompt: {
    readonly request: { readonly name: string; readonly text: string };
    readonly value: Prompt;
  };
  /** The message that a prompt makes of a question. */
  readonly renderPrompt: {
    readonly request: { readonly prompt: Prompt; readonly question: string; readonly numImages: number };
    readonly value: readonly PromptPart[];
  };
  readonly previewPrompt: { readonly request: PreviewRequest; readonly value: PreviewedPrompt };
  /** The offset in the file of a character of the rendered text, or of the tag that produced it. */
  readonly placeInPrompt: {
    readonly request: PreviewRequest & { readonly at: number };
    readonly value: number | null;
  };
  /** The score of a response by a composite reward; null if the reward cannot be used. */
  readonly scoreComposite: { readonly request: CompositeScoreRequest; readonly value: Score | null };
  readonly scoreWithAllRewards: { readonly request: AllRewardsRequest; readonly value: AllRewards };
  /** Discards the state of a closed document. */
  readonly forget: { readonly request: string; readonly value: null };
}

/** The calls of the worker that writes exports. */
export interface ExportCalls {
  readonly exportTrajectory: { readonly request: ExportRequest; readonly value: string };
}

/** What a worker of texts is given when it starts. */
export interface LanguageWorkerData {
  /** The strings of the display language, by the English ones. */
  readonly strings: Readonly<Record<string, string>>;
  /** The locale of numbers, a BCP 47 language tag. */
  readonly locale: string;
}
