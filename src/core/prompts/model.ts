import type { DialectName } from '../trajectory/model.ts';
import type { Sampling } from '../records/sampling.ts';
import type { RewardName } from '../rewards/model.ts';
import type { PixelBudget } from '../geometry/pixelBudget.ts';
import type { ProtocolName } from './protocolNames.ts';

/** A tool that a prompt offers. */
export interface Tool {
  readonly name: string;
  /** The required form of the args, e.g. `Image k: <where>`. */
  readonly args: string;
  readonly description: string;
}

/** Where images go that no `<image>` of the template places: after the text, or before it (VG-Refiner). */
export const IMAGE_ORDERS = ['text-first', 'images-first'] as const;
/** One of the orders of text and images. */
export type ImageOrder = (typeof IMAGE_ORDERS)[number];

/** A prompt file that was read: its front matter and Jinja body. */
export interface Prompt {
  /** File name without `.jinja`, or the preset's name. */
  readonly name: string;
  /** A sentence about the purpose of the prompt. */
  readonly description: string | null;
  readonly dialect: DialectName;
  /** The conversation of several turns that the prompt begins; null for a single turn. */
  readonly protocol: ProtocolName | null;
  readonly reward: RewardName | null;
  readonly toolbox: readonly Tool[];
  readonly sampling: Partial<Sampling>;
  readonly pixels: PixelBudget | null;
  readonly imageOrder: ImageOrder;
  /** The context length that the prompt is written for, in tokens: prompt, images, and answer together. */
  readonly modelLength: number | null;
  /** The Jinja template after the front matter, without the white space around it. */
  readonly template: string;
}

/** One content part of the message that is sent: text, or the k-th image of the request (k from 1). */
export type PromptPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly image: number };

/**
 * Reads the text of a prompt file in order to use it, as `parsePromptFile` does. The extension does this and
 * `RenderPrompt` in a worker thread, because a template of somebody else may take any time and memory.
 * @throws PageTraceError `prompt-broken`; `timeout` if it takes too long or too much memory
 */
export type ParsePrompt = (name: string, text: string) => Prompt | Promise<Prompt>;

/**
 * The message that a prompt makes of a question, as `renderPrompt` makes it.
 * @throws PageTraceError `prompt-broken`; `timeout` if it takes too long or too much memory
 */
export type RenderPrompt = (
  prompt: Prompt,
  question: string,
  numImages: number,
) => readonly PromptPart[] | Promise<readonly PromptPart[]>;
