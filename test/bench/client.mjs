import { fork } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { Agent, fetch } from 'undici';
import { DEFAULT_SAMPLING } from '../../src/core/prompts/model.ts';
import { generate } from '../../src/inference/generate.ts';
import { closeConnections } from '../../src/inference/fetch.ts';
import { DEFAULT_INFERENCE_LIMITS } from '../../src/inference/model.ts';
import { buildBody } from '../../src/inference/request.ts';

const serverScript = fileURLToPath(new URL('./clientServer.mjs', import.meta.url));

const deps = {
  log: () => undefined,
  now: () => performance.now(),
  apiKey: () => Promise.resolve(null),
  limits: DEFAULT_INFERENCE_LIMITS,
};

async function withServer(args, body) {
  const child = fork(serverScript, args.map(String));
  try {
    const [url] = await once(child, 'message');
    return await body(url);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

function question(url, n) {
  const status = {
    address: { name: 'bench', url, model: null },
    baseUrl: `${url}/v1`,
    kind: 'openai-compatible',
    version: null,
    models: [],
    lacks: [],
  };
  const parts = [{ type: 'text', text: 'What is the total?' }];
  return { status, model: 'qwen2.5-vl', parts, images: [], sampling: DEFAULT_SAMPLING, n };
}

/** The same request with nothing but HTTP: the bytes are read and the first with text is found. */
async function raw(request, agent) {
  const began = performance.now();
  const response = await fetch(`${request.status.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(buildBody(request)),
    dispatcher: agent,
  });
  let first = null;
  let bytes = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    if (first === null && /"content":"[^"]/u.test(Buffer.from(piece).toString('latin1')))
      first = performance.now() - began;
  }
  return { first, time: performance.now() - began, bytes };
}

async function client(request) {
  const began = performance.now();
  let first = null;
  let characters = 0;
  for await (const event of generate(request, deps)) {
    if (event.type === 'text') {
      first ??= performance.now() - began;
      characters += event.text.length;
    } else if (event.type === 'end' && event.error !== null) throw event.error;
  }
  return { first, time: performance.now() - began, characters };
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/**
 * The client against a raw fetch of the same stream, in interleaved rounds: the whole time and the time to the first
 * token, medians in milliseconds, of a stream at the pace of a server (four samples, together 800 tokens a second); and
 * what the client takes of a stream that comes as fast as it can.
 */
export async function benchClient({ rounds = 7, length = 800, pace = 5, samples = 4 } = {}) {
  const paced = await withServer([length, pace, samples], async (url) => {
    const request = question(url, samples);
    const agent = new Agent();
    const times = { raw: [], client: [] };
    // The first request of either side opens its connection and compiles its code.
    await raw(request, agent);
    await client(request);
    for (let round = 0; round < rounds; round += 1) {
      times.raw.push(await raw(request, agent));
      times.client.push(await client(request));
    }
    await agent.close();
    return {
      rawTime: median(times.raw.map(({ time }) => time)),
      clientTime: median(times.client.map(({ time }) => time)),
      rawFirst: median(times.raw.map(({ first }) => first)),
      clientFirst: median(times.client.map(({ first }) => first)),
    };
  });
  const fast = await withServer([1_000_000, 0, 1], async (url) => {
    const request = question(url, 1);
    await client(request);
    return client(request);
  });
  await closeConnections(deps);
  return {
    ...paced,
    timeRatio: paced.clientTime / paced.rawTime,
    firstTokenOverhead: paced.clientFirst - paced.rawFirst,
    tokensPerSecondAtMost: fast.characters / 4 / (fast.time / 1000),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const result = await benchClient();
  console.log(
    `client: ${result.clientTime.toFixed(1)} ms, raw fetch ${result.rawTime.toFixed(1)} ms, ratio ${result.timeRatio.toFixed(3)}; ` +
      `first token ${result.clientFirst.toFixed(1)} ms against ${result.rawFirst.toFixed(1)} ms ` +
      `(${result.firstTokenOverhead.toFixed(1)} ms more); at most ${Math.round(result.tokensPerSecondAtMost)} tokens/s`,
  );
}
