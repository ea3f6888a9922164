import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { profileByName } from '../../src/core/rewards/registry.ts';
import { UNKNOWN_CONTEXT } from '../../src/core/rewards/model.ts';
import { deps, follow, pageImages, question, served } from './server.ts';

interface Vector {
  readonly response: string;
  readonly num_images: number;
  readonly reward_if_wrong: { readonly overall: number };
  readonly reward_if_right: { readonly overall: number };
}

/** Trajectories of the reference with their rewards, short enough to be forced token by token. */
function vectors(count: number): Vector[] {
  const file = new URL('../fixtures/reference/lang2act.jsonl', import.meta.url);
  return fs
    .readFileSync(file, 'utf8')
    .split('\n', 200)
    .map((line) => JSON.parse(line) as Vector)
    .filter(({ response, reward_if_right }) => response.length < 700 && reward_if_right.overall > 0)
    .slice(0, count);
}

/** The number of tokens that the server has generated since it started. */
async function generatedTokens(): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', served.url))).text();
  const counts = [...metrics.matchAll(/^vllm:generation_tokens_total(?:\{[^}]*\})? (\S+)$/gmu)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('generation with a real vLLM', () => {
  test('streams the answer to a question about page images', async () => {
    const request = await question('What is the total?', await pageImages(1, 2));
    const { events, texts, reports, usage, error } = await follow(request);
    expect(error).toBeNull();
    expect(texts[0]?.length).toBeGreaterThan(0);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(1);
    expect(reports[0]).toMatchObject({ tokensEstimated: false, reasoning: 'content' });
    expect(reports[0]?.tokens).toBe(usage?.completionTokens);
    expect(reports[0]?.firstTokenAfter).toBeGreaterThan(0);
    expect(usage?.imageTokens).toBe(
      request.images.reduce((sum, { width, height }) => sum + (width / 28) * (height / 28), 0),
    );
  });

  test('answers the same question again from the prefix cache', async () => {
    const request = await question('What is the total?', await pageImages(1, 2));
    expect((await follow(request)).usage?.cachedTokens).toBeGreaterThan(0);
  });

  test('generates three samples at once, each with its own tokens', async () => {
    const request = await question('Say anything.', await pageImages(3), { n: 3 });
    const sampling = { ...request.sampling, temperature: 1, max_tokens: 40 };
    const { texts, reports, usage, error } = await follow({
      ...request,
      sampling,
      extra: { ignore_eos: true },
    });
    expect(error).toBeNull();
    expect(new Set(texts).size).toBe(3);
    expect(reports).toMatchObject(
      texts.map(() => ({ tokens: 40, tokensEstimated: false, finishReason: 'length', stopReason: null })),
    );
    expect(usage?.completionTokens).toBe(120);
  });

  test('stops at a stop string and reports which one', async () => {
    const extra = { stop: ['</answer>'], structured_outputs: { choice: ['<answer>4.2</answer> and more'] } };
    const { texts, reports } = await follow(await question('Say it.', [], { extra }));
    expect(texts).toEqual(['<answer>4.2']);
    expect(reports[0]).toMatchObject({ finishReason: 'stop', stopReason: '</answer>' });
  });

  test.each(vectors(5).map((vector) => [vector.response.slice(0, 40), vector] as const))(
    'returns a forced trajectory unchanged, which then gets its full score: %s ...',
    async (_start, vector) => {
      const request = await question('Say it.', await pageImages(1), {
        extra: { structured_outputs: { choice: [vector.response] } },
      });
      const sampling = { ...request.sampling, max_tokens: 2048 };
      const { texts, reports, error } = await follow({ ...request, sampling });
      expect(error).toBeNull();
      expect(texts).toEqual([vector.response]);
      expect(reports[0]?.finishReason).toBe('stop');
      const score = profileByName('lang2act').score(texts[0] ?? '', {
        ...UNKNOWN_CONTEXT,
        numImages: vector.num_images,
      });
      expect([score.ifWrong, score.ifRight]).toEqual([
        vector.reward_if_wrong.overall,
        vector.reward_if_right.overall,
      ]);
      expect(score.components.length).toBeGreaterThan(0);
    },
  );

  test('stops generating when the request is canceled, as the metrics of the server show', async () => {
    const controller = new AbortController();
    const request = await question('Go on for ever.', [], {
      signal: controller.signal,
      n: 2,
      extra: { ignore_eos: true },
    });
    // With top_p, vLLM sorts the vocabulary for each token, so that a busy machine does not generate all of them before
    // it learns of the cancellation.
    const sampling = { ...request.sampling, temperature: 1, top_p: 0.9, max_tokens: 7000 };
    const before = await generatedTokens();
    const outcome = await follow({ ...request, sampling }, deps, (event) => {
      if (event.type === 'text') controller.abort();
    });
    expect(outcome.error?.reason).toBe('cancelled');
    expect(outcome.texts.join('').length).toBeGreaterThan(0);
    expect(outcome.reports[0]?.tokens).toBeGreaterThan(0);
    // Tokens are counted afterward, because a busy vLLM does not even answer requests for its metrics.
    const grown = async (): Promise<number> => {
      const earlier = await generatedTokens();
      await delay(1000);
      return (await generatedTokens()) - earlier;
    };
    await expect.poll(grown, { timeout: 60_000 }).toBe(0);
    const generated = (await generatedTokens()) - before;
    expect(generated).toBeGreaterThan(0);
    expect(generated).toBeLessThan(2 * sampling.max_tokens);
  });
});
