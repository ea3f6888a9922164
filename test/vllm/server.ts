import fs from 'node:fs';
import { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import type { Verb } from '../../src/cli/terminal/verb.ts';
import type { JsonObject } from '../../src/core/records/fieldPath.ts';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { PAPER_BUDGET, type PixelBudget } from '../../src/core/geometry/pixelBudget.ts';
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
import { silentTerminal } from '../support/silentTerminal.ts';

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
export const pageImages = (...pages: readonly number[]): Promise<readonly RequestImage[]> =>
  renderPages('annual-report.pdf', pages, PAPER_BUDGET);

/** Images of pages of a document of test/fixtures/documents. */
export async function renderPages(
  name: string,
  pages: readonly number[],
  budget: PixelBudget,
): Promise<readonly RequestImage[]> {
  const documents = createDocuments({
    // This suite runs without a build.
    worker: new URL('../../src/documents/worker/main.ts', import.meta.url),
  });
  try {
    const document = await documents.open({ kind: 'path', path: fixture(name) });
    const images: RequestImage[] = [];
    for (const page of pages)
      images.push(await document.render(page, { budget, format: 'jpeg', multipleOf28: true }));
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

/** How a verb of the command line ended. */
export interface Ended {
  readonly status: number;
  readonly out: string;
  readonly said: readonly string[];
}

/** Runs a verb with the key of the servers under test, and caches in `folder`. */
export async function runVerb(verb: Verb, args: readonly string[], folder: string): Promise<Ended> {
  const out: string[] = [];
  const said: string[] = [];
  const status = await verb(args, {
    terminal: silentTerminal({ out: (text) => out.push(text), say: (line) => said.push(line) }),
    stdin: Readable.from([]),
    environment: {
      XDG_CACHE_HOME: folder,
      PAGETRACE_API_KEY: served.apiKey,
      PAGETRACE_EMBEDDING_API_KEY: served.apiKey,
    },
    interrupted: new AbortController().signal,
  });
  return { status, out: out.join(''), said };
}

/** The records of a file of JSON lines. */
export function recordsOf(file: string): readonly JsonObject[] {
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as JsonObject);
}

/** Writes records as a file of JSON lines. */
export function writeRecords(file: string, records: readonly object[]): void {
  fs.writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Follows a generation to its end and calls `seen` for each event. */
export function follow(
  request: GenerateRequest,
  using: InferenceDeps = deps,
  seen?: (event: GenerateEvent) => void,
): Promise<Outcome> {
  return gather(request, using, seen);
}
