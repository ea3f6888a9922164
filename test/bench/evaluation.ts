// How busy `pagetrace eval` keeps a server, beside `vllm bench serve` with the same prompts, against vLLM for CPUs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { mustRun } from '../../scripts/lib/command.mjs';
import { dist, testResults } from '../../scripts/lib/paths.mjs';
import { SERVED, startVllm } from '../../scripts/vllm/serve.mjs';
import { MODEL_FOLDER, setupVllm, VLLM_FOLDER } from '../../scripts/vllm/setup.mjs';
import type { EvaluationEvent } from '../../src/core/datasets/evaluationEvent.ts';
import { pngImage } from '../unit/inference/helpers.ts';
import type { BenchRow } from './row.ts';

/** Enough for the start of both programs not to count. */
const QUESTIONS = 480;
const CONCURRENCY = 8;
const TOKENS = 32;
/** Milliseconds between two looks at what the server does. */
const LOOK = 100;
const PIXELS = ['--min-pixels', '784', '--max-pixels', '60000'] as const;

/** The text and then the image, as the peer sends them. */
const PROMPT = '---\nimage_order: text-first\n---\n{{ content }}';

/** A vLLM that scripts/vllm/setup.mjs has installed, or where it will be. */
const vllm = process.env['PAGETRACE_VLLM_FOLDER'] ?? VLLM_FOLDER;

const cli = path.join(dist, 'cli.js');
const keyed = { ...process.env, PAGETRACE_API_KEY: SERVED.apiKey, OPENAI_API_KEY: SERVED.apiKey };

/** When each answer of a program had come, in seconds of the clock that all processes share. */
type AnswerTimes = readonly number[];

export async function benchEvaluation(): Promise<BenchRow[]> {
  await setupVllm(vllm);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pagetrace-bench-'));
  const server = await startVllm(vllm, {
    log: path.join(testResults, 'vllm-bench.log'),
    readyWithin: 900_000,
  });
  try {
    const page = path.join(folder, 'page.png');
    fs.writeFileSync(page, pngImage(400, 300).bytes);
    fs.writeFileSync(path.join(folder, 'plain.jinja'), PROMPT);
    const pages = path.join(folder, 'pages');
    await mustRun(process.execPath, [cli, 'render', page, '--out', pages, ...PIXELS], { quiet: true });
    const [name = ''] = fs.readdirSync(pages);
    const image = `data:image/jpeg;base64,${fs.readFileSync(path.join(pages, name)).toString('base64')}`;
    const place = { folder, url: server.url, image };
    // A server that processes share with its clients is at times faster and slower by a fifth, so both ask at the same
    // time. Prompts that it has seen are in its cache, so each program has its own.
    const tokens = [
      await tokensFor(server.url, () => ours(place, questionsOf('first a').slice(0, CONCURRENCY))),
      await tokensFor(server.url, () => peers(place, questionsOf('first b').slice(0, CONCURRENCY))),
    ];
    if (tokens[0] !== tokens[1]) throw new Error(`The tokens differ: ${tokens.join(' and ')}.`);
    const asking = peers(place, questionsOf('second b'));
    // The peer takes longer to start.
    await Promise.race([asking, untilBusy(server.url)]);
    const own = await ours(place, questionsOf('second a'));
    const peer = await asking;
    const from = Math.max(Math.min(...own), Math.min(...peer));
    const to = Math.min(Math.max(...own), Math.max(...peer));
    const millisecondsOf = (times: AnswerTimes): number =>
      (1000 * (to - from)) / times.filter((time) => time > from && time <= to).length;
    return [
      {
        what: `an answer while vllm bench serve asks as well, both with a concurrency of ${CONCURRENCY}`,
        ours: millisecondsOf(own),
        peer: millisecondsOf(peer),
        ratio: millisecondsOf(own) / millisecondsOf(peer),
        unit: 'ms',
        budget: { of: 'ratio', most: 1.05 },
      },
    ];
  } finally {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Questions of the same length that no other round has. */
const questionsOf = (tag: string): readonly string[] =>
  Array.from(
    { length: QUESTIONS },
    (_, at) => `${String(at).padStart(4, '0')} in the ${tag} round: what is on the page?`,
  );

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly image: string;
}

/** Asks with `pagetrace eval`. */
async function ours({ folder, url }: Place, questions: readonly string[]): Promise<AnswerTimes> {
  const dataset = path.join(folder, 'q.dataset.jsonl');
  const out = path.join(folder, 'run.jsonl');
  const items = questions.map((question, at) => ({ id: String(at), question, images: ['page.png'] }));
  fs.writeFileSync(dataset, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  fs.rmSync(out, { force: true });
  const args = [
    ...[
      'eval',
      dataset,
      '--server',
      url,
      '--model',
      SERVED.model,
      '--prompt',
      path.join(folder, 'plain.jinja'),
    ],
    // A penalty is work for the server, and the peer asks for none.
    ...['--temperature', '0', '--repetition-penalty', '1'],
    ...['--max-tokens', String(TOKENS), ...PIXELS],
    ...['--concurrency', String(CONCURRENCY), '--progress', 'jsonl', '--out', out],
  ];
  const child = spawn(process.execPath, [cli, ...args], { env: keyed, stdio: ['pipe', 'pipe', 'inherit'] });
  const times: number[] = [];
  for await (const line of createInterface(child.stdout)) {
    const { event } = JSON.parse(line) as EvaluationEvent;
    if (event === 'failed') throw new Error(line);
    if (event === 'sample') times.push(Number(process.hrtime.bigint()) / 1e9);
  }
  if (child.exitCode === null) await once(child, 'exit');
  if (times.length !== questions.length) throw new Error(`${times.length} questions were answered.`);
  return times;
}

/** Asks the same with `vllm bench serve`. */
async function peers({ folder, url, image }: Place, questions: readonly string[]): Promise<AnswerTimes> {
  const dataset = path.join(folder, 'peer.jsonl');
  const result = path.join(folder, 'peer.json');
  const rows = questions.map((text) => ({
    content: [
      { type: 'text', text },
      { type: 'image_url', image_url: { url: image } },
    ],
  }));
  fs.writeFileSync(dataset, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const args = [
    ...[
      'bench',
      'serve',
      '--backend',
      'openai-chat',
      '--base-url',
      url,
      '--endpoint',
      '/v1/chat/completions',
    ],
    ...['--model', SERVED.model, '--tokenizer', path.join(vllm, MODEL_FOLDER)],
    ...['--dataset-name', 'custom_image', '--dataset-path', dataset, '--disable-shuffle'],
    ...[
      '--num-prompts',
      String(questions.length),
      '--custom-output-len',
      String(TOKENS),
      '--temperature',
      '0',
    ],
    // Without the request that it sends to see whether the server works.
    ...['--ready-check-timeout-sec', '0', '--max-concurrency', String(CONCURRENCY)],
    ...[
      '--save-result',
      '--save-detailed',
      '--result-dir',
      folder,
      '--result-filename',
      path.basename(result),
    ],
  ];
  await mustRun(path.join(vllm, 'venv', 'bin', 'vllm'), args, { env: keyed, quiet: true });
  const { completed, start_times, ttfts, itls } = JSON.parse(fs.readFileSync(result, 'utf8')) as PeerResult;
  if (completed !== questions.length) throw new Error(`The peer completed ${completed} requests.`);
  return start_times.map((start, at) => start + (ttfts[at] ?? NaN) + sumOf(itls[at] ?? []));
}

/** What `vllm bench serve` saves: seconds, of each request. */
interface PeerResult {
  readonly completed: number;
  readonly start_times: readonly number[];
  /** Until the first token. */
  readonly ttfts: readonly number[];
  /** Between tokens. */
  readonly itls: readonly (readonly number[])[];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Runs something, and reads from the server's metrics how many tokens of prompts and answers that took. */
async function tokensFor(url: string, run: () => Promise<unknown>): Promise<string> {
  const before = await tokensOf(url);
  await run();
  const after = await tokensOf(url);
  return after.map((count, at) => count - (before[at] ?? 0)).join(' + ');
}

async function tokensOf(url: string): Promise<readonly number[]> {
  const metrics = await metricsOf(url);
  return ['prompt_tokens_total', 'generation_tokens_total'].map((name) => valueOf(metrics, name));
}

/** Waits until a server works on a request. */
async function untilBusy(url: string): Promise<void> {
  while (valueOf(await metricsOf(url), 'num_requests_running') === 0) await pause(LOOK);
}

async function metricsOf(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

const valueOf = (metrics: string, name: string): number =>
  Number(new RegExp(`^vllm:${name}\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1]);
