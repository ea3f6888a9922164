import { describe, expect, test } from 'vitest';
import { finalAnswer } from '../../../src/core/trajectory/finalAnswer.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import type { GenerateEvent } from '../../../src/inference/model.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { VISDOM_RULES } from '../../../src/protocols/visdom.ts';
import { eventsOf, prompted, talk, type Answer } from './support.ts';

const protocol = protocolOf('visdom');
const pass = (evidence: string, answer: string): string =>
  `## Evidence:\n${evidence}\n\n## Chain of Thought:\nIt is printed.\n\n## Answer:\n${answer}`;
const READ = pass('A sentence.', '41');
const SEEN = pass('A table.', '42');
const COMBINED = '## Analysis:\nThey differ.\n\n## Conclusion:\nThe table is right.\n\n## Final Answer:\n42';

const passage = { document: 1, page: 2, text: 'It was 41.' };

interface Found {
  /** How many pages can be found. */
  readonly pages?: number;
  readonly passages?: readonly (typeof passage)[];
}

const have = (answers: readonly Answer[], { pages = 2, passages = [passage] }: Found = {}) =>
  talk(protocol, prompted(), answers, {
    search: (_query, exclude) =>
      Promise.resolve(exclude.length < pages ? { document: exclude.length, page: 3 } : null),
    searchPassages: (_query, most) => Promise.resolve(passages.slice(0, most)),
  });

describe('VisDoM', () => {
  test('the text, the page images and both answers are asked about in a request of their own', async () => {
    const { end, told, text, requests } = await have([READ, SEEN, COMBINED]);
    expect(end.ending.state).toBe('answered');
    expect(told).toBe(text);
    const [reading, seeing, combining] = requests;
    expect([reading, seeing, combining].map((each) => each?.turns)).toEqual([[], [], []]);
    expect(reading?.parts).toEqual([
      { type: 'text', text: 'How much?' },
      { type: 'text', text: '\n\nPassage 1 (document 2, page 2):\nIt was 41.' },
    ]);
    expect(reading?.images).toEqual([]);
    expect(seeing?.parts).toEqual([
      { type: 'image', image: 1 },
      { type: 'image', image: 2 },
      { type: 'text', text: 'How much?' },
    ]);
    expect(seeing?.images).toHaveLength(2);
    expect(combining?.images).toEqual([]);
    const [said] = combining?.parts ?? [];
    const words = said?.type === 'text' ? said.text : '';
    expect(words).toContain('this question: How much?');
    expect(words).toContain('Evidence: A table.\nChain of Thought: It is printed.\nAnswer: 42');
    expect(words.indexOf('A table.')).toBeLessThan(words.indexOf('A sentence.'));
  });

  test('the trajectory has whose words are whose, and the last answer counts', async () => {
    const { end, text } = await have([READ, SEEN, COMBINED]);
    expect(end.conversation.turns.map(({ speaker }) => speaker)).toEqual([
      ...['user', 'tool', 'model', 'tool', 'model', 'user', 'model'],
    ]);
    expect(end.conversation.images.map(({ document, page }) => [document, page])).toEqual([
      [0, 3],
      [1, 3],
    ]);
    const trajectory = parseTrajectory(text, { dialect: 'visdom', numImages: 2, tools: null });
    expect(trajectory.findings).toEqual([]);
    const own = ['block Evidence', 'think Chain of Thought', 'block Answer'];
    expect(trajectory.steps.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      ...['observation user', ...own, 'observation user', ...own, 'observation user'],
      ...['think Analysis', 'think Conclusion', 'answer Final Answer'],
    ]);
    const answer = finalAnswer(trajectory);
    expect(text.slice(answer?.start, answer?.end).trim()).toBe('42');
  });

  test('a pass without evidence is left out, and what a pass lacks is said', async () => {
    const blind = await have([READ, COMBINED], { pages: 0 });
    expect(blind.end.ending.state).toBe('answered');
    expect(JSON.stringify(blind.requests.at(-1)?.parts)).toContain('Answer: not available');
    expect(blind.text).toContain('No page of the documents fits the question.');
    const unread = await have([SEEN, COMBINED], { passages: [] });
    expect(unread.end.ending.state).toBe('answered');
    expect(unread.requests[0]?.images).toHaveLength(2);
  });

  test('no more pages are sent than a pass may have', async () => {
    const { requests } = await have([READ, SEEN, COMBINED], { pages: 9 });
    expect(requests[1]?.images).toHaveLength(VISDOM_RULES.pages);
  });

  test('a think part that the template opens belongs to its turn', async () => {
    let asked = 0;
    const { told, text } = await talk(protocol, prompted(), [], {
      search: () => Promise.resolve(null),
      searchPassages: () => Promise.resolve([passage]),
      generate: async function* (): AsyncGenerator<GenerateEvent> {
        asked += 1;
        await Promise.resolve();
        const [first, ...rest] = eventsOf(asked === 1 ? `</think>${READ}` : `</think>${COMBINED}`);
        if (first !== undefined) yield first;
        yield { type: 'prefix', sample: 0, text: '<think>' };
        yield* rest;
      },
    });
    expect(told).toBe(text);
    expect(text).toContain(`<think></think>${READ}`);
  });

  test.each<[state: string, answers: readonly Answer[], found: Found]>([
    ['empty-search', [], { pages: 0, passages: [] }],
    ['no-call', [READ, SEEN, '## Analysis:\nThey differ.'], {}],
    ['no-call', [READ, SEEN, '## Final Answer:\n '], {}],
    ['cut-off', [READ, SEEN, { text: '## Analysis:\nThey', finishReason: 'length' }], {}],
    ['answered', ['nothing', 'nothing', COMBINED], {}],
  ])('ends with %s', async (state, answers, found) => {
    const { end, told, text } = await have(answers, found);
    expect(end.ending.state).toBe(state);
    expect(told).toBe(text);
  });

  test('a text that nothing can search ends it', async () => {
    const { end } = await talk(protocol, prompted(), [], { search: () => Promise.resolve(null) });
    expect(end.ending.state).toBe('tool-failed');
  });
});
