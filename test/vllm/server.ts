import { afterAll } from 'vitest';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { PAPER_BUDGET } from '../../src/core/geometry/pixelBudget.ts';
import { createDocuments } from '../../src/documents/documents.ts';
import { connect } from '../../src/inference/connect.ts';
import { closeConnections } from '../../src/inference/fetch.ts';
import {
  DEFAULT_INFERENCE_LIMITS,
  type GenerateEvent,
  type GenerateRequest,
  type InferenceDeps,
  type RequestImage,
  type ServerStatus,
} from '../../src/inference/model.ts';
import { gather, type Outcome } from '../support/generation.ts';
import { fixture } from '../support/files.ts';

interface Served {
  readonly url: string;
  readonly model: string;
  readonly maxModelLength: number;
  readonly maxImages: number;
  readonly apiKey: string;
}

function readServed(): Served {
  const text = process.env['PAGETRACE_VLLM'];
  if (text === undefined)
    throw new Error('These tests need a vLLM: run them with “npm run test:vllm”, which starts one.');
  return JSON.parse(text) as Served;
}

/** The vLLM under test, as scripts/vllm/serve.mjs started it. */
export const served = readServed();

/** Dependencies that return `key` for the origin of the server. */
export function withKey(key: string | null): InferenceDeps {
  const deps: InferenceDeps = {
    log: () => undefined,
    now: () => performance.now(),
    apiKey: (origin) => Promise.resolve(origin === new URL(served.url).origin ? key : null),
    mayReceive: () => Promise.resolve(true),
    // While the server processes a large image for the first time, it answers no other request.
    limits: { ...DEFAULT_INFERENCE_LIMITS, probe: 60_000 },
  };
  afterAll(() => closeConnections(deps));
  return deps;
}

export const deps = withKey(served.apiKey);

export function status(): Promise<ServerStatus> {
  return connect({ name: 'vLLM', url: served.url, model: null }, deps);
}

/** Page images of the sample report, as the extension sends them. */
export async function pageImages(...pages: readonly number[]): Promise<readonly RequestImage[]> {
  const documents = createDocuments({
    // This suite runs without a build.
    worker: new URL('../../src/documents/worker/main.ts', import.meta.url),
  });
  const file = fixture('annual-report.pdf');
  try {
    const document = await documents.open({ kind: 'path', path: file });
    const images: RequestImage[] = [];
    for (const page of pages)
      images.push(await document.render(page, { budget: PAPER_BUDGET, format: 'jpeg', multipleOf28: true }));
    return images;
  } finally {
    await documents.dispose();
  }
}

/** A question about `images`, text first. */
export async function question(
  text: string,
  images: readonly RequestImage[] = [],
  more: Partial<GenerateRequest> = {},
): Promise<GenerateRequest> {
  return {
    status: await status(),
    model: served.model,
    parts: [
      { type: 'text', text },
      ...images.map((_, index) => ({ type: 'image', image: index + 1 }) as const),
    ],
    images,
    sampling: { ...DEFAULT_SAMPLING, max_tokens: 24 },
    n: 1,
    ...more,
  };
}

/** Follows a generation to its end and calls `seen` for each event. */
export function follow(
  request: GenerateRequest,
  using: InferenceDeps = deps,
  seen?: (event: GenerateEvent) => void,
): Promise<Outcome> {
  return gather(request, using, seen);
}
