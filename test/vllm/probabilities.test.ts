import { describe, expect, test } from 'vitest';
import { TokenGroups } from '../../src/core/records/tokenProbabilities.ts';
import { follow, question } from './server.ts';

const TEXT = '<think>Revenue was 518.9 million € – 四百二十 😀.</think><answer>4.2</answer>';

describe('probabilities of tokens with a real vLLM', () => {
  test('cover a text with characters of several tokens exactly, with alternatives for each token', async () => {
    const extra = { structured_outputs: { choice: [TEXT] } };
    const request = await question('Say it.', [], { extra, topLogprobs: 3 });
    const sampling = { ...request.sampling, max_tokens: 512 };
    const { texts, events, error } = await follow({ ...request, sampling });
    expect(error).toBeNull();
    expect(texts).toEqual([TEXT]);
    const [event] = events.filter(({ type }) => type === 'probabilities');
    if (event?.type !== 'probabilities') throw new Error('the server reported no probabilities');
    const { lengths, logprobs, counts } = event.probabilities;
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(TEXT.length);
    expect(logprobs.every((logprob) => logprob !== null && logprob <= 0)).toBe(true);
    expect(Math.max(...counts)).toBe(2);
    const groups = new TokenGroups(event.probabilities);
    const spans = Array.from({ length: groups.count }, (_, index) => groups.at(index)?.span);
    // No group ends within a character.
    expect(spans.filter((span) => /[\uD800-\uDBFF]$/u.test(TEXT.slice(0, span?.end)))).toEqual([]);
  });

  test('of a free answer are those of an uncertain model, and cover its text exactly', async () => {
    const request = await question('Say anything.', [], { topLogprobs: 1, extra: { ignore_eos: true } });
    const sampling = { ...request.sampling, temperature: 1, max_tokens: 24 };
    const { texts, events } = await follow({ ...request, sampling });
    const [event] = events.filter(({ type }) => type === 'probabilities');
    if (event?.type !== 'probabilities') throw new Error('the server reported no probabilities');
    const { lengths, logprobs } = event.probabilities;
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(texts[0]?.length);
    const known = logprobs.filter((logprob) => logprob !== null);
    // Random tokens are often no whole characters, so that the place of some cannot be told.
    expect(known.length).toBeGreaterThan(12);
    // A model with random weights is never certain of anything.
    expect(Math.max(...known)).toBeLessThan(-1);
  });

  test('more alternatives than the server reports are refused with its limit', async () => {
    const { error } = await follow(await question('Say it.', [], { topLogprobs: 21 }));
    expect(error).toMatchObject({ remedy: { kind: 'fewer-alternatives', most: 20 } });
  });
});
