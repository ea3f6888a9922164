import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/inference/connect.ts';
import { startFakeVllm } from '../../support/fakeVllm.ts';
import { gate, plainStatus, pngImage, question, testDeps, waitFor, withServer } from './helpers.ts';
import { gather } from '../../support/generation.ts';

const TRAJECTORY =
  '<think>Image 1 shows the table.</think>\n<description><tool name="read_numeric_value" args="Image 1: row Total">4.2</tool></description>\n<answer>4.2 million — 四百二十万 €</answer>';

describe('samples', () => {
  test.each([1, 3, 7, 1000])(
    'three samples stay apart and arrive unchanged in chunks of %i',
    async (chunkSize) => {
      const trajectories = [TRAJECTORY, '<answer>second</answer>', `${TRAJECTORY.repeat(3)}third`];
      await withServer({ trajectories, chunkSize }, async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url, { kind: 'vllm' }), { n: 3 }), deps);
        expect(outcome.error).toBeNull();
        expect(outcome.texts).toEqual(trajectories);
        expect(outcome.reports.map((report) => report?.tokens)).toEqual(
          trajectories.map((text) => Math.ceil(text.length / chunkSize) + 1),
        );
        for (const report of outcome.reports) {
          expect(report).toMatchObject({
            finishReason: 'stop',
            stopReason: null,
            tokensEstimated: false,
            reasoning: 'content',
          });
          expect(report?.firstTokenAfter).toBeLessThanOrEqual(report?.lastTokenAfter ?? -1);
        }
        expect(outcome.events.filter(({ type }) => type === 'finish')).toHaveLength(3);
        expect(outcome.events.at(-1)).toEqual({ type: 'end', error: null });
      });
    },
  );

  test('a sample reports its cached tokens, its image tokens and its stop string', async () => {
    await withServer({ finishReason: 'stop', stopReason: '</answer>' }, async (server, deps) => {
      const request = question(plainStatus(server.url), {
        parts: [
          { type: 'text', text: 'What?' },
          { type: 'image', image: 1 },
        ],
        images: [pngImage(280, 560)],
      });
      const outcome = await gather(request, deps);
      expect(outcome.usage).toEqual({
        promptTokens: 6 + 200,
        completionTokens: 14,
        cachedTokens: 16,
        imageTokens: 200,
      });
      expect(outcome.reports[0]?.stopReason).toBe('</answer>');
    });
  });

  test('tokens are those of the usage when a chunk has many, and estimated from the characters without one', async () => {
    const trajectories = [TRAJECTORY];
    await withServer({ trajectories, chunkSize: 40 }, async (server, deps) => {
      const counted = await gather(question(plainStatus(server.url), { n: 2 }), deps);
      expect(counted.reports).toMatchObject([
        { tokens: Math.ceil(TRAJECTORY.length / 40) + 1, tokensEstimated: false },
        { tokensEstimated: false },
      ]);
      server.set({ continuousUsage: false });
      const estimated = await gather(question(plainStatus(server.url), { n: 2 }), deps);
      // Five of the characters are Chinese.
      const expected = Math.ceil(5 + (TRAJECTORY.length - 5) / 4);
      expect(estimated.reports).toMatchObject([
        { tokens: expected, tokensEstimated: true },
        { tokens: expected, tokensEstimated: true },
      ]);
    });
  });

  test('what the server says that it is doing comes as a status, and not as text', async () => {
    const chunks = [
      { choices: [], pagetrace: { status: 'Reading page 1 of 2' } },
      { choices: [{ index: 0, delta: { content: 'a' }, finish_reason: 'stop' }] },
    ];
    const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map(
      (data) => `data: ${data}\n\n`,
    );
    const canned = {
      '/v1/chat/completions': {
        status: 200,
        body: body.join(''),
        headers: { 'content-type': 'text/event-stream' },
      },
    };
    await withServer({ canned }, async (server, deps) => {
      const outcome = await gather(question(plainStatus(server.url)), deps);
      expect(outcome.error).toBeNull();
      expect(outcome.texts).toEqual(['a']);
      expect(outcome.events[0]).toEqual({ type: 'status', status: 'Reading page 1 of 2' });
    });
  });

  test('a single sample gets its tokens from the total if usage is not sent continuously', async () => {
    await withServer({ continuousUsage: false }, async (server, deps) => {
      const outcome = await gather(question(plainStatus(server.url)), deps);
      const progress = outcome.events.filter((event) => event.type === 'progress');
      expect(progress[0]?.report).toMatchObject({ tokens: 1, tokensEstimated: true });
      const finish = outcome.events.find((event) => event.type === 'finish');
      expect(finish?.report).toMatchObject({ tokens: 14, tokensEstimated: false });
    });
  });

  test.each(['-5e300', '1e300', '-1', '1.5', '"7"', 'null'])(
    'a count of tokens of %s is none, and is estimated',
    async (count) => {
      const usage = `{"prompt_tokens":${count},"completion_tokens":${count},"prompt_tokens_details":{"cached_tokens":${count}}}`;
      const chunk = `{"choices":[{"index":0,"delta":{"content":"four"},"finish_reason":"stop"}],"usage":${usage}}`;
      const body = [chunk, `{"choices":[],"usage":${usage}}`, '[DONE]'].map((data) => `data: ${data}\n\n`);
      const headers = { 'content-type': 'text/event-stream' };
      const canned = { '/v1/chat/completions': { status: 200, body: body.join(''), headers } };
      await withServer({ canned }, async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url)), deps);
        expect(outcome.reports).toMatchObject([{ tokens: 1, tokensEstimated: true }]);
        const none = { promptTokens: null, completionTokens: null, cachedTokens: null, imageTokens: null };
        expect(outcome.usage).toEqual(none);
      });
    },
  );

  test('several samples get estimated tokens if usage is not sent continuously', async () => {
    await withServer({ continuousUsage: false }, async (server, deps) => {
      const outcome = await gather(question(plainStatus(server.url), { n: 2 }), deps);
      expect(outcome.reports).toMatchObject([
        { tokens: 13, tokensEstimated: true },
        { tokens: 13, tokensEstimated: true },
      ]);
    });
  });
});

describe('think parts', () => {
  test.each(['reasoning', 'reasoning_content'] as const)(
    'text in the field %s is put back as a <think> part',
    async (reasoning) => {
      await withServer({ reasoning, trajectories: [TRAJECTORY], chunkSize: 5 }, async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url), { n: 2 }), deps);
        expect(outcome.texts).toEqual([TRAJECTORY, TRAJECTORY]);
        expect(outcome.reports).toMatchObject([{ reasoning }, { reasoning }]);
      });
    },
  );

  test.each([1, 2, 5, 9, 500])(
    'a <think> opened by the template is recognized at </think> in chunks of %i',
    async (chunkSize) => {
      await withServer(
        { reasoning: 'template', trajectories: [TRAJECTORY], chunkSize },
        async (server, deps) => {
          const outcome = await gather(question(plainStatus(server.url)), deps);
          expect(outcome.texts).toEqual([TRAJECTORY]);
          expect(outcome.reports[0]?.reasoning).toBe('template');
          expect(outcome.events.filter(({ type }) => type === 'prefix')).toHaveLength(1);
        },
      );
    },
  );

  test('a <think> opened by the template is known from the start if the server can be asked', async () => {
    const { opened, open } = gate();
    await withServer(
      {
        reasoning: 'template',
        trajectories: ['<think>never closed'],
        chunkSize: 3,
        beforeChunk: () => opened,
      },
      async (server, deps) => {
        const status = await connect({ name: 's', url: server.url, model: null }, deps);
        const running = gather(question(status, { n: 2 }), deps);
        await waitFor(() => deps.lines.some((line) => line.includes('/detokenize: 200')));
        open();
        const outcome = await running;
        expect(outcome.texts).toEqual(['<think>never closed', '<think>never closed']);
        expect(outcome.events.filter(({ type }) => type === 'prefix')).toHaveLength(0);
        expect(outcome.reports[0]?.reasoning).toBe('template');
      },
    );
  });

  test('text that begins with <think> gets no second one', async () => {
    await withServer(
      { trajectories: [`\n<think>a</think> b </think>`], chunkSize: 2 },
      async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url)), deps);
        expect(outcome.texts).toEqual([`\n<think>a</think> b </think>`]);
        expect(outcome.reports[0]?.reasoning).toBe('content');
      },
    );
  });
});

describe('the request', () => {
  test('a request has vLLM’s own fields at the top level and states every sampling parameter', async () => {
    await withServer({}, async (server, deps) => {
      const extra = { top_k: 20, structured_outputs: { choice: ['<answer>x</answer>'] } };
      const outcome = await gather(question(plainStatus(server.url), { extra, n: 2 }), deps);
      expect(outcome.texts).toEqual(['<answer>x</answer>', '<answer>x</answer>']);
      expect(server.requests[0]?.body).toEqual({
        model: 'qwen2.5-vl',
        messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the total?' }] }],
        temperature: 0.1,
        top_p: 1,
        repetition_penalty: 1.05,
        max_tokens: 2048,
        n: 2,
        stream: true,
        stream_options: { include_usage: true, continuous_usage_stats: true },
        ...extra,
      });
    });
  });

  test('tokens of a single sample are counted while they arrive only if somebody looks', async () => {
    await withServer({}, async (server, deps) => {
      for (const n of [1, 2])
        await gather(question(plainStatus(server.url), { n, isCountedLive: false }), deps);
      expect(server.requests.map(({ body }) => body?.['stream_options'])).toEqual([
        { include_usage: true },
        { include_usage: true, continuous_usage_stats: true },
      ]);
    });
  });

  test.each(['mm_processor_kwargs', 'stream', 'messages', 'n'])(
    'a request with %s as an extra parameter is refused before it is sent',
    async (name) => {
      await withServer({}, async (server, deps) => {
        const outcome = await gather(question(plainStatus(server.url), { extra: { [name]: {} } }), deps);
        expect(outcome.error?.reason).toBe('bad-input');
        expect(outcome.error?.message).toContain(name);
        expect(server.requests).toHaveLength(0);
      });
    },
  );

  test('a request with an image that does not exist is refused before it is sent', async () => {
    await withServer({}, async (server, deps) => {
      const outcome = await gather(
        question(plainStatus(server.url), { parts: [{ type: 'image', image: 2 }] }),
        deps,
      );
      expect(outcome.error?.reason).toBe('bad-input');
      expect(server.requests).toHaveLength(0);
    });
  });

  test('a request ignores the environment variables of the SDK', async () => {
    const before = process.env;
    process.env = {
      ...before,
      OPENAI_API_KEY: 'sk-of-somebody',
      OPENAI_ORG_ID: 'org',
      OPENAI_PROJECT_ID: 'project',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      OPENAI_CUSTOM_HEADERS: 'x-secret: leaked',
    };
    try {
      await withServer({}, async (server, deps) => {
        await gather(question(plainStatus(server.url)), deps);
        expect(JSON.stringify(server.requests[0]?.headers)).not.toMatch(/sk-of-somebody|leaked|org|project/u);
        expect(server.requests[0]?.headers.authorization).toBeUndefined();
      });
    } finally {
      process.env = before;
    }
  });

  test('request and answer are logged without images and key', async () => {
    const server = await startFakeVllm({ apiKey: 'hush-hush', trajectories: [TRAJECTORY] });
    const deps = testDeps({}, { [new URL(server.url).origin]: 'hush-hush' });
    try {
      const image = pngImage(56, 56);
      const outcome = await gather(
        question(plainStatus(server.url), { parts: [{ type: 'image', image: 1 }], images: [image] }),
        deps,
      );
      expect(outcome.error).toBeNull();
      const log = deps.lines.join('\n');
      expect(log).toContain('<image 1: image/png, 56 x 56 pixels');
      expect(log).toContain(JSON.stringify(TRAJECTORY));
      expect(log).not.toContain('hush-hush');
      expect(log).not.toContain(Buffer.from(image.bytes).toString('base64').slice(0, 40));
    } finally {
      await server.close();
    }
  });
});
