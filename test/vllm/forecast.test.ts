import { encode } from 'fast-png';
import { describe, expect, test } from 'vitest';
import { forecastTokens } from '../../src/inference/forecast.ts';
import type { RequestImage } from '../../src/inference/model.ts';
import { deps, follow, pageImages, question, served, status } from './server.ts';

function png(width: number, height: number): RequestImage {
  const bytes = encode({ width, height, channels: 1, data: new Uint8Array(width * height).fill(200) });
  return { bytes, mediaType: 'image/png', width, height };
}

describe('the forecast of the tokens of a prompt', () => {
  test.each([
    ['a text without images', 'What is the total of 2023? Σ — 总计', []],
    ['images of odd sizes', 'Which?', [png(30, 20), png(1000, 333), png(777, 901)]],
    ['an image at each end', 'Compare.', [png(560, 840), png(42, 70)]],
  ])('forecasts the exact number of tokens of %s', async (_what, text, images) => {
    const request = await question(text, images);
    const forecast = await forecastTokens(request, deps);
    const { usage } = await follow(request);
    expect(forecast).toMatchObject({ exact: true, problems: [], maxModelLength: served.maxModelLength });
    expect(forecast.total).toBe(usage?.promptTokens);
  });

  test('forecasts the exact number of tokens of page images between texts', async () => {
    const images = await pageImages(1, 2, 3);
    const request = {
      ...(await question('', images)),
      parts: [
        { type: 'image', image: 3 },
        { type: 'text', text: 'first, ' },
        { type: 'image', image: 1 },
        { type: 'image', image: 2 },
        { type: 'text', text: 'then the question?' },
      ] as const,
    };
    const forecast = await forecastTokens(request, deps);
    const { usage } = await follow(request);
    expect(forecast.exact).toBe(true);
    expect(forecast.total).toBe(usage?.promptTokens);
    expect(forecast.images.reduce<number>((sum, tokens) => sum + (tokens ?? 0), 0)).toBe(usage?.imageTokens);
  });

  test('forecasts the tokens of a model of an unknown family from its images', async () => {
    const known = await question('What?', await pageImages(1));
    const models = (await status()).models.map((card) => ({ ...card, root: null }));
    const forecast = await forecastTokens({ ...known, status: { ...known.status, models } }, deps);
    const { usage } = await follow(known);
    expect(forecast).toMatchObject({ exact: true, total: usage?.promptTokens, images: [null] });
  });

  test('reports too many images and too long a prompt before anything is sent', async () => {
    const many = await forecastTokens(
      await question(
        'What?',
        Array.from({ length: 6 }, () => png(56, 56)),
      ),
      deps,
    );
    expect(many.problems).toEqual([
      'The server accepts at most 5 images per request; this one has 6. Choose at most 5 pages.',
    ]);
    const large = await forecastTokens(await question('What?', [png(2800, 2800)]), deps);
    expect(large).toMatchObject({ exact: true, images: [10_000] });
    expect(large.problems.join()).toMatch(/^The prompt takes 10\d\d\d tokens; the model accepts 8192\./u);
  });
});
