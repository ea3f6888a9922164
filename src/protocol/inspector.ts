import * as v from 'valibot';
import { dialectSchema, rewardSchema } from '../core/records/schemas.ts';
import type { CompositePath, Score, Verdict } from '../core/rewards/model.ts';
import type { ProfileName } from '../core/rewards/names.ts';
import { TRAINERS, type Trainer } from '../core/rewards/trainers.ts';
import type { Span } from '../core/span.ts';
import type { DialectName } from '../core/trajectory/model.ts';

/** A page image of the request, as the inspector lists it. Its bytes are asked for with `image`. */
export interface InspectorImage {
  /** k: the k-th image of the request, from 1. */
  readonly image: number;
  readonly document: string;
  readonly page: number;
  /** Pixels; null until the page was rendered. */
  readonly width: number | null;
  readonly height: number | null;
  /** Tokens that the image takes in the prompt; null when not known. */
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
  /** Height of the page's text in this image, pixels; null without a text layer. */
  readonly textHeight: number | null;
  /** The budget in pixels at which text would stand 12 px high; set only when textHeight is under 8. */
  readonly readableAt: number | null;
}

/** A number that messages keep: NaN and the infinities are lost where they are written as JSON. */
export type SentNumber = number | 'NaN' | 'Infinity' | '-Infinity';

/** What the person's own reward function says of a sample. */
export interface UserRewardShown {
  /** Name of its file. */
  readonly file: string;
  readonly state:
    | { readonly kind: 'running' }
    | {
        readonly kind: 'scored';
        readonly overall: SentNumber;
        /** Numbers among them as `overall` is. */
        readonly fields: Readonly<Record<string, number | string | boolean | null>>;
      }
    | { readonly kind: 'failed'; readonly failure: string; readonly hint: string };
}

/**
 * The composite reward that a trajectory names, or named before a built-in one was chosen instead. The extension scores
 * with it: its engine for patterns is too much for a webview.
 */
export interface CompositeShown {
  /** As the trajectory names it. */
  readonly file: CompositePath;
  /** The reward's own name; that of the file until it is read, and where it cannot be used. */
  readonly name: string;
  /** What it pays for; empty if it does not say. */
  readonly description: string;
  /** Whether it is what is shown, and not a built-in reward. */
  readonly chosen: boolean;
  /** Why it cannot be used, and whether there is a file that can be opened; null if it can, and until it is read. */
  readonly fault: { readonly message: string; readonly canOpen: boolean } | null;
  /** The trainer whose inputs its scores are given; null for what the record carries. */
  readonly trainer: Trainer | null;
}

export interface InspectorSample {
  readonly text: string;
  /** What the composite reward pays, as it was last scored; null without one, where it cannot be used, and of no text. */
  readonly score: Score | null;
  readonly state: 'waiting' | 'streaming' | 'done' | 'cancelled' | 'failed';
  readonly finishReason: string | null;
  readonly tokens: number | null;
  readonly tokensEstimated: boolean;
  readonly firstTokenAfter: number | null;
  readonly tokensPerSecond: number | null;
  readonly verdict: Verdict;
  /** Who set the verdict. */
  readonly verdictBy: 'person' | 'judge' | null;
  /** Null until it was asked for, and once what it speaks of has changed. */
  readonly userReward: UserRewardShown | null;
  /** Where the think part came from; other than `content` it gets a finding. */
  readonly reasoning: 'content' | 'reasoning' | 'reasoning_content' | 'template';
}

/** A sample without its text and what the composite reward pays for it. */
export type SampleFacts = Omit<InspectorSample, 'text' | 'score'>;

/** Everything the inspector shows, except what it derives itself from a sample's text (steps, checks, rewards). */
export interface InspectorState {
  /** The key of the source's identity. The webview keeps it in its own setState, so that a reload finds it again. */
  readonly key: string;
  /** Whether it is a trajectory file, whose text can stand beside the inspector. */
  readonly isFile: boolean;
  readonly question: string | null;
  readonly documents: readonly { readonly name: string; readonly pages: string; readonly changed: boolean }[];
  readonly images: readonly InspectorImage[];
  readonly model: string | null;
  readonly server: string | null;
  /** e.g. `temperature 0.1 · top_p 1`; empty when not known. */
  readonly sampling: string;
  readonly promptTokens: number | null;
  readonly cachedTokens: number | null;
  readonly imageTokens: number | null;
  readonly dialect: DialectName;
  /** How surely the dialect was recognized from the text, 0 to 1; null if it is named. */
  readonly dialectConfidence: number | null;
  /** The built-in reward that is named, else the dialect's own; null if there is neither, or a composite is chosen. */
  readonly profile: ProfileName | null;
  readonly composite: CompositeShown | null;
  /** Null when the record does not say. */
  readonly numImages: number | null;
  readonly toolNames: readonly string[] | null;
  /** Null when there is none. */
  readonly reference: string | null;
  /** What another tool answered, as its JSON text; null when the record does not carry it. */
  readonly toolResults: string | null;
  readonly samples: readonly InspectorSample[];
  /** The request as pretty JSON, images and key left out; null when none was sent. */
  readonly request: string | null;
  readonly failure: { readonly message: string; readonly hint: string; readonly canRetry: boolean } | null;
  /** Notices beside the trajectory (an unknown key), except those about changed documents: sentences. */
  readonly notices: readonly string[];
  readonly canAsk: boolean;
  readonly canJudge: boolean;
  /** Whether a Python reward is set and may run here. */
  readonly canScoreWithPython: boolean;
}

/** From the extension to the inspector. */
export type ToInspector =
  | { readonly type: 'state'; readonly state: InspectorState }
  /** Everything of a state but the texts and scores of samples, which keep those they have. */
  | {
      readonly type: 'update';
      readonly state: Omit<InspectorState, 'samples'>;
      readonly samples: readonly SampleFacts[];
    }
  /** What the composite reward pays for a sample now. */
  | { readonly type: 'score'; readonly sample: number; readonly score: Score | null }
  /** Text that follows what the sample has. */
  | { readonly type: 'append'; readonly sample: number; readonly text: string }
  /** An edit of the text of a sample (a trajectory file that is typed in). */
  | { readonly type: 'replace'; readonly sample: number; readonly span: Span; readonly text: string }
  /** Select what stands at the span. */
  | { readonly type: 'reveal'; readonly sample: number; readonly span: Span };

const span = v.object({
  start: v.pipe(v.number(), v.integer(), v.minValue(0)),
  end: v.pipe(v.number(), v.integer(), v.minValue(0)),
});
const sample = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1023));
const image = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999));

/** From the inspector to the extension; every message is validated with this before it is looked at. */
export const fromInspector = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('verdict'), sample, verdict: v.picklist(['right', 'wrong', 'unknown']) }),
  v.object({ type: v.literal('judge'), sample }),
  v.object({ type: v.literal('reference'), text: v.pipe(v.string(), v.maxLength(100_000)) }),
  /** A built-in reward, or the composite that the state names. */
  v.object({ type: v.literal('profile'), profile: rewardSchema }),
  /** What the composite reward is to be given: what a trainer passes on, or, with null, what the record carries. */
  v.object({ type: v.literal('inputs'), trainer: v.nullable(v.picklist(TRAINERS)) }),
  /** Open the composite reward's file, at what is wrong in it. */
  v.object({ type: v.literal('openReward') }),
  /** The dialect to read by; null to recognize it from the text. */
  v.object({ type: v.literal('dialect'), dialect: v.nullable(dialectSchema) }),
  /** The person selected something in the inspector: show it in the text beside. */
  v.object({ type: v.literal('select'), sample, span }),
  v.object({ type: v.literal('showPage'), image }),
  /** Another sample is in sight: commands that name none mean this one. The first is, until this is said. */
  v.object({ type: v.literal('shown'), sample }),
  v.object({
    type: v.literal('command'),
    command: v.picklist([
      'openAsText',
      'askAgain',
      'copyAnswer',
      'copyTrajectory',
      'save',
      'exportMarkdown',
      'copyCurl',
      'cancel',
      'retry',
      'scoreWithAllRewards',
      'scoreWithPython',
      'ask',
    ]),
    sample,
  }),
]);
export type FromInspector = v.InferOutput<typeof fromInspector>;

/** Questions that the inspector asks over the RPC, by method: arguments and answer. */
export interface InspectorMethods {
  /** The exact image that was sent (or would be sent again), as a data URL. */
  image: { args: { image: number }; value: { src: string } };
}
export const inspectorMethods = { image: v.object({ image }) } as const;
