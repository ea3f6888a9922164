import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import { DEFAULT_SAMPLING } from '../../src/core/records/sampling.ts';
import { closeConnections } from '../../src/inference/fetch.ts';
import { generate } from '../../src/inference/generate.ts';
import {
  DEFAULT_INFERENCE_LIMITS,
  type GenerateRequest,
  type InferenceDeps,
} from '../../src/inference/model.ts';
import { buildBody, completionsUrl } from '../../src/inference/request.ts';
import { type BenchRow, formatRows, medianOf } from './row.ts';

const serverScript = fileURLToPath(new URL('./clientServer.ts', import.meta.url));

const ROUNDS = 9;
/** Four samples of 200 tokens at 200 tokens a second each, which is the pace of a server with a GPU. */
const PACED = { length: 800, pace: 5, samples: 4 };
const CHARACTERS_AT_ONCE = 1_000_000;
const CHARACTERS_A_TOKEN = 4;

interface Measured {
  /** Milliseconds to the first text, and to the end. */
  readonly first: number;
  readonly time: number;
}

const deps: InferenceDeps = {
  log: () => undefined,
  now: () => performance.now(),
  apiKey: () => Promise.resolve(null),
  mayReceive: () => Promise.resolve(true),
  limits: DEFAULT_INFERENCE_LIMITS,
};

async function withServer<T>(args: readonly number[], body: (url: string) => Promise<T>): Promise<T> {
  const child = fork(serverScript, args.map(String));
  try {
    const [url] = (await once(child, 'message')) as [string];
    return await body(url);
  } finally {
    const exit = once(child, 'exit');
    child.disconnect();
    await exit;
  }
}

function question(url: string, n: number): GenerateRequest {
  return {
    status: {
      address: { name: 'bench', url, model: null },
      baseUrl: `${url}/v1`,
      kind: 'openai-compatible',
      version: null,
      models: [],
      lacks: [],
    },
    model: 'qwen2.5-vl',
    parts: [{ type: 'text', text: 'What is the total?' }],
    images: [],
    sampling: { ...DEFAULT_SAMPLING, max_tokens: CHARACTERS_AT_ONCE / CHARACTERS_A_TOKEN },
    n,
  };
}

/** The same request with plain HTTP: reads the bytes and finds the first chunk with text. */
async function raw(request: GenerateRequest, dispatcher: Agent): Promise<Measured> {
  const began = performance.now();
  const response = await fetch(completionsUrl(request), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildBody(request)),
    dispatcher,
  });
  if (response.body === null) throw new Error('The stream has no body.');
  let first = Number.NaN;
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    if (Number.isNaN(first) && /"content":"[^"]/u.test(Buffer.from(piece).toString('latin1')))
      first = performance.now() - began;
  }
  return { first, time: performance.now() - began };
}

async function client(request: GenerateRequest): Promise<Measured> {
  const began = performance.now();
  let first = Number.NaN;
  for await (const event of generate(request, deps)) {
    if (event.type === 'text' && Number.isNaN(first)) first = performance.now() - began;
    if (event.type === 'end' && event.error !== null) throw event.error;
  }
  return { first, time: performance.now() - began };
}

/**
 * Compares the client with a raw fetch of the same stream, in interleaved rounds: the total time and the time to the
 * first token of a stream at the pace of a server. Also measures the highest rate at which the client can receive
 * tokens.
 */
export async function benchClient(): Promise<BenchRow[]> {
  const { length, pace, samples } = PACED;
  const paced = await withServer([length, pace, samples], async (url) => {
    const request = question(url, samples);
    const agent = new Agent();
    const rounds: { readonly raw: Measured; readonly client: Measured }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push({ raw: await raw(request, agent), client: await client(request) });
    await agent.close();
    // The first round opens connections and warms up the code.
    return rounds.slice(1);
  });
  const atOnce = await withServer([CHARACTERS_AT_ONCE, 0, 1], async (url) => {
    await client(question(url, 1));
    return client(question(url, 1));
  });
  await closeConnections(deps);
  const row = (
    what: string,
    of: (measured: Measured) => number,
    budget: NonNullable<BenchRow['budget']>,
  ): BenchRow => ({
    what,
    budget,
    ours: medianOf(paced.map((round) => of(round.client))),
    peer: medianOf(paced.map((round) => of(round.raw))),
    ratio: medianOf(paced.map((round) => of(round.client) / of(round.raw))),
    unit: 'ms',
  });
  return [
    row('time to stream four samples (raw fetch)', ({ time }) => time, { of: 'ratio', most: 1.05 }),
    row('time to the first token of four samples (raw fetch)', ({ first }) => first, {
      of: 'more',
      most: 20,
    }),
    {
      what: 'highest rate of streamed tokens',
      ours: CHARACTERS_AT_ONCE / CHARACTERS_A_TOKEN / (atOnce.time / 1000),
      peer: null,
      ratio: null,
      unit: 'tokens/s',
    },
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(formatRows(await benchClient()));
