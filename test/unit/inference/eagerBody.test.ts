import { describe, expect, test } from 'vitest';
import { eagerBody, readText, type BodyLimit } from '../../../src/inference/eagerBody.ts';
import { defer } from '../../../src/core/deferred.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { plainStatus, question, waitFor, withServer } from './helpers.ts';
import { gather } from '../../support/generation.ts';

const UNLIMITED: BodyLimit = { most: Infinity, exceeded: null };

/** A body that repeats `piece` without end, and counts how often it was read. */
function endless(piece: Uint8Array): {
  readonly source: ReadableStream<Uint8Array>;
  readonly reads: () => number;
  readonly closed: Promise<undefined>;
} {
  let reads = 0;
  const { promise: closed, resolve } = defer<undefined>();
  const source = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        reads += 1;
        controller.enqueue(piece);
      },
      cancel: () => {
        resolve(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return { source, reads: () => reads, closed };
}

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('eager bodies', () => {
  test('an eagerly read body delivers every byte in order', async () => {
    const whole = Buffer.from(Array.from({ length: 100_001 }, (_, index) => index % 251));
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(whole.subarray(0, 10));
        controller.enqueue(whole.subarray(10, 90_000));
        controller.enqueue(whole.subarray(90_000));
        controller.close();
      },
    });
    expect((await bytesOf(eagerBody(source, UNLIMITED))).equals(whole)).toBe(true);
  });

  test('an eagerly read body delivers what came before a failure, and then the failure', async () => {
    let fail = (): void => undefined;
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from('ab'));
        controller.enqueue(Buffer.from('c'));
        fail = () => {
          controller.error(new Error('cut'));
        };
      },
    });
    const reader = eagerBody(source, UNLIMITED).getReader();
    await new Promise((resolve) => setImmediate(resolve));
    fail();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('ab');
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('c');
    await expect(reader.read()).rejects.toThrow('cut');
  });

  test('cancelling an eagerly read body cancels its source', async () => {
    const reasons: unknown[] = [];
    const source = new ReadableStream<Uint8Array>({ cancel: (reason) => void reasons.push(reason) });
    await eagerBody(source, UNLIMITED).cancel('enough');
    expect(reasons).toEqual(['enough']);
  });

  test('a body without end delivers its bytes up to the limit, then the error of the limit, and is closed', async () => {
    const { source, closed } = endless(Buffer.from('abc'));
    const body = eagerBody(source, { most: 10, exceeded: () => new Error('too long') });
    let text = '';
    await expect(
      (async () => {
        for await (const piece of body) text += Buffer.from(piece).toString();
      })(),
    ).rejects.toThrow('too long');
    expect(text).toBe('abcabcabca');
    await closed;
  });

  test('a body as long as the limit is complete, and a longer one whose limit has no error ends there', async () => {
    const exceeded = (): Error => new Error('too long');
    expect(await readText(eagerBody(new Blob(['0123456789']).stream(), { most: 10, exceeded }))).toBe(
      '0123456789',
    );
    expect(await readText(eagerBody(endless(Buffer.from('abc')).source, { most: 10, exceeded: null }))).toBe(
      'abcabcabca',
    );
  });

  test('a body that may not take any longer ends with what came', async () => {
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(Buffer.from('ab'));
      },
    });
    expect(await readText(eagerBody(source, { most: 10, exceeded: null, within: 20 }))).toBe('ab');
  });

  test.each([
    ['large', 1_000_000, 20],
    ['tiny', 1, 20_000],
  ])('a body in %s pieces is not read on while its reader waits', async (_what, length, most) => {
    const { source, reads } = endless(Buffer.alloc(length));
    const reader = eagerBody(source, UNLIMITED).getReader();
    await waitFor(() => reads() > 1);
    let before = 0;
    while (reads() > before) {
      before = reads();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(before).toBeLessThan(most);
    for (let piece = 0; piece <= before; piece += 1) expect((await reader.read()).value).toHaveLength(length);
    await waitFor(() => reads() > before);
    await reader.cancel();
  });

  test('a character that is cut between two pieces is read as one', async () => {
    const [first, second] = [Buffer.from('日').subarray(0, 1), Buffer.from('日').subarray(1)];
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(first);
        controller.enqueue(second);
        controller.close();
      },
    });
    expect(await readText(eagerBody(source, UNLIMITED))).toBe('日');
  });
});

test('a stream four times as long takes about four times as long to read', async () => {
  const events = (count: number): string =>
    Array.from(
      { length: count },
      () => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'x'.repeat(50) } }] })}\n\n`,
    ).join('') + `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\n`;
  await withServer({}, async (server, deps) => {
    const grown = await growth(
      async (length) => {
        const body = events(length / 50);
        server.set({ canned: { '/v1/chat/completions': { status: 200, body } } });
        const outcome = await gather(question(plainStatus(server.url)), deps);
        expect(outcome.texts[0]).toHaveLength(length);
      },
      { small: 250_000, large: 1_000_000 },
    );
    expect(grown).toBeLessThan(LIMIT);
  });
});
