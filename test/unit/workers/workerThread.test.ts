import { expect, onTestFinished, test, vi } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { WorkerThread, type CallOptions } from '../../../src/workers/workerThread.ts';
import type { TestCalls } from './testCalls.ts';

const LONG = 60_000;
/** Long enough for a call that answers at once on a busy machine. */
const SHORT = 300;

function startThread({ url = new URL('./testWorker.ts', import.meta.url), startTimeout = LONG } = {}) {
  const thread = new WorkerThread<TestCalls>({
    url,
    name: 'test',
    workerData: null,
    startTimeout,
    memory: 64,
    startFailed: (said) => new PageTraceError('internal', 'The thread did not start.', { said }),
  });
  onTestFinished(() => thread.dispose());
  return thread;
}

function options<Request>(
  request: Request,
  { deadline = LONG, subject = 'a', content = '', ...others }: Partial<Options<Request>> = {},
): CallOptions<Request> {
  return {
    request: () => request,
    deadline,
    stopped: (why) => new PageTraceError('timeout', `given up: ${why}`),
    about: { subject, content: () => content },
    ...others,
  };
}

type Options<Request> = Omit<CallOptions<Request>, 'about'> & {
  readonly subject: string;
  readonly content: string;
};

const nothing = options(null);

test('answers calls in order, in one thread that the first call starts', async () => {
  const thread = startThread();
  expect(thread.isRunning).toBe(false);
  const values = [1, 2, 3].map((value) => thread.call('echo', options({ value })));
  await expect(Promise.all(values)).resolves.toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  await expect(thread.call('count', nothing)).resolves.toBe(1);
  await expect(thread.call('count', nothing)).resolves.toBe(2);
  expect(thread.isRunning).toBe(true);
});

test('a call that exceeds its deadline ends the thread, and another thread answers the next call', async () => {
  const thread = startThread();
  await thread.call('count', nothing);
  const hung = thread.call('hang', options(null, { deadline: SHORT }));
  const next = thread.call('count', options(null, { subject: 'b' }));
  await expect(hung).rejects.toThrow('given up: deadline');
  await expect(next).resolves.toBe(1);
});

test('the deadline of a call begins when it is sent, not when it is queued', async () => {
  const thread = startThread();
  const hung = thread.call('hang', options(null, { deadline: 3 * SHORT }));
  const next = thread.call('echo', options(1, { subject: 'b', deadline: 2 * SHORT }));
  await expect(hung).rejects.toThrow('given up: deadline');
  await expect(next).resolves.toBe(1);
});

test('a content that exceeded the deadline is not tried again until it changes', async () => {
  const thread = startThread();
  const hang = (content: string) =>
    thread.call('hang', options(null, { deadline: SHORT, subject: 'file', content }));
  const error = await hang('slow').catch((thrown: unknown) => thrown);
  await expect(thread.call('echo', options(1, { subject: 'file', content: 'slow' }))).rejects.toBe(error);
  expect(thread.isRunning).toBe(false);
  await expect(thread.call('echo', options(1, { subject: 'other', content: 'slow' }))).resolves.toBe(1);
  await expect(thread.call('echo', options(2, { subject: 'file', content: 'mended' }))).resolves.toBe(2);
  // It is tried again after another content.
  await expect(thread.call('echo', options(3, { subject: 'file', content: 'slow' }))).resolves.toBe(3);
});

test('a call without a subject is tried again whenever it is made', async () => {
  const thread = startThread();
  const stopped = vi.fn(() => new PageTraceError('timeout', 'given up'));
  const hang = () => thread.call('hang', { request: () => null, deadline: SHORT / 3, stopped });
  await expect(hang()).rejects.toThrow('given up');
  await expect(hang()).rejects.toThrow('given up');
  expect(stopped).toHaveBeenCalledTimes(2);
});

test('a call that needs too much memory ends the thread and not the process', async () => {
  const thread = startThread();
  await expect(thread.call('grow', nothing)).rejects.toThrow('given up: memory');
  await expect(thread.call('count', options(null, { subject: 'b' }))).resolves.toBe(1);
});

test('a call that lacks the memory which other calls keep is made again in a new thread', async () => {
  const thread = startThread();
  await thread.call('keep', options(40, { subject: 'a' }));
  await expect(thread.call('keep', options(41, { subject: 'b' }))).resolves.toBeNull();
});

test('a thread that ends fails the call that it works on, and the next call starts another', async () => {
  const thread = startThread();
  await expect(thread.call('exit', nothing)).rejects.toThrow('given up: crash');
  await expect(thread.call('echo', options('again'))).resolves.toBe('again');
});

test('errors of PageTrace arrive with reason, sentence, hint and words; others are internal', async () => {
  const thread = startThread();
  await expect(thread.call('fail', nothing)).rejects.toMatchObject({
    name: 'PageTraceError',
    reason: 'bad-input',
    message: 'This is wrong.',
    hint: 'Mend it.',
    said: 'no',
  });
  await expect(thread.call('break', nothing)).rejects.toMatchObject({
    reason: 'internal',
    said: 'not a function',
  });
  await expect(thread.call('echo', options(1))).resolves.toBe(1);
});

test('a call that is not needed any longer is not sent', async () => {
  const thread = startThread();
  const first = thread.call('count', nothing);
  const dropped = thread.call('count', options(null, { isNeeded: () => false }));
  await expect(dropped).rejects.toMatchObject({ reason: 'cancelled' });
  await expect(first).resolves.toBe(1);
  await expect(thread.call('count', nothing)).resolves.toBe(2);
});

test('aborting a call rejects it at once, and the calls after it are answered', async () => {
  const thread = startThread();
  await thread.call('count', nothing);
  const aborted = new AbortController();
  const hung = thread.call('hang', options(null, { deadline: SHORT, signal: aborted.signal }));
  const next = thread.call('echo', options(1, { subject: 'b' }));
  aborted.abort();
  await expect(hung).rejects.toMatchObject({ reason: 'cancelled' });
  await expect(next).resolves.toBe(1);
});

test('tells each thread’s number to the function that creates a request', async () => {
  const thread = startThread();
  const numbers: number[] = [];
  const numbered = () =>
    thread.call('echo', {
      ...options(null, { subject: 'b' }),
      request: (number) => {
        numbers.push(number);
        return null;
      },
    });
  await numbered();
  await numbered();
  await thread.call('exit', nothing).catch(() => undefined);
  await numbered();
  expect(numbers).toEqual([1, 1, 2]);
});

test('a thread that does not start says so, and is started again by the next call', async () => {
  const missing = startThread({ url: new URL('./noSuchWorker.ts', import.meta.url) });
  await expect(missing.call('echo', options(1))).rejects.toThrow('The thread did not start.');
  await expect(missing.call('echo', options(1))).rejects.toThrow('The thread did not start.');
  const silent = startThread({
    url: new URL('../documents/silentWorker.ts', import.meta.url),
    startTimeout: SHORT,
  });
  await expect(silent.call('echo', options(1))).rejects.toThrow('The thread did not start.');
});

test('rejects the calls that wait when it is disposed of', async () => {
  const thread = startThread();
  await thread.call('count', nothing);
  const waiting = Promise.allSettled([thread.call('hang', nothing), thread.call('count', nothing)]);
  await thread.dispose();
  const cancelled = { status: 'rejected', reason: { reason: 'cancelled' } };
  expect(await waiting).toMatchObject([cancelled, cancelled]);
});

test.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  'settles a call when it is disposed of %i microtasks later',
  async (ticks) => {
    const thread = startThread();
    await thread.call('echo', options(1));
    const settled = Promise.allSettled([thread.call('echo', options(2))]);
    for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
    await thread.dispose();
    expect(await settled).toMatchObject([{ status: 'rejected', reason: { reason: 'cancelled' } }]);
  },
);
