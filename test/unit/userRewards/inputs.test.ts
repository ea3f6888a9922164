import { describe, expect, it } from 'vitest';
import type { ScoreContext } from '../../../src/core/rewards/model.ts';
import { rewardInput } from '../../../src/userRewards/inputs.ts';

const context: ScoreContext = {
  numImages: 2,
  verdict: 'unknown',
  question: 'How many?',
  sentPrompt: null,
  reference: '42',
  toolResults: '[]',
  retrieval: null,
  responseLength: 11,
};
const record = { step: 3, extra_info: { index: 1 } };
const sample = { response: '<answer>42</answer>', groundTruth: undefined, record };

describe('rewardInput', () => {
  it('a reward gets the trainer’s own keys and nothing else', () => {
    expect(
      rewardInput({ ...sample, record: { ...record, data_source: 'docs' } }, context, 'trainer'),
    ).toEqual({
      input: {
        response: '<answer>42</answer>',
        response_length: 11,
        ground_truth: '42',
        data_source: 'docs',
        extra_info: { index: 1 },
        extra: {},
        prompt: 'How many?',
        completion: null,
        columns: { ...record, data_source: 'docs' },
      },
      defaults: [],
    });
  });

  it('a reward gets every field of the record if everything is to be passed', () => {
    const carried = { num_images: 2, prompt: 'How many?', tool_results: '[]', step: 3 };
    expect(rewardInput(sample, context, 'everything').input).toEqual({
      response: '<answer>42</answer>',
      response_length: 11,
      ground_truth: '42',
      data_source: null,
      extra_info: { ...carried, index: 1 },
      extra: carried,
      prompt: 'How many?',
      completion: null,
      columns: record,
    });
  });

  it('keys that the trainer passes are not passed again as fields of the record', () => {
    const known = { response: 'r', response_length: 5, ground_truth: 'g', data_source: 'd', other: 1 };
    const { extra } = rewardInput({ ...sample, record: known }, context, 'everything').input;
    expect(extra).toEqual({ num_images: 2, prompt: 'How many?', tool_results: '[]', other: 1 });
  });

  it('an extra_info that is not an object is passed unchanged', () => {
    expect(
      rewardInput({ ...sample, record: { extra_info: ['a'] } }, context, 'everything').input.extra_info,
    ).toEqual(['a']);
  });

  it('the ground truth of the record is passed with its own type', () => {
    expect(
      rewardInput({ ...sample, groundTruth: [{ bbox_2d: [1] }] }, context, 'trainer').input.ground_truth,
    ).toEqual([{ bbox_2d: [1] }]);
  });

  it('values that replace missing ones are reported', () => {
    const bare = { ...context, reference: null, responseLength: null };
    const { input, defaults } = rewardInput({ ...sample, response: 'x'.repeat(9) }, bare, 'trainer');
    expect(input).toMatchObject({ ground_truth: null, response_length: 3 });
    expect(defaults.map(({ key, value }) => [key, value])).toEqual([
      ['ground_truth', 'None'],
      ['response_length', '3'],
    ]);
  });
});
