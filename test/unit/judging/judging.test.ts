import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { JUDGES } from '../../../src/judging/judges.ts';
import { Judging, type JudgingOptions } from '../../../src/judging/judging.ts';
import type { JudgeName, Judgement, SampleToJudge } from '../../../src/judging/model.ts';
import { VerdictCache } from '../../../src/judging/verdictCache.ts';
import { plainStatus, type TestDeps } from '../inference/helpers.ts';
import { judgeFairly, withJudge, type JudgeServer } from './judgeServer.ts';

let folder: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagetrace-judging-'));
});
afterEach(async () => {
  await fs.rm(folder, { recursive: true });
});

interface Changes extends Partial<Omit<JudgingOptions, 'judge'>> {
  readonly judge?: JudgeName;
}

function judgingAt(
  { url }: JudgeServer,
  inference: TestDeps,
  { judge = 'answer', ...more }: Changes = {},
): Judging {
  const dialect = JUDGES[judge].dialect;
  return new Judging({
    judge: JUDGES[judge],
    status: plainStatus(url),
    model: 'judge-model',
    prompt: readPromptFile('judge', `---\ndialect: ${dialect}\n---\nThe items:\n{{ content }}`).prompt,
    renderPrompt,
    inference,
    tries: 3,
    firstWait: 1,
    patience: 1_000,
    batch: 5,
    concurrency: 2,
    isFaithful: false,
    cache: null,
    signal: new AbortController().signal,
    ...more,
  });
}

/** Samples whose answers are numbers; the even ones are right. */
async function* numbered(count: number): AsyncGenerator<SampleToJudge> {
  for (let index = 0; index < count; index += 1) {
    const response = `<answer>${index}</answer>`;
    const reference = String(index % 2 === 0 ? index : -1);
    yield await Promise.resolve({ response, question: 'Which?', reference, dialect: null });
  }
}

async function verdicts(judging: Judging, samples: AsyncIterable<SampleToJudge>): Promise<string[]> {
  const judged: string[] = [];
  for await (const [, judgement] of judging.judge(samples, (sample) => sample))
    judged.push(wordOf(judgement));
  return judged;
}

function wordOf(judgement: Judgement | null): string {
  const judged = judgement?.judged ?? null;
  if (judged === null) return 'unknown';
  return 'verdict' in judged ? judged.verdict : 'rated';
}

const fair = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => (index % 2 === 0 ? 'right' : 'wrong'));

describe('judging samples', () => {
  test('goes in requests of some items, in order, with as many requests in flight as allowed', async () => {
    let inFlight = 0;
    let most = 0;
    const reply = async (prompt: string, request: number): Promise<string> => {
      most = Math.max(most, (inFlight += 1));
      // Later requests end earlier.
      for (let turn = request; turn < 8; turn += 1) await setImmediate();
      inFlight -= 1;
      return judgeFairly(prompt);
    };
    await withJudge(reply, async (server, deps) => {
      const judging = judgingAt(server, deps, { concurrency: 3 });
      expect(await verdicts(judging, numbered(33))).toEqual(fair(33));
      expect(server.prompts.map((prompt) => prompt.split('Question:').length - 1)).toEqual([
        5, 5, 5, 5, 5, 5, 3,
      ]);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(3);
      expect(judging.counts).toMatchObject({ samples: 33, asked: 33, cached: 0, ruled: 0, failed: 0 });
      expect(judging.cost).toMatchObject({ requests: 7, inputTokens: 700, outputTokens: 70, uncounted: 0 });
      expect(judging.cost.at({ input: 2, output: 10 })).toBeCloseTo(0.0021, 10);
    });
  });

  test('a request is full, also if another one ends while samples are read', async () => {
    await withJudge(judgeFairly, async (server, deps) => {
      const judging = judgingAt(server, deps);
      const slow = async function* (): AsyncGenerator<SampleToJudge> {
        let read = 0;
        for await (const sample of numbered(40)) {
          // The earlier requests have ended when the next one is half full.
          if ((read += 1) % 5 === 3)
            while (judging.cost.requests < Math.floor(read / 5)) await setImmediate();
          await setImmediate();
          yield sample;
        }
      };
      expect(await verdicts(judging, slow())).toEqual(fair(40));
      expect(server.prompts).toHaveLength(8);
    });
  });

  test('reads only as many samples ahead as requests in flight need', async () => {
    await withJudge(judgeFairly, async (server, deps) => {
      let read = 0;
      const counted = async function* (): AsyncGenerator<SampleToJudge> {
        for await (const sample of numbered(200)) {
          read += 1;
          yield sample;
        }
      };
      let written = 0;
      const judging = judgingAt(server, deps);
      for await (const [,] of judging.judge(counted(), (sample) => sample)) {
        written += 1;
        expect(read - written).toBeLessThan(5 * 2 * 4);
      }
      expect(written).toBe(200);
    });
  });

  test('equal items are asked about once, and what was said is not asked again', async () => {
    const twice = async function* (): AsyncGenerator<SampleToJudge> {
      yield* numbered(7);
      yield* numbered(7);
    };
    await withJudge(judgeFairly, async (server, deps) => {
      const cache = await VerdictCache.open(folder, []);
      const judging = judgingAt(server, deps, { cache });
      expect(await verdicts(judging, twice())).toEqual([...fair(7), ...fair(7)]);
      expect(server.prompts).toHaveLength(2);
      const later = judgingAt(server, deps, { cache: await VerdictCache.open(folder, []) });
      expect(await verdicts(later, twice())).toEqual([...fair(7), ...fair(7)]);
      expect(server.prompts).toHaveLength(2);
      expect(later.counts).toMatchObject({ samples: 14, asked: 0, cached: 14 });
      expect(later.cost.requests).toBe(0);
    });
  });

  test('a judgement that was stopped goes on where it was', async () => {
    await withJudge(judgeFairly, async (server, deps) => {
      const cache = await VerdictCache.open(folder, []);
      for await (const [,] of judgingAt(server, deps, { cache }).judge(numbered(100), (sample) => sample))
        if (server.prompts.length >= 4) break;
      const before = server.prompts.length;
      expect(before).toBeLessThan(20);
      expect(await verdicts(judgingAt(server, deps, { cache }), numbered(100))).toEqual(fair(100));
      const items = server.prompts.flatMap((prompt) => prompt.match(/^Answer: .*$/gm) ?? []);
      // A request that was in flight when it was stopped is made again.
      expect(items.length - new Set(items).size).toBeLessThanOrEqual(10);
    });
  });

  test('items that are known leave no gap in which the others wait for ever', async () => {
    await withJudge(judgeFairly, async (server, deps) => {
      const cache = await VerdictCache.open(folder, []);
      await verdicts(judgingAt(server, deps, { cache }), numbered(200));
      const mixed = async function* (): AsyncGenerator<SampleToJudge> {
        yield { response: 'new', question: null, reference: 'new', dialect: null };
        yield* numbered(200);
      };
      const [first, ...rest] = await verdicts(judgingAt(server, deps, { cache }), mixed());
      expect([first, rest]).toEqual(['right', fair(200)]);
    });
  });
});

describe('a judge that cannot be read', () => {
  test('is asked three times with growing pauses, and then the items are unknown', async () => {
    await withJudge(
      () => 'Fine work!',
      async (server, deps) => {
        const judging = judgingAt(server, deps, { cache: await VerdictCache.open(folder, []) });
        expect(await verdicts(judging, numbered(7))).toEqual(Array<string>(7).fill('unknown'));
        expect(server.prompts).toHaveLength(6);
        expect(judging.counts).toMatchObject({ samples: 7, asked: 0, failed: 7 });
        expect(judging.failure).toMatchObject({ said: 'Fine work!' });
        const waits = deps.lines.flatMap((line) => /again in (\d+) ms/.exec(line)?.[1] ?? []);
        expect(waits.toSorted()).toEqual(['1', '1', '2', '2']);
        // What nobody said is not kept.
        await verdicts(judgingAt(server, deps, { cache: await VerdictCache.open(folder, []) }), numbered(7));
        expect(server.prompts).toHaveLength(12);
      },
    );
  });

  test('too few or too many verdicts are none; the next try may be better', async () => {
    const replies = ['<judge>True</judge>', '<judge>True</judge>'.repeat(3)];
    await withJudge(
      (prompt, request) => replies[request] ?? judgeFairly(prompt),
      async (server, deps) => {
        expect(await verdicts(judgingAt(server, deps), numbered(2))).toEqual(fair(2));
        expect(server.prompts).toHaveLength(3);
      },
    );
  });

  test('as the paper has it, all of its batch is wrong', async () => {
    const reply = (prompt: string): string => (prompt.includes('Answer: 3') ? '' : judgeFairly(prompt));
    await withJudge(reply, async (server, deps) => {
      const judging = judgingAt(server, deps, { isFaithful: true, batch: 2 });
      expect(await verdicts(judging, numbered(6))).toEqual([
        'right',
        'wrong',
        'wrong',
        'wrong',
        'right',
        'wrong',
      ]);
      expect(judging.counts).toMatchObject({ asked: 4, failed: 2 });
    });
  });

  test('scores have no wrong that could take their place', async () => {
    await withJudge(
      () => 'good',
      async (server, deps) => {
        const judging = judgingAt(server, deps, { judge: 'quality', isFaithful: true, batch: 1 });
        expect(await verdicts(judging, numbered(1))).toEqual(['unknown']);
      },
    );
  });
});

describe('a server that fails', () => {
  test('is waited for while it takes no request', async () => {
    await withJudge(
      (prompt, request) => (request < 5 ? 503 : judgeFairly(prompt)),
      async (server, deps) => {
        expect(await verdicts(judgingAt(server, deps), numbered(2))).toEqual(fair(2));
        expect(server.prompts).toHaveLength(6);
      },
    );
  });

  test('is given up after some time, and what it said is kept', async () => {
    let isDown = false;
    const reply = (prompt: string): string | number => (isDown ? 429 : judgeFairly(prompt));
    await withJudge(reply, async (server, deps) => {
      const cache = await VerdictCache.open(folder, []);
      await verdicts(judgingAt(server, deps, { cache }), numbered(5));
      isDown = true;
      const judging = judgingAt(server, deps, { cache, patience: 5 });
      await expect(verdicts(judging, numbered(10))).rejects.toMatchObject({ status: 429 });
      isDown = false;
      const last = judgingAt(server, deps, { cache });
      expect(await verdicts(last, numbered(10))).toEqual(fair(10));
      expect(last.counts).toMatchObject({ cached: 5, asked: 5 });
    });
  });

  test('ends the judging if it has never answered, instead of leaving everything unknown', async () => {
    await withJudge(
      () => 500,
      async (server, deps) => {
        await expect(
          verdicts(judgingAt(server, deps, { concurrency: 1 }), numbered(100)),
        ).rejects.toMatchObject({ status: 500 });
        expect(server.prompts).toHaveLength(3);
      },
    );
  });

  test('that wants a key is not asked again', async () => {
    await withJudge(
      () => 401,
      async (server, deps) => {
        await expect(
          verdicts(judgingAt(server, deps, { concurrency: 1 }), numbered(100)),
        ).rejects.toMatchObject({ reason: 'server-unauthorized' });
        expect(server.prompts).toHaveLength(1);
      },
    );
  });

  test('a judging can be canceled while it waits for a reply', async () => {
    const stop = new AbortController();
    const never = new Promise<string>(() => undefined);
    await withJudge(
      () => {
        stop.abort();
        return never;
      },
      async (server, deps) => {
        const judging = judgingAt(server, deps, { signal: stop.signal });
        await expect(verdicts(judging, numbered(3))).rejects.toMatchObject({ reason: 'cancelled' });
      },
    );
  });
});
