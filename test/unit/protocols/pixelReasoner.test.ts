import { describe, expect, test } from 'vitest';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { protocolOf } from '../../../src/protocols/registry.ts';
import { prompted, talk, type Answer } from './support.ts';

const protocol = protocolOf('pixel-reasoner');

const crop = (box: readonly unknown[] | string, target: unknown = 1): string =>
  `I look closer.\n<tool_call>\n${JSON.stringify({ name: 'crop_image_normalized', arguments: { bbox_2d: box, target_image: target } })}\n</tool_call>`;
const ANSWER = 'It is \\boxed{42}.';

const have = (...answers: readonly Answer[]) => talk(protocol, prompted(1, 2), answers);

const regionOf = async (...calls: readonly string[]) => {
  const { end } = await have(...calls, ANSWER);
  return end.conversation.images.at(-1);
};

describe('Pixel-Reasoner', () => {
  test('a normalized box is padded by a tenth of the page and cut out at full resolution', async () => {
    const { end, told, text } = await have(crop([0.2, 0.3, 0.4, 0.5], 2), ANSWER);
    expect(end.ending.state).toBe('answered');
    const cut = end.conversation.images[2];
    expect(cut).toMatchObject({ document: 0, page: 2 });
    expect(cut?.region).toEqual({
      left: expect.closeTo(0.1, 9) as number,
      top: expect.closeTo(0.2, 9) as number,
      right: expect.closeTo(0.5, 9) as number,
      bottom: expect.closeTo(0.6, 9) as number,
    });
    expect(told).toBe(text);
    expect(text).toContain('Here is the cropped image (Image Size: 400x800):');
    const { findings, steps } = parseTrajectory(text, {
      dialect: protocol.dialect,
      numImages: 2,
      tools: null,
    });
    expect(findings).toEqual([]);
    expect(steps.map(({ kind, speaker }) => `${kind} ${speaker}`)).toEqual([
      'text model',
      'call model',
      'observation environment',
      'text model',
      'answer model',
    ]);
  });

  test('a number of 1 makes the box one of pixels, which is too small without its padding', async () => {
    const cut = await regionOf(crop([0, 0, 1, 1]));
    expect(cut?.region).toMatchObject({ left: 0, top: 0, right: 0.101, bottom: 0.1005 });
  });

  test('0 and negative numbers count images from the last one', async () => {
    expect(await regionOf(crop([0.2, 0.3, 0.4, 0.5], 0))).toMatchObject({ page: 2 });
    expect(await regionOf(crop([0.2, 0.3, 0.4, 0.5], -1))).toMatchObject({ page: 1 });
  });

  test('a crop of a crop is cut out of the page, where the crop shows it', async () => {
    const cut = await regionOf(crop([0.2, 0.3, 0.4, 0.5]), crop([0, 0, 0.5, 0.5], 3));
    expect(cut?.region).toEqual({
      left: expect.closeTo(0.1, 9) as number,
      top: expect.closeTo(0.2, 9) as number,
      right: expect.closeTo(0.1 + 0.6 * 0.4, 9) as number,
      bottom: expect.closeTo(0.2 + 0.6 * 0.4, 9) as number,
    });
  });

  test.each<[why: string, call: string]>([
    ['Cropped image is too small: 0x0', crop([1200, 10, 1300, 20])],
    ['Cropped image is too small: 0x0', crop([-50, 0.5, -0.1, -0.9])],
    ['The call is not JSON.', '<tool_call>{"name": </tool_call>'],
    ['There is no function "zoom", only crop_image_normalized.', '<tool_call>{"name": "zoom"}</tool_call>'],
    ['`bbox_2d` must be four numbers.', crop([1, 2, 3])],
    ['`bbox_2d` must be four numbers.', crop('none')],
    ['`target_image` must be a whole number.', crop([0.1, 0.1, 0.2, 0.2], '1')],
    ['You can only pick an image within [1,2]', crop([0.1, 0.1, 0.2, 0.2], 3)],
  ])('says “%s” and goes on', async (why, call) => {
    const { end, text } = await have(call, ANSWER);
    expect(end.ending.state).toBe('answered');
    expect(text).toContain('Execution error:\n');
    expect(text).toContain(why);
    expect(end.conversation.images).toHaveLength(2);
    const { parts } = parseTrajectory(text, { dialect: protocol.dialect, numImages: 2, tools: null });
    expect(parts.some((part) => part.kind === 'observation' && part.refuses)).toBe(true);
  });

  test('a crop of 28 pixels is refused, and one of 29 is not', async () => {
    // With the padding of 100 and 200 pixels, from the left edge and above the top edge.
    const of = (right: number, bottom: number) => have(crop([-300, -300, right, bottom]), ANSWER);
    expect((await of(-72, 300)).text).toContain('Cropped image is too small: 28x500');
    expect((await of(-71, 300)).end.conversation.images[2]?.raw.width).toBeCloseTo(29, 6);
  });

  test.each<[state: string, answers: readonly Answer[]]>([
    ['no-call', ['I do not know.']],
    ['cut-off', [{ text: 'I do not', finishReason: 'length' }]],
    ['loop', Array.from({ length: 3 }, () => crop([0.1, 0.1, 0.5, 0.5]))],
    ['call-limit', Array.from({ length: 5 }, (_, index) => crop([0.1, 0.1, 0.5, 0.5 + index / 100]))],
  ])('ends with %s', async (state, answers) => {
    const { end } = await have(...answers);
    expect(end.ending.state).toBe(state);
  });
});
