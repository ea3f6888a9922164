import * as v from 'valibot';
import { OFFLINE_MODEL, type PageToRead, type ReadingTask } from '../model.ts';
import { ApiError } from './errors.ts';
import { findQuestion, requestedForm } from './prompt.ts';
import { toTokens } from './tokens.ts';

/** The most stop strings, and the most characters of all of them. */
const MAX_STOPS = 128;
const MAX_STOP_LENGTH = 65_536;
/** The most words of one page: five times those of a dense newspaper page. */
const MAX_WORDS = 50_000;
const MAX_WORD_LENGTH = 10_000;

const partSchema = v.union([
  v.object({ type: v.literal('text'), text: v.string() }),
  v.object({ type: v.literal('image_url'), image_url: v.object({ url: v.string() }) }),
]);
const messageSchema = v.object({
  role: v.string(),
  content: v.optional(v.nullable(v.union([v.string(), v.array(partSchema)]))),
});
/** A word of a text layer: its text, and the left, top, right, and bottom of its box in any unit. */
const wordSchema = v.tuple([
  v.pipe(v.string(), v.maxLength(MAX_WORD_LENGTH)),
  v.number(),
  v.number(),
  v.number(),
  v.number(),
]);
const positive = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
const flag = v.optional(v.nullable(v.boolean()));
const bodySchema = v.object({
  model: v.optional(v.nullable(v.string())),
  messages: v.pipe(v.array(messageSchema), v.minLength(1)),
  n: v.optional(v.nullable(positive)),
  max_tokens: v.optional(v.nullable(positive)),
  max_completion_tokens: v.optional(v.nullable(positive)),
  stop: v.optional(v.nullable(v.union([v.string(), v.array(v.string())]))),
  include_stop_str_in_output: flag,
  stream: flag,
  stream_options: v.optional(v.nullable(v.object({ include_usage: flag, continuous_usage_stats: flag }))),
  structured_outputs: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
  continue_final_message: flag,
  /** PageTrace's own field: for each image the words of its page's text layer, or null. */
  pagetrace: v.optional(v.object({ words: v.array(v.nullable(v.array(wordSchema))) })),
});

/** The most characters that `structured_outputs.choice` may force, over all choices of an answer. */
const MAX_FORCED = 10_000_000;

/** Limits of one request. */
export interface RequestLimits {
  readonly maxImages: number;
  /** The most choices. vLLM has such a limit too (VLLM_MAX_N_SEQUENCES). */
  readonly maxChoices: number;
}

/** A validated chat completion request, reduced to what the reader needs. */
export interface ChatRequest {
  readonly task: ReadingTask;
  /** The text that `structured_outputs.choice` forces, or null. */
  readonly forced: string | null;
  readonly promptTokens: number;
  readonly n: number;
  readonly maxTokens: number;
  readonly stop: readonly string[];
  readonly includeStop: boolean;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  readonly continuousUsage: boolean;
}

/**
 * Reads the body of a chat completion request.
 * @param isScripted whether it is answered from a script, whatever it asks
 * @throws ApiError for a body that is not valid or exceeds a limit, worded like the error of vLLM
 */
export function parseChatRequest(
  body: string,
  { maxImages, maxChoices }: RequestLimits,
  isScripted = false,
): ChatRequest {
  const parsed = v.safeParse(bodySchema, parseJson(body));
  if (!parsed.success) throw invalid(parsed.issues);
  const asked = parsed.output;
  if (asked.model && asked.model !== OFFLINE_MODEL) {
    throw new ApiError(404, `The model \`${asked.model}\` does not exist.`, 'model');
  }
  if (asked.continue_final_message === true && !isScripted) {
    throw new ApiError(400, 'The offline reader cannot continue a message.', 'continue_final_message');
  }
  if ((asked.n ?? 1) > maxChoices)
    throw new ApiError(400, `n must be at most ${maxChoices}, got ${asked.n ?? 1}.`, 'n');
  const stop = [asked.stop ?? []].flat().filter((text) => text !== '');
  if (stop.length > MAX_STOPS || stop.join('').length > MAX_STOP_LENGTH)
    throw new ApiError(
      400,
      `stop must have at most ${MAX_STOPS} strings of ${MAX_STOP_LENGTH} characters together.`,
      'stop',
    );
  const { prompt, urls } = contents(asked.messages);
  if (urls.length > maxImages) {
    throw new ApiError(400, `At most ${maxImages} image(s) may be provided in one prompt.`);
  }
  const forced = forcedText(asked.structured_outputs ?? {});
  if (forced !== null && forced.length * (asked.n ?? 1) > MAX_FORCED) {
    throw new ApiError(
      400,
      `The choices of an answer may have at most ${MAX_FORCED} characters together.`,
      'structured_outputs',
    );
  }
  const question = isScripted ? '' : findQuestion(prompt);
  if (question === null) {
    throw new ApiError(
      400,
      'The prompt holds no question: the offline reader looks for a line that begins with "Question:".',
    );
  }
  if (urls.length === 0 && forced === null && !isScripted) {
    throw new ApiError(400, 'The offline reader answers from page images only, and the prompt holds none.');
  }
  return {
    task: { pages: toPages(urls, asked.pagetrace?.words), question, form: requestedForm(prompt) },
    forced,
    promptTokens: toTokens(prompt).length,
    n: asked.n ?? 1,
    maxTokens: asked.max_completion_tokens ?? asked.max_tokens ?? Number.MAX_SAFE_INTEGER,
    stop,
    includeStop: asked.include_stop_str_in_output ?? false,
    stream: asked.stream ?? false,
    includeUsage: asked.stream_options?.include_usage ?? false,
    continuousUsage: asked.stream_options?.continuous_usage_stats ?? false,
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ApiError(400, `JSON decode error: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function invalid(issues: readonly v.BaseIssue<unknown>[]): ApiError {
  const [first] = issues;
  const path = first?.path?.map(({ key }) => String(key)).join('.') ?? '';
  return new ApiError(
    400,
    `${path === '' ? 'body' : path}: ${first?.message ?? 'invalid request'}`,
    path || null,
  );
}

function contents(messages: readonly v.InferOutput<typeof messageSchema>[]): {
  prompt: string;
  urls: string[];
} {
  const texts: string[] = [];
  const urls: string[] = [];
  for (const { content } of messages) {
    if (typeof content === 'string') texts.push(content);
    for (const part of Array.isArray(content) ? content : []) {
      if (part.type === 'text') texts.push(part.text);
      else urls.push(part.image_url.url);
    }
  }
  return { prompt: texts.join('\n'), urls };
}

function toPages(
  urls: readonly string[],
  layers: readonly (readonly v.InferOutput<typeof wordSchema>[] | null)[] = urls.map(() => null),
): PageToRead[] {
  if (layers.length !== urls.length) {
    throw new ApiError(
      400,
      `pagetrace.words has ${layers.length} entries for ${urls.length} image(s).`,
      'pagetrace',
    );
  }
  if (layers.some((layer) => (layer?.length ?? 0) > MAX_WORDS))
    throw new ApiError(400, `A page of pagetrace.words may have at most ${MAX_WORDS} words.`, 'pagetrace');
  return urls.map((url, index) => ({
    image: decodeImage(url),
    words:
      layers[index]?.map(([text, left, top, right, bottom]) => ({
        text,
        box: { left, top, right, bottom },
      })) ?? null,
  }));
}

function forcedText(outputs: Readonly<Record<string, unknown>>): string | null {
  const asked = Object.entries(outputs).filter(([, value]) => value !== null && value !== undefined);
  const [entry] = asked;
  if (entry === undefined) return null;
  const choice = v.safeParse(v.pipe(v.array(v.string()), v.minLength(1)), outputs['choice']);
  const [text] = choice.success ? choice.output : [];
  if (text === undefined) {
    throw new ApiError(
      400,
      `The offline reader knows no structured_outputs but choice, not ${entry[0]}.`,
      'structured_outputs',
    );
  }
  return text;
}

/** Strict base64 of a data URL, as vLLM reads it: the bytes decide, not the media type. */
function decodeImage(url: string): Uint8Array {
  const match = /^data:[^,]*;base64,([A-Za-z0-9+/]*={0,2})$/.exec(url);
  if (match?.[1] === undefined || match[1].length % 4 !== 0) {
    throw new ApiError(
      400,
      url.startsWith('data:')
        ? 'Failed to load image: it is not valid base64.'
        : 'Failed to load image: the offline reader does not use the network, only data URLs.',
    );
  }
  return Buffer.from(match[1], 'base64');
}
