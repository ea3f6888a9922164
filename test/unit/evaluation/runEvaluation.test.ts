import { expect, it } from 'vitest';
import { Admission } from '../../../src/evaluation/admission.ts';
import type { Job, PreparedJob } from '../../../src/evaluation/model.ts';
import { runEvaluation } from '../../../src/evaluation/runEvaluation.ts';

const AHEAD = 2;

/** Does so many jobs one at a time, whose answers are rated when the test says so. */
function answer(jobs: number) {
  const sent: number[] = [];
  const rated: (() => void)[] = [];
  const admission = new Admission({ most: 1, first: 1 });
  const over = runEvaluation(
    Array.from({ length: jobs }, (_, first) => ({ first }) as Job),
    {
      prepare: (job) => Promise.resolve(job as PreparedJob),
      ask: async (job, onAnswered) => {
        sent.push(job.first);
        onAnswered();
        onAnswered();
        await new Promise<void>((resolve) => rated.push(resolve));
        return null;
      },
      fail: () => Promise.reject(new Error('Nothing fails here.')),
      admission,
      ahead: AHEAD,
      signal: new AbortController().signal,
    },
  );
  return { sent, rated, admission, over };
}

it('sends the next request while an answer is rated, and waits when too many answers are', async () => {
  const { sent, rated, admission, over } = answer(6);
  for (let done = 0; done < 6; done += 1) {
    await expect.poll(() => sent.length, { interval: 1 }).toBe(Math.min(6, AHEAD + done));
    // An answer that is said to be there twice leaves one place only.
    expect(admission.inFlight).toBe(0);
    rated[done]?.();
  }
  await over;
  expect(sent).toEqual([0, 1, 2, 3, 4, 5]);
});

it('is steady when as many requests are in flight as ever may be, and the queue is short', () => {
  const admission = new Admission({ most: 4, first: 2 });
  expect(admission.isSteady).toBe(false);
  admission.take(null);
  expect(admission.isSteady).toBe(true);
  admission.take({ running: 1, waiting: 3 });
  expect(admission.isSteady).toBe(false);
  admission.take({ running: 4, waiting: 0 });
  expect(admission.isSteady).toBe(true);
});
