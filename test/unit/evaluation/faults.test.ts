import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EvaluationEvent } from '../../../src/core/datasets/evaluationEvent.ts';
import { readRecord } from '../../../src/core/records/recordSamples.ts';
import { Admission } from '../../../src/evaluation/admission.ts';
import { startFakeVllm, type Canned, type FakeVllm } from '../../support/fakeVllm.ts';
import { waitFor } from '../inference/helpers.ts';
import { generations, item, withBench, withRoom, type Bench } from './bench.ts';

const CHAT = '/v1/chat/completions';
const ONE = { admission: new Admission({ most: 1, first: 1 }) };
const items = (count: number): readonly object[] => Array.from({ length: count }, (_, at) => item(`q${at}`));
const ids = ({ lines }: Pick<Bench, 'lines'>): readonly unknown[] => lines().map(({ id }) => id);

/** Answers with `canned` until the evaluation has asked so many times. */
async function untilWaited(bench: Bench, canned: Canned, times: number): Promise<number> {
  const { server, run } = bench;
  server.set({ canned: { [CHAT]: canned } });
  const begun = performance.now();
  const onEvent = (each: EvaluationEvent): void => {
    if (each.event === 'progress' && each.waits_for !== null && generations(server).length >= times)
      server.set({ canned: {} });
  };
  expect(await run({ onEvent })).toMatchObject({ ended: 1, failed: 0 });
  return performance.now() - begun;
}

describe('a server that does not answer', () => {
  it.each([429, 503])('is asked again after HTTP %i without a token', async (status) => {
    await withBench([item('a')], {}, async (bench) => {
      await untilWaited(bench, { status, body: { detail: 'busy' } }, 3);
      expect(generations(bench.server).length).toBeGreaterThan(3);
      expect(ids(bench)).toEqual(['a#1']);
    });
  });

  it('is asked again after the time that it names', async () => {
    await withBench([item('a')], {}, async (bench) => {
      const canned = { status: 429, body: '', headers: { 'retry-after': '1' } };
      expect(await untilWaited(bench, canned, 1)).toBeGreaterThanOrEqual(1000);
      expect(generations(bench.server).length).toBe(2);
    });
  });

  it.each([500, 502, 504])('is not asked again after HTTP %i: it may have begun', async (status) => {
    await withBench([item('a')], {}, async ({ run, server, lines }) => {
      server.set({ canned: { [CHAT]: { status, body: { detail: 'broken' } } } });
      expect(await run()).toMatchObject({ ended: 0, failed: 1 });
      expect(generations(server).length).toBe(1);
      expect(readRecord(lines()[0] ?? {})).toMatchObject({ reason: 'failed' });
    });
  });

  it('ends the evaluation if it does not come back, or cannot be asked at all, and no question has failed', async () => {
    await withBench(items(3), {}, async ({ run, server, lines }) => {
      const retries = { first: 1, longest: 1, patience: 10 };
      for (const [status, reason] of [
        [429, 'server-refused'],
        [401, 'server-unauthorized'],
        [404, 'server-wrong-path'],
      ] as const) {
        server.set({ canned: { [CHAT]: { status, body: { detail: 'no' } } } });
        await expect(run({ retries })).rejects.toMatchObject({ reason });
        expect(lines()).toEqual([]);
      }
      server.set({ canned: {} });
      expect(await run()).toMatchObject({ ended: 3, failed: 0 });
    });
  });

  it('is not asked again after an answer that was cut, and the others are answered', async () => {
    await withBench(items(2), { cutAt: 3 }, async ({ run, lines, server }) => {
      let chunks = 0;
      server.set({
        beforeChunk: () => {
          // Only the first answer is cut.
          if ((chunks += 1) === 4) server.set({ cutAt: null });
          return Promise.resolve();
        },
      });
      expect(await run(ONE)).toMatchObject({ ended: 1, failed: 1, unusable: 0 });
      expect(generations(server)).toHaveLength(2);
      expect(lines()).toMatchObject([{ id: 'q0#1', error: { reason: 'stream-cut' } }, { id: 'q1#1' }]);
    });
  });

  it('keeps what had arrived of each sample that was cut, which is no response, and asks for it again', async () => {
    const events = [
      { index: 0, delta: { content: 'The answer is 4' } },
      { index: 1, delta: { content: '' } },
    ]
      .map((choice) => `data: ${JSON.stringify({ choices: [choice] })}\n\n`)
      .join('');
    const canned = { status: 200, body: events, headers: { 'content-type': 'text/event-stream' } };
    await withBench([item('a')], { canned: { [CHAT]: canned } }, async (bench) => {
      const { server, run, lines, of } = bench;
      expect(await run({ samples: 2 })).toMatchObject({ ended: 0, failed: 2 });
      const [first, second] = lines();
      expect(first).toMatchObject({ id: 'a#1', error: { partial_response: 'The answer is 4' } });
      expect(second).toMatchObject({ id: 'a#2', error: { reason: 'stream-cut' } });
      expect(second?.['error']).not.toHaveProperty('partial_response');
      // It is said only where it is true.
      const kept = 'The part that arrived is kept. ';
      expect(of('failed').map(({ hint }) => hint?.startsWith(kept))).toEqual([true, false]);
      // Nothing but the error has a text of the model, where other programs read.
      expect(Object.keys(first ?? {})).toEqual(['pagetrace', 'id', 'group', 'question', 'error', 'record']);
      expect(readRecord(first)).toEqual({
        reason: 'failed',
        problem: expect.stringMatching(
          /^The request failed before the response was complete: .* The part that arrived is kept\. /u,
        ) as string,
        partial: 'The answer is 4',
      });
      expect(readRecord(second)).toMatchObject({
        reason: 'failed',
        problem: expect.not.stringContaining(kept) as unknown,
      });
      // An answer that fails before anything arrives does not take away what has.
      server.set({ canned: { [CHAT]: { ...canned, body: events.replace('The answer is 4', '') } } });
      await run({ samples: 2 });
      expect(lines()).toEqual([first, second]);
      server.set({ canned: {} });
      expect(await run({ samples: 2 })).toMatchObject({ ended: 2, failed: 0 });
      expect(lines().filter(({ error }) => error !== undefined)).toEqual([]);
    });
  });

  it('may die in the middle of a run and come back', async () => {
    await withBench(items(12), {}, async (bench) => {
      const { server, run, events } = bench;
      const port = Number(new URL(server.url).port);
      let again: Promise<FakeVllm> | null = null;
      let waited = 0;
      let begun = 0;
      server.set({
        // It answers no more than four questions, however long their records take.
        beforeChunk: (chunk) =>
          chunk === 0 && (begun += 1) > 4 ? new Promise(() => undefined) : Promise.resolve(),
      });
      const onEvent = (each: EvaluationEvent): void => {
        events.push(each);
        if (each.event === 'sample' && bench.of('sample').length === 4) void server.close();
        if (each.event !== 'progress' || each.waits_for === null) return;
        expect(each.waits_for).toMatch(/^Nothing listens at /);
        if ((waited += 1) === 2) again = startFakeVllm({}, port);
      };
      const admission = new Admission({ most: 3, first: 3 });
      const first = await run({ onEvent, admission });
      await expect(again).resolves.toBeDefined();
      // Only what it was answering when it died has failed.
      expect(first.ended + first.failed).toBe(12);
      expect(first.failed).toBeLessThanOrEqual(3);
      expect(await run({ admission })).toMatchObject({ ended: 12, failed: 0 });
      expect(new Set(ids(bench)).size).toBe(12);
      expect(ids(bench)).toHaveLength(12);
      await (await (again as unknown as Promise<FakeVllm>)).close();
    });
  });
});

describe('a sample that failed', () => {
  it('has one record in the run, which says why it failed last', async () => {
    await withBench([item('a'), item('b')], {}, async (bench) => {
      const { run, server, lines, out } = bench;
      const fails = (detail: string): void => {
        server.set({ canned: { [CHAT]: { status: 400, body: { detail } } } });
      };
      fails('too hot');
      expect(await run()).toMatchObject({ failed: 2 });
      const size = fs.statSync(out).size;
      expect(await run()).toMatchObject({ failed: 2 });
      expect(fs.statSync(out).size).toBe(size);
      fails('too cold');
      expect(await run({ limit: 1 })).toMatchObject({ failed: 2 });
      expect(lines()).toMatchObject([
        { id: 'b#1', error: { said: 'too hot' } },
        { id: 'a#1', error: { said: 'too cold' } },
      ]);
      server.set({ canned: {} });
      expect(await run()).toMatchObject({ ended: 2, failed: 0 });
      expect([...ids(bench)].sort()).toEqual(['a#1', 'b#1']);
      expect(lines().filter(({ error }) => error !== undefined)).toEqual([]);
    });
  });

  it('is still to be asked if it failed in an earlier evaluation, but not if it has failed in this one', async () => {
    await withBench(items(4), { cutAt: 0 }, async ({ run, server }) => {
      expect(await run(ONE)).toMatchObject({ failed: 4 });
      let seconds = 0;
      let asked = 0;
      const progress: Extract<EvaluationEvent, { event: 'progress' }>[] = [];
      const left = (): number | null | undefined => progress.at(-1)?.seconds_left;
      const isSaid = (failed: number): boolean =>
        progress.at(-1)?.of === 4 && (failed < 2 ? left() === null : left() === 4 - failed);
      // Each request fails after it was said how much time is left, and in another second.
      server.set({
        beforeHeaders: async () => {
          const failed = asked;
          asked += 1;
          await waitFor(() => isSaid(failed));
        },
      });
      const onEvent = (each: EvaluationEvent): void => {
        if (each.event === 'failed') seconds += 1;
        if (each.event === 'progress') progress.push(each);
      };
      expect(await run({ ...ONE, now: () => seconds * 1000, onEvent })).toMatchObject({ failed: 4 });
      expect(left()).toBe(0);
    });
  });

  it('has one record also if the process ended before the old one was taken away', async () => {
    await withBench([item('a')], {}, async ({ run, server, lines, out }) => {
      server.set({ canned: { [CHAT]: { status: 400, body: '' } } });
      await run();
      const failed = fs.readFileSync(out);
      server.set({ canned: {} });
      await run();
      const ended = fs.readFileSync(out).subarray(failed.length);
      fs.writeFileSync(out, Buffer.concat([failed, ended]));
      expect(lines()).toHaveLength(2);
      expect(await run()).toMatchObject({ ended: 1, failed: 0 });
      expect(lines()).toMatchObject([{ id: 'a#1', response: expect.any(String) as unknown }]);
    });
  });
});

describe('a full disk', () => {
  it('ends the evaluation, keeps every record that was whole, and the evaluation goes on when there is room', async () => {
    await withBench(items(8), {}, async (bench) => {
      const { run, out, server } = bench;
      // No more than one question is asked while a record is written, however long this takes.
      await expect(run({ ...ONE, ahead: 1 }, withRoom(4000))).rejects.toMatchObject({
        reason: 'file-unwritable',
        message: 'run.jsonl could not be written, because there is not enough room for it.',
      });
      const kept = ids(bench);
      expect(kept.length).toBeGreaterThan(0);
      expect(fs.readFileSync(out, 'utf8').endsWith('\n')).toBe(true);
      const asked = generations(server).length;
      expect(asked).toBeLessThan(8);
      expect(await run(ONE)).toMatchObject({ ended: 8, failed: 0 });
      expect(ids(bench).slice(0, kept.length)).toEqual(kept);
      expect(new Set(ids(bench)).size).toBe(8);
    });
  });
});

describe('a document that is replaced in the middle of a run', () => {
  it('is not asked about any more, and questions about others are', async () => {
    const all = [...items(8), item('other', { document: 'b.pdf' })];
    await withBench(all, {}, async ({ run, documents, folder, lines, events, of }) => {
      const file = path.join(folder, 'a.pdf');
      fs.writeFileSync(file, 'old');
      const onEvent = (each: EvaluationEvent): void => {
        events.push(each);
        if (each.event !== 'sample' || documents.version !== '') return;
        documents.version = ', replaced';
        fs.writeFileSync(file, 'replaced');
      };
      const { ended, failed } = await run({ ...ONE, ahead: 1, onEvent });
      expect([ended + failed, failed > 3, ended > 1]).toEqual([9, true, true]);
      expect(new Set(of('failed').map(({ message }) => message))).toEqual(
        new Set(['a.pdf has changed since questions of this run were answered about it.']),
      );
      expect(lines().filter((line) => JSON.stringify(line).includes('hash of a.pdf, replaced'))).toEqual([]);
      // It is noticed also when the run goes on.
      expect(await run()).toMatchObject({ ended, failed });
      documents.version = '';
      fs.writeFileSync(file, 'restored');
      expect(await run()).toMatchObject({ ended: 9, failed: 0 });
    });
  });
});
