import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { SEED } from '../../scripts/lib/generatedInputs.mjs';
import { Random } from '../../src/core/statistics/random.ts';
import type { EvaluationEvent } from '../../src/core/datasets/evaluationEvent.ts';
import type { FakeRequest, FakeVllm } from '../support/fakeVllm.ts';
import { temporaryFolder } from '../support/files.ts';
import { pngImage } from '../unit/inference/helpers.ts';
import { OLDEST_NODE, runCli, startCli, useServer } from './support/cli.ts';

const QUESTIONS = 50;
const SAMPLES = 2;
const FIRST_SEED = 100;

/** Milliseconds between two pieces of an answer, so that answers are on their way when it is killed. */
const PACE = 2;

interface Trial {
  readonly server: FakeVllm;
  readonly out: string;
  readonly args: readonly string[];
}

/** A data set of questions about a small image, and a server whose answers take some milliseconds. */
async function prepareTrial(): Promise<Trial> {
  const folder = temporaryFolder();
  const dataset = path.join(folder, 'q.dataset.jsonl');
  const out = path.join(folder, 'run.jsonl');
  fs.writeFileSync(path.join(folder, 'page.png'), pngImage(56, 56).bytes);
  const items = Array.from({ length: QUESTIONS }, (_, at) => ({
    id: `q${at}`,
    question: `Question q${at}.`,
    images: ['page.png'],
    reference: '42',
  }));
  fs.writeFileSync(dataset, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const server = await useServer({ chunkSize: 8, beforeChunk: () => pause(PACE) });
  return {
    server,
    out,
    args: [
      ...['eval', dataset, '--prompt', 'think-answer', '--server', server.url, '--out', out],
      ...['--samples', String(SAMPLES), '--seed', String(FIRST_SEED), '--concurrency', '4'],
      // Its page is not made larger for the model: a process that is killed soon would do little else.
      ...['--min-pixels', '784', '--max-pixels', '3136'],
      ...['--progress', 'jsonl'],
    ],
  };
}

/** The samples that a request asks for. */
function samplesOf({ body }: FakeRequest): readonly string[] {
  const item = /Question (q\d+)\./.exec(JSON.stringify(body))?.[1] ?? '';
  const first = Number(body?.['seed']) - FIRST_SEED + 1;
  return Array.from({ length: Number(body?.['n'] ?? 1) }, (_, at) => `${item}#${first + at}`);
}

/** The samples whose records are whole. */
const samplesIn = (file: string): readonly string[] =>
  fs
    .readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { readonly id: string }).id);

const generations = ({ requests }: FakeVllm): readonly FakeRequest[] =>
  requests.filter(({ path: route }) => route === '/v1/chat/completions');

/** Kills evaluations at random moments, and lets the last one end. */
async function killOften(node: string, random: Random, times: number): Promise<void> {
  const { server, out, args } = await prepareTrial();
  let ended: readonly string[] = [];
  for (let time = 0; time < times; time += 1) {
    const asked = generations(server).length;
    const running = startCli(node, args);
    await running.until('stdout', new RegExp(`^(?:.*\\n){${1 + Math.floor(9 * random.fraction())}}`));
    running.kill();
    const { stdout } = await running.ended;
    const kept = samplesIn(out);
    // What it said to have ended is kept, and so is what earlier ones had.
    const said = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as EvaluationEvent)
      .flatMap((each) => (each.event === 'sample' ? [`${each.item}#${each.sample}`] : []));
    expect(kept).toEqual(expect.arrayContaining([...ended, ...said]));
    expect(new Set(kept).size).toBe(kept.length);
    // What had ended was not asked for again.
    const again = generations(server).slice(asked).flatMap(samplesOf);
    expect(again.filter((sample) => ended.includes(sample))).toEqual([]);
    ended = kept;
  }
  const asked = generations(server).length;
  expect(await runCli(node, args)).toMatchObject({ status: 0 });
  const all = samplesIn(out);
  expect([all.length, new Set(all).size]).toEqual([QUESTIONS * SAMPLES, QUESTIONS * SAMPLES]);
  const left = all.filter((sample) => !ended.includes(sample));
  expect(generations(server).slice(asked).flatMap(samplesOf).sort()).toEqual(left.sort());
}

describe.each(OLDEST_NODE)('pagetrace eval on $name', ({ node }) => {
  it('loses nothing that had ended, and repeats nothing, however often it is killed', async () => {
    const random = new Random(SEED);
    // Two at once, since a process takes most of its time to start.
    await Promise.all([killOften(node, random, 10), killOften(node, random, 10)]);
  });

  it('ends properly when it is interrupted, and goes on', async () => {
    const { out, args } = await prepareTrial();
    const running = startCli(node, args);
    await running.until('stdout', /"event":"sample"/);
    running.interrupt();
    const { status, stdout, stderr } = await running.ended;
    expect(status).toBe(130);
    expect(stderr).toContain('pagetrace: It was interrupted.');
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      event: 'end',
      error: { reason: 'cancelled' },
    });
    expect(fs.existsSync(`${out}.lock`)).toBe(false);
    expect(await runCli(node, args)).toMatchObject({ status: 0 });
    expect(samplesIn(out)).toHaveLength(QUESTIONS * SAMPLES);
  });

  it('ends when the program that started it does, but not because that sends nothing', async () => {
    const { out, args } = await prepareTrial();
    const left = startCli(node, args, { input: null });
    await left.until('stdout', /"event":"sample"/);
    left.endInput();
    expect((await left.ended).status).toBe(130);
    expect(samplesIn(out).length).toBeLessThan(QUESTIONS * SAMPLES);
    expect((await startCli(node, args, { input: null }).ended).status).toBe(0);
    expect(samplesIn(out)).toHaveLength(QUESTIONS * SAMPLES);
  });

  it('is the only one that writes a run', async () => {
    const { out, args } = await prepareTrial();
    const running = startCli(node, args);
    await running.until('stdout', /"event":"start"/);
    const second = await runCli(node, args.slice(0, -2));
    expect(second.status).toBe(2);
    expect(second.stderr).toMatch(/Another evaluation \(process \d+\) is writing/);
    expect((await running.ended).status).toBe(0);
    expect(samplesIn(out)).toHaveLength(QUESTIONS * SAMPLES);
  });
});
