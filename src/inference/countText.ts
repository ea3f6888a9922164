import { isPageTraceError } from '../core/errors.ts';
import { serverUrls } from './address.ts';
import { ask } from './fetch.ts';
import type { InferenceDeps, ServerStatus } from './model.ts';
import { asCount, asRecord, parseJson } from './wire.ts';

/**
 * Tokens of a text without a chat template, as the server's /tokenize counts them; null if it does not. Never throws
 * for errors of the server.
 */
export async function countText(
  status: ServerStatus,
  model: string,
  text: string,
  deps: InferenceDeps,
  signal?: AbortSignal,
): Promise<number | null> {
  if (status.kind !== 'vllm') return null;
  const url = `${serverUrls(status.baseUrl).root}/tokenize`;
  const body = JSON.stringify({ model, prompt: text, add_special_tokens: false });
  try {
    const answer = await ask(
      url,
      { method: 'POST', body, most: deps.limits.sizes.tokens, ...(signal === undefined ? {} : { signal }) },
      deps,
    );
    return answer.status === 200 ? asCount(asRecord(parseJson(answer.body))?.['count']) : null;
  } catch (error) {
    // A failed count must not block the person; an error of the server is reported when a question is asked.
    if (isPageTraceError(error)) return null;
    throw error;
  }
}
