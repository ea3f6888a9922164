import type { PageTraceError } from '../core/errors.ts';

/**
 * Whether a server did not begin with a request that failed, so that the same request can be made again: the connection
 * was refused, or the answer was 429 or 503. Whether any text has arrived is known to the caller.
 */
export function isUnbegun({ reason, status }: PageTraceError): boolean {
  return reason === 'server-unreachable' || status === 429 || status === 503;
}
