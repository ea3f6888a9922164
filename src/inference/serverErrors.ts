import { PageTraceError, type ErrorDetails, type ErrorReason, type Remedy } from '../core/errors.ts';
import { parseJson } from './wire.ts';

/** A server's error answer. */
export interface Refusal {
  /** HTTP status, or the code of an error event in the middle of a stream; null if there is none. */
  readonly status: number | null;
  readonly body: string;
  readonly url: string;
  /** The requested model, if it was a generation. */
  readonly model?: string;
  readonly images?: number;
  readonly maxTokens?: number;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}

const LONGEST_WORDS = 2_000;

/**
 * The server's own words in the body of an error: vLLM's old and new shape, `{"error": "words"}`, FastAPI's
 * `detail`, or plain text. Null for an empty body and for a page of HTML.
 */
export function serverWords(body: string): string | null {
  const json = parseJson(body);
  const error = field(json, 'error');
  const candidates = [field(error, 'message'), error, field(json, 'message'), field(json, 'detail')];
  for (const words of candidates) {
    if (typeof words === 'string' && words.trim() !== '') return words.trim().slice(0, LONGEST_WORDS);
  }
  const detail = field(json, 'detail');
  if (detail !== undefined) return JSON.stringify(detail).slice(0, LONGEST_WORDS);
  const text = body.trim();
  if (text === '' || /^<(?:!doctype|html)/iu.test(text)) return null;
  return text.slice(0, LONGEST_WORDS);
}

interface Explanation {
  readonly reason: ErrorReason;
  readonly sentence: string;
  readonly hint: string;
  readonly remedy?: Remedy;
}

type Explain = (match: RegExpMatchArray, refusal: Refusal) => Explanation;

/** The sentence for a prompt that is too long, with the numbers if the server's message has them. */
function tooLong(words: string, refusal: Refusal): Explanation {
  const most = /(?:maximum (?:context|model) length|context (?:size|length))(?: is| of)? \(?(\d+)/iu.exec(
    words,
  )?.[1];
  const requested = /requested (\d+) tokens/iu.exec(words)?.[1];
  const prompt = /(?:input length \(|\(length |contains |the input \()(at least )?(\d+)/iu.exec(words);
  const takes = most === undefined ? 'the model takes fewer' : `the model takes ${most}`;
  let sentence = "The prompt with its images is longer than the model's length.";
  if (requested !== undefined)
    sentence = `The prompt with its images and max_tokens come to ${requested} tokens; ${takes}.`;
  else if (prompt?.[2] !== undefined)
    sentence = `The prompt with its images has ${prompt[1] ?? ''}${prompt[2]} tokens; ${takes}.`;
  const counted = refusal.maxTokens === undefined ? '' : ` (${refusal.maxTokens} now)`;
  return {
    reason: 'prompt-too-long',
    sentence,
    hint: `Choose fewer pages or a smaller pixel budget, shorten the question, or lower max_tokens${counted}.`,
  };
}

/**
 * Messages of servers, recognized by parts of their sentences because the rest changes between versions. The first
 * match counts.
 */
const SAYINGS: readonly (readonly [RegExp, Explain])[] = [
  [
    /At most (\d+) image/iu,
    (match, { images }) => {
      const most = Number(match[1]);
      const has = images === undefined ? '' : `; this request has ${images}`;
      if (most === 0)
        return {
          reason: 'image-refused',
          sentence: 'The model is served without image input.',
          hint: 'Choose a vision-language model, or start the server with an image limit above 0 (--limit-mm-per-prompt).',
        };
      return {
        reason: 'too-many-images',
        sentence: `The server takes at most ${most} ${most === 1 ? 'image' : 'images'} in one request${has}.`,
        hint: `Choose at most ${most} ${most === 1 ? 'page' : 'pages'}, or start the server with --limit-mm-per-prompt '{"image":${images ?? most + 1}}'.`,
      };
    },
  ],
  [
    /max_tokens=(\d+) cannot be greater than max_model_len=(\d+)|max_tokens.*(?:too large|must be at most)/iu,
    (match) => ({
      reason: 'prompt-too-long',
      sentence:
        match[1] === undefined || match[2] === undefined
          ? "max_tokens is more than the model's length allows."
          : `max_tokens is ${match[1]}, which is more than the model's length of ${match[2]} tokens.`,
      hint: 'Lower max_tokens so that the prompt, its images and the answer fit together.',
    }),
  ],
  [
    /maximum context length|maximum model length|longer than the maximum|exceeds? (?:the )?(?:available |model'?s )?(?:maximum )?context|exceed_context_size|context length exceeded/iu,
    (match, refusal) => tooLong(match.input ?? '', refusal),
  ],
  [
    /not a multimodal model|does not support image|image input is not supported|no multimodal support|missing data required for image|unsupported.*image_url/iu,
    () => ({
      reason: 'image-refused',
      sentence: 'The model takes no images.',
      hint: 'Choose a vision-language model (for llama.cpp, start the server with its --mmproj file).',
    }),
  ],
  [
    /failed to load image|cannot identify image|could not decode image|failed to decode image|failed to load image or audio|invalid base64|incorrect padding|non-base64 digit|only base64 data/iu,
    () => ({
      reason: 'image-refused',
      sentence: 'The server could not decode an image of the request.',
      hint: 'Render the pages again; if an image file was chosen, see whether it opens in a viewer.',
    }),
  ],
  [
    /failed to apply \w*processor|absolute aspect ratio|image.*too (?:small|narrow)/iu,
    () => ({
      reason: 'image-refused',
      sentence: 'The model cannot take an image of this shape: one side is too short for the other.',
      hint: 'Leave the page out, or choose one whose sides differ less (Qwen models take up to 200 to 1).',
    }),
  ],
  [
    /model .{0,200}(?:does not exist|not found)|no such model|model_not_found/isu,
    (_match, { model }) => ({
      reason: 'model-unknown',
      sentence:
        model === undefined ? 'The server has no such model.' : `The server has no model called “${model}”.`,
      hint: 'Choose one of its models.',
      remedy: { kind: 'choose-model' },
    }),
  ],
  [
    /chat template/iu,
    () => ({
      reason: 'server-refused',
      sentence: 'The model comes without a chat template, which the server needs for messages.',
      hint: 'Start the server with --chat-template FILE.',
    }),
  ],
  [
    /greedy/iu,
    () => ({
      reason: 'server-refused',
      sentence: 'The server refuses several samples at temperature 0, since they would be equal.',
      hint: 'Raise the temperature above 0, or ask for one sample.',
    }),
  ],
  [
    /EngineCore|EngineDead|engine (?:is )?dead|background loop has errored/iu,
    () => ({
      reason: 'server-dead',
      sentence: 'The engine of the server has died.',
      hint: "Look at the server's own log for the cause (often too little memory) and start it again.",
    }),
  ],
  [
    /loading model|still loading|model is loading|is starting/iu,
    () => ({
      reason: 'server-loading',
      sentence: 'The server is still loading its model.',
      hint: 'Wait until it is ready, and try again.',
    }),
  ],
];

function byStatus(refusal: Refusal, words: string | null): Explanation {
  const { status, url } = refusal;
  const { origin, host } = new URL(url);
  const quoted = words === null ? '' : ` It said: ${words}`;
  if (status === 401 || status === 403)
    return {
      reason: 'server-unauthorized',
      sentence: `${host} requires a valid API key (HTTP ${status}).`,
      hint: 'Give the key that the server was started with.',
      remedy: { kind: 'give-api-key', origin },
    };
  if (status === 404 || status === 405)
    return {
      reason: 'server-wrong-path',
      sentence: `${host} has nothing at ${new URL(url).pathname} (HTTP ${status}).`,
      hint: "Check the path in the server's address. PageTrace adds /v1 and what follows it by itself.",
    };
  if (status === 413)
    return {
      reason: 'server-refused',
      sentence: `The request is larger than ${host} takes (HTTP 413).`,
      hint: 'Choose fewer pages or a smaller pixel budget, or raise the limit of the proxy before the server.',
    };
  if (status === 429)
    return {
      reason: 'server-refused',
      sentence: `${host} takes no more requests at the moment (HTTP 429).${quoted}`,
      hint: 'Wait a little, and try again.',
    };
  if (status === 500 && words === null)
    return {
      reason: 'server-dead',
      sentence: `${host} answered HTTP 500 without a word, as vLLM does when its engine has died.`,
      hint: "Look at the server's own log for the cause and start it again.",
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      reason: 'server-loading',
      sentence: `${host} is not ready (HTTP ${status}): it is still loading, overloaded, or nothing runs behind it.${quoted}`,
      hint: 'Wait until the server is ready, or look at its own log, and try again.',
    };
  if (status !== null && status >= 500)
    return {
      reason: 'server-failed',
      sentence: `${host} failed at the request (HTTP ${status}).${quoted}`,
      hint:
        (refusal.images ?? 0) > 0
          ? "Look at the server's own log. Old versions of vLLM fail so at an image that they cannot decode."
          : "Look at the server's own log for the cause, and try again.",
    };
  return {
    reason: 'server-refused',
    sentence: `${host} refused the request${status === null ? '' : ` (HTTP ${status})`}.${quoted}`,
    hint: 'Change what the server names and try again.',
  };
}

/** The error for an HTTP status. The server's own message stays in `said`. */
export function refusalError(refusal: Refusal): PageTraceError {
  const words = serverWords(refusal.body);
  const details = ({ hint, remedy }: Explanation): ErrorDetails => ({
    hint,
    ...(remedy === undefined ? {} : { remedy }),
    ...(words === null ? {} : { said: words }),
    ...(refusal.status === null ? {} : { status: refusal.status }),
  });
  if (words !== null && refusal.status !== 401 && refusal.status !== 403) {
    for (const [pattern, explain] of SAYINGS) {
      const match = pattern.exec(words);
      if (match === null) continue;
      const explanation = explain(match, refusal);
      return new PageTraceError(explanation.reason, explanation.sentence, details(explanation));
    }
  }
  const explanation = byStatus(refusal, words);
  return new PageTraceError(explanation.reason, explanation.sentence, details(explanation));
}

/**
 * The error for an error event in the middle of a stream: known messages keep their reason, others become
 * `stream-failed`.
 */
export function streamError(refusal: Refusal): PageTraceError {
  const known = refusalError(refusal);
  const generic: readonly ErrorReason[] = [
    'server-refused',
    'server-failed',
    'server-loading',
    'server-wrong-path',
  ];
  if (!generic.includes(known.reason)) return known;
  return new PageTraceError(
    'stream-failed',
    `The server broke off in the middle of its answer.${known.said === undefined ? '' : ` It said: ${known.said}`}`,
    {
      hint: "The part that arrived is kept. Look at the server's own log, and try again.",
      ...(known.said === undefined ? {} : { said: known.said }),
      ...(known.status === undefined ? {} : { status: known.status }),
    },
  );
}
