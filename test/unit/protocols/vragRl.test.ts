import { describe, expect, test } from 'vitest';
import { PageTraceError } from '../../../src/core/errors.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import type { PageOfDocuments } from '../../../src/protocols/model.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { prompted, talk, type Answer } from './support.ts';

const demo = protocolOf('vrag-rl');
const training = protocolOf('vrag-rl-training');

const think = (call: string): string => `<think>I look.</think>${call}`;
const searching = think('<search>revenue 2024</search>');
const answering = think('<answer>42</answer>');

/** Brings pages 3, 4, 5, ... of the first document, without those that were shown. */
const search = (_query: string, exclude: readonly PageOfDocuments[]): Promise<PageOfDocuments | null> =>
  Promise.resolve(
    [3, 4, 5]
      .map((page) => ({ document: 0, page }))
      .find(({ page }) => !exclude.some((shown) => shown.page === page)) ?? null,
  );

const have = (answers: readonly Answer[], protocol = demo) => talk(protocol, prompted(), answers, { search });

describe("VRAG-RL's demo", () => {
  test('a search adds a page that was not seen, a box a closer look at it, and the trajectory is one of the dialect', async () => {
    const looking = think('<bbox>[100, 200, 300, 400]</bbox>');
    const { end, told, text, requests } = await have([searching, looking, answering]);
    expect(end.ending.state).toBe('answered');
    expect(end.conversation.images.map(({ page, region }) => [page, region])).toEqual([
      [3, null],
      [
        3,
        {
          left: expect.closeTo((200 - 56) / 1000, 9) as number,
          top: expect.closeTo((400 - 56) / 2000, 9) as number,
          right: expect.closeTo((600 + 56) / 1000, 9) as number,
          bottom: expect.closeTo((800 + 56) / 2000, 9) as number,
        },
      ],
    ]);
    expect(told).toBe(text);
    const { findings, steps } = parseTrajectory(text, { dialect: 'vrag-rl', numImages: 1, tools: null });
    expect(findings).toEqual([]);
    expect(steps.map(({ kind }) => kind)).toEqual([
      'think',
      'search',
      'observation',
      'think',
      'box',
      'observation',
      'think',
      'answer',
    ]);
    expect(requests[2]?.turns).toEqual([
      { role: 'assistant', text: searching },
      { role: 'user', parts: [{ type: 'image', image: 1 }] },
      { role: 'assistant', text: looking },
      { role: 'user', parts: [{ type: 'image', image: 2 }] },
    ]);
    expect(requests[2]?.images).toHaveLength(2);
    expect(requests[0]?.extra).toMatchObject({ include_stop_str_in_output: true });
  });

  test('a box on a crop is cut out of the page, where the crop shows it', async () => {
    const { end } = await have([
      searching,
      think('<bbox>[0, 0, 250, 500]</bbox>'),
      think('<bbox>[0, 0, 100, 100]</bbox>'),
      answering,
    ]);
    expect(end.conversation.images[2]?.region).toEqual({ left: 0, top: 0, right: 0.156, bottom: 0.078 });
  });

  test('before the last round the model is asked to answer, and after it the conversation ends', async () => {
    const { end, requests } = await talk(
      demo,
      prompted(),
      Array.from({ length: 11 }, (_, index) => think(`<search>query ${index}</search>`)),
      {
        search: (_query, exclude) => Promise.resolve({ document: 0, page: exclude.length + 1 }),
      },
    );
    expect(end.ending).toEqual({ state: 'round-limit', why: 'The model did not answer in 10 rounds.' });
    expect(requests).toHaveLength(10);
    expect(JSON.stringify(requests[9]?.turns?.at(-1))).toContain('please answer the question now');
    expect(JSON.stringify(requests[8]?.turns?.at(-1))).not.toContain('please answer the question now');
  });

  test.each<[state: string, answers: readonly Answer[]]>([
    ['malformed-call', ['<search>no reasoning</search>']],
    ['malformed-call', [think('<search> </search>')]],
    ['malformed-call', [think('<bbox>[1, 2, 3, 4]</bbox>')]],
    ['malformed-call', [searching, think('<bbox>[1, 2, 3]</bbox>')]],
    ['malformed-call', [searching, think('<bbox>[1, 2, 3, -4]</bbox>')]],
    ['malformed-call', [searching, think('<bbox>1, 2, 3, 4</bbox>')]],
    ['crop-refused', [searching, think('<bbox>[900, 10, 950, 20]</bbox>')]],
    ['no-call', [think('')]],
    ['no-call', [think('<search>never ends')]],
    ['cut-off', [{ text: think('<search>never ends'), finishReason: 'length' }]],
    ['loop', [searching, searching, searching]],
    ['empty-search', [...['a', 'b', 'c', 'd'].map((query) => think(`<search>${query}</search>`))]],
    [
      'context-too-long',
      [searching, { text: '', error: new PageTraceError('prompt-too-long', 'Too long.') }],
    ],
    ['server-error', [searching, { text: '<think>', error: new PageTraceError('stream-cut', 'Cut.') }]],
  ])('ends with %s', async (state, answers) => {
    const { end, told, text } = await have(answers);
    expect(end.ending.state).toBe(state);
    expect(end.ending.why).toMatch(/\.$/);
    expect(told).toBe(text);
  });

  test('a box without an area shows what is around it', async () => {
    const { end } = await have([searching, think('<bbox>[100, 100, 100, 100]</bbox>'), answering]);
    expect(end.ending.state).toBe('answered');
    expect(end.conversation.images[1]?.raw).toEqual({
      width: expect.closeTo(112, 6) as number,
      height: expect.closeTo(112, 6) as number,
    });
  });
});

describe("VRAG-RL's training", () => {
  test('a call that cannot be made is told, and the model goes on', async () => {
    const { end, text } = await have(
      [think('<bbox>[1, 2, 3, 4]</bbox>'), 'nothing', searching, answering],
      training,
    );
    expect(end.ending.state).toBe('answered');
    expect(text.match(/Your previous action is invalid/g)).toHaveLength(2);
    const { parts } = parseTrajectory(text, { dialect: 'vrag-rl', numImages: 1, tools: null });
    expect(parts.filter((part) => part.kind === 'observation' && part.refuses)).toHaveLength(2);
  });

  test('it has four rounds with calls and one without', async () => {
    const { end, requests } = await have(
      Array.from({ length: 6 }, () => 'nothing'),
      training,
    );
    expect(end.ending.state).toBe('round-limit');
    expect(requests).toHaveLength(5);
  });

  test('boxes are padded in pixels of the image that was sent, and cut out of the last page', async () => {
    const { end } = await have(
      [
        searching,
        think('<bbox>[100, 100, 200, 200]</bbox>'),
        think('<bbox>[28, 28, 100, 100]</bbox>'),
        answering,
      ],
      training,
    );
    const [, first, second] = end.conversation.images;
    expect(first?.region).toMatchObject({
      left: expect.closeTo(0.144, 9) as number,
      right: expect.closeTo(0.456, 9) as number,
    });
    // Scaled by the size of the crop that was sent last, which is 312 pixels wide.
    expect(second?.region).toMatchObject({ left: 0, right: expect.closeTo(128 / 312, 9) as number });
  });
});
