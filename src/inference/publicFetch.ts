import { isLoopback } from './address.ts';
import { exchange } from './exchange.ts';
import type { InferenceDeps } from './model.ts';

/** The answer of a public address. */
interface PublicAnswer {
  readonly status: number;
  readonly ok: boolean;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Public files are mostly behind a redirect or two. */
const MOST_REDIRECTS = 10;

/**
 * A function that gets files from public addresses, through the same proxy as servers. No key, cookie or content is
 * sent. The caller limits how long and how much is read.
 */
export function publicFetch({ proxy, noProxy }: Pick<InferenceDeps, 'proxy' | 'noProxy'>) {
  return async (url: string, { signal }: { readonly signal: AbortSignal }): Promise<PublicAnswer> => {
    // It is large, and loaded for the first request.
    const { EnvHttpProxyAgent } = await import('./dispatcher.ts');
    const direct = isLoopback(url) ? '*' : noProxy;
    const dispatcher = new EnvHttpProxyAgent({
      ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
      ...(direct === undefined ? {} : { noProxy: direct }),
    });
    const headers = { accept: '*/*', 'user-agent': 'PageTrace' };
    let target = url;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const answer = await exchange(target, { method: 'GET', headers, body: null, dispatcher, signal });
      const location = answer.status < 400 ? answer.header('location') : null;
      if (answer.ok || location === null) return answer;
      await answer.body.cancel();
      target = redirected(location, target);
    }
    throw new Error(`${url} redirects without end.`);
  };
}

/** The address that a redirect names. A file that was asked for over HTTPS does not arrive without it. */
function redirected(location: string, from: string): string {
  const { href, protocol } = new URL(location, from);
  if (protocol === 'https:' || (protocol === 'http:' && !from.startsWith('https:'))) return href;
  throw new Error(`${from} redirects to ${href}.`);
}
