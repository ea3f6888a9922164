import * as v from 'valibot';
import type { PreviewPart, PreviewProblem } from '../core/prompts/preview.ts';
import type { DialectName } from '../core/trajectory/model.ts';

/** Tokens of something: exact when the server counted them, else an estimate. */
export interface TokenCount {
  readonly tokens: number;
  readonly exact: boolean;
}

/** An image that a preview shows in its place. */
export interface PreviewImage {
  /** k: the k-th image of the request, from 1. */
  readonly image: number;
  /** Which page it is; null for a placeholder, where no document is open. */
  readonly page: { readonly document: string; readonly page: number } | null;
  readonly count: TokenCount | null;
}

/** Everything that the preview of a prompt shows. */
export interface PromptPreviewState {
  /** Identifies what is shown, for a reload: the URI of the prompt file. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly dialect: DialectName;
  readonly reward: string | null;
  /** What fills `content`. */
  readonly question: string;
  readonly images: readonly PreviewImage[];
  /** Whether the person chooses the number of images: no document is open. */
  readonly countChosen: boolean;
  readonly parts: readonly (PreviewPart & { readonly count: TokenCount | null })[];
  readonly problems: readonly PreviewProblem[];
  readonly cut: boolean;
  /** All parts together, without what the model's chat template adds. */
  readonly total: TokenCount;
  /** The model's length, and the tokens of it that the answer may take; null if not known. */
  readonly modelLength: number | null;
  readonly maxTokens: number;
}

/** From the extension to the preview of a prompt. */
export type ToPrompt =
  | { readonly type: 'state'; readonly state: PromptPreviewState }
  /** The file is gone or cannot be read. */
  | { readonly type: 'failed'; readonly message: string };

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The most images that a preview is filled with. */
export const MOST_IMAGES = 20;

/** From the preview to the extension; every message is validated with this before it is looked at. */
export const fromPrompt = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('question'), text: v.pipe(v.string(), v.maxLength(100_000)) }),
  v.object({
    type: v.literal('images'),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_IMAGES)),
  }),
  /** Show in the editor where the character at this offset of the rendered text comes from. */
  v.object({ type: v.literal('reveal'), at: offset }),
  /** Show a problem in the editor: offsets of the file. */
  v.object({ type: v.literal('problem'), start: offset, end: offset }),
]);
/** One of the messages of the preview. */
export type FromPrompt = v.InferOutput<typeof fromPrompt>;

/** Questions that the preview asks over the RPC, by method: arguments and answer. */
export interface PromptMethods {
  /** The page image that stands for image k, as a data URL. */
  image: { args: { image: number }; value: { src: string } };
}
export const promptMethods = {
  image: v.object({ image: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_IMAGES)) }),
} as const;
