import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import type { GenerateRequest, RequestImage, RequestPart } from './model.ts';

/** A content part of a chat message, as it is sent. */
export type WirePart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** A message of a chat, as it is sent. */
export type WireMessage =
  | { readonly role: 'user'; readonly content: readonly WirePart[] }
  /** A turn of the model; the last message is one only if the server continues it. */
  | { readonly role: 'assistant'; readonly content: string };

/** The body of a /v1/chat/completions request; vLLM's own fields are at the top level. */
export interface ChatBody extends Readonly<Record<string, unknown>> {
  readonly model: string;
  readonly messages: readonly WireMessage[];
  readonly n: number;
  readonly max_tokens: number;
}

/** A request as it may be shown and logged: no image, no key. */
export interface RedactedRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly body: ChatBody;
}

/** Why a field may not be set, and what to do instead: the client itself sets it, or it is never sent. Null if it may. */
function whyRefused(field: string): string | null {
  if (field === 'mm_processor_kwargs') {
    return t(
      'vLLM refuses it unless it was started with --trust-request-mm-kwargs. Set the pixel budget instead: images are then resized before they are sent.',
    );
  }
  const own = [
    'model',
    'messages',
    'n',
    'stream',
    'stream_options',
    'add_generation_prompt',
    'continue_final_message',
  ];
  return own.includes(field) ? t('PageTrace sets it itself.') : null;
}

function checkExtra(extra: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(extra)) {
    const hint = whyRefused(name);
    if (hint !== null)
      throw new PageTraceError('bad-input', t('The request field “{0}” cannot be set.', name), { hint });
  }
}

/** The address that generations of a request go to. */
export function completionsUrl(request: Pick<GenerateRequest, 'status'>): string {
  return `${request.status.baseUrl}/chat/completions`;
}

/** An image as it is sent: its bytes in base64. */
export function dataUrl(image: RequestImage): string {
  const { buffer, byteOffset, byteLength } = image.bytes;
  return `data:${image.mediaType};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
}

/**
 * The parts, in order, as the content of a message; `url` returns the address of each image.
 * @throws PageTraceError `bad-input` if a part names an image that does not exist
 */
function messageContent(
  parts: readonly RequestPart[],
  images: readonly RequestImage[],
  url: (image: RequestImage, k: number) => string,
): WirePart[] {
  return parts.map((part): WirePart => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const image = images[part.image - 1];
    if (image === undefined)
      throw new PageTraceError(
        'bad-input',
        t('The prompt names image {0}, but the request has {1}.', part.image, images.length),
        { hint: t('Correct the prompt, or choose more pages.') },
      );
    return { type: 'image_url', image_url: { url: url(image, part.image) } };
  });
}

/** The messages of a request with the fields that tell vLLM whether to continue the last one or to begin a turn. */
export interface ChatTurns {
  readonly messages: readonly WireMessage[];
  readonly add_generation_prompt?: false;
  readonly continue_final_message?: true;
}

/** What a request says, in turns. */
export type SaidTurns = Pick<GenerateRequest, 'parts' | 'turns' | 'images' | 'continued'>;

/**
 * The turns of a chat: what the user says, what was said after that and, if it is continued, the beginning of the
 * assistant's turn. `url` returns the address of each image.
 * @throws PageTraceError `bad-input` if a part names an image that does not exist
 */
export function chatTurns(
  { parts, turns = [], images, continued }: SaidTurns,
  url: (image: RequestImage, k: number) => string = dataUrl,
): ChatTurns {
  const messages: WireMessage[] = [{ role: 'user', content: messageContent(parts, images, url) }];
  for (const turn of turns)
    messages.push(
      turn.role === 'user'
        ? { role: 'user', content: messageContent(turn.parts, images, url) }
        : { role: 'assistant', content: turn.text },
    );
  if (continued === undefined) return { messages };
  return {
    messages: [...messages, { role: 'assistant', content: continued }],
    add_generation_prompt: false,
    continue_final_message: true,
  };
}

/**
 * The field that hands the words of text layers to the embedded offline reader: each word as its text and the left, top,
 * right, and bottom of its box.
 */
function wordsField({ status, words }: GenerateRequest): Readonly<Record<string, unknown>> {
  if (words === undefined || status.address.isEmbedded !== true) return {};
  const pages = words.map(
    (page) => page?.map(({ text, box }) => [text, box.left, box.top, box.right, box.bottom]) ?? null,
  );
  return { pagetrace: { words: pages } };
}

/** Whether a request asks for the probabilities of tokens. */
export function asksForProbabilities({ status, topLogprobs }: GenerateRequest): boolean {
  return (topLogprobs ?? null) !== null && status.kind !== 'offline-reader';
}

/** Fields of a streamed answer. The tokens of several samples can only be told apart while they arrive. */
function streamFields({ isCountedLive = true, n }: GenerateRequest): Readonly<Record<string, unknown>> {
  const isContinuous = isCountedLive || n > 1;
  return {
    stream: true,
    stream_options: { include_usage: true, ...(isContinuous ? { continuous_usage_stats: true } : {}) },
  };
}

function chatBody(
  request: GenerateRequest,
  url: (image: RequestImage, k: number) => string,
  isStreamed = true,
): ChatBody {
  const { temperature, top_p, repetition_penalty, max_tokens, seed } = request.sampling;
  const extra = request.extra ?? {};
  checkExtra(extra);
  return {
    model: request.model,
    ...chatTurns(request, url),
    // The offline reader does not sample.
    ...(request.status.kind === 'offline-reader'
      ? {}
      : { temperature, top_p, repetition_penalty, ...(seed === null ? {} : { seed }) }),
    max_tokens,
    n: request.n,
    ...(isStreamed ? streamFields(request) : {}),
    ...(asksForProbabilities(request) ? { logprobs: true, top_logprobs: request.topLogprobs } : {}),
    ...extra,
  };
}

/**
 * The body of a streamed generation, with images as data URLs and, for the embedded offline reader only, the words of
 * the pages.
 * @throws PageTraceError `bad-input` for an image that does not exist, and for a field in `extra` that the client sets
 * or that is `mm_processor_kwargs`
 */
export function buildBody(request: GenerateRequest): ChatBody {
  return { ...chatBody(request, dataUrl), ...wordsField(request) };
}

/**
 * The body of a request of a batch, which is not streamed; `url` returns the address of each image.
 * @throws PageTraceError `bad-input`, as `buildBody`
 */
export function batchBody(
  request: GenerateRequest,
  url: (image: RequestImage, k: number) => string = dataUrl,
): ChatBody {
  return chatBody(request, url, false);
}

/** The request for the log and for a person: images are replaced by their kind, size, and number. */
export function redactRequest(request: GenerateRequest): RedactedRequest {
  const body = chatBody(
    request,
    (image, k) =>
      `<image ${k}: ${image.mediaType}, ${image.width} x ${image.height} pixels, ${image.bytes.byteLength} bytes>`,
  );
  const words = request.words?.map((page) => page && `<${page.length} words>`);
  return {
    method: 'POST',
    url: completionsUrl(request),
    body: words === undefined ? body : { ...body, pagetrace: { words } },
  };
}

/** `text` as one word of a POSIX shell, whatever it contains. */
function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The file name of image k in a curl command. */
export function imageFileName(image: RequestImage, k: number): string {
  return `image-${k}.${image.mediaType === 'image/png' ? 'png' : 'jpg'}`;
}

/**
 * The request as a command for a POSIX shell. Images are read from files `image-1.jpg`, `image-2.jpg`, ... in the
 * working directory, and the key from the variable PAGETRACE_API_KEY; the body goes through a pipe, because images are
 * longer than an argument may be.
 */
export function asCurl(request: GenerateRequest): string {
  // A marker that occurs in no text of the request replaces each image; the body is then split at the markers.
  const texts = JSON.stringify([
    request.parts,
    request.turns ?? [],
    request.continued,
    request.extra ?? {},
    request.model,
  ]);
  let mark = 'image-file';
  while (texts.includes(mark)) mark += '-';
  const files: string[] = [];
  const body = chatBody(request, (image, k) => {
    files.push(imageFileName(image, k));
    return `data:${image.mediaType};base64,${mark}`;
  });
  const pieces = JSON.stringify(body).split(mark);
  const commands = pieces.flatMap((piece, index) => {
    const file = files[index];
    const print = `printf %s ${quoteForShell(piece)}`;
    return file === undefined ? [print] : [print, `base64 < ${file} | tr -d '\\n'`];
  });
  return [
    `{ ${commands.join('; ')}; } |`,
    `  curl --no-buffer ${quoteForShell(completionsUrl(request))} \\`,
    `    -H 'Content-Type: application/json' \\`,
    `    -H "Authorization: Bearer $PAGETRACE_API_KEY" \\`,
    `    --data-binary @-`,
    '',
  ].join('\n');
}
