import { t } from '@vscode/l10n';
import { PageTraceError, type ErrorDetails } from '../core/errors.ts';

/** The parts of a server's address. No part ends with a slash. */
export interface ServerUrls {
  /** Scheme, host, and port: a key is stored for this and sent only to it. */
  readonly origin: string;
  /** Where /health, /version, /tokenize, /metrics and /load are. */
  readonly root: string;
  /** Where /models and /chat/completions are; ends with `/v1`. */
  readonly baseUrl: string;
}

/** Paths of single endpoints, which people copy from a log or an example instead of the address. */
const ENDPOINT =
  /\/(?:chat\/completions|completions|models|responses|embeddings|health|version|metrics|docs)$/u;

/** The addresses that mean "every interface" to a listener, and the address that a client must use instead. */
const ANY_ADDRESS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '[::1]'],
]);

function badAddress(url: string, why: string, details: ErrorDetails): PageTraceError {
  return new PageTraceError('bad-input', t('“{0}” is not the address of a server: {1}.', url, why), details);
}

function withoutSlashesAtEnd(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/** `url` parsed as a URL, with http if it has no scheme; null if it is not a URL. */
function parse(url: string): URL | null {
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//iu.test(url) ? url : `http://${url}`;
  return URL.canParse(withScheme) ? new URL(withScheme) : null;
}

/**
 * Parses a server's address as people write it: with or without a scheme (then http), `/v1`, a path prefix, a trailing
 * slash, or the path of an endpoint.
 * @throws PageTraceError `bad-input` if it is not an http address, or has a password or a query
 */
export function serverUrls(url: string): ServerUrls {
  const trimmed = url.trim();
  const example = t('Write it like http://127.0.0.1:8000 or https://gpu.example.com/vllm/v1.');
  if (trimmed === '')
    throw new PageTraceError('bad-input', t('The address of the server is empty.'), { hint: example });
  const parsed = parse(trimmed);
  if (parsed === null) throw badAddress(trimmed, t('it cannot be read as a URL'), { hint: example });
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw badAddress(trimmed, t('it does not begin with http:// or https://'), { hint: example });
  if (parsed.username !== '' || parsed.password !== '')
    throw badAddress(`${parsed.protocol}//${parsed.host}`, t('it contains a user name or a password'), {
      hint: t('Leave them out; an API key is set separately.'),
      remedy: { kind: 'keep-api-key-apart' },
    });
  if (parsed.search !== '')
    throw badAddress(trimmed, t('it has a query (the part after “?”)'), { hint: t('Leave the query out.') });

  const reachable = ANY_ADDRESS.get(parsed.hostname);
  if (reachable !== undefined) parsed.hostname = reachable;
  let path = withoutSlashesAtEnd(parsed.pathname);
  path = withoutSlashesAtEnd(path.replace(ENDPOINT, ''));
  path = withoutSlashesAtEnd(path.replace(/\/v1$/u, ''));
  const root = `${parsed.origin}${path}`;
  return { origin: parsed.origin, root, baseUrl: `${root}/v1` };
}

/**
 * Whether `url` refers to this machine by a loopback address or as `localhost`. Other names (including `x.localhost`)
 * depend on the resolver and may be another machine.
 */
export function isLoopback(url: string): boolean {
  const hostname = parse(url)?.hostname ?? '';
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    ANY_ADDRESS.has(hostname) ||
    /^127\.\d+\.\d+\.\d+$/u.test(hostname) ||
    /^\[::ffff:7f[\da-f]{2}:[\da-f]{1,4}\]$/u.test(hostname)
  );
}
