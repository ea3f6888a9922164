import { decode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/inference/connect.ts';
import { forecastTokens, type ForecastRequest } from '../../../src/inference/forecast.ts';
import { imageFamily, imageTokens, processedSize } from '../../../src/inference/imageTokens.ts';
import { probeImage } from '../../../src/inference/probeImages.ts';
import type { ModelCard, RequestImage, ServerStatus } from '../../../src/inference/model.ts';
import { FAKE_MODEL } from '../../support/fakeVllm.ts';
import { plainStatus, pngImage, question, testDeps, withServer } from './helpers.ts';
import { gather } from '../../support/generation.ts';

const serverAt = (url: string) => ({ name: 'test', url, model: null });

function forecastRequest(
  status: ServerStatus,
  images: readonly RequestImage[],
  text = 'What is the total of 2023?',
): ForecastRequest {
  return question(status, {
    images,
    parts: [
      { type: 'text', text },
      ...images.map((_, index) => ({ type: 'image', image: index + 1 }) as const),
    ],
  });
}

const qwen25 = { name: 'Qwen2.5-VL', factor: 28, minPixels: 3_136, maxPixels: 12_845_056 };
const qwen3 = { name: 'Qwen3-VL', factor: 32, minPixels: 65_536, maxPixels: 16_777_216 };

describe('tokens of an image', () => {
  test.each([
    // Width, height, family, resized width and height, tokens: calculated by hand from the formula.
    [1654, 2339, qwen25, 1652, 2352, 4956],
    [560, 840, qwen25, 560, 840, 600],
    [28, 28, qwen25, 56, 56, 4],
    [42, 70, qwen25, 56, 56, 4],
    [70, 98, qwen25, 56, 112, 8],
    [8000, 6000, qwen25, 4116, 3080, 16170],
    [256, 256, qwen3, 256, 256, 64],
    [56, 56, qwen3, 256, 256, 64],
    [512, 512, qwen3, 512, 512, 256],
    [1000, 1300, qwen3, 992, 1312, 1271],
  ])(
    'counts the tokens of an image of %i x %i pixels',
    (width, height, family, resizedWidth, resizedHeight, tokens) => {
      expect(processedSize({ width, height }, family)).toEqual({
        width: resizedWidth,
        height: resizedHeight,
      });
      expect(imageTokens(width, height, family)).toBe(tokens);
    },
  );

  test('refuses an image with one side over 200 times the other', () => {
    expect(imageTokens(4000, 10, qwen25)).toBeNull();
    expect(imageTokens(2000, 10, qwen25)).not.toBeNull();
  });

  test.each([
    ['Qwen/Qwen2.5-VL-7B-Instruct', null, 28],
    ['qwen2-vl', null, 28],
    ['served-as-x', '/models/Qwen2_5-VL-7B', 28],
    ['Qwen/Qwen3-VL-8B-Instruct', null, 32],
    ['Lang2Act-7B', null, 28],
    ['llava-1.5-7b', null, null],
    ['Qwen/Qwen2.5-7B-Instruct', null, null],
  ])('recognizes the model family of %s at %s', (id, root, factor) => {
    const models: ModelCard[] = [{ id, root, parent: null, maxModelLength: null }];
    expect(imageFamily(id, models)?.factor ?? null).toBe(factor);
  });

  test('gives an adapter the model family of its base', () => {
    const models: ModelCard[] = [
      { id: 'base', root: 'Qwen/Qwen3-VL-8B', parent: null, maxModelLength: null },
      { id: 'mine', root: '/adapters/mine', parent: 'base', maxModelLength: null },
    ];
    expect(imageFamily('mine', models)?.factor).toBe(32);
  });

  test.each(['small', 'large'] as const)('the %s blank image has the size that it reports', (size) => {
    const { bytes, width, height } = probeImage(size);
    expect(decode(bytes)).toMatchObject({ width, height });
  });
});

describe('a forecast', () => {
  test.each(['new', 'old'] as const)(
    'a forecast is exact for a known family on %s vLLM, without sending the images',
    async (flavor) => {
      await withServer({ flavor }, async (server, deps) => {
        const status = await connect(serverAt(server.url), deps);
        const connected = server.requests.length;
        const request = forecastRequest(status, [pngImage(560, 840), pngImage(280, 280)]);
        const forecast = await forecastTokens(request, deps);
        expect(forecast).toEqual({
          text: 3 + 6 + 4,
          images: [600, 100],
          total: 713,
          exact: true,
          maxModelLength: 8192,
          problems: [],
          certain: false,
        });
        const sent = server.requests
          .slice(connected)
          .filter(({ path }) => path === '/tokenize')
          .map(({ body }) => JSON.stringify(body));
        expect(Math.max(...sent.map((body) => body.length))).toBeLessThan(2000);
        if (flavor === 'new') {
          const outcome = await gather(question(status, request), deps);
          expect(outcome.usage).toMatchObject({ promptTokens: forecast.total, imageTokens: 700 });
        }
      });
    },
  );

  test('a server is asked once per model how it counts images', async () => {
    await withServer({}, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      await forecastTokens(forecastRequest(status, [pngImage(280, 280)]), deps);
      const before = server.requests.length;
      await forecastTokens(forecastRequest(status, [pngImage(280, 280)]), deps);
      expect(server.requests.length - before).toBe(1);
    });
  });

  test('the forecast for an unknown family counts through /tokenize with its images', async () => {
    const models = [
      { ...FAKE_MODEL, id: 'qwen2.5-vl', root: null },
      { ...FAKE_MODEL, id: 'unheard-of', root: null },
    ];
    await withServer({ models }, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      const request = { ...forecastRequest(status, [pngImage(560, 840)]), model: 'unheard-of' };
      expect(await forecastTokens(request, deps)).toMatchObject({ total: 611, images: [null], exact: true });
    });
  });

  test('the forecast for an unknown family is an estimate if /tokenize does not count images', async () => {
    const models = [{ ...FAKE_MODEL, id: 'unheard-of', root: null }];
    await withServer({ models, flavor: 'old' }, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      const request = { ...forecastRequest(status, [pngImage(560, 840)]), model: 'unheard-of' };
      const forecast = await forecastTokens(request, deps);
      expect(forecast).toMatchObject({ images: [600], exact: false });
    });
  });

  test('the forecast is an estimate if there is no /tokenize or the server is not running', async () => {
    await withServer({ flavor: 'ollama' }, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      const forecast = await forecastTokens(forecastRequest(status, [pngImage(280, 280)]), deps);
      expect(forecast).toMatchObject({ images: [100], exact: false, problems: [] });
      expect(forecast.total).toBeGreaterThan(100);
    });
    const gone = plainStatus('http://127.0.0.1:1', { kind: 'vllm', models: [FAKE_MODEL] });
    expect(await forecastTokens(forecastRequest(gone, []), testDeps())).toMatchObject({
      exact: false,
      maxModelLength: 8192,
    });
  });

  test('there is no forecast for the offline reader, which has no model', async () => {
    const status = plainStatus('http://127.0.0.1:1', { kind: 'offline-reader' });
    expect(await forecastTokens(forecastRequest(status, [pngImage(280, 280)]), testDeps())).toEqual({
      text: null,
      images: [null],
      total: null,
      exact: false,
      maxModelLength: null,
      problems: [],
      certain: false,
    });
  });

  test('the forecast for text alone is exact', async () => {
    await withServer({}, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      expect(await forecastTokens(forecastRequest(status, [], 'a b c'), deps)).toMatchObject({
        text: 6,
        total: 6,
        exact: true,
        images: [],
      });
    });
  });

  test('the forecast says what does not fit and what to change', async () => {
    await withServer({ maxImages: 2 }, async (server, deps) => {
      const status = await connect(serverAt(server.url), deps);
      const many = await forecastTokens(
        forecastRequest(
          status,
          [1, 2, 3].map(() => pngImage(56, 56)),
        ),
        deps,
      );
      expect(many.certain).toBe(true);
      expect(many.problems).toEqual([
        'The server accepts at most 2 images per request; this one has 3. Choose at most 2 pages.',
      ]);
      const tight = await forecastTokens(forecastRequest(status, [pngImage(2240, 2240)]), deps);
      expect(tight.problems.join()).toMatch(
        /leaves 1781 for the answer; max_tokens is 2048\. Lower max_tokens to 1781/u,
      );
      const long = await forecastTokens(forecastRequest(status, [], 'word '.repeat(9000)), deps);
      expect(long.problems.join()).toMatch(/takes 9003 tokens; the model accepts 8192/u);
      const narrow = await forecastTokens(forecastRequest(status, [pngImage(4020, 20)]), deps);
      expect(narrow.problems.join()).toMatch(/4020 x 20 pixels/u);
    });
  });
});
