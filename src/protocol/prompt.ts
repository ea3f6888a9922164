import * as v from 'valibot';
import type { PreviewPart, PreviewProblem } from '../core/prompts/preview.ts';
import type { DialectName } from '../core/trajectory/model.ts';

/** A token count: exact if the server counted, otherwise an estimate. */
export interface TokenCount {
  readonly tokens: number;
  readonly exact: boolean;
}

/** An image of a preview. */
export interface PreviewImage {
  /** k: the k-th image of the request, from 1. */
  readonly image: number;
  /** The page that it shows; null for a placeholder, if no document is open. */
  readonly page: { readonly document: string; readonly page: number } | null;
  readonly count: TokenCount | null;
}

/** Everything that the preview of a prompt shows. */
export interface PromptPreviewState {
  /** Identifies the source across a reload: the URI of the prompt file. */
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly dialect: DialectName;
  readonly reward: string | null;
  /** The value of `content`. */
  readonly question: string;
  readonly images: readonly PreviewImage[];
  /** Whether the person chooses the number of images, because no document is open. */
  readonly countChosen: boolean;
  readonly parts: readonly (PreviewPart & { readonly count: TokenCount | null })[];
  readonly problems: readonly PreviewProblem[];
  readonly cut: boolean;
  /** All parts together, without the additions of the model's chat template. */
  readonly total: TokenCount;
  /** The server that could count the tokens once the person agrees to send prompts to it; null if there is none. */
  readonly couldCount: string | null;
  /** The model's length, and how many tokens of it the answer may take; null if not known. */
  readonly modelLength: number | null;
  readonly maxTokens: number;
}

/** From the extension to the preview of a prompt. */
export type ToPrompt =
  | { readonly type: 'state'; readonly state: PromptPreviewState }
  /** The file no longer exists or cannot be read. */
  | { readonly type: 'failed'; readonly message: string };

const offset = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The most images for which a preview can be filled. */
export const MOST_IMAGES = 20;

/** From the preview to the extension; every message is validated with this schema first. */
export const fromPrompt = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('question'), text: v.pipe(v.string(), v.maxLength(100_000)) }),
  v.object({
    type: v.literal('images'),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_IMAGES)),
  }),
  /** Asks the person whether prompts may be sent to the server, so that it counts their tokens. */
  v.object({ type: v.literal('allowCounting') }),
  /** Shows in the editor where the character at this offset of the rendered text comes from. */
  v.object({ type: v.literal('reveal'), at: offset }),
  /** Shows a problem in the editor; the offsets are in the file. */
  v.object({ type: v.literal('problem'), start: offset, end: offset }),
]);
/** A message from the preview. */
export type FromPrompt = v.InferOutput<typeof fromPrompt>;

/** Requests of the preview over the RPC, by method: arguments and answer. */
export interface PromptMethods {
  /** The page image for image k, as a data URL. */
  image: { args: { image: number }; value: { src: string } };
}
export const promptMethods = {
  image: v.object({ image: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MOST_IMAGES)) }),
} as const;
