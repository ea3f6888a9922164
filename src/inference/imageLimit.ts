import { ask } from './fetch.ts';
import type { InferenceDeps } from './model.ts';
import { probeImage } from './probeImages.ts';
import { dataUrl } from './request.ts';
import { serverWords } from './serverErrors.ts';

/** What vLLM's /tokenize reports besides tokens. */
export interface TokenizeProbe {
  /** Whether there is a /tokenize that can be asked. */
  readonly available: boolean;
  /** The most images of a request; 0 for a model without image input; null if it is not reported. */
  readonly imageLimit: number | null;
}

/** How many blank images are sent: higher limits than any question needs are not searched for. */
const ASKED = 64;

/** The limit that an error message names: 0 for a model without image input, null if it names none. */
export function limitInRefusal(body: string): number | null {
  const words = serverWords(body) ?? '';
  const limit = /At most (\d+) image/iu.exec(words)?.[1];
  if (limit !== undefined) return Number(limit);
  return /not a multimodal model|does not support image/iu.test(words) ? 0 : null;
}

/**
 * Finds out how many images vLLM accepts, which none of its routes reports: /tokenize rejects a prompt with too many
 * images with a message that names the limit, and generates nothing.
 * @throws PageTraceError if the server does not answer
 */
export async function probeTokenize(
  root: string,
  model: string,
  deps: InferenceDeps,
  signal: AbortSignal | undefined,
): Promise<TokenizeProbe> {
  const part = { type: 'image_url', image_url: { url: dataUrl(probeImage('small')) } };
  const messages = [{ role: 'user', content: Array.from({ length: ASKED }, () => part) }];
  const answer = await ask(
    `${root}/tokenize`,
    {
      method: 'POST',
      isProbe: true,
      body: JSON.stringify({ model, messages }),
      most: deps.limits.sizes.tokens,
      ...(signal === undefined ? {} : { signal }),
    },
    deps,
  );
  return {
    available: answer.status !== 404 && answer.status !== 405,
    imageLimit: answer.status === 200 ? null : limitInRefusal(answer.body),
  };
}
