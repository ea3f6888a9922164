import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PageTraceError } from '../../../../src/core/errors.ts';
import { profileByName } from '../../../../src/core/rewards/registry.ts';
import { measureRunAgreement, type RunAgreementResult } from '../../../../src/runs/agreement/runAgreement.ts';
import { suggestFileDialect } from '../../../../src/runs/choosing/dialectChoice.ts';
import type { UserReward, UserScore } from '../../../../src/userRewards/model.ts';
import { sharedFolder } from '../../../support/files.ts';

const folder = sharedFolder();
const file = path.join(folder, 'run.jsonl');

const GOOD = { response: '<think>a</think><answer>42</answer>', verdict: 'right' };

function reward(score: (index: number) => UserScore, calls: number[] = []): UserReward {
  let count = 0;
  return {
    load: () => Promise.reject(new Error('It is loaded.')),
    score: (inputs) => {
      calls.push(inputs.length);
      return Promise.resolve(inputs.map(() => score(count++)));
    },
    dispose: () => Promise.resolve(),
  };
}

const failedScore = (reason: 'reward-failed' | 'reward-unusable'): UserScore => ({
  ok: false,
  error: new PageTraceError(reason, 'It fails.'),
  place: null,
});

function measure(
  own: UserReward,
  signal?: AbortSignal,
  onProgress?: (n: number) => void,
): Promise<RunAgreementResult> {
  return measureRunAgreement({
    file,
    profile: profileByName('action-rl'),
    reward: own,
    passed: 'everything',
    signal: signal ?? new AbortController().signal,
    onProgress: onProgress ?? (() => undefined),
  });
}

describe('the agreement of two rewards over a run', () => {
  it('compares every sample in calls of at most 64, and keeps the largest differences with their places', async () => {
    const lines = Array.from({ length: 150 }, (_, index) => JSON.stringify({ ...GOOD, id: `s${index}` }));
    lines.splice(3, 0, '{"no": "response"}');
    fs.writeFileSync(file, lines.join('\n'));
    const calls: number[] = [];
    const progress: number[] = [];
    const own = reward((index) => ({ ok: true, overall: index === 70 ? -9 : 1, fields: {} }), calls);
    const { summary, worst, unreadable, stopped } = await measure(own, undefined, (n) => progress.push(n));
    expect(calls.every((count) => count <= 64)).toBe(true);
    expect(progress.at(-1)).toBe(150);
    expect(summary.samples).toBe(150);
    expect(worst[0]?.place).toEqual({ line: 72, sample: null, id: 's70' });
    expect(unreadable).toMatchObject({ count: 1, first: [{ place: { line: 4 } }] });
    expect(stopped).toBe(false);
    expect(await suggestFileDialect(file)).toBe('think-answer');
  });

  it('counts a sample on which the function fails, and ends if the function cannot be used at all', async () => {
    fs.writeFileSync(file, `${JSON.stringify(GOOD)}\n`);
    const { worst } = await measure(reward(() => failedScore('reward-failed')));
    expect(worst).toMatchObject([{ agreement: { failure: 'It fails.', apart: Infinity } }]);
    await expect(measure(reward(() => failedScore('reward-unusable')))).rejects.toThrow('It fails.');
  });

  it('counts samples to which the function does not apply, as neither different nor failed', async () => {
    fs.writeFileSync(file, `${JSON.stringify(GOOD)}\n`.repeat(3));
    const none = { ok: true, overall: NaN, notApplicable: true, fields: { reward: null } } as const;
    const { summary, worst } = await measure(
      reward((index) => (index === 1 ? none : { ok: true, overall: 1, fields: {} })),
    );
    expect(summary).toMatchObject({ samples: 3, different: 2, failed: 0, unknown: 0 });
    expect(summary.notApplicable).toBe(1);
    expect(worst.map(({ place }) => place.line)).toEqual([1, 3]);
  });

  it('says that a group of more than 10,000 samples is divided', async () => {
    const line = `${JSON.stringify({ ...GOOD, prompt: 'How many?' })}\n`;
    const own = () => reward(() => ({ ok: true, overall: 1, fields: {} }));
    fs.writeFileSync(file, line.repeat(10_000));
    expect((await measure(own())).notes).toEqual([]);
    fs.appendFileSync(file, line);
    expect((await measure(own())).notes).toEqual([
      expect.stringMatching(/^A group of more than 10,000 samples is passed in several calls/),
    ]);
  });

  it('keeps the comparisons made before it was stopped', async () => {
    fs.writeFileSync(file, `${JSON.stringify(GOOD)}\n`.repeat(200));
    const controller = new AbortController();
    const result = await measure(
      reward(() => ({ ok: true, overall: 1, fields: {} })),
      controller.signal,
      () => {
        controller.abort();
      },
    );
    expect([result.stopped, result.summary.samples]).toEqual([true, 64]);
  });
});
