import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { createRpcClient, serveRpc, type RpcSignal, type Wire } from '../../../src/protocol/rpc.ts';

interface Methods {
  double: { args: { n: number }; value: { n: number } };
  wait: { args: object; value: string };
}
const schemas = { double: v.object({ n: v.number() }), wait: v.object({}) };

/** Two connected ports; messages arrive as copies, in order, after the current task. */
function wirePair(): { a: Wire; b: Wire; crossed: unknown[] } {
  const crossed: unknown[] = [];
  const end = (own: Set<(m: unknown) => void>, other: Set<(m: unknown) => void>): Wire => ({
    send(message) {
      const copy: unknown = structuredClone(message);
      crossed.push(copy);
      queueMicrotask(() => {
        for (const receive of other) receive(copy);
      });
    },
    listen(receive) {
      own.add(receive);
      return () => own.delete(receive);
    },
  });
  const atA = new Set<(m: unknown) => void>();
  const atB = new Set<(m: unknown) => void>();
  return { a: end(atA, atB), b: end(atB, atA), crossed };
}

/** The error with which a promise was rejected. */
async function failureOf(promise: Promise<unknown>): Promise<PageTraceError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PageTraceError)) throw new Error('The promise was not rejected as it should be.');
  return error;
}

afterEach(() => {
  vi.useRealTimers();
});

describe('RPC', () => {
  it('a call gets the answer with its own id, whatever the order of answers', async () => {
    const { a, b } = wirePair();
    const open: (() => void)[] = [];
    serveRpc<Methods>(b, schemas, {
      double: ({ n }) => ({ n: 2 * n }),
      wait: () =>
        new Promise((resolve) =>
          open.push(() => {
            resolve('done');
          }),
        ),
    });
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    const slow = client.call('wait', {});
    const answers = await Promise.all([1, 2, 3].map((n) => client.call('double', { n })));
    expect(answers).toEqual([{ n: 2 }, { n: 4 }, { n: 6 }]);
    open[0]?.();
    expect(await slow).toBe('done');
  });

  it('calls and answers have their documented form on the wire', async () => {
    const { a, b, crossed } = wirePair();
    serveRpc<Methods>(b, schemas, {
      double: () => {
        throw new PageTraceError('page-failed', 'No.', { hint: 'Try another.' });
      },
      wait: () => 'done',
    });
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    await client.call('wait', {});
    await failureOf(client.call('double', { n: 1 }));
    expect(crossed).toEqual([
      { id: 0, method: 'wait', args: {} },
      { id: 0, ok: true, value: 'done' },
      { id: 1, method: 'double', args: { n: 1 } },
      { id: 1, ok: false, error: { reason: 'page-failed', message: 'No.', hint: 'Try another.' } },
    ]);
  });

  it('arguments that the schema refuses never reach the handler', async () => {
    const { a, b } = wirePair();
    const double = vi.fn(() => ({ n: 0 }));
    serveRpc<Methods>(b, schemas, { double, wait: () => '' });
    const client = createRpcClient<{ double: { args: { n: unknown }; value: unknown } }>(a, {
      timeout: 1000,
    });
    const error = await failureOf(client.call('double', { n: 'three' }));
    expect(error.reason).toBe('bad-input');
    expect(double).not.toHaveBeenCalled();
  });

  it.each(['nothing', 'constructor', '__proto__', 'toString'])(
    'a call of the unknown method %s is refused',
    async (method) => {
      const { a, b } = wirePair();
      serveRpc<Methods>(b, schemas, { double: () => ({ n: 0 }), wait: () => '' });
      const client = createRpcClient<Record<string, { args: unknown; value: unknown }>>(a, { timeout: 1000 });
      expect((await failureOf(client.call(method, {}))).reason).toBe('bad-input');
    },
  );

  it('a failure keeps its reason, message and hint, and a foreign error is wrapped', async () => {
    const { a, b } = wirePair();
    serveRpc<Methods>(b, schemas, {
      double: () => Promise.reject(new PageTraceError('page-timeout', 'Too slow.', { hint: 'Wait.' })),
      wait: () => {
        throw new TypeError('x is undefined');
      },
    });
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    const known = await failureOf(client.call('double', { n: 1 }));
    expect([known.reason, known.message, known.hint]).toEqual(['page-timeout', 'Too slow.', 'Wait.']);
    const wrapped = await failureOf(client.call('wait', {}));
    expect(wrapped.reason).toBe('internal');
    expect(wrapped.message).not.toContain('at ');
  });

  it('a failure is sent with the advice that the serving side words for it', async () => {
    const { a, b } = wirePair();
    serveRpc<Methods>(
      b,
      schemas,
      {
        double: () =>
          Promise.reject(
            new PageTraceError('file-unreadable', 'It has no tags.', {
              hint: 'Say what it is.',
              remedy: { kind: 'say-trajectory' },
            }),
          ),
        wait: () => Promise.reject(new PageTraceError('page-failed', 'No.', { hint: 'Try another.' })),
      },
      { hintOf: ({ remedy }) => (remedy === undefined ? null : `Do this: ${remedy.kind}.`) },
    );
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    expect((await failureOf(client.call('double', { n: 1 }))).hint).toBe('Do this: say-trajectory.');
    expect((await failureOf(client.call('wait', {}))).hint).toBeUndefined();
  });

  it('a call gives up after the time-out of the client or of the call, and informs the other side', async () => {
    vi.useFakeTimers();
    const { a, b } = wirePair();
    const signals: RpcSignal[] = [];
    serveRpc<Methods>(b, schemas, {
      double: () => ({ n: 0 }),
      wait: (_, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    const client = createRpcClient<Methods>(a, { timeout: 500 });
    const first = failureOf(client.call('wait', {}));
    const second = failureOf(client.call('wait', {}, { timeout: 50 }));
    await vi.advanceTimersByTimeAsync(60);
    expect((await second).reason).toBe('timeout');
    expect(signals.map((signal) => signal.aborted)).toEqual([false, true]);
    await vi.advanceTimersByTimeAsync(500);
    expect((await first).reason).toBe('timeout');
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true]);
  });

  it('a call without a time-out waits until it is answered', async () => {
    vi.useFakeTimers();
    const { a, b } = wirePair();
    let answer = (_: string): void => undefined;
    serveRpc<Methods>(b, schemas, {
      double: () => ({ n: 0 }),
      wait: () => new Promise((resolve) => (answer = resolve)),
    });
    const client = createRpcClient<Methods>(a, { timeout: 10 });
    const asked = client.call('wait', {}, { timeout: Infinity });
    await vi.advanceTimersByTimeAsync(1_000_000);
    answer('late');
    expect(await asked).toBe('late');
  });

  it('a call is cancelled by its signal, at once and on both sides, and no late reply is sent', async () => {
    const { a, b, crossed } = wirePair();
    let finish = (): void => undefined;
    const seen: RpcSignal[] = [];
    serveRpc<Methods>(b, schemas, {
      double: () => ({ n: 0 }),
      wait: (_, signal) => {
        seen.push(signal);
        return new Promise(
          (resolve) =>
            (finish = () => {
              resolve('late');
            }),
        );
      },
    });
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    const controller = new AbortController();
    const failed = failureOf(client.call('wait', {}, { signal: controller.signal }));
    await Promise.resolve();
    controller.abort();
    expect((await failed).reason).toBe('cancelled');
    await expect.poll(() => seen[0]?.aborted).toBe(true);
    finish();
    await new Promise((resolve) => setImmediate(resolve));
    expect(crossed).toEqual([
      { id: 0, method: 'wait', args: {} },
      { id: 0, cancel: true },
    ]);
    expect((await failureOf(client.call('wait', {}, { signal: controller.signal }))).reason).toBe(
      'cancelled',
    );
  });

  it('disposing of the client rejects open calls and later ones', async () => {
    const { a, b } = wirePair();
    serveRpc<Methods>(b, schemas, { double: () => ({ n: 0 }), wait: () => new Promise(() => undefined) });
    const client = createRpcClient<Methods>(a, { timeout: 1000 });
    const open = [failureOf(client.call('wait', {})), failureOf(client.call('wait', {}))];
    client.dispose();
    expect((await Promise.all(open)).map((error) => error.reason)).toEqual(['cancelled', 'cancelled']);
    expect((await failureOf(client.call('double', { n: 1 }))).reason).toBe('cancelled');
  });

  it('disposing of the server aborts open calls, and nothing more is answered', async () => {
    const { a, b, crossed } = wirePair();
    const seen: RpcSignal[] = [];
    const server = serveRpc<Methods>(b, schemas, {
      double: () => ({ n: 0 }),
      wait: (_, signal) => {
        seen.push(signal);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            resolve('late');
          });
        });
      },
    });
    a.send({ id: 0, method: 'wait', args: {} });
    await expect.poll(() => seen.length).toBe(1);
    server.dispose();
    expect(seen[0]?.aborted).toBe(true);
    a.send({ id: 1, method: 'double', args: { n: 1 } });
    await new Promise((resolve) => setImmediate(resolve));
    expect(crossed).toHaveLength(2);
  });

  it('other messages are passed on unchanged on both sides', async () => {
    const { a, b } = wirePair();
    const atServer: unknown[] = [];
    const atClient: unknown[] = [];
    serveRpc<Methods>(
      b,
      schemas,
      { double: () => ({ n: 0 }), wait: () => '' },
      { plain: (m) => atServer.push(m) },
    );
    createRpcClient<Methods>(a, { timeout: 1000, plain: (m) => atClient.push(m) });
    a.send({ type: 'ready' });
    a.send('text');
    a.send(null);
    b.send({ type: 'open', id: 7 });
    await new Promise((resolve) => setImmediate(resolve));
    expect(atServer).toEqual([{ type: 'ready' }, 'text', null]);
    expect(atClient).toEqual([{ type: 'open', id: 7 }]);
  });

  it.each([
    { id: 'x', method: 'double', args: {} },
    { id: 1.5, method: 'double', args: {} },
    { id: 1, method: 7, args: {} },
    { id: 1, ok: true },
    { id: 99, cancel: true },
    { id: 1, ok: false, error: { reason: 7, message: 'x' } },
  ])('a message that only resembles RPC is ignored: %o', async (message) => {
    const { a, b } = wirePair();
    const plain = vi.fn();
    serveRpc<Methods>(b, schemas, { double: () => ({ n: 0 }), wait: () => '' }, { plain });
    const client = createRpcClient<Methods>(a, { timeout: 1000, plain });
    a.send(message);
    b.send(message);
    expect(await client.call('wait', {})).toBe('');
    expect(plain).not.toHaveBeenCalled();
  });

  it('a call is answered once, even if its id is used again while it is open', async () => {
    const { a, b } = wirePair();
    const wait = vi.fn(() => new Promise<string>(() => undefined));
    serveRpc<Methods>(b, schemas, { double: () => ({ n: 0 }), wait });
    a.send({ id: 5, method: 'wait', args: {} });
    a.send({ id: 5, method: 'wait', args: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(wait).toHaveBeenCalledTimes(1);
  });
});
