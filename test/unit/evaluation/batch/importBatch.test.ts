import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { readRecord } from '../../../../src/core/records/recordSamples.ts';
import { BatchFolder, readBatch } from '../../../../src/evaluation/batch/batchFolder.ts';
import { exportAgain, type AgainOptions } from '../../../../src/evaluation/batch/exportAgain.ts';
import { readKnownRun } from '../../../../src/evaluation/readKnownRun.ts';
import { BatchBench, output, question } from './bench.ts';

/** What vLLM 0.32 wrote: answers, too many images, a model and an endpoint that it does not have, files it may not read. */
const REAL = fileURLToPath(new URL('../../../fixtures/batch/vllm-outputs.jsonl', import.meta.url));

const questions = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, at) => question(`q${at}`));

/** Writes the requests that a run lacks to another folder, and returns their lines. */
async function again(
  bench: BatchBench,
  folder: string,
  more: Partial<AgainOptions> = {},
): Promise<readonly unknown[]> {
  const manifest = await readBatch(bench.batch, bench.signal);
  const { samples } = await readKnownRun(bench.run, manifest.head.settings, bench.signal);
  const batch = await BatchFolder.open(path.join(bench.folder, folder), manifest.head, bench.signal);
  try {
    await exportAgain({
      from: bench.batch,
      manifest,
      samples,
      batch,
      limits: { questions: 1, bytes: 1e6 },
      signal: bench.signal,
      onProgress: () => undefined,
      ...more,
    });
  } finally {
    await batch.close();
  }
  return batch.shards.flatMap(({ file }) => bench.lines(`${folder}/${file}`));
}

describe('the import of a batch', () => {
  it.skipIf(process.platform === 'win32')('refuses outputs that can be read once only', async () => {
    const bench = new BatchBench([question('a')]);
    await bench.export();
    execFileSync('mkfifo', [path.join(bench.folder, 'pipe')]);
    await expect(bench.import(['pipe'])).rejects.toMatchObject({
      reason: 'file-unreadable',
      message: 'pipe is not a regular file.',
    });
  });

  it('reads what vLLM writes: several choices, errors as objects and as texts', async () => {
    const ids = ['founded', 'revenue', 'everything', 'model', 'endpoint'];
    const bench = new BatchBench(ids.map((id) => question(id)));
    await bench.export({ samples: 2 });
    fs.copyFileSync(REAL, path.join(bench.folder, 'out.jsonl'));
    const outcome = await bench.import(['out.jsonl']);
    expect(outcome).toMatchObject({ ended: 4, added: 4, incomplete: [], unknown: 3, duplicates: 0 });
    expect(outcome.failed.map(({ message, example }) => [example, message])).toEqual([
      ['everything#1-2', 'The server accepts at most 5 images per request; this one has 1.'],
      ['model#1-2', 'The server has no model called “qwen2.5-vl”.'],
      ['endpoint#1-2', 'The request failed (HTTP 400): Model does not support endpoint: /v1/embeddings'],
    ]);
    const records = bench.lines('run.jsonl');
    expect(records.map(({ id, error }) => [id, error !== undefined])).toEqual(
      ids.flatMap((id, at) => [1, 2].map((sample) => [`${id}#${sample}`, at > 1])),
    );
    expect(readRecord(records[1] ?? {})).toMatchObject({
      format: { name: 'pagetrace' },
      samples: [{ id: 'founded#2', group: 'founded', finishReason: 'length', numImages: 1, reference: '42' }],
    });
  });

  it.each([
    ['outside#1', 'The server may not read the folder of the page images.'],
    ['gone#1', 'The server did not find a page image.'],
  ])('says what to do about page images that vLLM could not read (%s)', async (id, message) => {
    const bench = new BatchBench([question(id.slice(0, -2))]);
    await bench.export();
    fs.copyFileSync(REAL, path.join(bench.folder, 'out.jsonl'));
    expect((await bench.import(['out.jsonl'])).failed).toMatchObject([{ message, example: id }]);
  });

  it('writes the same records as an evaluation, but for its times', async () => {
    const bench = new BatchBench([question('a', { gold_pages: [2], buckets: { hops: 2 } })]);
    await bench.export();
    bench.write('out.jsonl', [output('a#1', '<think>x</think><answer>42</answer>')]);
    await bench.import(['out.jsonl']);
    expect(bench.lines('run.jsonl')).toMatchObject([
      {
        pagetrace: 1,
        id: 'a#1',
        group: 'a',
        response_length: 5,
        numbers: { render_ms: 0, prompt_tokens: 12, completion_tokens: 5 },
        record: {
          evaluation: { item: 'a', sample: 1, settings: { model: 'qwen2.5-vl', pages: 'given' } },
          documents: [{ path: path.join(bench.folder, 'a.pdf'), sha256: 'hash of a.pdf' }],
          images: [{ image: 1, document: 1, page: 2 }],
          page_images: [{ image: 1, width: 532, height: 752, text_height: 7 }],
          image_paths: ['a.pdf#page=2'],
          dataset: 'q',
          gt_image_paths: ['a.pdf#page=2'],
          metadata: { hops: ['2'] },
        },
      },
    ]);
  });

  it('says whether samples pass, and how their pages were chosen', async () => {
    const bench = new BatchBench([question('a', { pages: undefined })]);
    const pages = [
      { document: 0, page: 3, score: 1.5, reason: { kind: 'embeddings' }, isSent: true },
    ] as const;
    const choosePages = () =>
      Promise.resolve({ way: 'auto', most: 1, retriever: 'embeddings', pages, gold: null } as const);
    await bench.export({ pass: { kind: 'exact' } }, { choosePages });
    bench.write('out.jsonl', [output('a#1', '<think>x</think><answer>42</answer>')]);
    await bench.import(['out.jsonl']);
    expect(bench.lines('run.jsonl')).toMatchObject([
      {
        numbers: { passed: 1 },
        record: { page_choice: { retriever: 'embeddings' }, retrieved_image_paths: ['a.pdf#page=3'] },
      },
    ]);
  });

  it('puts back the think part that a server split off', async () => {
    const bench = new BatchBench([question('a')]);
    await bench.export();
    const message = { role: 'assistant', content: '<answer>42</answer>', reasoning: 'page 2' };
    const split = output('a#1', '');
    split.response.body.choices[0] = { ...split.response.body.choices[0], message } as never;
    bench.write('out.jsonl', [split]);
    await bench.import(['out.jsonl']);
    expect(bench.lines('run.jsonl')).toMatchObject([
      { response: '<think>page 2</think><answer>42</answer>' },
    ]);
  });

  it('joins outputs in any order and any number of files, with the same run', async () => {
    const bench = new BatchBench(questions(6));
    await bench.export();
    const outputs = Array.from({ length: 6 }, (_, at) => output(`q${at}#1`, `answer ${at}`));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([...outputs.keys()], { minLength: 6 }),
        fc.array(fc.nat(2), { minLength: 6, maxLength: 6 }),
        async (order, files) => {
          const run = path.join(bench.folder, `run-${(count += 1)}.jsonl`);
          const names = [0, 1, 2].map((file) => {
            bench.write(
              `out-${file}.jsonl`,
              order.filter((_, at) => files[at] === file).map((at) => outputs[at] ?? ''),
            );
            return `out-${file}.jsonl`;
          });
          expect(await bench.import(names, {}, run)).toMatchObject({ added: 6, failed: [], unknown: 0 });
          expect(bench.lines(path.basename(run)).map(({ response }) => response)).toEqual(
            outputs.map((_, at) => `answer ${at}`),
          );
        },
      ),
      propertyRuns(100),
    );
  });

  it('takes the first answer of several outputs, and leaves torn and foreign lines out', async () => {
    const bench = new BatchBench(questions(2));
    await bench.export();
    const failed = {
      id: 'f',
      custom_id: 'q0#1',
      response: { status_code: 500, body: null },
      error: { message: 'boom' },
    };
    bench.write('out.jsonl', [
      failed,
      output('q0#1', 'first'),
      output('q0#1', 'second'),
      output('q1#1', 'other'),
      output('x#1', 'foreign'),
      { no: 'id' },
      '{"custom_id":"q1#1","resp',
    ]);
    expect(await bench.import(['out.jsonl'])).toMatchObject({
      ended: 2,
      failed: [],
      duplicates: 2,
      unknown: 1,
    });
    expect(bench.problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '6 The line has no custom_id, so it is no output of a batch.',
      '7 The line is no JSON object. It may have been cut short.',
    ]);
    expect(bench.lines('run.jsonl').map(({ response }) => response)).toEqual(['first', 'other']);
  });

  it('says which shards have no outputs, and goes on when they are there', async () => {
    const bench = new BatchBench(questions(5));
    await bench.export();
    bench.write('out-1.jsonl', [output('q0#1', 'a'), output('q1#1', 'a')]);
    bench.write('out-3.jsonl', [output('q4#1', 'a')]);
    expect(await bench.import(['out-1.jsonl', 'out-3.jsonl'])).toMatchObject({
      ended: 3,
      incomplete: [{ file: 'shard-00002.jsonl', requests: 2, missing: 2 }],
    });
    bench.write('out-2.jsonl', [output('q2#1', 'a'), output('q3#1', 'a')]);
    // Nothing is missing any more, whatever these outputs lack.
    expect(await bench.import(['out-2.jsonl'])).toMatchObject({ ended: 5, added: 2, incomplete: [] });
    expect(bench.lines('run.jsonl')).toHaveLength(5);
    bench.write('failed.jsonl', [
      { id: 'f', custom_id: 'q0#1', response: { status_code: 500, body: null }, error: 'No.' },
    ]);
    expect(await bench.import(['failed.jsonl'])).toMatchObject({ failed: [], incomplete: [], unknown: 0 });
  });

  it('imports other shards if the questions of one are missing or were changed', async () => {
    const bench = new BatchBench(questions(6));
    await bench.export();
    fs.rmSync(path.join(bench.batch, 'questions', 'shard-00001.jsonl'));
    fs.appendFileSync(path.join(bench.batch, 'questions', 'shard-00003.jsonl'), '\n');
    bench.write(
      'out.jsonl',
      questions(6).map((_, at) => output(`q${at}#1`, 'a')),
    );
    const outcome = await bench.import(['out.jsonl']);
    // Their outputs are not those of unknown requests.
    expect(outcome).toMatchObject({ ended: 2, unknown: 0, isEveryRequestKnown: true });
    fs.rmSync(path.join(bench.batch, 'shard-00001.jsonl'));
    expect(await bench.import(['out.jsonl'])).toMatchObject({ unknown: 2, isEveryRequestKnown: false });
    expect(outcome.unreadable.map(({ message }) => message)).toEqual([
      expect.stringContaining('The questions of shard-00001.jsonl are missing: there is no '),
      expect.stringContaining('was changed after it was written.'),
    ]);
  });

  it('counts an answer without text as failed, and one with too few choices in part', async () => {
    const bench = new BatchBench(questions(2));
    await bench.export({ samples: 2 });
    bench.write('out.jsonl', [output('q0#1-2', '', ''), output('q1#1-2', 'only one')]);
    const outcome = await bench.import(['out.jsonl']);
    expect(outcome).toMatchObject({ ended: 1 });
    expect(outcome.failed.map(({ message }) => message)).toEqual([
      'The server sent an answer without any text.',
      'The server sent 1 of 2 samples of a question.',
    ]);
  });

  it('refuses a packed file, a folder without a batch, and a batch that was not written to its end', async () => {
    const bench = new BatchBench(questions(3));
    await expect(bench.import(['out.jsonl'])).rejects.toThrow('has no batch: it has no batch.json');
    const stop = new AbortController();
    const onProgress = ({ shards }: { readonly shards: number }): void => {
      if (shards === 1) stop.abort();
    };
    await expect(bench.export({}, { signal: stop.signal, onProgress })).rejects.toThrow('canceled');
    await expect(bench.import(['out.jsonl'])).rejects.toThrow('was stopped before its end');
    await bench.export();
    fs.writeFileSync(path.join(bench.folder, 'out.gz'), Buffer.from([0x1f, 0x8b, 8, 0]));
    await expect(bench.import(['out.gz'])).rejects.toThrow('is packed');
    await expect(bench.import(['none.jsonl'])).rejects.toMatchObject({ reason: 'file-not-found' });
  });
});

describe('what is exported again', () => {
  it('has the requests that failed or have no output, only for the samples that are lacking', async () => {
    const bench = new BatchBench(questions(3));
    await bench.export({ samples: 3 });
    const first = bench.lines('batch/shard-00001.jsonl');
    bench.write('out.jsonl', [output('q0#1-3', 'a', 'b', 'c'), output('q1#1-3', 'a')]);
    await bench.import(['out.jsonl']);
    const requests = await again(bench, 'again');
    const body = first[1]?.['body'] as object;
    expect(requests).toMatchObject([
      { custom_id: 'q1#2-3', body: { ...body, n: 2, seed: 8 } },
      { custom_id: 'q2#1-3', body: { n: 3, seed: 7 } },
    ]);
    bench.write('more.jsonl', [output('q1#2-3', 'd', 'e'), output('q2#1-3', 'a', 'b', 'c')]);
    const folder = path.join(bench.folder, 'again');
    expect(await bench.import(['more.jsonl'], { folder })).toMatchObject({ ended: 9, failed: [] });
    expect(await again(bench, 'nothing')).toEqual([]);
  });

  it('goes on where it was stopped', async () => {
    const bench = new BatchBench(questions(4));
    await bench.export();
    bench.write('out.jsonl', []);
    await bench.import(['out.jsonl']);
    const onProgress = ({ shards }: { readonly shards: number }): void => {
      if (shards === 2) throw new Error('stopped');
    };
    await expect(again(bench, 'again', { onProgress })).rejects.toThrow('stopped');
    const requests = [...bench.lines('batch/shard-00001.jsonl'), ...bench.lines('batch/shard-00002.jsonl')];
    expect(await again(bench, 'again')).toEqual(requests);
  });

  it('is nothing of a shard that was changed', async () => {
    const bench = new BatchBench(questions(2));
    await bench.export();
    bench.write('out.jsonl', []);
    await bench.import(['out.jsonl']);
    bench.write('batch/shard-00001.jsonl', [...bench.lines('batch/shard-00001.jsonl')].reverse());
    await expect(again(bench, 'again')).rejects.toThrow('shard-00001.jsonl was changed');
  });
});
