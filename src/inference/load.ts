import { ask } from './fetch.ts';
import { serverUrls } from './address.ts';
import type { InferenceDeps, ServerStatus } from './model.ts';
import { asCount, asRecord, parseJson } from './wire.ts';

/** How busy a server is. */
export interface ServerLoad {
  /** Requests that are being generated. */
  readonly running: number;
  /** Requests in the queue; null if the server does not report it. */
  readonly waiting: number | null;
}

/** The values of a gauge in the text format of Prometheus, one for each set of labels. */
function gauge(metrics: string, name: string): number[] {
  const values: number[] = [];
  for (const line of metrics.split('\n')) {
    if (!line.startsWith(name)) continue;
    const match = /^(?:\{.*\})?\s+(\S+)/u.exec(line.slice(name.length));
    const value = match?.[1] === undefined ? null : asCount(Number(match[1]));
    if (value !== null) values.push(value);
  }
  return values;
}

function sum(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0);
}

/** The load in vLLM's /metrics, by new and old names, over all engines; null if it is not there. */
function readMetrics(metrics: string): ServerLoad | null {
  const running = sum(gauge(metrics, 'vllm:num_requests_running'));
  if (running === null) return null;
  return { running, waiting: sum(gauge(metrics, 'vllm:num_requests_waiting')) };
}

/**
 * Requests the load of a server, from /metrics or otherwise /load; null if it has neither.
 * @throws PageTraceError if the server is gone (`server-unreachable`, `timeout`, `server-failed`)
 */
export async function serverLoad(
  status: ServerStatus,
  deps: InferenceDeps,
  signal?: AbortSignal,
): Promise<ServerLoad | null> {
  const { root } = serverUrls(status.baseUrl);
  const request = signal === undefined ? {} : { signal };
  const metrics = await ask(
    `${root}/metrics`,
    { ...request, accept: 'text/plain', most: deps.limits.sizes.list },
    deps,
  );
  const load = metrics.status === 200 ? readMetrics(metrics.body) : null;
  if (load !== null) return load;
  const plain = await ask(`${root}/load`, request, deps);
  const running = plain.status === 200 ? asCount(asRecord(parseJson(plain.body))?.['server_load']) : null;
  return running === null ? null : { running, waiting: null };
}
