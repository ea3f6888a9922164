import * as v from 'valibot';
import type { ShareBox } from '../core/geometry/box.ts';
import type { RecordedConversation } from '../core/records/conversation.ts';
import type { RecordedChoice } from '../core/records/pageChoice.ts';
import { dialectSchema, rewardSchema } from '../core/records/schemas.ts';
import type { CompositePath, Retrieval, Score, Verdict } from '../core/rewards/model.ts';
import type { ProfileName } from '../core/rewards/names.ts';
import { TRAINERS, type Trainer } from '../core/rewards/trainers.ts';
import type { Span } from '../core/span.ts';
import type { PageWord } from './document.ts';
import { goldBoxesSchema, namedPage, type DrawnGoldBox } from './goldBoxes.ts';
import { groupPartsAsked, type GroupParts, type GroupPartsAsked } from './groupParts.ts';
import type { GroundingShown } from './grounding.ts';
import type { GroundingChanges } from './groundingChanges.ts';
import type { DialectName } from '../core/trajectory/model.ts';
import type { ReadFrom } from '../core/records/readFrom.ts';
import { stepMessages, type StepShown } from './stepShown.ts';
import type { SampleState } from '../core/records/sampleState.ts';
import type { Alternative, TokenProbabilities } from '../core/records/tokenProbabilities.ts';

/** A document that the trajectory names. */
export interface InspectorDocument {
  /** For a person. */
  readonly name: string;
  /** As the record names it. */
  readonly path: string;
  /** The pages that were sent, as ranges; empty if that is not known. */
  readonly pages: string;
  /** Whether it has changed since the question was asked. */
  readonly changed: boolean;
  /** Whether it is not where it should be, or cannot be read. */
  readonly missing: boolean;
}

/** A page image of the request, as the inspector lists it. Its bytes are requested with `image`. */
export interface InspectorImage {
  /** k: the k-th image of the request, from 1. */
  readonly image: number;
  /** The name of the document, for a person. */
  readonly document: string;
  /** The document as the record names it, and as claims do. */
  readonly path: string;
  readonly page: number;
  /** Whether the image as it was sent is shown although the document has changed since: claims are not on it. */
  readonly isEarlier: boolean;
  /** Pixels; null until the page was rendered. */
  readonly width: number | null;
  readonly height: number | null;
  /** Tokens that the image takes in the prompt; null if not known. */
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
  /** Height of the page's text in this image, pixels; null without a text layer. */
  readonly textHeight: number | null;
  /** The budget in pixels at which the text would be 12 px high; set only if textHeight is under 8. */
  readonly readableAt: number | null;
  /** What the offline reader read; not set for a model. */
  readonly readFrom?: ReadFrom;
}

/** A number in a form that messages can contain: JSON cannot represent NaN and the infinities. */
export type SentNumber = number | 'NaN' | 'Infinity' | '-Infinity';

/** The result of the person's own reward function for a sample. */
export interface UserRewardShown {
  /** Name of its file. */
  readonly file: string;
  readonly state:
    | { readonly kind: 'running' }
    /** The function says that it does not apply to the sample, which the notes explain. */
    | { readonly kind: 'not-applicable' }
    | {
        readonly kind: 'scored';
        readonly overall: SentNumber;
        /** Numbers in the same form as `overall`. */
        readonly fields: Readonly<Record<string, number | string | boolean | null>>;
      }
    | { readonly kind: 'failed'; readonly failure: string; readonly hint: string };
  /** What a person should know about the result, each a sentence. */
  readonly notes?: readonly string[];
}

/**
 * The composite reward that a trajectory names, or named before a built-in one was chosen instead. The extension
 * computes its score, because its engine for patterns is too large for a webview.
 */
export interface CompositeShown {
  /** The path that the trajectory uses. */
  readonly file: CompositePath;
  /** The reward's own name; that of the file until it is read, or if it cannot be used. */
  readonly name: string;
  /** What it pays for; empty if it does not say. */
  readonly description: string;
  /** Whether it is the reward that is shown, rather than a built-in one. */
  readonly chosen: boolean;
  /**
   * Why it cannot be used, and whether there is a file that can be opened; null if it can be used, or is not read yet.
   */
  readonly fault: { readonly message: string; readonly canOpen: boolean } | null;
  /** The trainer whose inputs it is scored with; null for everything in the record. */
  readonly trainer: Trainer | null;
}

export interface InspectorSample {
  readonly text: string;
  /**
   * The last score of the composite reward; null if there is no composite, if it cannot be used, or if there is no
   * text.
   */
  readonly score: Score | null;
  readonly state: SampleState;
  readonly finishReason: string | null;
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
  readonly firstTokenAfter: number | null;
  readonly tokensPerSecond: number | null;
  readonly verdict: Verdict;
  /** Who set the verdict. */
  readonly verdictBy: 'person' | 'judge' | null;
  /** Null until it was requested, and after something that it depends on has changed. */
  readonly userReward: UserRewardShown | null;
  /** Where the think part came from; anything other than `content` gets a notice. */
  readonly reasoning: 'content' | 'reasoning' | 'reasoning_content' | 'template';
  /** Whether the probabilities of its tokens are known; they are requested with `tokens`. */
  readonly hasProbabilities: boolean;
}

/** A sample without its text and its composite score. */
export type SampleFacts = Omit<InspectorSample, 'text' | 'score'>;

/** Everything that the inspector shows, except what it derives from a sample's text (steps, checks, rewards). */
export interface InspectorState {
  /** The key of the source's identity. The webview stores it with setState, so that a reload finds the source again. */
  readonly key: string;
  /** Whether it is a trajectory file, whose text can be shown next to the inspector. */
  readonly isFile: boolean;
  readonly question: string | null;
  readonly documents: readonly InspectorDocument[];
  readonly images: readonly InspectorImage[];
  /** Increases each time a document changes while the trajectory is open: its pages are requested again. */
  readonly edition: number;
  /** When the question was asked, ISO 8601; null if that is not known. */
  readonly askedAt: string | null;
  readonly model: string | null;
  readonly server: string | null;
  /** For example `temperature 0.1 · top_p 1`; empty if not known. */
  readonly sampling: string;
  readonly promptTokens: number | null;
  readonly cachedTokens: number | null;
  readonly imageTokens: number | null;
  readonly dialect: DialectName;
  /** How surely the dialect was recognized from the text, 0 to 1; null if it is named. */
  readonly dialectConfidence: number | null;
  /** The named built-in reward, otherwise the dialect's own; null if there is neither, or if a composite is chosen. */
  readonly profile: ProfileName | null;
  readonly composite: CompositeShown | null;
  /** Null if the record does not say. */
  readonly numImages: number | null;
  readonly toolNames: readonly string[] | null;
  /** Null if there is none. */
  readonly reference: string | null;
  /** Every reference answer of a sample of a run; missing if there is none but `reference`. */
  readonly references?: readonly string[];
  /** The text of the prompt that was sent, if the record of a run has it. */
  readonly sentPrompt?: string | null;
  /** The result of another tool, as its JSON text; null if the record does not have it. */
  readonly toolResults: string | null;
  /** What searches brought, and the pages with the answer; null if the record has none of it. */
  readonly retrieval: Retrieval | null;
  /** How a conversation of several turns went; missing for a single turn. */
  readonly conversation?: RecordedConversation;
  /** The conversation that a person steps through now; missing if they step through none. */
  readonly step?: StepShown;
  readonly samples: readonly InspectorSample[];
  /** Whether it is a sample of a run whose group can be scored (`groupParts`). */
  readonly inGroup?: boolean;
  /** How PageTrace chose the pages; missing if it did not. */
  readonly pageChoice?: RecordedChoice;
  /**
   * The places with the answer that the person drew on pages; missing until those are read that were kept
   * (`goldBoxes`).
   */
  readonly goldBoxes?: readonly DrawnGoldBox[];
  /** The request as pretty JSON, without images and key; null if none was sent. */
  readonly request: string | null;
  readonly failure: { readonly message: string; readonly hint: string; readonly canRetry: boolean } | null;
  /**
   * What the server does before it writes (`Reading page 3 of 10.`), or for how long nothing has come from it, as a
   * sentence; null if nothing is being generated, or if the states of the samples say everything.
   */
  readonly progress: string | null;
  /** Notices about the trajectory (such as an unknown key), except those about changed documents: sentences. */
  readonly notices: readonly string[];
  readonly canAsk: boolean;
  readonly canJudge: boolean;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: boolean;
}

/** From the extension to the inspector. */
export type ToInspector =
  | { readonly type: 'state'; readonly state: InspectorState }
  /** The whole state except the texts and scores of samples, which do not change. */
  | {
      readonly type: 'update';
      readonly state: Omit<InspectorState, 'samples'>;
      readonly samples: readonly SampleFacts[];
    }
  /** The current score of a sample by the composite reward. */
  | { readonly type: 'score'; readonly sample: number; readonly score: Score | null }
  /** Text to append to the sample's text. */
  | { readonly type: 'append'; readonly sample: number; readonly text: string }
  /** An edit of the text of a sample (a trajectory file that is being edited). */
  | { readonly type: 'replace'; readonly sample: number; readonly span: Span; readonly text: string }
  /** Selects the span. */
  | { readonly type: 'reveal'; readonly sample: number; readonly span: Span }
  /** The places with the answer that the person drew on pages before. */
  | { readonly type: 'goldBoxes'; readonly boxes: readonly DrawnGoldBox[] }
  /** What the pages say of the claims of a sample. */
  | { readonly type: 'grounding'; readonly sample: number; readonly shown: GroundingShown }
  /** What has changed of it. */
  | { readonly type: 'groundingChanges'; readonly sample: number; readonly changes: GroundingChanges }
  /** Selects a claim by its index, because the person chose its box on a page. */
  | { readonly type: 'claim'; readonly sample: number; readonly claim: number }
  /** The claims that speak of the word that the person selected on a page, by their indices; none without a word. */
  | { readonly type: 'mentioned'; readonly sample: number; readonly claims: readonly number[] };

const span = v.object({
  start: v.pipe(v.number(), v.integer(), v.minValue(0)),
  end: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const sample = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1023));
const image = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const claim = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000));

/** From the inspector to the extension; every message is validated with this schema first. */
export const fromInspector = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('verdict'), sample, verdict: v.picklist(['right', 'wrong', 'unknown']) }),
  v.object({ type: v.literal('judge'), sample }),
  /** Judges every sample with a complete response that nobody has judged. */
  v.object({ type: v.literal('judgeAll') }),
  v.object({ type: v.literal('reference'), text: v.pipe(v.string(), v.maxLength(100_000)) }),
  /** A built-in reward, or the composite that the state names. */
  v.object({ type: v.literal('profile'), profile: rewardSchema }),
  /** What the composite reward gets: the inputs of a trainer or, if null, everything in the record. */
  v.object({ type: v.literal('inputs'), trainer: v.nullable(v.picklist(TRAINERS)) }),
  /** Opens the composite reward's file at its first problem. */
  v.object({ type: v.literal('openReward') }),
  /** The dialect in which to read the text; null to recognize it. */
  v.object({ type: v.literal('dialect'), dialect: v.nullable(dialectSchema) }),
  /**
   * The person selected something in the inspector, which is to be shown in the text next to it. `stepEnd` is where the
   * step ends that it is in; null if it is in none.
   */
  v.object({ type: v.literal('select'), sample, span, stepEnd: v.nullable(span.entries.end) }),
  v.object({ type: v.literal('showPage'), image }),
  /**
   * The selected step speaks of this image: a visible document view shows its page from `offset` on, a fraction of the
   * height.
   */
  v.object({
    type: v.literal('followPage'),
    image,
    offset: share,
  }),
  /** Another sample is in view: commands that name none use it. Until this message, the first sample is in view. */
  v.object({ type: v.literal('shown'), sample }),
  /** What the pages say of the claims of a sample is needed whole: changes came of one that was not received. */
  v.object({ type: v.literal('groundingNeeded'), sample }),
  /** The person selected a claim, or with null something that is none: the document view lights its boxes. */
  v.object({ type: v.literal('selectClaim'), sample, claim: v.nullable(claim) }),
  /** Reads the text of pages without any by text recognition. */
  v.object({ type: v.literal('recognizeText') }),
  /** Asks the person where the document is that is not at hand. */
  v.object({ type: v.literal('findDocument') }),
  /** The places with the answer that the person drew on pages, all of them. */
  v.object({ type: v.literal('goldBoxes'), boxes: goldBoxesSchema }),
  ...stepMessages,
  /** Opens the settings at one that a notice names. */
  v.object({ type: v.literal('openSetting'), setting: v.pipe(v.string(), v.regex(/^pagetrace(?:\.\w+)+$/)) }),
  v.object({
    type: v.literal('command'),
    command: v.picklist([
      'openAsText',
      'askAgain',
      'continueResponse',
      'whatIf',
      'copyAnswer',
      'copyTrajectory',
      'save',
      'exportMarkdown',
      'exportHtml',
      'copyLink',
      'copyCurl',
      'addToDataset',
      'cancel',
      'retry',
      'scoreWithAllRewards',
      'scoreWithPython',
      'compareSamples',
      'ask',
    ]),
    sample,
    /** Only for `continueResponse`: the number of characters of the sample that are kept. */
    end: v.optional(span.entries.end),
  }),
]);
export type FromInspector = v.InferOutput<typeof fromInspector>;

/** The smallest side of a part of a page, as a share of the page's. */
const LEAST_REGION = 0.001;

/** Requests of the inspector over the RPC, by method: arguments and answer. */
export interface InspectorMethods {
  /** The exact image that was sent (or would be sent again), as a data URL. */
  image: { args: { image: number }; value: { src: string } };
  /**
   * A page, or a part of it in shares of its sides, at full resolution, as a data URL. The document is named as claims
   * name it.
   */
  page: {
    args: { document: string; page: number; region: ShareBox | null };
    value: { src: string; width: number; height: number };
  };
  /** The number of pages of a document, named as for `page`. */
  pageCount: { args: { document: string }; value: { pages: number } };
  /** The words of a page, named as for `page`. */
  words: { args: { document: string; page: number }; value: { words: readonly PageWord[] } };
  /** The tokens of a sample without alternatives; none if their probabilities are not known. */
  tokens: { args: { sample: number }; value: Pick<TokenProbabilities, 'lengths' | 'logprobs'> };
  /** The alternatives of a token of a sample, counted from 0. */
  alternatives: { args: { sample: number; token: number }; value: { alternatives: readonly Alternative[] } };
  /** The samples of the group of a sample of a run, scored part by part; null if its run is no longer open. */
  groupParts: { args: GroupPartsAsked; value: GroupParts | null };
}
export const inspectorMethods = {
  image: v.object({ image }),
  pageCount: v.object({ document: namedPage.document }),
  words: v.object(namedPage),
  page: v.object({
    ...namedPage,
    region: v.nullable(
      v.pipe(
        v.object({ left: share, top: share, right: share, bottom: share }),
        // An empty part has no pixels.
        v.check(({ left, top, right, bottom }) => Math.min(right - left, bottom - top) >= LEAST_REGION),
      ),
    ),
  }),
  tokens: v.object({ sample }),
  alternatives: v.object({ sample, token: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  groupParts: groupPartsAsked,
} as const;
