import { describe, expect, it } from 'vitest';
import type { EvaluationEvent } from '../../../src/core/datasets/evaluationEvent.ts';
import { readRecord } from '../../../src/core/records/recordSamples.ts';
import { samplePages } from '../../../src/core/runMetrics/samplePages.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { Admission } from '../../../src/evaluation/admission.ts';
import type { RatingMeans } from '../../../src/evaluation/rateSample.ts';
import { generations, item, NO_RATING, withBench } from './bench.ts';

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
              image_paths: ['a.pdf#page=2'],
              gt_image_paths: ['a.pdf#page=2'],
              metadata: { hops: ['2'] },
              tags: ['table'],
            },
          },
        ],
      });
      expect(of('progress').at(-1)).toMatchObject({ ended: 4, failed: 0, of: 4, in_flight: 0 });
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
        record: { evaluation: { rule: 'exact', why: 'The answer is not the reference answer, “43”.' } },
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

  it('says of each of several samples how many tokens their prompt has', async () => {
    await withBench([item('a')], {}, async ({ run, lines }) => {
      await run({ samples: 3 });
      const tokens = lines().map(({ numbers }) => (numbers as { prompt_tokens?: number }).prompt_tokens);
      expect(tokens[0]).toBeGreaterThan(0);
      expect(new Set(tokens).size).toBe(1);
    });
  });

  it('measures only pages that a retriever chose as retrieval', async () => {
    const gold = { gold_pages: [2, 3] };
    const retrieved = {
      id: undefined,
      uid: 'l',
      document: undefined,
      pages: undefined,
      top3_image_paths: ['a.png', 'b.png', 'c.png', 'd.png'],
      gt_image_paths: ['b.png', 'z.png'],
    };
    await withBench([item('given', gold), item('', retrieved)], {}, async ({ run, lines }) => {
      await run();
      const samples = lines().flatMap((line) => {
        const reading = readRecord(line);
        return 'samples' in reading ? reading.samples : [];
      });
      const pages = new Map(samples.map((sample) => [sample.group, samplePages(sample)]));
      expect(pages.get('given')).toEqual({
        retrieved: null,
        gold: new Set(['a.pdf#page=2', 'a.pdf#page=3']),
      });
      expect(pages.get('l')).toEqual({
        retrieved: ['a.png', 'b.png', 'c.png'],
        gold: new Set(['b.png', 'z.png']),
      });
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
      // No more than one question is asked while a record is written, however long this takes.
      await expect(run({ admission, ahead: 1, signal: stop.signal, onEvent })).rejects.toMatchObject({
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

  it('asks a server for its load once if it has said that it reports none', async () => {
    const canned = { '/metrics': { status: 404 }, '/load': { status: 404 } };
    const items = Array.from({ length: 30 }, (_, at) => item(`q${at}`));
    await withBench(items, { canned }, async ({ run, server }) => {
      // Long enough for many looks at the queue.
      await run({ loadInterval: 0, admission: new Admission({ most: 1, first: 1 }) });
      const times = (path: string): number => server.requests.filter((each) => each.path === path).length;
      expect([times('/metrics'), times('/load'), generations(server).length]).toEqual([1, 1, 30]);
    });
  });
});

describe('the requests in flight', () => {
  const { signal } = new AbortController();

  it('grow while the queue of the server is short, and shrink to what runs when it stays long', async () => {
    const admission = new Admission({ most: 100, first: 2 });
    const leave = [await admission.enter(signal), await admission.enter(signal)];
    admission.take({ running: 2, waiting: 0 });
    expect(admission.allowed).toBe(4);
    admission.take({ running: 2, waiting: 0 });
    expect(admission.allowed).toBe(4);
    leave.push(await admission.enter(signal), await admission.enter(signal));
    admission.take({ running: 3, waiting: 1 });
    expect(admission.allowed).toBe(8);
    // What arrived just now waits for a moment.
    admission.take({ running: 0, waiting: 4 });
    expect(admission.allowed).toBe(8);
    admission.take({ running: 2, waiting: 2 });
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

  it('are as many as a person says, whatever the queue is', () => {
    const admission = new Admission({ most: 8, first: 8 });
    for (const waiting of [0, 20, 20]) admission.take({ running: 1, waiting });
    expect(admission.allowed).toBe(8);
  });

  it('are as many as allowed if the server does not report its queue', () => {
    const admission = new Admission({ most: 16, first: 8 });
    admission.take(null);
    expect(admission.allowed).toBe(16);
  });
});
