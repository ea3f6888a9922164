// How busy `pagetrace eval` keeps a server, beside `vllm bench serve` with the same prompts, against vLLM for CPUs.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { mustRun } from '../../scripts/lib/command.mjs';
import { dist, testResults } from '../../scripts/lib/paths.mjs';
import { SERVED, startVllm } from '../../scripts/vllm/serve.mjs';
import { MODEL_FOLDER, setupVllm, VLLM_FOLDER } from '../../scripts/vllm/setup.mjs';
import type { EvaluationEvent } from '../../src/core/datasets/evaluationEvent.ts';
import { pngImage } from '../unit/inference/helpers.ts';
import { medianOf, type BenchRow } from './row.ts';

const ROUNDS = 3;
/** Enough for the start of both programs not to count. */
const QUESTIONS = 320;
const CONCURRENCY = 8;
const TOKENS = 32;
const PIXELS = ['--min-pixels', '784', '--max-pixels', '60000'] as const;

/** The text and then the image, as the peer sends them. */
const PROMPT = '---\nimage_order: text-first\n---\n{{ content }}';

/** A vLLM that scripts/vllm/setup.mjs has installed, or where it will be. */
const vllm = process.env['PAGETRACE_VLLM_FOLDER'] ?? VLLM_FOLDER;

const cli = path.join(dist, 'cli.js');
const keyed = { ...process.env, PAGETRACE_API_KEY: SERVED.apiKey, OPENAI_API_KEY: SERVED.apiKey };

/** Seconds from the first request to the last token, and the tokens of prompts and answers that the server counted. */
interface Measured {
  readonly seconds: number;
  readonly tokens: readonly number[];
}

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
    const measure = (run: typeof ours, questions: readonly string[]): Promise<Measured> =>
      counted(server.url, () => run({ folder, url: server.url, image }, questions));
    // The first requests of a server take longer.
    await measure(ours, questionsOf('warm-up').slice(0, 2 * CONCURRENCY));
    const rounds: { readonly ours: number; readonly peer: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      // Prompts that a server has seen are in its cache, so each run has its own.
      const [mine, other] = [questionsOf(`${round} a`), questionsOf(`${round} b`)];
      const isFirst = round % 2 === 0;
      const before = isFirst ? await measure(ours, mine) : null;
      const peer = await measure(peers, other);
      const own = before ?? (await measure(ours, mine));
      if (own.tokens.join() !== peer.tokens.join())
        throw new Error(`The tokens differ: ${own.tokens.join()} and ${peer.tokens.join()}.`);
      console.log(
        `  round ${round}: ${own.seconds.toFixed(2)} s, vllm bench serve ${peer.seconds.toFixed(2)} s`,
      );
      rounds.push({ ours: own.seconds, peer: peer.seconds });
    }
    return [
      {
        what: `${QUESTIONS} questions at a concurrency of ${CONCURRENCY}, beside vllm bench serve`,
        ours: medianOf(rounds.map((each) => each.ours)),
        peer: medianOf(rounds.map((each) => each.peer)),
        ratio: medianOf(rounds.map((each) => each.ours / each.peer)),
        unit: 's',
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
    (_, at) => `${String(at).padStart(4, '0')} in round ${tag}: what is on the page?`,
  );

interface Place {
  readonly folder: string;
  readonly url: string;
  readonly image: string;
}

/** The seconds that the requests of `pagetrace eval` take. */
async function ours({ folder, url }: Place, questions: readonly string[]): Promise<number> {
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
    if (event === 'asked' || event === 'sample') times.push(performance.now());
  }
  if (child.exitCode === null) await once(child, 'exit');
  return ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / 1000;
}

/** The seconds that the same requests of `vllm bench serve` take. */
async function peers({ folder, url, image }: Place, questions: readonly string[]): Promise<number> {
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
    ...['--save-result', '--result-dir', folder, '--result-filename', path.basename(result)],
  ];
  await mustRun(path.join(vllm, 'venv', 'bin', 'vllm'), args, { env: keyed, quiet: true });
  const { duration, completed } = JSON.parse(fs.readFileSync(result, 'utf8')) as Record<string, number>;
  if (completed !== questions.length) throw new Error(`The peer completed ${completed} requests.`);
  return duration ?? NaN;
}

/** Runs something, and reads from the server's metrics how many tokens that took. */
async function counted(url: string, run: () => Promise<number>): Promise<Measured> {
  const before = await tokensOf(url);
  const seconds = await run();
  const after = await tokensOf(url);
  return { seconds, tokens: after.map((count, at) => count - (before[at] ?? 0)) };
}

async function tokensOf(url: string): Promise<readonly number[]> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return ['prompt', 'generation'].map((kind) =>
    Number(new RegExp(`^vllm:${kind}_tokens_total\\{.*\\} (\\S+)$`, 'm').exec(metrics)?.[1]),
  );
}
