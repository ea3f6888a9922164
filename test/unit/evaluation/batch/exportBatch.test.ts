import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from '../../../../src/core/prompts/promptFile.ts';
import type { Documents } from '../../../../src/documents/model.ts';
import { Admission } from '../../../../src/evaluation/admission.ts';
import { evaluate } from '../../../../src/evaluation/evaluate.ts';
import { OpenDocuments } from '../../../../src/evaluation/openDocuments.ts';
import { RunFile } from '../../../../src/evaluation/runFile.ts';
import { FAKE_MODEL } from '../../../support/fakeVllm.ts';
import { prompt } from '../../asking/build.ts';
import { plainStatus, withServer } from '../../inference/helpers.ts';
import { BatchBench, PIXELS, question, SAMPLING } from './bench.ts';

describe('the export of a batch', () => {
  it('writes the requests that an evaluation sends, but for streaming', async () => {
    const bench = new BatchBench([question('a'), question('b', { pages: [1, 3] })]);
    await bench.export({ samples: 2 });
    await withServer({}, async (server, inference) => {
      const settings = bench.head().settings;
      const run = await RunFile.open(bench.run, settings, bench.signal);
      await evaluate({
        dataset: path.join(bench.folder, 'q.dataset.jsonl'),
        folder: bench.folder,
        run,
        settings,
        question: {
          prompt,
          status: plainStatus(server.url, { kind: 'vllm' }),
          model: FAKE_MODEL.id,
          sampling: SAMPLING,
          pixels: PIXELS,
        },
        samples: 2,
        limit: null,
        where: () => true,
        rating: { profile: null, pass: null, judge: null, countClaims: () => Promise.resolve(null) },
        admission: new Admission({ most: 1, first: 1 }),
        documents: new OpenDocuments(bench.documents, 1),
        renderPrompt,
        inference,
        now: () => 0,
        signal: bench.signal,
        onEvent: () => undefined,
      });
      await run.close();
      const sent = server.requests.filter(({ path: at }) => at === '/v1/chat/completions');
      const [first, second] = sent.map(({ body }) =>
        Object.fromEntries(Object.entries(body ?? {}).filter(([key]) => !key.startsWith('stream'))),
      );
      expect(bench.lines('batch/shard-00001.jsonl')).toEqual([
        { custom_id: 'a#1-2', method: 'POST', url: '/v1/chat/completions', body: first },
        { custom_id: 'b#1-2', method: 'POST', url: '/v1/chat/completions', body: second },
      ]);
    });
  });

  it('writes each page image once, under the name of its content, at the address on the other machine', async () => {
    const bench = new BatchBench([question('a'), question('b'), question('c', { pages: [1, 2] })]);
    await bench.export({ images: 'files', imageRoot: '/data/page images' });
    const images = fs.readdirSync(path.join(bench.batch, 'images'));
    expect(images).toHaveLength(2);
    const urls = JSON.stringify([
      bench.lines('batch/shard-00001.jsonl'),
      bench.lines('batch/shard-00002.jsonl'),
    ]).match(/file:[^"]*/g);
    expect(new Set(urls)).toEqual(new Set(images.map((name) => `file:///data/page%20images/${name}`)));
    expect(urls).toHaveLength(4);
  });

  it('begins a shard before it has more questions or bytes than allowed', async () => {
    const questions = Array.from({ length: 5 }, (_, at) => question(`q${at}`));
    const bench = new BatchBench(questions);
    expect(await bench.export({}, { limits: { questions: 2, bytes: 1e6 } })).toEqual({
      requests: 5,
      shards: 3,
      leftOut: 0,
      unusable: 0,
    });
    const length = bench.files('batch')['shard-00003.jsonl']?.length ?? 0;
    const limits = { questions: 10, bytes: length * 2 };
    await bench.export({}, { limits }, path.join(bench.folder, 'bytes'));
    const shards = Object.entries(bench.files('bytes')).filter(([name]) => name.startsWith('shard'));
    expect(shards.map(([, text]) => text.trim().split('\n').length)).toEqual([2, 2, 1]);
    await bench.export({}, { limits: { questions: 10, bytes: 1 } }, path.join(bench.folder, 'each'));
    expect(Object.keys(bench.files('each')).filter((name) => name.startsWith('shard'))).toHaveLength(5);
  });

  it('goes on where it was stopped, and writes the same batch', async () => {
    const questions = Array.from({ length: 7 }, (_, at) => question(`q${at}`));
    const bench = new BatchBench(questions);
    const whole = path.join(bench.folder, 'whole');
    await bench.export({}, {}, whole);
    for (let stopAt = 0; stopAt < 7; stopAt += 1) {
      const stop = new AbortController();
      const stopped = bench.export(
        {},
        {
          signal: stop.signal,
          onProgress: ({ requests }) => {
            if (requests === stopAt + 1) stop.abort();
          },
        },
      );
      await expect(stopped).rejects.toMatchObject({
        reason: 'cancelled',
        hint: 'Run the same batch export again: it goes on where it stopped.',
      });
      const names = Object.keys(bench.files('batch'));
      expect(names.filter((name) => /tmp|lock|batch\.json/.test(name))).toEqual([]);
      if (stopAt === 3) {
        // A process that was killed leaves more.
        fs.appendFileSync(path.join(bench.batch, 'progress.jsonl'), '{"file":"shard-0');
        fs.writeFileSync(path.join(bench.batch, '.pagetrace-00.tmp'), 'half');
        fs.writeFileSync(path.join(bench.batch, 'shard-00003.jsonl'), 'half');
      }
    }
    await bench.export();
    expect(bench.files('batch')).toEqual(bench.files('whole'));
    const { rendered } = bench.documents;
    expect(await bench.export()).toMatchObject({ requests: 7, shards: 4 });
    expect(bench.documents.rendered).toBe(rendered);
  });

  it.each([
    ['the data set', { dataset: { path: '/q.dataset.jsonl', sha256: 'b'.repeat(64) } }],
    ['the number of samples', { samples: 2 }],
    ['the limit', { limit: 1 }],
    ['the filter of the questions', { where: 'id:a' }],
    ['the way of sending images and the folder of the images', { images: 'files', imageRoot: '/x' }],
  ] as const)('does not go on if %s changed', async (what, head) => {
    const bench = new BatchBench([question('a')]);
    await bench.export();
    await expect(bench.export(head)).rejects.toThrow(`other settings. What is different: ${what}.`);
  });

  it.each([
    [
      'cut short',
      (file: string) => {
        fs.truncateSync(file, 10);
      },
      'was changed after it was written',
    ],
    [
      'deleted',
      (file: string) => {
        fs.rmSync(file);
      },
      'is missing, which the batch had',
    ],
  ])('does not say that a batch is complete of which a shard was %s', async (_, damage, sentence) => {
    const bench = new BatchBench([question('a'), question('b')]);
    await bench.export();
    damage(path.join(bench.folder, 'batch', 'shard-00001.jsonl'));
    await expect(bench.export()).rejects.toThrow(sentence);
  });

  it('refuses a folder with files of somebody else, and a second export at the same time', async () => {
    const bench = new BatchBench([question('a')]);
    await expect(bench.export({}, {}, bench.folder)).rejects.toThrow('is not empty, and no batch export');
    let seconds = 0;
    const open: Documents['open'] = async (source) => {
      await expect(bench.export()).rejects.toThrow('is writing');
      seconds += 1;
      return bench.documents.open(source);
    };
    const documents = new OpenDocuments({ open, dispose: () => Promise.resolve() }, 1);
    await bench.export({}, { documents });
    expect(seconds).toBe(1);
  });

  it('keeps what is wrong with questions, and writes the others', async () => {
    const bench = new BatchBench([question('a'), question('b', { pages: [9] }), { id: 'c' }, question('d')]);
    expect(await bench.export()).toEqual({ requests: 2, shards: 2, leftOut: 1, unusable: 1 });
    expect(bench.problems).toMatchObject([{ line: 3, code: 'missing-key' }]);
    expect(bench.lines('batch/questions/shard-00001.jsonl')[1]).toMatchObject({
      custom_id: 'b#1',
      error: { reason: 'page-out-of-range' },
    });
  });
});
