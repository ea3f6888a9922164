import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { serverUrls } from './address.ts';
import { ask, type Answer } from './fetch.ts';
import type { GenerateRequest, InferenceDeps, SampleReport, ServerStatus } from './model.ts';
import { chatTurns } from './request.ts';
import type { Delta } from './sample.ts';
import { refusalError } from './serverErrors.ts';
import { asArray, asRecord, asText, parseJson } from './wire.ts';

/** The tokens at the end of a prompt that are compared with the end of the text to continue. */
const TAIL_TOKENS = 256;
/** The characters at the end of a text that are compared, without white space. */
const TAIL = 24;
/** The characters with which an answer repeats the beginning of the text that it should continue. */
const REPEATED = 32;
/** A shorter text begins like many answers. */
const LEAST_REPEATED = 12;

/** The request whose turn is continued. */
export type ContinuedRequest = Pick<GenerateRequest, 'status' | 'model' | 'extra' | 'signal'> & {
  readonly continued: string;
};

/**
 * Throws the reason why a response cannot be continued because its exact text is not known.
 * @param reasoning where the server put the think part of the response
 * @throws PageTraceError `server-refused` if it was split off
 */
export function requireWholeText(reasoning: SampleReport['reasoning']): void {
  if (reasoning === 'reasoning' || reasoning === 'reasoning_content') throw splitError();
}

/**
 * The text that a server really continues, before anything is generated: templates may trim it. Asks the /tokenize and
 * /detokenize of a vLLM whether the prompt ends with the text. Of other servers it is not known; they are watched
 * while they answer, see `Continuation`.
 * @throws PageTraceError `server-refused` if the server begins a new turn, refuses to continue one, or has no model;
 * `untrusted` if the text may not be sent to it; `cancelled`
 */
export async function continuedText(request: ContinuedRequest, deps: InferenceDeps): Promise<string> {
  const { status, model, continued, extra } = request;
  if (status.kind === 'offline-reader')
    throw new PageTraceError(
      'server-refused',
      t('The offline reader cannot continue a response, because it has no model.'),
      { hint: t('Connect to a vLLM server (PageTrace: Connect to Server), and try again.') },
    );
  if (status.kind !== 'vllm') return continued;
  const options = extra?.['chat_template_kwargs'];
  const tokenized = await post(request, deps, '/tokenize', {
    model,
    ...chatTurns({ parts: [{ type: 'text', text: 'x' }], images: [], continued }),
    ...(options === undefined ? {} : { chat_template_kwargs: options }),
  });
  if (tokenized === null) return continued;
  if (tokenized.status === 400)
    throw refusalError({
      status: 400,
      body: tokenized.body,
      url: `${serverUrls(status.baseUrl).root}/tokenize`,
    });
  const tokens = asArray(asRecord(parseJson(tokenized.body))?.['tokens']).slice(-TAIL_TOKENS);
  if (tokens.length === 0) return continued;
  const detokenized = await post(request, deps, '/detokenize', { model, tokens });
  const prompt = asText(asRecord(parseJson(detokenized?.body ?? ''))?.['prompt']);
  if (prompt === '') return continued;
  if (!endOf(prompt).endsWith(endOf(continued))) throw restartError();
  // Some templates trim the white space at the end.
  return /\s$/u.test(prompt) ? continued : continued.trimEnd();
}

/** A server's answer to a question about a text; null if there is none. */
async function post(
  { status, signal }: ContinuedRequest,
  deps: InferenceDeps,
  path: string,
  body: unknown,
): Promise<Answer | null> {
  try {
    return await ask(
      `${serverUrls(status.baseUrl).root}${path}`,
      {
        method: 'POST',
        body: JSON.stringify(body),
        most: deps.limits.sizes.tokens,
        ...(signal === undefined ? {} : { signal }),
      },
      deps,
    );
  } catch (error) {
    // An error of the server is reported when the request is sent.
    if (isPageTraceError(error) && error.reason !== 'untrusted' && error.reason !== 'cancelled') return null;
    throw error;
  }
}

/** The end of a text, in the form that tokenizers keep: they may normalize characters and white space. */
function endOf(text: string): string {
  return text.slice(-TAIL_TOKENS).normalize('NFKC').replace(/\s+/gu, '').slice(-TAIL);
}

/** Watches a sample for signs that the server does not continue the assistant's turn, which it was given. */
export class Continuation {
  /** What an answer that begins anew would begin with; empty if that cannot be told. */
  readonly #start: string;
  #seen = '';

  constructor(status: ServerStatus, continued: string) {
    const start = continued.trimStart().slice(0, REPEATED);
    // A vLLM was asked before.
    this.#start = status.kind === 'vllm' || start.length < LEAST_REPEATED ? '' : start;
  }

  /**
   * Takes the next part of the sample.
   * @throws PageTraceError `server-refused` if the server split off the reasoning, or began a new answer
   */
  take({ content, reasoning }: Pick<Delta, 'content' | 'reasoning'>): void {
    if (reasoning !== '') throw splitError();
    if (this.#seen.length >= this.#start.length) return;
    this.#seen = `${this.#seen}${content}`.trimStart().slice(0, this.#start.length);
    if (this.#seen === this.#start) throw restartError();
  }
}

function splitError(): PageTraceError {
  return new PageTraceError(
    'server-refused',
    t('The server split off the reasoning of this response, so it cannot be continued.'),
    { hint: t('Start the server without --reasoning-parser, ask again, and continue that response.') },
  );
}

function restartError(): PageTraceError {
  return new PageTraceError(
    'server-refused',
    t('The server does not continue a response, but begins a new one.'),
    {
      hint: t(
        'Continuing needs a newer vLLM, or another server that continues the last message of a request.',
      ),
    },
  );
}
