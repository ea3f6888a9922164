import { describe, expect, test } from 'vitest';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { prompted, talk, type Answer } from './support.ts';

const protocol = protocolOf('mm-search-r1');
const search = (query: string): string => `<reason>I lack it.</reason>\n<text_search>${query}</text_search>`;
const ANSWER = '<reason>I see.</reason>\n<answer>42</answer>';

const have = (...answers: readonly Answer[]) =>
  talk(protocol, prompted(), answers, {
    search: (_query, exclude) => Promise.resolve(exclude.length > 0 ? null : { document: 1, page: 3 }),
  });

describe('MM-Search-R1', () => {
  test('the end of a turn decides: a search adds the page to the question, which is asked again', async () => {
    const { end, told, text, requests } = await have(search(' revenue '), ANSWER);
    expect(end.ending.state).toBe('answered');
    expect(told).toBe(text);
    expect(end.conversation.images.map(({ document, page }) => [document, page])).toEqual([[1, 3]]);
    expect(requests[1]?.turns?.at(-1)).toMatchObject({
      role: 'user',
      parts: [
        { type: 'text', text: 'Searched results: <information>' },
        { type: 'image', image: 1 },
        { type: 'text', text: expect.stringContaining("Original user's question: How much?") as string },
      ],
    });
    const { findings, steps } = parseTrajectory(text, {
      dialect: protocol.dialect,
      numImages: 1,
      tools: null,
    });
    expect(findings).toEqual([]);
    expect(steps.map(({ kind }) => kind)).toEqual(['think', 'search', 'observation', 'think', 'answer']);
  });

  test('a search without a page, and one by image, are told, and the model goes on', async () => {
    const without = await have(search('a'), search('b'), ANSWER);
    expect(without.end.ending.state).toBe('answered');
    expect(without.text.match(/No page was found/g)).toHaveLength(1);
    const image = await have('<reason>Who?</reason><search><img></search>', ANSWER);
    expect(image.end.ending.state).toBe('answered');
    expect(image.text).toContain('There is no search by image here.');
  });

  test.each<[state: string, answers: readonly Answer[]]>([
    ['round-limit', [search('a'), search('b'), search('c')]],
    ['round-limit', Array.from({ length: 4 }, () => '<reason>Who?</reason><search><img></search>')],
    ['malformed-call', [search(' ')]],
    ['no-call', ['<reason>I give up.</reason>']],
    ['cut-off', [{ text: '<reason>I', finishReason: 'length' }]],
    ['no-call', ['<text_search>a</text_search> is what I would look for.']],
  ])('ends with %s', async (state, answers) => {
    expect((await have(...answers)).end.ending.state).toBe(state);
  });
});
