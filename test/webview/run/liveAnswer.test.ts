import { beforeEach, describe, expect, it } from 'vitest';
import { defer, type Deferred } from '../../../src/core/deferred.ts';
import { PageTraceError } from '../../../src/core/errors.ts';
import { Pace } from '../../../webview/run/model/pace.ts';
import { LiveAnswer } from '../../../webview/run/model/liveAnswer.ts';
import { HandClock } from '../inspector/bench.ts';

const INTERVAL = 100;

/** The questions that were asked, each to be answered by the test. */
let asked: { readonly answer: Deferred<string>; readonly signal: AbortSignal }[];
let clock: HandClock;
let live: LiveAnswer<string>;

beforeEach(() => {
  asked = [];
  clock = new HandClock();
  live = new LiveAnswer({
    pace: new Pace(clock, INTERVAL),
    ask: (signal) => {
      const answer = defer<string>();
      asked.push({ answer, signal });
      return answer.promise;
    },
  });
});

async function answer(at: number, value: string, took = 0): Promise<void> {
  clock.pass(took);
  asked[at]?.answer.resolve(value);
  await settled();
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) await Promise.resolve();
}

describe('an answer that follows the run', () => {
  it('is asked for only while someone looks at it', async () => {
    live.grow();
    live.change();
    expect(asked).toHaveLength(0);
    live.want(true);
    expect([asked.length, live.isAsking.value]).toEqual([1, true]);
    await answer(0, 'one');
    expect([live.value.value, live.isAsking.value]).toEqual(['one', false]);
    live.want(false);
    live.grow();
    clock.pass(10 * INTERVAL);
    expect(asked).toHaveLength(1);
    live.want(true);
    expect(asked).toHaveLength(2);
  });

  it('is asked again when the run has grown, but leaves time for the rest', async () => {
    live.want(true);
    await answer(0, 'one');
    live.grow();
    expect(asked).toHaveLength(1);
    clock.pass(INTERVAL);
    expect(asked).toHaveLength(2);
    // What comes while it is being answered is asked once more.
    live.grow();
    live.grow();
    await answer(1, 'two', 1000);
    expect(live.value.value).toBe('two');
    clock.pass(8999);
    expect(asked).toHaveLength(2);
    clock.pass(1);
    expect(asked).toHaveLength(3);
    await answer(2, 'three');
    clock.pass(100_000);
    expect(asked).toHaveLength(3);
  });

  it('is asked at once when the question changes, and what was asked before is not taken', async () => {
    live.want(true);
    live.change();
    expect([asked.length, asked[0]?.signal.aborted]).toEqual([2, true]);
    await answer(0, 'of before');
    expect(live.value.value).toBeNull();
    await answer(1, 'of now');
    expect(live.value.value).toBe('of now');
    live.grow();
    live.change();
    expect(asked).toHaveLength(3);
  });

  it('stays when the next question fails, and says why', async () => {
    live.want(true);
    await answer(0, 'one');
    live.change();
    asked[1]?.answer.reject(new PageTraceError('timeout', 'It took too long.', { hint: 'Try again.' }));
    await settled();
    expect([live.value.value, live.failure.value]).toEqual(['one', 'It took too long. Try again.']);
    live.change();
    await answer(2, 'two');
    expect([live.value.value, live.failure.value]).toEqual(['two', null]);
  });

  it('forgets why a question failed when another one is asked', async () => {
    live.want(true);
    asked[0]?.answer.reject(new PageTraceError('timeout', 'It took too long.'));
    await settled();
    live.grow();
    expect(live.failure.value).toBe('It took too long.');
    live.change();
    expect([asked.length, live.failure.value]).toEqual([2, null]);
  });

  it('is no longer asked for when it is disposed of', async () => {
    live.want(true);
    live.dispose();
    expect(asked[0]?.signal.aborted).toBe(true);
    live.grow();
    await answer(0, 'one');
    clock.pass(10 * INTERVAL);
    expect(asked).toHaveLength(1);
  });
});
