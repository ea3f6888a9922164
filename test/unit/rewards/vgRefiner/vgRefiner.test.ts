import { describe, expect, test } from 'vitest';
import { vgRefiner, vgRefinerPlain } from '../../../../src/core/rewards/vgRefiner/vgRefiner.ts';
import { contextOf, textAt } from '../responses.ts';

const box = (...corners: readonly unknown[]): string => `{"bbox_2d": [${corners.join(', ')}]}`;
const REFERENCE = `[${box(10, 20, 110, 220)}]`;
const responseWith = (boxes: string): string =>
  `<think>a</think><rethink>b</rethink><answer>${boxes}</answer>`;

function scorePlain(boxes: string, reference: string | null = REFERENCE) {
  return vgRefinerPlain.score(responseWith(boxes), contextOf('unknown', { reference }));
}
function scoreWithTool(boxes: string, toolResults: string | null, reference: string | null = REFERENCE) {
  return vgRefiner.score(responseWith(boxes), contextOf('unknown', { reference, toolResults }));
}

describe('vg-refiner-plain', () => {
  test('vg-refiner-plain pays the IoU of the best assignment, divided by the larger number of boxes', () => {
    expect(scorePlain(REFERENCE).reported).toEqual({ overall: 1, format: 1, accuracy: 1 });
    const two = `[${box(300, 300, 310, 310)}, ${box(10, 20, 110, 220)}]`;
    expect(scorePlain(two)).toMatchObject({
      overall: 0.55,
      components: [{ value: '0.5', paid: '0.45' }, { paid: '0.1' }],
    });
  });

  test('vg-refiner-plain reports what each box lacks, at its place', () => {
    const boxes = `[${box(300, 300, 310, 310)}, ${box(10, 20, 110, 119)}]`;
    const [accuracy] = scorePlain(boxes).components;
    expect(
      accuracy?.entries.map(({ code, amount, span }) => [code, amount, textAt(responseWith(boxes), span)]),
    ).toEqual([
      ['box-differs', expect.stringMatching(/^-0\.25/), '[10, 20, 110, 119]'],
      ['box-unmatched', expect.stringMatching(/^-0\.5/), '[300, 300, 310, 310]'],
    ]);
    const missing = scorePlain(REFERENCE, `[${box(10, 20, 110, 220)}, ${box(1, 1, 2, 2)}]`).components[0]
      ?.entries;
    expect(missing).toMatchObject([{ code: 'box-missing', amount: '-0.5', span: null }]);
  });

  test.each([
    ['no JSON', `[${box(1, 2, 3, 4)},]`, 'not JSON as Python reads it'],
    ['a number among the entries', `[${box(1, 2, 3, 4)}, 5]`, 'a number, true, false or null'],
    ['boxes of different length', `[${box(1, 2, 3, 4)}, ${box(1, 2, 3)}]`, 'do not have the same length'],
    ['digits in quotes', `[${box('"1"', 2, 3, 4)}]`, 'contains text where a number belongs'],
    ['a number beyond 64 bits', `[${box(1, 2, 3, 18446744073709551616n)}]`, '64 bits'],
    ['not a number', `[${box('NaN', 2, 3, 4)}]`, 'not a number'],
  ])('vg-refiner-plain pays nothing for %s, and says why', (_, boxes, reason) => {
    const { reported, components } = scorePlain(boxes);
    expect(reported['accuracy']).toBe(0);
    expect(components[0]?.entries).toMatchObject([{ code: 'boxes-not-read', amount: '-1' }]);
    expect(components[0]?.entries[0]?.reason).toContain(reason);
  });

  test.each([
    ['an object stands for a list of one', box(10, 20, 110, 220), 1],
    ['other entries are passed over', `["x", [1], {"a": 1}, ${box(10, 20, 110, 220)}]`, 1],
    ['the last of a key counts', '{"bbox_2d": [1, 2, 3, 4], "bbox_2d": [10, 20, 110, 220]}', 1],
    ['true counts as 1 among numbers', `[${box('true', 1, 1, 1)}]`, 0],
  ])('vg-refiner-plain reads boxes as Python does: %s', (_, boxes, accuracy) => {
    expect(scorePlain(boxes).reported['accuracy']).toBe(accuracy);
  });

  test('vg-refiner-plain lets 64-bit integers overflow as NumPy does', () => {
    const huge = `[${box(0, 0, 4294967295, 4294967295)}]`;
    // 2^64 pixels overflow to 0 pixels, so that the union is 0, too, and the IoU is not a number.
    expect(scorePlain(huge, huge).reported['accuracy']).toBe(0);
    const large = `[${box(0, 0, 3037000499, 3037000499)}]`;
    expect(scorePlain(large, large).reported['accuracy']).toBe(1);
  });

  test('vg-refiner-plain pays in full if neither the answer nor the reference has boxes', () => {
    expect(scorePlain('[]', '[]').reported['accuracy']).toBe(1);
    expect(vgRefinerPlain.score('no answer', contextOf('unknown', { reference: '[]' })).overall).toBe(0.9);
    expect(scorePlain('null').components[0]?.entries).toMatchObject([{ code: 'no-boxes' }]);
    expect(scorePlain(REFERENCE, '[]').components[0]?.entries).toMatchObject([
      { code: 'boxes-not-expected' },
    ]);
  });
});

describe('vg-refiner', () => {
  const near = `[${box(10, 20, 110, 200)}]`;
  const far = `[${box(500, 500, 600, 600)}]`;

  test.each([
    ['corrected', near, far, 1],
    ['confirmed', near, near, 0.5],
    ['missed', far, near, 0],
    ['missed like the tool', far, far, 0],
  ])('vg-refiner compares the boxes of the answer with those of the tool: %s', (_, boxes, tool, accuracy) => {
    const { overall, reported } = scoreWithTool(boxes, tool);
    expect([overall, reported['accuracy'], reported['format']]).toEqual([0.9 * accuracy + 0.1, accuracy, 1]);
  });

  test('vg-refiner assumes that the tool found nothing if the record does not say, and states it', () => {
    const score = scoreWithTool(near, null);
    expect([score.reported['accuracy'], score.reported['tool_iou']]).toEqual([1, 0]);
    expect(score.defaults).toMatchObject([{ key: 'tool_results', value: '[]' }]);
    expect(scoreWithTool(near, '[]').defaults).toEqual([]);
  });

  test('vg-refiner needs a reference, except for an answer that no reference can improve', () => {
    expect(scoreWithTool(near, far, null)).toMatchObject({ overall: null, needs: ['reference'] });
    expect(scoreWithTool('[', far, null)).toMatchObject({
      overall: 0.1,
      needs: [],
      reported: { model_iou: 0, tool_iou: null },
    });
  });

  test('vg-refiner pays for tags in their place, even with white space in them', () => {
    const response = '< think >a</ think > <rethink>b< /rethink><answer >[]</answer\n>';
    const score = vgRefiner.score(response, contextOf('unknown', { reference: '[]', toolResults: '' }));
    expect(score.reported).toMatchObject({ format: 1, model_iou: 1, tool_iou: 1 });
    const short = vgRefiner.score(
      '<answer>[]</answer>',
      contextOf('unknown', { reference: '[]', toolResults: '' }),
    );
    expect(short.components[1]?.entries).toMatchObject([{ code: 'tag-missing', amount: '-1' }]);
  });

  test('vg-refiner reads the last complete answer, and notes what it does not read', () => {
    const response = `<answer>${far}</answer><answer>${near.replace(']', ', 5]')}</answer><answer>[${box(10, 20, 110, 220)}, [1], ${box(9, 9, 1, 1)}]</answer>`;
    const { notes } = vgRefiner.score(response, contextOf('unknown', { reference: REFERENCE }));
    expect(notes.map(({ code, span }) => [code, textAt(response, span)])).toEqual([
      ['answer-not-read', '<answer>'],
      ['answer-not-read', '<answer>'],
      ['box-not-read', '[1]'],
      ['box-inverted', '[9, 9, 1, 1]'],
    ]);
  });
});
