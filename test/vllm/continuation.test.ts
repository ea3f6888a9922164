import { describe, expect, test } from 'vitest';
import { profileByName } from '../../src/core/rewards/registry.ts';
import { UNKNOWN_CONTEXT } from '../../src/core/rewards/model.ts';
import { continuedText } from '../../src/inference/continuation.ts';
import { forecastTokens } from '../../src/inference/forecast.ts';
import type { GenerateRequest } from '../../src/inference/model.ts';
import { buildBody } from '../../src/inference/request.ts';
import type { Outcome } from '../support/generation.ts';
import { deps, follow, pageImages, question, served } from './server.ts';

const KEPT =
  '<think>Image 1 shows the table.</think>\n<description><tool name="read_numeric_value" args="Image 1: row Total">4.2</tool></description>\n';
const REST = '<answer>4.2 million — 四百二十万 €</answer>';

type Continued = GenerateRequest & { readonly continued: string };

async function continuing(continued: string, more: Partial<GenerateRequest> = {}): Promise<Continued> {
  return { ...(await question('What is the total?', await pageImages(1), more)), continued };
}

/** Sends JSON to the server, with its key. */
async function post(path: string, body: object): Promise<unknown> {
  const answer = await fetch(new URL(path, served.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.apiKey}` },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return answer.json();
}

/** The prompt that the model was given for a request, as text with its special tokens. */
async function promptOf(request: GenerateRequest): Promise<string> {
  const body = {
    ...buildBody(request),
    stream: false,
    stream_options: undefined,
    max_tokens: 1,
    return_token_ids: true,
  };
  const { prompt_token_ids } = (await post('/v1/chat/completions', body)) as { prompt_token_ids: number[] };
  const { prompt } = (await post('/detokenize', { model: served.model, tokens: prompt_token_ids })) as {
    prompt: string;
  };
  return prompt;
}

describe('continuing a response with a real vLLM', () => {
  test.each([
    ['at the end of a step', KEPT],
    ['in the middle of a think part', KEPT.slice(0, 20)],
    ['in the middle of a tool call', KEPT.slice(0, KEPT.indexOf(' args='))],
    ['after Chinese text', '<think>总计是四百二十万'],
  ])("the prompt's tokens end with the text that was cut %s", async (_where, kept) => {
    const request = await continuing(kept);
    expect(await continuedText(request, deps)).toBe(kept);
    const prompt = await promptOf(request);
    expect(prompt.endsWith(`assistant\n${kept}`)).toBe(true);
    expect(prompt).toContain('What is the total?');
  });

  test('without the text, the prompt ends with the beginning of a new turn', async () => {
    const { continued, ...request } = await continuing(KEPT);
    const prompt = await promptOf(request);
    expect(prompt.endsWith('assistant\n')).toBe(true);
    expect(prompt).not.toContain(continued.trim());
  });

  test('the response is only what follows, and the whole gets the score of the whole trajectory', async () => {
    const request = await continuing(KEPT, { extra: { structured_outputs: { choice: [REST] } } });
    const { texts, reports, error } = await follow({
      ...request,
      sampling: { ...request.sampling, max_tokens: 200 },
    });
    expect(error).toBeNull();
    expect(texts).toEqual([REST]);
    expect(reports[0]).toMatchObject({ finishReason: 'stop', reasoning: 'content' });
    const score = profileByName('lang2act').score(KEPT + REST, { ...UNKNOWN_CONTEXT, numImages: 1 });
    expect(score.ifRight).toBeGreaterThan(0);
  });

  test('three samples go on from the same text with another temperature', async () => {
    const request = await continuing(KEPT, { n: 3, extra: { ignore_eos: true } });
    const { texts, reports, error } = await follow({
      ...request,
      sampling: { ...request.sampling, temperature: 1, max_tokens: 20 },
    });
    expect(error).toBeNull();
    expect(new Set(texts).size).toBe(3);
    expect(reports).toMatchObject(texts.map(() => ({ tokens: 20, tokensEstimated: false })));
  });

  test('continuing from the beginning of a greedy response gives the rest of that response', async () => {
    const greedy = async (kept: string, max_tokens: number): Promise<Outcome> => {
      const request = await continuing(kept, { extra: { ignore_eos: true } });
      return follow({ ...request, sampling: { ...request.sampling, temperature: 0, max_tokens } });
    };
    const { events, texts } = await greedy(KEPT, 12);
    const pieces = events.flatMap((event) => (event.type === 'text' ? [event.text] : []));
    const beginning = pieces.slice(0, pieces.length - 4).join('');
    const rest = (texts[0] ?? '').slice(beginning.length);
    expect(rest).not.toBe('');
    // The same text may be other tokens: four of them need not come to the same number of characters.
    const continued = (await greedy(KEPT + beginning, 4)).texts[0] ?? '';
    expect(continued).not.toBe('');
    const length = Math.min(rest.length, continued.length);
    expect(continued.slice(0, length)).toBe(rest.slice(0, length));
  });

  test('the forecast counts the tokens of the text exactly', async () => {
    const request = await continuing(KEPT);
    const forecast = await forecastTokens(request, deps);
    expect(forecast.exact).toBe(true);
    expect(forecast.total).toBe((await follow(request)).usage?.promptTokens);
  });
});
