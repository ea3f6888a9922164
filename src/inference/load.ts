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

/** Where vLLM has its gauges. */
const METRICS = '/metrics';

/** Where a vLLM that was told to has the number of its requests. */
const LOAD = '/load';

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

/** The load of a server that is asked for again and again. What the server has said that it lacks is asked for once. */
export class LoadReports {
  readonly #status: ServerStatus;
  readonly #deps: InferenceDeps;
  /** Paths that the server has answered with 404. */
  readonly #lacking = new Set<string>();

  constructor(status: ServerStatus, deps: InferenceDeps) {
    this.#status = status;
    this.#deps = deps;
  }

  /** Whether the server has said that it reports no load. */
  get areLacking(): boolean {
    return this.#lacking.has(METRICS) && this.#lacking.has(LOAD);
  }

  /**
   * Requests the load, from /metrics or otherwise /load; null if the server has neither.
   * @throws PageTraceError if the server is gone (`server-unreachable`, `timeout`, `server-failed`)
   */
  async next(signal?: AbortSignal): Promise<ServerLoad | null> {
    const metrics = await this.#ask(
      METRICS,
      { accept: 'text/plain', most: this.#deps.limits.sizes.list },
      signal,
    );
    const load = metrics === null ? null : readMetrics(metrics);
    if (load !== null) return load;
    const plain = await this.#ask(LOAD, {}, signal);
    const running = plain === null ? null : asCount(asRecord(parseJson(plain))?.['server_load']);
    return running === null ? null : { running, waiting: null };
  }

  /** What the server has under a path; null if it has nothing there. */
  async #ask(
    path: string,
    request: Omit<Parameters<typeof ask>[1], 'signal'>,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    if (this.#lacking.has(path)) return null;
    const { root } = serverUrls(this.#status.baseUrl);
    const ofCaller = signal === undefined ? {} : { signal };
    const { status, body } = await ask(`${root}${path}`, { ...request, ...ofCaller }, this.#deps);
    if (status === 404) this.#lacking.add(path);
    return status === 200 ? body : null;
  }
}

/**
 * Requests the load of a server once, from /metrics or otherwise /load; null if it has neither.
 * @throws PageTraceError if the server is gone (`server-unreachable`, `timeout`, `server-failed`)
 */
export function serverLoad(
  status: ServerStatus,
  deps: InferenceDeps,
  signal?: AbortSignal,
): Promise<ServerLoad | null> {
  return new LoadReports(status, deps).next(signal);
}
