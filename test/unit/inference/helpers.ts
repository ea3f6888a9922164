import { encode } from 'fast-png';
import { DEFAULT_SAMPLING } from '../../../src/core/records/sampling.ts';
import { closeConnections } from '../../../src/inference/fetch.ts';
import {
  DEFAULT_INFERENCE_LIMITS,
  type GenerateRequest,
  type InferenceDeps,
  type InferenceLimits,
  type RequestImage,
  type ServerStatus,
} from '../../../src/inference/model.ts';
import { startFakeVllm, type FakeOptions, type FakeVllm } from '../../support/fakeVllm.ts';

export interface TestDeps extends InferenceDeps {
  readonly lines: string[];
}

/** Dependencies with a readable log, and API keys by origin. */
export function testDeps(
  limits: Partial<InferenceLimits> = {},
  keys: Readonly<Record<string, string>> = {},
): TestDeps {
  const lines: string[] = [];
  return {
    lines,
    log: (line) => lines.push(line),
    now: () => performance.now(),
    apiKey: (origin) => Promise.resolve(keys[origin] ?? null),
    mayReceive: () => Promise.resolve(true),
    limits: { ...DEFAULT_INFERENCE_LIMITS, ...limits },
  };
}

/** A gray PNG. */
export function pngImage(width: number, height: number): RequestImage {
  const bytes = encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(200) });
  return { bytes, mediaType: 'image/png', width, height };
}

/** Runs `body` with a fake server and dependencies, and then closes both. */
export async function withServer(
  options: Partial<FakeOptions>,
  body: (server: FakeVllm, deps: TestDeps) => Promise<void>,
  deps: TestDeps = testDeps(),
): Promise<void> {
  const server = await startFakeVllm(options);
  try {
    await body(server, deps);
  } finally {
    await closeConnections(deps);
    await server.close();
  }
}

/** A status like that of `connect`, for a server whose template is never requested. */
export function plainStatus(url: string, more: Partial<ServerStatus> = {}): ServerStatus {
  return {
    address: { name: 'test', url, model: null },
    baseUrl: `${url}/v1`,
    kind: 'openai-compatible',
    version: null,
    models: [],
    lacks: [],
    ...more,
  };
}

export function question(status: ServerStatus, more: Partial<GenerateRequest> = {}): GenerateRequest {
  return {
    status,
    model: 'qwen2.5-vl',
    parts: [{ type: 'text', text: 'What is the total?' }],
    images: [],
    sampling: DEFAULT_SAMPLING,
    n: 1,
    ...more,
  };
}

/** A promise and the function that resolves it. */
export function gate(): { readonly opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
}

/** Waits until `condition` is true. */
export async function waitFor(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
