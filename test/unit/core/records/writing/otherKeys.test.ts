import { describe, expect, it } from 'vitest';
import { KEPT } from '../../../../../src/core/records/formats/kept.ts';
import { RECORD_FORMATS } from '../../../../../src/core/records/formats/registry.ts';
import { EXPANDED_FORMS, otherKeys } from '../../../../../src/core/records/writing/otherKeys.ts';

describe('the keys of a record beside its sample', () => {
  it('are known for every form', () => {
    const expanded = RECORD_FORMATS.filter((format) => format.expand !== undefined || format === KEPT);
    expect([...EXPANDED_FORMS].sort()).toEqual(expanded.map(({ name }) => name).sort());
  });

  it.each([
    [
      'verl',
      { input: 'q', output: 'r', gts: 1, uid: 'a', request_id: 'b', topic: 't' },
      ['request_id', 'topic'],
      [],
    ],
    [
      'lang2act',
      { model_response_raw: 'r', used_topk_images: [], top_k: 3, dataset: 'd' },
      ['top_k', 'dataset'],
      [],
    ],
    ['reward-input', { response: 'r', extra_info: { file_name: 'a', split: 's' } }, [], ['extra_info.split']],
    [
      'openai-batch',
      {
        custom_id: 1,
        response: { id: 'x', body: { choices: [], usage: { completion_tokens: 1, prompt_tokens: 2 } } },
      },
      [],
      ['response.id', 'response.body.usage.prompt_tokens'],
    ],
    ['promptfoo-table', { '[a] {{q}}': '[PASS] r', question: 'q', other: 1 }, ['other'], []],
    ['vg-refiner', { stage1_raw: 'a', prediction_raw: 'b', ann_id: 1, image_id: 2 }, ['image_id'], []],
    ['fields', { text: 'r', topic: 't', id: 1 }, ['text', 'topic'], []],
  ])('of %s are those that are not read', (form, record, whole, parts) => {
    const others = otherKeys(record, form, {});
    expect(Object.keys(others.whole)).toEqual(whole);
    expect(others.parts).toEqual(parts);
  });

  it('are not those that the person names', () => {
    const fields = {
      response: { paths: ['text'], as: 'value' },
      step: { paths: ['meta.it'], as: 'value' },
    } as const;
    const others = otherKeys({ text: 'r', meta: { it: 1, at: 2 } }, 'fields', fields);
    expect(others).toEqual({ whole: {}, parts: ['meta.at'] });
  });
});
