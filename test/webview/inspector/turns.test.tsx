import { expect, it, vi } from 'vitest';
import type { RecordedTurn } from '../../../src/core/records/conversation.ts';
import { TextStore } from '../../../src/core/trajectory/textStore.ts';
import { all, click, find, open, receive, texts } from './drawing.tsx';
import { image, sample, state } from './states.ts';

const TEXT = `<think>I lack the revenue.</think><search>revenue 2024</search><|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>The row is small.</think><bbox>[10, 20, 300, 400]</bbox><|im_end|>
<|im_start|>user
<|vision_start|><|image_pad|><|vision_end|><|im_end|>
<|im_start|>assistant
<think>Closer.</think><bbox>[10, 20, 100, 100]</bbox><|im_end|>
<|im_start|>user
Your previous action is invalid.<|im_end|>
<|im_start|>assistant
<think>It reads 518.9.</think><answer>518.9</answer>`;

const model = (tokens: number | null, edited = false): RecordedTurn => ({
  by: 'model',
  did: null,
  tokens,
  seconds: 1.5,
  edited,
  images: [],
});
const shown = { document: 0, page: 3, width: 532, height: 756 };

const conversation = {
  protocol: 'vrag-rl',
  ended: 'answered',
  turns: [
    model(24),
    {
      by: 'tool',
      did: 'search',
      tokens: null,
      seconds: 0.25,
      edited: false,
      images: [{ image: 1, region: null, ...shown }],
    },
    model(null, true),
    {
      by: 'tool',
      did: 'crop',
      tokens: null,
      seconds: 0.1,
      edited: false,
      images: [
        {
          image: 2,
          region: { left: 0, top: 0.125, right: 0.5, bottom: 1 },
          ...shown,
          width: 400,
          height: 640,
        },
      ],
    },
    model(8),
    { by: 'tool', did: null, tokens: null, seconds: 0, edited: false, images: [] },
    model(9),
  ],
} as const;

const opened = () =>
  open(
    state({
      dialect: 'vrag-rl',
      profile: 'vrag-rl',
      images: [image(1)],
      conversation,
      samples: [sample({ text: TEXT })],
    }),
  );

it('says of each turn what was done, its tokens and time, and the images that it added', () => {
  opened();
  expect(texts('.turn-facts').map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'model · 24 tokens · 1.50 s',
    'searched · 0.25 sPage 3532 × 756 px',
    'model · edited by a person · 1.50 s',
    'cut out · 0.10 sPage 3from 0%, 12.5% to 50%, 100%400 × 640 px',
    'model · 8 tokens · 1.50 s',
    '0.00 s',
    'model · 9 tokens · 1.50 s',
  ]);
  expect(all('[role=treeitem].environment .turn-facts')).toHaveLength(3);
});

it('an image of a turn, and a box on a crop, lead to the page in the strip', () => {
  const { model: shownBy } = opened();
  click(find('.turn-facts .chip.image'));
  expect(shownBy.pointedImage.value?.image).toBe(1);
  shownBy.pointedImage.value = null;
  // The box is on the crop, the second image of the conversation, which the strip does not have.
  click(all('.kind-box .asked > .chip.image').at(-1) ?? find('none'));
  expect(shownBy.pointedImage.value).toMatchObject({ image: 1 });
});

it('shows what stands for an image as the page, or the part of it, that it is', () => {
  const { model: shownBy } = opened();
  expect(texts('.environment .body .chip')).toEqual(['Image: page 3', 'Image: part of page 3']);
  expect(find('[role=tree]').textContent).not.toContain('<|');
  click(find('.environment .body .chip'));
  expect(shownBy.pointedImage.value?.image).toBe(1);
});

it('looks for what stands for images once in a text, however many there are', () => {
  const reads = [2, 9].map((count) => {
    const read = vi.spyOn(TextStore.prototype, 'toString');
    const token = '<|vision_start|><|image_pad|><|vision_end|>';
    const images = Array.from({ length: count }, (_, at) => ({
      image: at + 1,
      document: 0,
      page: 3,
      region: null,
      width: 28,
      height: 28,
    }));
    const turn = { by: 'tool', did: 'search', tokens: null, seconds: 0, edited: false, images } as const;
    open(
      state({
        dialect: 'vrag-rl',
        images: [image(1)],
        conversation: { protocol: 'vrag-rl', ended: 'answered', turns: [turn] },
        samples: [sample({ text: `<think>${token.repeat(count)}</think>` })],
      }),
    );
    expect(texts('.body .chip')).toHaveLength(count);
    const { length } = read.mock.calls;
    read.mockRestore();
    return length;
  });
  expect(reads[1]).toBe(reads[0]);
});

it.each([
  ['nothing is recorded of its turns', TEXT, undefined],
  ['the model has written one itself', TEXT.replace('Closer.', 'Closer: <image>.'), conversation],
  [
    'its pads are cut off',
    `${TEXT.slice(0, TEXT.indexOf('<|image_pad|>'))}${'<|image_pad|>'.repeat(40)}`,
    undefined,
  ],
] as const)('shows what stands for an image as one if %s', (_why, text, had) => {
  open(
    state({
      dialect: 'vrag-rl',
      images: [image(1)],
      ...(had && { conversation: had }),
      samples: [sample({ text })],
    }),
  );
  const chips = texts('.body .chip');
  expect(chips.length).toBeGreaterThan(0);
  expect(new Set(chips)).toEqual(new Set(['Image']));
  expect(find('[role=tree]').textContent).not.toContain('<|');
});

it('counts the turns of a conversation that goes on once there is one', () => {
  const going = (turns: readonly RecordedTurn[]) =>
    state({
      dialect: 'vrag-rl',
      conversation: { ...conversation, turns },
      samples: [sample({ text: '<think>I', state: 'streaming' })],
    });
  const made = open(going([]));
  expect(all('.meta .conversation')).toHaveLength(0);
  receive(made, { type: 'state', state: going([model(24)]) });
  expect(find('.meta .conversation').textContent).toBe('1 turn');
});

it('says how the conversation ended', () => {
  opened();
  expect(find('.meta .conversation').textContent).toBe('answered after 4 turns');
  expect(find('.meta .conversation').className).not.toContain('warned');
});

it('says that a conversation was canceled as everything else says it', () => {
  const canceled = { ...conversation, ended: 'cancelled', turns: [model(24)] };
  open(state({ dialect: 'vrag-rl', conversation: canceled, samples: [sample({ state: 'cancelled' })] }));
  expect(find('.meta .conversation').textContent).toBe('canceled after 1 turn');
});

it('shows the evidence of each pass of VisDoM, and what is asked of both, as the words of the environment', () => {
  const told = (words: string): string =>
    `<|im_end|>\n<|im_start|>user\n${words}<|im_end|>\n<|im_start|>assistant\n`;
  const pass = '## Evidence:\nA row.\n\n## Chain of Thought:\nPrinted.\n\n## Answer:\n42';
  const tool = (images: RecordedTurn['images']): RecordedTurn => ({
    ...model(null),
    by: 'tool',
    did: 'search',
    images,
  });
  open(
    state({
      dialect: 'visdom',
      profile: null,
      images: [image(1)],
      conversation: {
        protocol: 'visdom',
        ended: 'answered',
        turns: [
          tool([]),
          model(11),
          tool([{ image: 1, region: null, ...shown }]),
          model(12),
          { ...tool([]), did: null },
          model(13),
        ],
      },
      samples: [
        sample({
          text: `${told('Passage 1')}${pass}${told('<|vision_start|><|image_pad|><|vision_end|>')}${pass}${told('Compare.')}## Analysis:\nBoth agree.\n\n## Conclusion:\nBoth.\n\n## Final Answer:\n42`,
        }),
      ],
    }),
  );
  expect(texts('.turn-facts').map((text) => text.replaceAll(/\s+/g, ' '))).toEqual([
    'searched · 1.50 s',
    'model · 11 tokens · 1.50 s',
    'searched · 1.50 sPage 3532 × 756 px',
    'model · 12 tokens · 1.50 s',
    '1.50 s',
    'model · 13 tokens · 1.50 s',
  ]);
  expect(all('[role=treeitem].environment .turn-facts')).toHaveLength(3);
});
