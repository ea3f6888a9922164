import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { readRecord } from '../../../src/core/records/recordSamples.ts';
import type { Documents, OpenDocument } from '../../../src/documents/model.ts';
import { Admission } from '../../../src/evaluation/admission.ts';
import type { EvaluationEvent, EvaluationOutcome } from '../../../src/core/datasets/evaluationEvent.ts';
import { evaluate, type EvaluationOptions } from '../../../src/evaluation/evaluate.ts';
import { OpenDocuments } from '../../../src/evaluation/openDocuments.ts';
import type { RatingMeans } from '../../../src/evaluation/rateSample.ts';
import { RunFile } from '../../../src/evaluation/runFile.ts';
import { temporaryFolder } from '../../support/files.ts';
import { FAKE_MODEL, type FakeOptions, type FakeVllm } from '../../support/fakeVllm.ts';
import { memoryDocument, prompt } from '../asking/build.ts';
import { plainStatus, pngImage, withServer } from '../inference/helpers.ts';

/** Documents in memory that count what is open. */
class CountedDocuments implements Documents {
  open_ = 0;
  mostOpen = 0;
  rendered = 0;
  async open(source: Parameters<Documents['open']>[0]): Promise<OpenDocument> {
    const name = path.basename(source.kind === 'path' ? source.path : source.name);
    this.open_ += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open_);
    return Promise.resolve({
      ...memoryDocument(name, 3),
      render: (page) => {
        this.rendered += 1;
        return Promise.resolve({ page, ...pngImage(56, 84), textHeight: null });
      },
      close: () => {
        this.open_ -= 1;
        return Promise.resolve();
      },
    });
  }
  dispose(): Promise<void> {
    return Promise.resolve();
  }
}

const NO_RATING: RatingMeans = {
  profile: null,
  pass: null,
  judge: null,
  countClaims: () => Promise.resolve(null),
};

interface Bench {
  readonly server: FakeVllm;
  readonly out: string;
  readonly documents: CountedDocuments;
  readonly events: EvaluationEvent[];
  readonly of: <E extends EvaluationEvent['event']>(
    event: E,
  ) => readonly Extract<EvaluationEvent, { event: E }>[];
  readonly run: (more?: Partial<EvaluationOptions>) => Promise<EvaluationOutcome>;
  readonly lines: () => readonly Readonly<Record<string, unknown>>[];
}

async function withBench(
  items: readonly object[],
  options: Partial<FakeOptions>,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const dataset = path.join(folder, 'q.dataset.jsonl');
  const out = path.join(folder, 'run.jsonl');
  fs.writeFileSync(dataset, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  await withServer(options, async (server, deps) => {
    const documents = new CountedDocuments();
    const events: EvaluationEvent[] = [];
    const status = plainStatus(server.url, { kind: 'vllm' });
    const model = FAKE_MODEL.id;
    const common = {
      prompt,
      model,
      sampling: { temperature: 1, top_p: 1, repetition_penalty: 1, max_tokens: 10, seed: 7 },
      pixels: { minPixels: 1000, maxPixels: 2000 },
    };
    const settings = { ...common, prompt: { name: 'p', sha256: 'x' }, pages: 'given' };
    const run: Bench['run'] = async (more = {}) => {
      const signal = more.signal ?? new AbortController().signal;
      const file = await RunFile.open(out, settings, signal);
      try {
        return await evaluate({
          dataset,
          folder,
          run: file,
          settings,
          question: { ...common, status },
          samples: 1,
          limit: null,
          where: () => true,
          rating: NO_RATING,
          admission: new Admission({ most: 4, first: 4 }),
          documents: new OpenDocuments(documents, 1),
          renderPrompt,
          inference: deps,
          now: () => performance.now(),
          retries: { first: 1, longest: 4, patience: 2000 },
          loadInterval: 5,
          progressInterval: 1,
          onEvent: (event) => events.push(event),
          signal,
          ...more,
        });
      } finally {
        await file.close();
      }
    };
    const lines: Bench['lines'] = () =>
      fs
        .readFileSync(out, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const of: Bench['of'] = (event) =>
      events.filter(
        (each): each is Extract<EvaluationEvent, { event: typeof event }> => each.event === event,
      );
    await use({ server, out, documents, events, of, run, lines });
  });
}

const item = (id: string, more: object = {}) => ({
  id,
  question: `Question ${id}?`,
  document: 'a.pdf',
  pages: [2],
  reference: '42',
  ...more,
});

const generations = (server: FakeVllm) =>
  server.requests.filter(({ path }) => path === '/v1/chat/completions');

describe('an evaluation', () => {
  it('appends each sample with what is known of it, as a record that a run is read from', async () => {
    const items = [item('a', { gold_pages: [2], buckets: { hops: 2 }, tags: ['table'] }), item('b')];
    await withBench(items, {}, async ({ run, lines, of }) => {
      expect(
        await run({ samples: 2, rating: { ...NO_RATING, profile: profileByName('r1v') } }),
      ).toMatchObject({
        ended: 4,
        failed: 0,
        unusable: 0,
      });
      const records = lines();
      expect(records.map(({ id }) => id).sort()).toEqual(['a#1', 'a#2', 'b#1', 'b#2']);
      const reading = readRecord(records.find(({ id }) => id === 'a#2') ?? {});
      expect(reading).toMatchObject({
        format: { name: 'pagetrace' },
        samples: [
          {
            id: 'a#2',
            group: 'a',
            question: 'Question a?',
            reference: '42',
            numImages: 1,
            finishReason: 'stop',
            response: '<think>Image 1 shows it.</think>\n<answer>42</answer>',
            record: {
              evaluation: { item: 'a', sample: 2 },
              documents: [{ sha256: 'hash of a.pdf' }],
              images: [{ image: 1, document: 1, page: 2 }],
              used_topk_images: ['a.pdf#page=2'],
              gt_image_paths: ['a.pdf#page=2'],
              metadata: { hops: ['2'] },
              tags: ['table'],
            },
          },
        ],
      });
      expect(of('progress').at(-1)).toMatchObject({ ended: 4, failed: 0, of: 4, inFlight: 0 });
      expect(of('progress').at(-1)?.reward).toBeGreaterThan(0);
    });
  });

  it('says which samples pass by the rule of their item or of the data set, also when it goes on', async () => {
    const items = [
      item('a'),
      item('b', { reference: '43' }),
      item('c', { reference: undefined }),
      item('d', { pass: 'judged' }),
      item('e', { pass: { grounded: 0.5 } }),
    ];
    await withBench(items, {}, async ({ run, lines, of }) => {
      const rating: RatingMeans = {
        ...NO_RATING,
        pass: { kind: 'exact' },
        judge: ({ id }) => Promise.resolve(id === 'd' ? 'wrong' : 'unknown'),
        countClaims: () => Promise.resolve({ found: 3, checked: 4 }),
      };
      expect(await run({ rating })).toMatchObject({ ended: 5, passed: 2, decided: 4 });
      const passed = new Map(of('sample').map((each) => [each.item, each.passed]));
      expect([...passed].sort()).toEqual([
        ['a', true],
        ['b', false],
        ['c', null],
        ['d', false],
        ['e', true],
      ]);
      const kept = lines().find(({ id }) => id === 'b#1');
      expect(kept).toMatchObject({
        numbers: { passed: 0 },
        record: { evaluation: { why: 'The answer is not the reference answer, “43”.' } },
      });
      expect(lines().find(({ id }) => id === 'd#1')).toMatchObject({ verdict: 'wrong' });
      expect(await run({ rating })).toMatchObject({ ended: 5, passed: 2, decided: 4 });
    });
  });

  it('asks only for what a run lacks, each sample with a seed of its own', async () => {
    await withBench([item('a'), item('b')], {}, async ({ run, lines, server }) => {
      await run({ limit: 1 });
      await run({ samples: 3 });
      expect(
        lines()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(['a#1', 'a#2', 'a#3', 'b#1', 'b#2', 'b#3']);
      const asked = generations(server).map(({ body }) => [body?.['n'] ?? 1, body?.['seed']]);
      // Requests are sent at once, and arrive in any order.
      expect(asked[0]).toEqual([1, 7]);
      expect(asked.slice(1).sort()).toEqual([
        [2, 8],
        [3, 7],
      ]);
      await run({ samples: 3 });
      expect(generations(server)).toHaveLength(3);
    });
  });

  it('repeats a request that the server did not begin to answer', async () => {
    await withBench([item('a')], {}, async ({ run, lines, server }) => {
      const busy = { status: 503, body: { detail: 'busy' } };
      server.set({ canned: { '/v1/chat/completions': busy } });
      let seen = 0;
      const outcome = await run({
        onEvent: (each) => {
          if (each.event === 'progress' && each.waitsFor !== null && (seen += 1) === 3)
            server.set({ canned: {} });
        },
      });
      expect(outcome).toMatchObject({ ended: 1, failed: 0, unusable: 0 });
      expect(lines()).toHaveLength(1);
      expect(generations(server).length).toBe(4);
    });
  });

  it('gives a server up that does not come back, and asks again when it goes on', async () => {
    await withBench([item('a')], {}, async ({ run, lines, server }) => {
      server.set({ canned: { '/v1/chat/completions': { status: 429, body: { detail: 'slow down' } } } });
      const retries = { first: 1, longest: 1, patience: 10 };
      expect(await run({ retries })).toMatchObject({ ended: 0, failed: 1, unusable: 0 });
      expect(readRecord(lines()[0] ?? {})).toMatchObject({ reason: 'failed' });
      server.set({ canned: {} });
      expect(await run()).toMatchObject({ ended: 1, failed: 0, unusable: 0 });
    });
  });

  it('does not repeat a request that was cut after its first token, and goes on with the others', async () => {
    await withBench([item('a'), item('b')], { cutAt: 3 }, async ({ run, lines, server }) => {
      let chunks = 0;
      server.set({
        beforeChunk: () => {
          // Only the first answer is cut.
          if ((chunks += 1) === 4) server.set({ cutAt: null });
          return Promise.resolve();
        },
      });
      const admission = new Admission({ most: 1, first: 1 });
      expect(await run({ admission })).toMatchObject({ ended: 1, failed: 1, unusable: 0 });
      expect(generations(server)).toHaveLength(2);
      expect(lines()).toMatchObject([{ id: 'a#1', error: { reason: 'stream-cut' } }, { id: 'b#1' }]);
    });
  });

  it('leaves questions with mistakes out, and says what is wrong at their lines', async () => {
    const items = [
      { pagetrace_dataset: 1, pass: 'exact' },
      item('a'),
      item('a'),
      { id: 'c', question: 'No document?' },
      item('d', { pages: [4] }),
      item('e', { refrence: '1', reference: undefined }),
    ];
    await withBench(items, {}, async ({ run, lines, of }) => {
      expect(await run()).toMatchObject({ ended: 2, failed: 1, unusable: 2 });
      expect(of('problem').map(({ line, code }) => `${line} ${code}`)).toEqual([
        '3 duplicate-id',
        '4 missing-key',
        '6 unknown-key',
      ]);
      expect(lines().find(({ id }) => id === 'd#1')).toMatchObject({
        error: { reason: 'page-out-of-range' },
      });
    });
  });

  it('keeps what has ended when it is canceled, and sends the rest when it goes on', async () => {
    const items = Array.from({ length: 6 }, (_, at) => item(`q${at}`));
    await withBench(items, {}, async ({ run, lines }) => {
      const stop = new AbortController();
      const admission = new Admission({ most: 1, first: 1 });
      const onEvent = ({ event }: EvaluationEvent): void => {
        if (event === 'sample') stop.abort();
      };
      await expect(run({ admission, signal: stop.signal, onEvent })).rejects.toMatchObject({
        reason: 'cancelled',
      });
      expect(lines().length).toBeLessThan(6);
      expect(lines().filter(({ error }) => error !== undefined)).toEqual([]);
      expect(await run()).toMatchObject({ ended: 6, failed: 0, unusable: 0 });
      expect(new Set(lines().map(({ id }) => id)).size).toBe(lines().length);
    });
  });

  it('never renders more than a few pages ahead, and keeps few documents open', async () => {
    const items = Array.from({ length: 60 }, (_, at) => item(`q${at}`, { document: `${at}.pdf` }));
    await withBench(items, {}, async ({ run, documents, server }) => {
      let most = 0;
      server.set({
        beforeHeaders: () => {
          most = Math.max(most, documents.rendered - generations(server).length);
          return Promise.resolve();
        },
      });
      await run({ admission: new Admission({ most: 2, first: 2 }) });
      expect(documents.rendered).toBe(60);
      expect(most).toBeLessThanOrEqual(18);
      expect(documents.mostOpen).toBeLessThanOrEqual(2);
    });
  });

  it('ends at once if what was answered cannot be kept', async () => {
    const items = Array.from({ length: 20 }, (_, at) => item(`q${at}`));
    await withBench(items, {}, async ({ run, out, server }) => {
      const { signal } = new AbortController();
      const full = await RunFile.open(
        `${out}.full`,
        {
          prompt: { name: '', sha256: '' },
          model: '',
          sampling: {},
          pixels: { minPixels: 1, maxPixels: 2 },
          pages: '',
        },
        signal,
      );
      await full.close();
      await expect(run({ run: full })).rejects.toMatchObject({ reason: 'file-unwritable' });
      expect(generations(server).length).toBeLessThan(20);
    });
  });
});

describe('the requests in flight', () => {
  const { signal } = new AbortController();

  it('grow while the queue of the server is short, and shrink to what runs', async () => {
    const admission = new Admission({ most: 100, first: 2 });
    const leave = [await admission.enter(signal), await admission.enter(signal)];
    admission.take({ running: 2, waiting: 0 });
    expect(admission.allowed).toBe(4);
    admission.take({ running: 2, waiting: 0 });
    expect(admission.allowed).toBe(4);
    leave.push(await admission.enter(signal), await admission.enter(signal));
    admission.take({ running: 3, waiting: 1 });
    expect(admission.allowed).toBe(8);
    admission.take({ running: 3, waiting: 5 });
    expect(admission.allowed).toBe(3);
    let entered = false;
    const waits = admission.enter(signal).then(() => (entered = true));
    leave[0]?.();
    await Promise.resolve();
    expect(entered).toBe(false);
    leave[1]?.();
    await waits;
    expect(admission.inFlight).toBe(3);
  });

  it('are as many as allowed if the server does not report its queue', () => {
    const admission = new Admission({ most: 16, first: 8 });
    admission.take(null);
    expect(admission.allowed).toBe(16);
  });
});
