import { describe, expect, test } from 'vitest';
import { eagerBody } from '../../../src/inference/eagerBody.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { plainStatus, question, withServer } from './helpers.ts';
import { gather } from '../../support/generation.ts';

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('eager bodies', () => {
  test('an eagerly read body delivers every byte in order, in small pieces', async () => {
    const whole = Buffer.from(Array.from({ length: 100_001 }, (_, index) => index % 251));
    const source = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(whole.subarray(0, 10));
        controller.enqueue(whole.subarray(10, 90_000));
        controller.enqueue(whole.subarray(90_000));
        controller.close();
      },
    });
    expect((await bytesOf(eagerBody(source))).equals(whole)).toBe(true);
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
    const reader = eagerBody(source).getReader();
    await new Promise((resolve) => setImmediate(resolve));
    fail();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('ab');
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('c');
    await expect(reader.read()).rejects.toThrow('cut');
  });

  test('cancelling an eagerly read body cancels its source', async () => {
    const reasons: unknown[] = [];
    const source = new ReadableStream<Uint8Array>({ cancel: (reason) => void reasons.push(reason) });
    await eagerBody(source).cancel('enough');
    expect(reasons).toEqual(['enough']);
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
