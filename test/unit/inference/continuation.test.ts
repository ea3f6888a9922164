import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/inference/connect.ts';
import { continuedText, requireWholeText } from '../../../src/inference/continuation.ts';
import { forecastTokens } from '../../../src/inference/forecast.ts';
import type { GenerateRequest, InferenceDeps, ServerStatus } from '../../../src/inference/model.ts';
import { asCurl, buildBody } from '../../../src/inference/request.ts';
import type { FakeOptions, FakeVllm } from '../../support/fakeVllm.ts';
import { gather, type Outcome } from '../../support/generation.ts';
import { plainStatus, question, withServer } from './helpers.ts';

const KEPT = '<think>Image 1 shows the table of revenues.</think>\n';
const REST = '<answer>4.2 million — 四百二十万 €</answer>';

const statusOf = (server: FakeVllm, deps: InferenceDeps): Promise<ServerStatus> =>
  connect({ name: 'test', url: server.url, model: null }, deps);

/** Asks a fake server to continue `KEPT` and calls `body` with the request; the server's trajectory is `KEPT + REST`. */
async function withRequest(
  options: Partial<FakeOptions>,
  body: (
    request: GenerateRequest & { readonly continued: string },
    deps: InferenceDeps,
    server: FakeVllm,
  ) => Promise<void>,
): Promise<void> {
  await withServer({ trajectories: [KEPT + REST], ...options }, async (server, deps) => {
    await body({ ...question(await statusOf(server, deps)), continued: KEPT }, deps, server);
  });
}

const generations = (server: FakeVllm): number =>
  server.requests.filter(({ path }) => path === '/v1/chat/completions').length;

describe('the request for a continuation', () => {
  const request = question(plainStatus('http://127.0.0.1:1'), { continued: KEPT });

  test("the text is sent as the assistant's turn with vLLM's options for continuing it", () => {
    expect(buildBody(request)).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant', content: KEPT }],
      add_generation_prompt: false,
      continue_final_message: true,
    });
    expect(asCurl(request)).toContain('"continue_final_message":true');
  });

  test('a request that continues nothing has none of these options, and they cannot be set as further fields', () => {
    const plain = question(plainStatus('http://127.0.0.1:1'));
    expect(buildBody(plain).messages).toHaveLength(1);
    expect(buildBody(plain)).not.toHaveProperty('continue_final_message');
    expect(buildBody(plain)).not.toHaveProperty('add_generation_prompt');
    for (const field of ['continue_final_message', 'add_generation_prompt'])
      expect(() => buildBody({ ...plain, extra: { [field]: true } })).toThrow(
        `The request field “${field}” cannot be set.`,
      );
  });

  test('the tokens of the text are part of the forecast', async () => {
    await withRequest({}, async (continuing, deps) => {
      const { continued, ...plain } = continuing;
      const [with_, without] = await Promise.all([
        forecastTokens({ ...plain, continued }, deps),
        forecastTokens(plain, deps),
      ]);
      expect((with_.total ?? 0) - (without.total ?? 0)).toBe(KEPT.trim().split(/\s+/u).length);
    });
  });
});

describe('whether a server continues a response', () => {
  test('a vLLM whose prompt ends with the text continues it unchanged', async () => {
    await withRequest({}, async (request, deps, server) => {
      expect(await continuedText(request, deps)).toBe(KEPT);
      expect(generations(server)).toBe(0);
    });
  });

  test('a vLLM whose template trims the text continues it without the white space at its end', async () => {
    await withRequest({ continues: 'trimmed' }, async (request, deps) => {
      expect(await continuedText(request, deps)).toBe(KEPT.trimEnd());
    });
  });

  test('a vLLM that ignores the option is recognized before anything is generated', async () => {
    await withRequest({ continues: 'ignores' }, async (request, deps, server) => {
      await expect(continuedText(request, deps)).rejects.toThrow(
        'The server does not continue a response, but begins a new one.',
      );
      expect(generations(server)).toBe(0);
    });
  });

  test.each(['new', 'old'] as const)(
    'the refusal of a vLLM with the %s form of errors has one sentence, before and while generating',
    async (flavor) => {
      await withRequest({ continues: 'refuses', flavor }, async (request, deps) => {
        const refused = {
          reason: 'server-refused',
          message: 'The server cannot continue this response.',
          said: expect.stringContaining(
            'does not appear in the chat after applying the chat template',
          ) as string,
        };
        await expect(continuedText(request, deps)).rejects.toMatchObject(refused);
        expect((await gather(request, deps)).error).toMatchObject(refused);
      });
    },
  );

  test('a server without /tokenize is given the text as it is', async () => {
    await withRequest({ flavor: 'sglang' }, async (request, deps) => {
      expect(await continuedText(request, deps)).toBe(KEPT);
    });
    await withRequest({ canned: { '/tokenize': { status: 500 } } }, async (request, deps) => {
      expect(await continuedText(request, deps)).toBe(KEPT);
    });
  });

  test('the offline reader is refused, because it has no model', async () => {
    const status = plainStatus('http://127.0.0.1:1', { kind: 'offline-reader' });
    await withServer({}, async (_server, deps) => {
      await expect(continuedText({ ...question(status), continued: KEPT }, deps)).rejects.toThrow(
        'The offline reader cannot continue a response, because it has no model.',
      );
    });
  });

  test('a response whose reasoning the server split off is refused', () => {
    for (const field of ['reasoning', 'reasoning_content'] as const)
      expect(() => {
        requireWholeText(field);
      }).toThrow('The server split off the reasoning of this response, so it cannot be continued.');
    for (const field of ['content', 'template'] as const)
      expect(() => {
        requireWholeText(field);
      }).not.toThrow();
  });
});

describe('a continuation', () => {
  test.each([1, 5, 1000])('is only the text that follows, in chunks of %i', async (chunkSize) => {
    await withRequest({ chunkSize }, async (request, deps) => {
      const outcome = await gather(request, deps);
      expect(outcome.error).toBeNull();
      expect(outcome.texts).toEqual([REST]);
      expect(outcome.reports[0]).toMatchObject({ finishReason: 'stop', reasoning: 'content' });
    });
  });

  test('three samples continue the same text, each in its own way', async () => {
    const trajectories = [KEPT + REST, `${KEPT}<answer>5</answer>`, `${KEPT}<answer>6</answer>`];
    await withRequest({ trajectories }, async (request, deps) => {
      const { texts, error } = await gather({ ...request, n: 3 }, deps);
      expect(error).toBeNull();
      expect(texts).toEqual(trajectories.map((text) => text.slice(KEPT.length)));
    });
  });

  test('the end of a think part that was cut inside does not open it again', async () => {
    const continued = '<think>Image 1 shows';
    for (const reasoning of ['content', 'template'] as const)
      await withRequest({ reasoning }, async (request, deps) => {
        const { texts, events } = await gather({ ...request, continued }, deps);
        expect(events.filter(({ type }) => type === 'prefix')).toEqual([]);
        expect(continued + String(texts[0])).toBe(KEPT + REST);
      });
  });

  test.each(['reasoning', 'reasoning_content'] as const)(
    'ends with a sentence when the server splits the reasoning off into %s',
    async (reasoning) => {
      await withRequest({ reasoning }, async (request, deps) => {
        const { error, texts } = await gather({ ...request, continued: '<think>Image' }, deps);
        expect(error).toMatchObject({
          reason: 'server-refused',
          message: 'The server split off the reasoning of this response, so it cannot be continued.',
        });
        expect(texts).toEqual(['']);
      });
    },
  );

  test.each([1, 7, 1000])(
    'ends with a sentence when a server that is not vLLM begins anew, in chunks of %i',
    async (chunkSize) => {
      const options = { flavor: 'sglang', continues: 'ignores', chunkSize } as const;
      await withRequest(options, async (request, deps) => {
        const { error } = (await gather(request, deps)) satisfies Outcome;
        expect(error?.message).toBe('The server does not continue a response, but begins a new one.');
      });
    },
  );

  test('keeps what had come when the connection breaks in the middle', async () => {
    await withRequest({ chunkSize: 4, cutAt: 3 }, async (request, deps) => {
      const { error, texts } = await gather(request, deps);
      expect(error?.reason).toBe('stream-cut');
      expect(texts).toEqual([REST.slice(0, 12)]);
    });
  });
});
