import { describe, expect, test } from 'vitest';
import { readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { judgeAnswers, type Judge } from '../../../src/inference/judgeClient.ts';
import type { FakeVllm } from '../../support/fakeVllm.ts';
import { gate, plainStatus, waitFor, withServer } from './helpers.ts';

const { prompt } = readPromptFile('judge', '---\ndialect: judge\n---\n{{ content }}');
const items = ['4.2', '5'].map((answer) => ({ question: 'Total?', reference: '4.2 million', answer }));

/** A judge at a server. */
const judgeOf = ({ url }: FakeVllm, more: Partial<Judge> = {}): Judge => ({
  status: plainStatus(url),
  model: 'qwen2.5-vl',
  prompt,
  renderPrompt,
  ...more,
});

const GOOD = '<judge>True</judge>\n<judge>False</judge>';

describe('a judge', () => {
  test('a judge returns its reply without its reasoning', async () => {
    await withServer({ trajectories: ['<think>hard to say</think>I cannot say.'] }, async (server, deps) => {
      const judge = judgeOf(server, { tries: 1 });
      await expect(judgeAnswers(items, judge, deps)).rejects.toMatchObject({ said: 'I cannot say.' });
    });
  });

  test('a judge returns one verdict per item, whatever its reasoning contains', async () => {
    const trajectories = [`<think>perhaps <judge>True</judge></think>${GOOD}`];
    await withServer({ trajectories }, async (server, deps) => {
      const judge = judgeOf(server);
      expect(await judgeAnswers(items, judge, deps)).toEqual([true, false]);
      expect(server.requests[0]?.body).toMatchObject({ temperature: 0, n: 1 });
      expect(JSON.stringify(server.requests[0]?.body)).toContain('4.2 million');
      expect(await judgeAnswers([], judge, deps)).toEqual([]);
      expect(server.requests).toHaveLength(1);
    });
  });

  test('a judge is asked up to three times, with waits that double', async () => {
    await withServer({ trajectories: ['I cannot say.'] }, async (server, deps) => {
      const judge = judgeOf(server, { firstWait: 1 });
      await expect(judgeAnswers(items, judge, deps)).rejects.toMatchObject({
        reason: 'server-failed',
        said: 'I cannot say.',
      });
      expect(server.requests).toHaveLength(3);
      expect(deps.lines.filter((line) => line.includes('asked again'))).toMatchObject([
        expect.stringContaining('in 1 ms'),
        expect.stringContaining('in 2 ms'),
      ]);
    });
  });

  test('a judge recovers after a temporary failure', async () => {
    let times = 0;
    const busy = { '/v1/chat/completions': { status: 503, body: 'busy' } };
    await withServer({ trajectories: [GOOD], canned: busy }, async (server, deps) => {
      const log = (line: string): void => {
        if (line.includes('asked again') && ++times === 2) server.set({ canned: {} });
      };
      const judge = judgeOf(server, { firstWait: 1 });
      expect(await judgeAnswers(items, judge, { ...deps, log })).toEqual([true, false]);
      expect(server.requests).toHaveLength(3);
    });
  });

  test('a failure that cannot pass is not tried again', async () => {
    await withServer({ apiKey: 'secret' }, async (server, deps) => {
      const judge = judgeOf(server, { firstWait: 1 });
      await expect(judgeAnswers(items, judge, deps)).rejects.toMatchObject({ reason: 'server-unauthorized' });
      expect(server.requests).toHaveLength(1);
    });
  });

  test('a judge can be cancelled while it is asked and between two attempts', async () => {
    const { opened, open } = gate();
    await withServer({ beforeHeaders: () => opened }, async (server, deps) => {
      const asking = new AbortController();
      const judge = judgeOf(server, { signal: asking.signal });
      const running = judgeAnswers(items, judge, deps);
      await waitFor(() => server.requests.length === 1);
      asking.abort();
      await expect(running).rejects.toMatchObject({ reason: 'cancelled' });
      open();
      server.set({ beforeHeaders: null, trajectories: ['nothing'] });
      const waiting = new AbortController();
      const later = judgeAnswers(items, { ...judge, signal: waiting.signal, firstWait: 3_600_000 }, deps);
      await Promise.all([
        expect(later).rejects.toMatchObject({ reason: 'cancelled' }),
        waitFor(() => deps.lines.some((line) => line.includes('asked again'))).then(() => {
          waiting.abort();
        }),
      ]);
    });
  });
});
