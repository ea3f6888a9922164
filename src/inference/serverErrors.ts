import { t } from '@vscode/l10n';
import { alternativesPhrase, imagesPhrase, pagesPhrase } from '../core/countPhrases.ts';
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
  /** Milliseconds after which it wants to be asked again; null if it does not say. */
  readonly retryAfter?: number | null;
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}

const LONGEST_WORDS = 2_000;

/** The details of a longer error are shown as they came. */
const LONGEST_DETAILS = 100_000;

/** `value` as JSON; empty if it is nested too deeply for that. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

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
  if (detail !== undefined && body.length <= LONGEST_DETAILS) {
    const details = jsonText(detail).slice(0, LONGEST_WORDS);
    if (details !== '') return details;
  }
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
  const sentences = [t("The prompt with its images is longer than the model's length.")];
  if (requested !== undefined) {
    sentences[0] = t('The prompt with its images and max_tokens come to {0} tokens.', requested);
  } else if (prompt?.[2] !== undefined) {
    const counted = prompt[2];
    sentences[0] =
      prompt[1] === undefined
        ? t('The prompt with its images has {0} tokens.', counted)
        : t('The prompt with its images has at least {0} tokens.', counted);
  }
  if (most !== undefined) sentences.push(t('The model takes at most {0}.', most));
  const { maxTokens } = refusal;
  return {
    reason: 'prompt-too-long',
    sentence: sentences.join(' '),
    hint:
      maxTokens === undefined
        ? t('Choose fewer pages or a smaller pixel budget, shorten the question, or lower max_tokens.')
        : t(
            'Choose fewer pages or a smaller pixel budget, shorten the question, or lower max_tokens ({0} now).',
            maxTokens,
          ),
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
      if (most === 0)
        return {
          reason: 'image-refused',
          sentence: t('The model is served without image input.'),
          hint: t(
            'Choose a vision-language model, or start the server with an image limit above 0 (--limit-mm-per-prompt).',
          ),
        };
      return {
        reason: 'too-many-images',
        sentence:
          images === undefined
            ? t('The server accepts at most {0} per request.', imagesPhrase(most))
            : t('The server accepts at most {0} per request; this one has {1}.', imagesPhrase(most), images),
        hint: t(
          "Choose at most {0}, or start the server with --limit-mm-per-prompt '{1}'.",
          pagesPhrase(most),
          JSON.stringify({ image: images ?? most + 1 }),
        ),
      };
    },
  ],
  [
    /max_tokens=(\d+) cannot be greater than max_model_len=(\d+)|max_tokens.*(?:too large|must be at most)/iu,
    (match) => ({
      reason: 'prompt-too-long',
      sentence:
        match[1] === undefined || match[2] === undefined
          ? t("max_tokens is more than the model's length allows.")
          : t("max_tokens is {0}, which is more than the model's length of {1} tokens.", match[1], match[2]),
      hint: t('Lower max_tokens so that the prompt, its images and the answer fit together.'),
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
      sentence: t('The model accepts no images.'),
      hint: t('Choose a vision-language model (for llama.cpp, start the server with its --mmproj file).'),
    }),
  ],
  [
    /failed to load image|cannot identify image|could not decode image|failed to decode image|failed to load image or audio|invalid base64|incorrect padding|non-base64 digit|only base64 data/iu,
    () => ({
      reason: 'image-refused',
      sentence: t('The server could not decode an image of the request.'),
      hint: t('Render the pages again; if an image file was chosen, see whether it opens in a viewer.'),
    }),
  ],
  [
    /failed to apply \w*processor|absolute aspect ratio|image.*too (?:small|narrow)/iu,
    () => ({
      reason: 'image-refused',
      sentence: t(
        'The model cannot take an image of this shape: one side is too short compared with the other.',
      ),
      hint: t('Leave the page out, or choose one whose sides differ less (Qwen models take up to 200 to 1).'),
    }),
  ],
  [
    /model .{0,200}(?:does not exist|not found)|no such model|model_not_found/isu,
    (_match, { model }) => ({
      reason: 'model-unknown',
      sentence:
        model === undefined
          ? t('The server has no such model.')
          : t('The server has no model called “{0}”.', model),
      hint: t('Choose one of its models.'),
      remedy: { kind: 'choose-model' },
    }),
  ],
  [
    /continue_final_message|continue the final message|add_generation_prompt/iu,
    () => ({
      reason: 'server-refused',
      sentence: t('The server cannot continue this response.'),
      hint: t(
        'It needs a vLLM whose chat template keeps the whole text of the assistant, also its reasoning. Or ask the question again from the beginning.',
      ),
    }),
  ],
  [
    /chat template/iu,
    () => ({
      reason: 'server-refused',
      sentence: t('The model has no chat template, which the server needs for messages.'),
      hint: t('Start the server with --chat-template FILE.'),
    }),
  ],
  [
    /greedy/iu,
    () => ({
      reason: 'server-refused',
      sentence: t('The server refuses several samples at temperature 0, because they would be identical.'),
      hint: t('Raise the temperature above 0, or ask for one sample.'),
    }),
  ],
  [
    /EngineCore|EngineDead|engine (?:is )?dead|background loop has errored/iu,
    () => ({
      reason: 'server-dead',
      sentence: t('The engine of the server has died.'),
      hint: t("Look at the server's own log for the cause (often too little memory) and start it again."),
    }),
  ],
  [
    /loading model|still loading|model is loading|is starting/iu,
    () => ({
      reason: 'server-loading',
      sentence: t('The server is still loading its model.'),
      hint: t('Wait until it is ready, and try again.'),
    }),
  ],
  [
    /logprobs.{0,100}(?:greater than max allowed|less than or equal to|at most)\D{0,20}(\d+)/isu,
    (match) => {
      const most = Number(match[1]);
      return {
        reason: 'server-refused',
        sentence: t('The server reports at most {0} for each token.', alternativesPhrase(most)),
        hint: t('Request fewer alternatives, or start the server with a higher limit (--max-logprobs).'),
        remedy: { kind: 'fewer-alternatives', most },
      };
    },
  ],
  [
    /(?:un(?:supported|known|recognized|expected)|invalid|forbidden|not (?:support|available|allowed|permitted)).{0,60}logprobs|logprobs.{0,60}(?:un(?:supported|known|recognized|expected)|invalid|forbidden|not (?:support|available|allowed|permitted))/isu,
    () => ({
      reason: 'server-refused',
      sentence: t('The server does not report the probabilities of tokens.'),
      hint: t('Ask without the probabilities of tokens.'),
      remedy: { kind: 'fewer-alternatives', most: null },
    }),
  ],
];

function byStatus(refusal: Refusal, words: string | null): Explanation {
  const { status, url } = refusal;
  const { origin, host } = new URL(url);
  const quoted = words === null ? [] : [t('It said: {0}', words)];
  if (status === 401 || status === 403)
    return {
      reason: 'server-unauthorized',
      sentence: t('{0} requires a valid API key (HTTP {1}).', host, status),
      hint: t('Give the key that the server was started with.'),
      remedy: { kind: 'give-api-key', origin },
    };
  if (status === 404 || status === 405)
    return {
      reason: 'server-wrong-path',
      sentence: t('{0} has nothing at {1} (HTTP {2}).', host, new URL(url).pathname, status),
      hint: t("Check the path in the server's address. PageTrace adds /v1 and what follows it by itself."),
    };
  if (status === 413)
    return {
      reason: 'server-refused',
      sentence: t('The request is larger than {0} accepts (HTTP 413).', host),
      hint: t(
        'Choose fewer pages or a smaller pixel budget, or raise the limit of the proxy before the server.',
      ),
    };
  if (status === 429)
    return {
      reason: 'server-refused',
      sentence: [t('{0} accepts no more requests at the moment (HTTP 429).', host), ...quoted].join(' '),
      hint: t('Wait a moment, and try again.'),
    };
  if (status === 500 && words === null)
    return {
      reason: 'server-dead',
      sentence: t('{0} answered HTTP 500 without a message, as vLLM does when its engine has died.', host),
      hint: t("Look at the server's own log for the cause and start it again."),
    };
  if (status === 502 || status === 503 || status === 504)
    return {
      reason: 'server-loading',
      sentence: [
        t(
          '{0} is not ready (HTTP {1}): it is still loading, overloaded, or nothing is running behind it.',
          host,
          status,
        ),
        ...quoted,
      ].join(' '),
      hint: t('Wait until the server is ready, or look at its own log, and try again.'),
    };
  if (status !== null && status >= 500)
    return {
      reason: 'server-failed',
      sentence: [t('{0} failed to handle the request (HTTP {1}).', host, status), ...quoted].join(' '),
      hint:
        (refusal.images ?? 0) > 0
          ? t(
              "Look at the server's own log. Old versions of vLLM fail like this on an image that they cannot decode.",
            )
          : t("Look at the server's own log for the cause, and try again."),
    };
  return {
    reason: 'server-refused',
    sentence: [
      status === null
        ? t('{0} refused the request.', host)
        : t('{0} refused the request (HTTP {1}).', host, status),
      ...quoted,
    ].join(' '),
    hint: t('Change what the server complains about, and try again.'),
  };
}

function errorOf(
  explanation: Explanation,
  { status, retryAfter }: Refusal,
  words: string | null,
): PageTraceError {
  const { reason, sentence, hint, remedy } = explanation;
  const details: ErrorDetails = {
    hint,
    ...(remedy === undefined ? {} : { remedy }),
    ...(words === null ? {} : { said: words }),
    ...(status === null ? {} : { status }),
    ...(retryAfter == null ? {} : { retryAfter }),
  };
  return new PageTraceError(reason, sentence, details);
}

/** The error for a message that is known; null for others. */
function knownError(refusal: Refusal, words: string | null): PageTraceError | null {
  if (words === null || refusal.status === 401 || refusal.status === 403) return null;
  for (const [pattern, explain] of SAYINGS) {
    const match = pattern.exec(words);
    if (match !== null) return errorOf(explain(match, refusal), refusal, words);
  }
  return null;
}

/** The error for a server's message that is known, wherever it was written; null for others. */
export function knownRefusal(refusal: Refusal): PageTraceError | null {
  return knownError(refusal, serverWords(refusal.body));
}

/** The error for an HTTP status. The server's own message stays in `said`. */
export function refusalError(refusal: Refusal): PageTraceError {
  const words = serverWords(refusal.body);
  return knownError(refusal, words) ?? errorOf(byStatus(refusal, words), refusal, words);
}

/**
 * The error for an error event of a stream: known messages keep their reason, others become `stream-failed`. vLLM
 * refuses some requests only there, such as one for too many alternatives of tokens.
 */
export function streamError(refusal: Refusal): PageTraceError {
  const words = serverWords(refusal.body);
  const explained = knownError(refusal, words);
  if (explained !== null) return explained;
  const known = errorOf(byStatus(refusal, words), refusal, words);
  const generic: readonly ErrorReason[] = [
    'server-refused',
    'server-failed',
    'server-loading',
    'server-wrong-path',
  ];
  if (!generic.includes(known.reason)) return known;
  return new PageTraceError(
    'stream-failed',
    known.said === undefined
      ? t('The server broke off in the middle of its answer.')
      : t('The server broke off in the middle of its answer. It said: {0}', known.said),
    {
      hint: t("Look at the server's own log, and try again."),
      ...(known.said === undefined ? {} : { said: known.said }),
      ...(known.status === undefined ? {} : { status: known.status }),
    },
  );
}
