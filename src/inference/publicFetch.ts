import { EnvHttpProxyAgent, fetch } from 'undici/index-fetch.js';
import { isLoopback } from './address.ts';
import type { InferenceDeps } from './model.ts';

/** The answer of a public address. */
interface PublicAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/**
 * A function that gets files from public addresses, through the same proxy as servers. No key, cookie or content is
 * sent. The caller limits how long and how much is read.
 */
export function publicFetch({ proxy, noProxy }: Pick<InferenceDeps, 'proxy' | 'noProxy'>) {
  return (url: string, { signal }: { readonly signal: AbortSignal }): Promise<PublicAnswer> => {
    const direct = isLoopback(url) ? '*' : noProxy;
    const dispatcher = new EnvHttpProxyAgent({
      ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
      ...(direct === undefined ? {} : { noProxy: direct }),
    });
    return fetch(url, { signal, dispatcher });
  };
}
