import { t } from '@vscode/l10n';
import { isPageTraceError, PageTraceError } from '../core/errors.ts';
import { longHeaders } from './sizeLimits.ts';

/** The phase of an exchange in which a connection failed: before the answer began, or while it arrived. */
export type Phase = 'request' | 'body';

/** `error` and its causes, outermost first. */
function* chain(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    yield current;
    if (current instanceof AggregateError) yield* current.errors.filter((inner) => inner instanceof Error);
    current = current.cause;
  }
}

/** The first system or library code (`ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`) in the chain of causes. */
function codeOf(error: unknown): string | null {
  for (const link of chain(error)) {
    if ('code' in link && typeof link.code === 'string') return link.code;
    // undici's parser has codes of its own, but none for a first line that is not HTTP at all.
    if (link.name === 'HTTPParserError') return 'HPE_INVALID';
  }
  return null;
}

/** The innermost message, because the outer ones only say that fetching failed. */
function innermostMessage(error: unknown): string {
  const messages = [...chain(error)].map((link) => link.message).filter((message) => message !== '');
  return messages.at(-1) ?? String(error);
}

/** Whether `error` was caused by an aborted signal. */
export function isAbort(error: unknown): boolean {
  return [...chain(error)].some((link) => link.name === 'AbortError');
}

/** Seconds in the form that people read. */
function seconds(milliseconds: number): string {
  const value = milliseconds / 1000;
  return `${value >= 10 ? value.toFixed(0) : String(Number(value.toFixed(2)))} s`;
}

const RESET = new Set([
  'ECONNRESET',
  'EPIPE',
  'ECONNABORTED',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
]);

/** What to do about an answer that came too slowly. */
function slowHint(): string {
  return t('Check whether the server is busy, and try again.');
}

/** The error for an answer that did not begin within `limit` milliseconds. */
export function lateHeadersError(url: string, limit: number, cause: unknown): PageTraceError {
  return new PageTraceError(
    'timeout',
    t('{0} did not begin to answer within {1}.', new URL(url).host, seconds(limit)),
    { hint: t('Check whether the server is busy, and try again.'), said: causeText(cause), cause },
  );
}

/** The error for an answer of which nothing arrived for `wait` milliseconds. */
export function silenceError(url: string, wait: number, cause?: unknown): PageTraceError {
  return new PageTraceError(
    'timeout',
    t('{0} sent nothing for {1} in the middle of its answer.', new URL(url).host, seconds(wait)),
    { hint: slowHint(), ...(cause === undefined ? {} : { said: causeText(cause), cause }) },
  );
}

/** The error for an answer that brought no text for `wait` milliseconds, although something arrived. */
export function emptinessError(url: string, wait: number): PageTraceError {
  return new PageTraceError(
    'timeout',
    t('{0} kept the connection open, but sent no text for {1}.', new URL(url).host, seconds(wait)),
    { hint: slowHint() },
  );
}

/** The error for an answer that was not complete after `limit` milliseconds. */
export function slownessError(url: string, limit: number): PageTraceError {
  return new PageTraceError(
    'timeout',
    t('The answer of {0} was not complete after {1}.', new URL(url).host, seconds(limit)),
    { hint: slowHint() },
  );
}

/** The code and message of a failed connection. */
function causeText(error: unknown): string {
  const code = codeOf(error);
  return code === null ? innermostMessage(error) : `${code}: ${innermostMessage(error)}`;
}

/**
 * The error for a failed connection to `url`, based on the code of the system or of undici. A PageTraceError is
 * returned unchanged.
 */
export function connectionError(
  error: unknown,
  url: string,
  phase: Phase,
  limits: { readonly connect: number; readonly headers: number; readonly body: number },
): PageTraceError {
  if (isPageTraceError(error)) return error;
  const { origin, host, hostname } = new URL(url);
  const code = codeOf(error);
  const details = { said: causeText(error), cause: error };

  if (isAbort(error)) return new PageTraceError('cancelled', t('The request was canceled.'), details);
  switch (code) {
    case 'ECONNREFUSED':
      return new PageTraceError('server-unreachable', t('Nothing listens at {0}.', origin), {
        ...details,
        hint: t(
          'Start the server or correct its address. A server that was just started may still be loading its model.',
        ),
      });
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new PageTraceError('server-unreachable', t('No machine called {0} was found.', hostname), {
        ...details,
        hint: t('Check the name in the address of the server, and the network.'),
      });
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return new PageTraceError('server-unreachable', t('{0} cannot be reached from this machine.', host), {
        ...details,
        hint: t('Check the address of the server, the network and the VPN.'),
      });
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return new PageTraceError(
        'server-unreachable',
        t('{0} did not accept the connection within {1}.', host, seconds(limits.connect)),
        {
          ...details,
          hint: t('Check the address of the server, and that no firewall blocks the connection.'),
        },
      );
    case 'UND_ERR_HEADERS_TIMEOUT':
      return lateHeadersError(url, limits.headers, error);
    case 'UND_ERR_BODY_TIMEOUT':
      return silenceError(url, limits.body, error);
    case 'UND_ERR_HEADERS_OVERFLOW':
      return longHeaders(host, details);
    case null:
      break;
    default:
      // In the middle of an answer, it is only the answer that is broken.
      if (code.startsWith('HPE_') && phase === 'request')
        return new PageTraceError('server-unreachable', t('The service at {0} does not speak HTTP.', host), {
          ...details,
          hint: t('Check the port, and whether the address must start with https://.'),
        });
      if (code === 'EPROTO' || code.startsWith('ERR_SSL'))
        return new PageTraceError('server-unreachable', t('The service at {0} does not speak HTTPS.', host), {
          ...details,
          hint: t('Use the address http://{0} if the server has no certificate.', host),
        });
      if (/CERT|SIGNATURE|ERR_TLS/u.test(code))
        return new PageTraceError('server-unreachable', t('The certificate of {0} is not trusted.', host), {
          ...details,
          hint: t('Add its certificate authority to the environment variable NODE_EXTRA_CA_CERTS.'),
        });
  }
  if (phase === 'body' || (code !== null && RESET.has(code)))
    return new PageTraceError(
      phase === 'body' ? 'stream-cut' : 'server-failed',
      phase === 'body'
        ? t('The connection to {0} was cut in the middle of the answer.', host)
        : t('{0} closed the connection without an answer.', host),
      {
        ...details,
        hint:
          phase === 'body'
            ? t('Check whether the server is still running, and try again.')
            : t(
                'Check whether the server is still running (and whether the address must begin with https://), and try again.',
              ),
      },
    );
  return new PageTraceError('server-unreachable', t('{0} could not be reached.', host), {
    ...details,
    hint: t('Check the address of the server and the network.'),
  });
}
