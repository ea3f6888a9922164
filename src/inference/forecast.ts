import { t } from '@vscode/l10n';
import { imagesPhrase, pagesPhrase } from '../core/countPhrases.ts';
import { isPageTraceError } from '../core/errors.ts';
import { isTooNarrow } from '../core/geometry/imageSize.ts';
import type { Size } from '../core/geometry/size.ts';
import { serverUrls } from './address.ts';
import { ask, type Answer } from './fetch.ts';
import { limitInRefusal } from './imageLimit.ts';
import { imageFamily, imageTokens, type ImageFamily } from './imageTokens.ts';
import type {
  GenerateRequest,
  InferenceDeps,
  RequestImage,
  RequestPart,
  ServerStatus,
  TokenForecast,
} from './model.ts';
import { probeImage } from './probeImages.ts';
import { estimateTokens } from './tokenEstimate.ts';
import { chatTurns } from './request.ts';
import { asCount, asRecord, parseJson } from './wire.ts';

/** The part of a request that its tokens depend on. */
export type ForecastRequest = Pick<
  GenerateRequest,
  'status' | 'model' | 'parts' | 'turns' | 'images' | 'sampling' | 'continued' | 'extra' | 'signal'
>;

/** The result of /tokenize for a prompt. */
interface Counted {
  readonly count: number | null;
  readonly maxModelLength: number | null;
  /** The most images that the server accepts, if it rejected the request because of their number. */
  readonly imageLimit: number | null;
}

const NOTHING: Counted = { count: null, maxModelLength: null, imageLimit: null };

function readCount({ status, body }: Answer): Counted {
  if (status === 200) {
    const json = asRecord(parseJson(body));
    return {
      ...NOTHING,
      count: asCount(json?.['count']),
      maxModelLength: asCount(json?.['max_model_len']),
    };
  }
  return { ...NOTHING, imageLimit: limitInRefusal(body) };
}

/** Counts a prompt with the model's own chat template, with its images replaced by `images`. Never throws. */
async function countPrompt(
  request: ForecastRequest,
  images: readonly RequestImage[],
  deps: InferenceDeps,
): Promise<Counted> {
  const { status, model, extra, signal } = request;
  const body = JSON.stringify({
    model,
    add_generation_prompt: true,
    ...chatTurns({ ...request, images }),
    ...(extra?.['chat_template_kwargs'] === undefined
      ? {}
      : { chat_template_kwargs: extra['chat_template_kwargs'] }),
  });
  const url = `${serverUrls(status.baseUrl).root}/tokenize`;
  try {
    return readCount(
      await ask(
        url,
        { method: 'POST', body, most: deps.limits.sizes.tokens, ...(signal === undefined ? {} : { signal }) },
        deps,
      ),
    );
  } catch (error) {
    // A failed forecast must not block the request; an error of the server is reported when the request is sent.
    if (isPageTraceError(error)) return NOTHING;
    throw error;
  }
}

/** How a server's /tokenize counts an image: with all its tokens, as one placeholder, or in an unknown way. */
type ImageCounting = 'expanded' | 'placeholder' | 'unknown';

const countings = new WeakMap<InferenceDeps, Map<string, ImageCounting>>();

/** Finds out, once for each server and model, how /tokenize counts images, by asking for two sizes of a blank one. */
async function imageCounting(
  status: ServerStatus,
  model: string,
  family: ImageFamily,
  deps: InferenceDeps,
): Promise<ImageCounting> {
  const known = countings.get(deps) ?? new Map<string, ImageCounting>();
  countings.set(deps, known);
  const key = `${status.baseUrl}\n${model}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const [small, large] = [probeImage('small'), probeImage('large')];
  const request = (images: readonly RequestImage[]): ForecastRequest => ({
    status,
    model,
    parts: [{ type: 'image', image: 1 }],
    images,
    sampling: { temperature: 0, top_p: 1, repetition_penalty: 1, max_tokens: 1, seed: null },
  });
  const [first, second] = await Promise.all(
    [small, large].map((image) => countPrompt(request([image]), [image], deps)),
  );
  if (first?.count == null || second?.count == null) return 'unknown';
  const expected = tokensOf(large, family) - tokensOf(small, family);
  const counting =
    second.count === first.count
      ? 'placeholder'
      : second.count - first.count === expected
        ? 'expanded'
        : 'unknown';
  known.set(key, counting);
  return counting;
}

function tokensOf(image: RequestImage, family: ImageFamily): number {
  return imageTokens(image.width, image.height, family) ?? 0;
}

/** Tokens that a chat template adds, about. */
const TEMPLATE_TOKENS = 10;

/** A rough estimate of the tokens of a request's text. */
function estimateText({ parts }: Pick<ForecastRequest, 'parts'>): number {
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return Math.ceil(estimateTokens(text)) + TEMPLATE_TOKENS;
}

/**
 * Pixels for each token if the family is not known: that of Qwen2.5-VL, on which most of the papers' models are based.
 */
const GUESSED_FACTOR = 28;

interface Counts {
  readonly text: number | null;
  readonly images: readonly (number | null)[];
  readonly total: number | null;
  readonly exact: boolean;
  readonly maxModelLength: number | null;
  readonly imageLimit: number | null;
}

async function count(request: ForecastRequest, deps: InferenceDeps): Promise<Counts> {
  const { status, model, images } = request;
  // The offline reader has no model, and therefore no image tokens and no length.
  if (status.kind === 'offline-reader')
    return {
      text: null,
      images: images.map(() => null),
      total: null,
      exact: false,
      maxModelLength: null,
      imageLimit: status.imageLimit ?? null,
    };
  const card = status.models.find(({ id }) => id === model);
  const family = imageFamily(model, status.models);
  const byFormula = images.map((image) =>
    family === null ? null : imageTokens(image.width, image.height, family),
  );
  const formula = byFormula.reduce<number | null>(
    (sum, tokens) => (sum === null || tokens === null ? null : sum + tokens),
    0,
  );
  let imageLimit = status.imageLimit ?? null;
  let maxModelLength = card?.maxModelLength ?? null;

  if (status.kind === 'vllm') {
    const blanks = images.map(() => probeImage('small'));
    const known = family !== null && formula !== null;
    const [counted, counting] = await Promise.all([
      countPrompt(request, known ? blanks : images, deps),
      known && images.length > 0 ? imageCounting(status, model, family, deps) : null,
    ]);
    imageLimit = counted.imageLimit ?? imageLimit;
    maxModelLength ??= counted.maxModelLength;
    if (counted.count !== null) {
      const base = { maxModelLength, imageLimit, images: byFormula };
      if (images.length === 0) return { ...base, text: counted.count, total: counted.count, exact: true };
      if (known && counting !== null && counting !== 'unknown') {
        const blank = counting === 'placeholder' ? 1 : tokensOf(probeImage('small'), family);
        const text = counted.count - images.length * blank;
        return { ...base, text, total: text + formula, exact: true };
      }
      const whole = known ? await countPrompt(request, images, deps) : counted;
      const none = images.map(() => null);
      if (whole.count !== null && (await expands(request, whole.count, deps)))
        return { ...base, text: null, images: none, total: whole.count, exact: true };
    }
  }
  const { text, guessed, total } = estimateRequest(status, model, images, saidParts(request));
  return { text, images: guessed, total, exact: false, maxModelLength, imageLimit };
}

/** The parts of all turns. */
function saidParts({ parts, turns = [], continued }: ForecastRequest): readonly RequestPart[] {
  const later = turns.flatMap((turn): readonly RequestPart[] =>
    turn.role === 'user' ? turn.parts : [{ type: 'text', text: turn.text }],
  );
  return [
    ...parts,
    ...later,
    ...(continued === undefined ? [] : [{ type: 'text', text: continued } as const]),
  ];
}

/** What a request would take by estimate, for images of which only the sizes are known. */
export interface RequestEstimate {
  readonly text: number;
  /** One number an image, in order. */
  readonly guessed: readonly number[];
  /** Whether the numbers of the images follow the formula of the model's family. */
  readonly isFamilyKnown: boolean;
  readonly total: number;
  /** Null if the server does not report it. */
  readonly maxModelLength: number | null;
}

/**
 * Estimates the tokens of a request before its images are rendered, without asking the server: images by the formula of
 * their family, otherwise as Qwen2.5-VL counts them; text by its characters.
 */
export function estimateRequest(
  { models }: Pick<ServerStatus, 'models'>,
  model: string,
  images: readonly Size[],
  parts: readonly RequestPart[],
): RequestEstimate {
  const family = imageFamily(model, models);
  const guessed = images.map(
    ({ width, height }) =>
      (family === null ? null : imageTokens(width, height, family)) ??
      Math.ceil((width * height) / GUESSED_FACTOR ** 2),
  );
  const text = estimateText({ parts });
  return {
    text,
    guessed,
    isFamilyKnown: family !== null,
    total: guessed.reduce((sum, tokens) => sum + tokens, text + 2 * images.length),
    maxModelLength: models.find(({ id }) => id === model)?.maxModelLength ?? null,
  };
}

/**
 * Whether a count of the whole prompt includes its images' tokens: it then differs from the count with one blank image
 * less.
 */
async function expands(request: ForecastRequest, whole: number, deps: InferenceDeps): Promise<boolean> {
  const blanks = request.images.map(() => probeImage('small'));
  const blank = await countPrompt(request, blanks, deps);
  return blank.count !== null && blank.count !== whole;
}

/** What the server will certainly reject about the images: their number and their shape. */
function imageProblems({ images }: ForecastRequest, { imageLimit }: Counts): string[] {
  const problems: string[] = [];
  if (imageLimit === 0 && images.length > 0)
    problems.push(t('The model accepts no images. Choose a vision-language model.'));
  else if (imageLimit !== null && images.length > imageLimit)
    problems.push(
      t(
        'The server accepts at most {0} per request; this one has {1}. Choose at most {2}.',
        imagesPhrase(imageLimit),
        images.length,
        pagesPhrase(imageLimit),
      ),
    );
  images.forEach(({ width, height }, k) => {
    if (isTooNarrow({ width, height }))
      problems.push(
        t(
          'Image {0} is {1} x {2} pixels; models refuse sides over 200 to 1. Leave the page out.',
          k + 1,
          width,
          height,
        ),
      );
  });
  return problems;
}

/** What does not fit the model's length, as far as the tokens are known. */
function lengthProblems({ sampling }: ForecastRequest, counts: Counts): string[] {
  const { total, exact, maxModelLength } = counts;
  const problems: string[] = [];
  if (total === null || maxModelLength === null) return problems;
  const say = (tokens: number): string => (exact ? String(tokens) : t('about {0}', tokens));
  const room = maxModelLength - total;
  if (room < 1)
    problems.push(
      t(
        'The prompt takes {0} tokens; the model accepts {1}. Choose fewer pages, a smaller pixel budget or a shorter question.',
        say(total),
        maxModelLength,
      ),
    );
  else if (room < sampling.max_tokens)
    problems.push(
      t(
        "The prompt takes {0} of the model's {1} tokens, which leaves {2} for the answer; max_tokens is {3}. Lower max_tokens to {4}, or choose fewer pages or a smaller pixel budget.",
        say(total),
        maxModelLength,
        say(room),
        sampling.max_tokens,
        room,
      ),
    );
  return problems;
}

/**
 * How many tokens a request takes, compared with the model's length and the server's image limit. Text is counted by
 * the server's /tokenize with the model's own template. Images are counted by the formula of their family, checked
 * against how /tokenize counts a blank image; otherwise by /tokenize with the images themselves; otherwise they are
 * estimated, with `exact` false. The result never prevents sending; never throws for errors of the server.
 */
export async function forecastTokens(request: ForecastRequest, deps: InferenceDeps): Promise<TokenForecast> {
  const counts = await count(request, deps);
  const { text, images, total, exact, maxModelLength } = counts;
  const refused = imageProblems(request, counts);
  const long = lengthProblems(request, counts);
  return {
    text,
    images,
    total,
    exact,
    maxModelLength,
    problems: [...refused, ...long],
    certain: refused.length > 0 || (exact && long.length > 0),
  };
}
