import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testResults } from '../../../scripts/lib/paths.mjs';
import { runBatch } from '../../../scripts/vllm/runBatch.mjs';
import { VLLM_FOLDER } from '../../../scripts/vllm/setup.mjs';
import { batch } from '../../../src/cli/verbs/batch/batch.ts';
import type { JsonObject } from '../../../src/core/records/fieldPath.ts';
import { fixture, temporaryFolder } from '../../support/files.ts';
import { recordsOf, runVerb, served, writeRecords, type Ended } from '../server.ts';

const REPORT = fixture('annual-report.pdf');

const QUESTIONS = [
  { id: 'revenue', question: 'What was the revenue?', document: REPORT, pages: [3] },
  { id: 'compared', question: 'Which of two pages has more?', document: REPORT, pages: [3, 4] },
  { id: 'founded', question: 'When was it founded?', document: REPORT, pages: [2], reference: '1990' },
];

/** Milliseconds that `vllm run-batch` may take, most of which are its start, and the whole test. */
const LONGEST_BATCH = 420_000;
const LONGEST = 480_000;

/** Has requests answered by the server that runs already, as the outputs of a batch. */
async function answer(requests: readonly JsonObject[]): Promise<readonly object[]> {
  const outputs: object[] = [];
  for (const { custom_id, url, body } of requests) {
    const response = await fetch(new URL(String(url), served.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${served.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    outputs.push({
      custom_id,
      response: { status_code: response.status, body: (await response.json()) as unknown },
      error: null,
    });
  }
  return outputs;
}

test(
  'vllm run-batch answers what batch export writes; what failed is exported again, and answered elsewhere',
  { timeout: LONGEST },
  async () => {
    const folder = temporaryFolder();
    const file = (...names: readonly string[]): string => path.join(folder, ...names);
    const run = (...args: readonly string[]): Promise<Ended> => runVerb(batch, args, folder);
    writeRecords(file('q.dataset.jsonl'), QUESTIONS);
    const settings = [
      '--model',
      served.model,
      '--prompt',
      'think-answer',
      '--max-tokens',
      '8',
      '--seed',
      '7',
    ];
    const shards = ['--samples', '2', '--images', 'files', '--shard-size', '2'];
    const exported = await run(
      'export',
      file('q.dataset.jsonl'),
      ...settings,
      ...shards,
      '--out',
      file('batch'),
    );
    expect(exported).toMatchObject({ status: 0, said: [`${file('batch')} has 3 requests in 2 shards.`] });

    // One start answers both shards, because a start takes a minute. It accepts one image.
    const written = ['shard-00001.jsonl', 'shard-00002.jsonl'].map((name) => file('batch', name));
    fs.writeFileSync(file('in.jsonl'), written.map((shard) => fs.readFileSync(shard, 'utf8')).join(''));
    await runBatch(VLLM_FOLDER, {
      input: file('in.jsonl'),
      output: file('out.jsonl'),
      model: served.model,
      maxImages: 1,
      images: file('batch', 'images'),
      log: path.join(testResults, 'vllm-run-batch.log'),
      longest: LONGEST_BATCH,
    });
    const imported = await run('import', file('batch'), file('out.jsonl'), '--out', file('run.jsonl'));
    expect(imported.status).toBe(1);
    expect(imported.said.slice(0, 2)).toEqual([
      `4 samples added: ${file('run.jsonl')} has 4.`,
      '1 request failed, such as compared#1-2: The server accepts at most 1 image per request; this one has 2.',
    ]);
    const records = recordsOf(file('run.jsonl'));
    expect(records.map(({ id, error }) => [id, error === undefined])).toEqual([
      ['revenue#1', true],
      ['revenue#2', true],
      ['compared#1', false],
      ['compared#2', false],
      ['founded#1', true],
      ['founded#2', true],
    ]);

    const again = await run(
      'export',
      '--failed',
      file('batch'),
      '--run',
      file('run.jsonl'),
      '--out',
      file('again'),
    );
    expect(again).toMatchObject({ status: 0, said: [`${file('again')} has 1 request in 1 shard.`] });
    const requests = recordsOf(file('again', 'shard-00001.jsonl'));
    expect(requests).toEqual([recordsOf(written[0] ?? '')[1]]);
    writeRecords(file('answered.jsonl'), await answer(requests));
    const whole = await run('import', file('again'), file('answered.jsonl'), '--out', file('run.jsonl'));
    expect(whole).toMatchObject({
      status: 0,
      said: [`2 samples added: ${file('run.jsonl')} has 6.`],
    });
    expect(recordsOf(file('run.jsonl')).filter(({ error }) => error !== undefined)).toEqual([]);
  },
);
