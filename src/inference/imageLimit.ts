import { ask } from './fetch.ts';
import type { InferenceDeps } from './model.ts';
import { probeImage } from './probeImages.ts';
import { dataUrl } from './request.ts';
import { serverWords } from './serverErrors.ts';

/** What vLLM's /tokenize tells beside tokens. */
export interface TokenizeProbe {
  /** Whether there is a /tokenize that can be asked. */
  readonly available: boolean;
  /** Images that a request may have at most; 0 for a model without image input; null when it is not told. */
  readonly imageLimit: number | null;
}

/** Blank images that are asked with: a limit above that of any question is not looked for. */
const ASKED = 64;

/** The limit that a refusal names: 0 for a model that takes no images, null if it names none. */
export function limitInRefusal(body: string): number | null {
  const words = serverWords(body) ?? '';
  const limit = /At most (\d+) image/iu.exec(words)?.[1];
  if (limit !== undefined) return Number(limit);
  return /not a multimodal model|does not support image/iu.test(words) ? 0 : null;
}

/**
 * Finds out how many images vLLM takes, which no route of it tells: /tokenize refuses a prompt with too many, in words
 * that name the limit, and generates nothing.
 * @throws PageTraceError when the server does not answer.
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
      body: JSON.stringify({ model, messages }),
      ...(signal === undefined ? {} : { signal }),
    },
    deps,
  );
  return {
    available: answer.status !== 404 && answer.status !== 405,
    imageLimit: answer.status === 200 ? null : limitInRefusal(answer.body),
  };
}
