import { t } from '@vscode/l10n';
import { PageTraceError } from '../core/errors.ts';
import { isLoopback } from './address.ts';
import { connectionError, lateHeadersError } from './connectionErrors.ts';
import type { Dispatcher, EnvHttpProxyAgent } from './dispatcher.ts';
import { LONGEST_TIMER } from './streamDeadlines.ts';
import { eagerBody, readText } from './eagerBody.ts';
import { exchange, type Received, type Sent } from './exchange.ts';
import type { InferenceDeps } from './model.ts';
import { longAnswer, MOST_HEADER_BYTES } from './sizeLimits.ts';

/** A request to a server; its body can only be JSON. */
export interface ServerRequest {
  readonly method?: 'GET' | 'POST';
  /** JSON text. */
  readonly body?: string;
  /** Whether the body is the same for everybody, so that it says nothing about a question. */
  readonly isProbe?: boolean;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  /** The most bytes of the answer, after decompression. */
  readonly most: number;
  /** The error for a longer answer; by default, that of a short request. */
  readonly exceeded?: (url: string, most: number) => PageTraceError;
}

/** An answer whose body is limited: an error's to the size and time of a short answer, others to what was requested. */
export interface ServerAnswer {
  readonly status: number;
  readonly ok: boolean;
  /** In lower case; empty if the server does not say it. */
  readonly contentType: string;
  /** A header by its name; null if the answer lacks it. */
  readonly header: (name: string) => string | null;
  /** Milliseconds after which the server wants to be asked again; null if it does not say. */
  readonly retryAfter: number | null;
  readonly body: ReadableStream<Uint8Array>;
}

/**
 * How long an idle connection is kept, in milliseconds. uvicorn closes idle connections after 5 s; a client that keeps
 * one longer would send into a closed connection.
 */
const KEEP_ALIVE = 3_000;

const MOST_REDIRECTS = 5;

interface Dispatchers {
  /** A connection without a proxy, whatever the environment says. */
  direct: EnvHttpProxyAgent | null;
  proxied: EnvHttpProxyAgent | null;
}

/** The connections of each set of dependencies. */
const dispatchers = new WeakMap<InferenceDeps, Dispatchers>();

/** The connections for a URL. What opens them is large, and loaded for the first request. */
async function dispatcherFor(deps: InferenceDeps, url: string): Promise<Dispatcher> {
  const { EnvHttpProxyAgent: Agent } = await import('./dispatcher.ts');
  let mine = dispatchers.get(deps);
  if (mine === undefined) {
    mine = { direct: null, proxied: null };
    dispatchers.set(deps, mine);
  }
  const keepAlive = deps.limits.keepAlive ?? KEEP_ALIVE;
  const options = {
    headersTimeout: deps.limits.headers,
    bodyTimeout: deps.limits.body,
    connect: { timeout: deps.limits.connect },
    maxHeaderSize: MOST_HEADER_BYTES,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
  };
  if (isLoopback(url))
    return (mine.direct ??= new Agent({
      ...options,
      httpProxy: '',
      httpsProxy: '',
      noProxy: '*',
    }));
  try {
    return (mine.proxied ??= new Agent({
      ...options,
      ...(deps.proxy === undefined ? {} : { httpProxy: deps.proxy, httpsProxy: deps.proxy }),
      ...(deps.noProxy === undefined ? {} : { noProxy: deps.noProxy }),
    }));
  } catch (error) {
    throw new PageTraceError('bad-input', t('The address of the HTTP proxy is not a valid URL.'), {
      hint: t(
        'Correct the proxy in the settings or in the environment variables HTTP_PROXY and HTTPS_PROXY.',
      ),
      said: error instanceof Error ? error.message : String(error),
      cause: error,
    });
  }
}

/** Closes every connection that was opened with `deps`; a later request opens new ones. */
export async function closeConnections(deps: InferenceDeps): Promise<void> {
  const mine = dispatchers.get(deps);
  dispatchers.delete(deps);
  await Promise.all([mine?.direct?.destroy(), mine?.proxied?.destroy()]);
}

/** The most characters of an address that a server names that are shown. */
const LONGEST_ADDRESS = 500;

function shortened(address: string): string {
  return address.length <= LONGEST_ADDRESS ? address : `${address.slice(0, LONGEST_ADDRESS)}…`;
}

/** The target of a redirect that may be followed, or null if `response` is not a redirect. */
async function redirectTarget(response: Received, url: string, method: string): Promise<string | null> {
  const location = response.header('location');
  if (response.status < 300 || response.status > 399 || location === null) return null;
  await response.body.cancel();
  if (!URL.canParse(location, url))
    throw new PageTraceError(
      'server-wrong-path',
      t('{0} redirects to “{1}”, which is not an address.', url, shortened(location)),
      {
        hint: t('Check the address of the server and the proxy before it.'),
        status: response.status,
      },
    );
  const target = new URL(location, url);
  const keepsMethod = response.status === 307 || response.status === 308 || method === 'GET';
  const hasCredentials = target.username !== '' || target.password !== '';
  if (target.origin === new URL(url).origin && keepsMethod && !hasCredentials) return target.href;
  const isHttp = target.protocol === 'http:' || target.protocol === 'https:';
  // A password is not shown.
  if (target.password !== '') target.password = '***';
  throw new PageTraceError('server-wrong-path', t('{0} redirects to {1}.', url, shortened(target.href)), {
    hint: isHttp
      ? t(
          "Neither the request nor the key was sent there. If you trust it, set the server's address to {0}.",
          shortened(target.origin),
        )
      : t('Check the address of the server and the proxy before it.'),
    status: response.status,
  });
}

async function keyFor(url: string, deps: InferenceDeps): Promise<string | null> {
  const { origin } = new URL(url);
  const key = (await deps.apiKey(origin))?.trim() ?? '';
  if (key === '') return null;
  if (!/^[\x20-\x7e]+$/u.test(key))
    throw new PageTraceError(
      'server-unauthorized',
      t('The API key for {0} has characters that no header can carry.', origin),
      {
        hint: t('Give the key again.'),
        remedy: { kind: 'give-api-key', origin },
      },
    );
  return key;
}

/** @throws PageTraceError `untrusted` if the content of the request may not be sent to the origin of `url` */
async function requirePermission(
  url: string,
  { body, isProbe = false }: ServerRequest,
  deps: InferenceDeps,
): Promise<void> {
  const { origin } = new URL(url);
  if (body === undefined || isProbe || (await deps.mayReceive(origin))) return;
  throw new PageTraceError(
    'untrusted',
    t('Nothing was sent to {0}, because you have not agreed to send anything there.', origin),
    { hint: t('PageTrace asks for that when you ask a question or let a model judge.') },
  );
}

/**
 * The milliseconds that a Retry-After header asks for: it has seconds, or a date. Null for anything else.
 * @param now milliseconds since 1970
 */
function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\s*\d+\s*$/u.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The body of a response within its limits. */
function limitedBody(
  response: Received,
  url: string,
  request: ServerRequest,
  deps: InferenceDeps,
): ReadableStream<Uint8Array> {
  const { most, exceeded = longAnswer } = request;
  return eagerBody(
    response.body,
    response.ok
      ? { most, exceeded: () => exceeded(url, most) }
      : { most: Math.min(most, deps.limits.sizes.short), exceeded: null, within: deps.limits.probe },
  );
}

/**
 * Sends a request and waits for the headers of its answer, at most `deps.limits.headers` in all: undici's own limit
 * starts anew with whatever arrives.
 * @throws PageTraceError why there are none
 */
async function headersOf(
  url: string,
  sent: Omit<Sent, 'signal'>,
  signal: AbortSignal | undefined,
  deps: InferenceDeps,
): Promise<Received> {
  const late = new AbortController();
  const timer = setTimeout(
    () => {
      late.abort();
    },
    Math.min(deps.limits.headers, LONGEST_TIMER),
  ).unref();
  try {
    const signals = signal === undefined ? [late.signal] : [late.signal, signal];
    return await exchange(url, { ...sent, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (late.signal.aborted && signal?.aborted !== true)
      throw lateHeadersError(url, deps.limits.headers, error);
    throw connectionError(error, url, 'request', deps.limits);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The only way to a server: nothing leaves without it, and no body is read without a limit. Timeouts depend only on
 * `deps.limits`, loopback bypasses proxies, and the key of the
 * URL's origin is sent to that origin only: a redirect to another one is rejected.
 * @throws PageTraceError for a connection that fails (`server-unreachable`, `server-failed`, `timeout`, `cancelled`),
 * for a redirect that may not be followed (`server-wrong-path`), and for content that may not be sent (`untrusted`). Any
 * HTTP status is an answer, not an error.
 */
export async function serverFetch(
  url: string,
  request: ServerRequest,
  deps: InferenceDeps,
): Promise<ServerAnswer> {
  const method = request.method ?? 'GET';
  await requirePermission(url, request, deps);
  const key = await keyFor(url, deps);
  const headers = {
    accept: request.accept ?? 'application/json',
    'user-agent': 'PageTrace',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  let target = url;
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
    const response = await headersOf(
      target,
      {
        method,
        headers,
        body: request.body ?? null,
        dispatcher: await dispatcherFor(deps, target),
      },
      request.signal,
      deps,
    );
    const next = await redirectTarget(response, target, method);
    if (next === null)
      return {
        status: response.status,
        ok: response.ok,
        contentType: response.header('content-type')?.toLowerCase() ?? '',
        header: response.header,
        retryAfter: retryAfterOf(response.header('retry-after'), Date.now()),
        body: limitedBody(response, target, request, deps),
      };
    target = next;
  }
  throw new PageTraceError('server-wrong-path', t('{0} redirects without end.', url), {
    hint: t('Check the address of the server and the proxy before it.'),
  });
}

/** The result of a short request: the status and the whole body. */
export interface Answer {
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

/**
 * A short request with its whole answer, given up after `deps.limits.probe`. An error's body that is too long is cut
 * off.
 * @param request its `most` is by default that of a short answer
 * @throws PageTraceError as `serverFetch` does, `timeout` if the answer is not complete in time, and `server-failed` if
 * it is too long
 */
export async function ask(
  url: string,
  request: Omit<ServerRequest, 'most'> & { readonly most?: number },
  deps: InferenceDeps,
): Promise<Answer> {
  const { probe: within, sizes } = deps.limits;
  const timeout = AbortSignal.timeout(within);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([request.signal, timeout]);
  const began = deps.now();
  try {
    const response = await serverFetch(url, { most: sizes.short, ...request, signal }, deps);
    const body = await readText(response.body).catch((error: unknown) => {
      throw connectionError(error, url, 'body', deps.limits);
    });
    deps.log(
      `${request.method ?? 'GET'} ${url}: ${response.status} after ${(deps.now() - began).toFixed(0)} ms`,
    );
    return { url, status: response.status, body };
  } catch (error) {
    const failure =
      timeout.aborted && request.signal?.aborted !== true
        ? new PageTraceError('timeout', t('{0} did not answer within {1} s.', url, String(within / 1000)), {
            hint: t('See whether the server is busy or still starting, and try again.'),
            cause: error,
          })
        : connectionError(error, url, 'request', deps.limits);
    deps.log(`${request.method ?? 'GET'} ${url}: ${failure.message}`);
    throw failure;
  }
}
