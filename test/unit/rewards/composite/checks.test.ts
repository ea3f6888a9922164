import { describe, expect, it } from 'vitest';
import type {
  AnswerVerdict,
  ClaimStatus,
  GroundedClaim,
  Grounding,
} from '../../../../src/core/grounding/model.ts';
import { scoreCheck, outcome } from './support.ts';

describe('tag-present', () => {
  const check = { check: 'tag-present', tag: 'think' };
  it.each([
    ['a <THINK>b</Think> c', [1]],
    ['a <think> </think>', [0, ['tag-empty', '-1', '']]],
    ['a <think>b', [0, ['tag-missing', '-1', null]]],
    ['</think><think>', [0, ['tag-missing', '-1', null]]],
  ])('checks that a tag is present: %s', (response, expected) => {
    expect(outcome(check, response)).toEqual(expected);
  });
});

describe('order', () => {
  const check = { check: 'order', tags: ['think', 'answer'] };
  it.each([
    ['x <think>a</think> y <answer>b</answer> z', [1]],
    ['<answer>b</answer><think>a</think>', [0, ['tag-order', '-1', '<answer>']]],
    ['<think><answer>b</answer></think>', [0, ['tag-order', '-1', '<answer>']]],
    ['<think>a</think><answer>b', [0, ['tag-missing', '-1', null]]],
  ])('checks the order of tags: %s', (response, expected) => {
    expect(outcome(check, response)).toEqual(expected);
  });
  it.each([
    [' <think>a</think>\n<answer>b</answer>\n', [1]],
    ['x <think>a</think><answer>b</answer>', [0, ['text-around', '-1', 'x ']]],
    ['<think>a</think> y <answer>b</answer>', [0, ['text-around', '-1', 'y ']]],
    ['<think>a</think><answer>b</answer> z', [0, ['text-around', '-1', 'z']]],
  ])('checks the order of tags without text around them: %s', (response, expected) => {
    expect(outcome({ ...check, closed: true }, response)).toEqual(expected);
  });
});

describe('pattern', () => {
  it.each([
    [{ pattern: 'Image \\d+' }, 'see Image 3', [1]],
    [{ pattern: 'image \\d+' }, 'see Image 3', [0, ['pattern-missing', '-1', null]]],
    [{ pattern: 'image \\d+', flags: 'i' }, 'see Image 3', [1]],
    [{ pattern: 'a.b', flags: 's' }, 'a\nb', [1]],
    [{ pattern: '^b$', flags: 'm' }, 'a\nb\nc', [1]],
    [
      { pattern: 'as an AI', least: 0, most: 0 },
      'Well, as an AI, no',
      [0, ['pattern-found', '-1', 'as an AI']],
    ],
    [{ pattern: 'x', least: 2, most: 3 }, 'x', [0, ['pattern-missing', '-1', null]]],
    [{ pattern: 'x', least: 2, most: 3 }, 'xx', [1]],
    [{ pattern: 'x', least: 2, most: 3 }, 'xx😀xx', [0, ['pattern-found', '-1', 'x']]],
    [{ pattern: '^\\d+$', in: 'answer' }, '<answer> 42 </answer>', [1]],
    [{ pattern: '^\\d+$', in: 'answer' }, '<answer>forty</answer>', [0, ['pattern-missing', '-1', 'forty']]],
    [{ pattern: 'x', in: 'answer' }, 'x', [0, ['part-missing', '-1', null]]],
    [
      { pattern: 'é', in: 'answer', least: 0, most: 0 },
      '😀<answer>😀é</answer>',
      [0, ['pattern-found', '-1', 'é']],
    ],
  ])('checks the pattern %j in %s', (fields, response, expected) => {
    expect(outcome({ check: 'pattern', ...fields }, response)).toEqual(expected);
  });

  it('checks a pattern in linear time even if other engines take exponential time', () => {
    expect(outcome({ check: 'pattern', pattern: '(a+)+$' }, `${'a'.repeat(20_000)}b`)).toEqual([
      0,
      ['pattern-missing', '-1', null],
    ]);
  });
});

describe('length', () => {
  it.each([
    [{ unit: 'characters', most: 3 }, 'a😀b', {}, [1]],
    [{ unit: 'characters', most: 2 }, 'a😀b', {}, [0, ['too-long', '-1', null]]],
    [{ unit: 'characters', least: 4 }, 'a😀b', {}, [0, ['too-short', '-1', null]]],
    [
      { unit: 'words', most: 1, in: 'answer' },
      '<answer>two words</answer>',
      {},
      [0, ['too-long', '-1', 'two words']],
    ],
    [{ unit: 'tokens', most: 100, end: 200 }, 'x', { responseLength: 150 }, [0.5, ['long', '-0.5', null]]],
    [{ unit: 'tokens', most: 100, end: 200 }, 'x', { responseLength: 200 }, [0, ['long', '-1', null]]],
    [{ unit: 'tokens', least: 10, most: 100 }, 'x', { responseLength: 50 }, [1]],
    [{ unit: 'tokens', most: 100 }, 'x', { responseLength: null }, ['response_length']],
  ])('checks the length %j of %s', (fields, response, context, expected) => {
    expect(outcome({ check: 'length', ...fields }, response, context)).toEqual(expected);
  });
});

describe('an answer', () => {
  const responseWith = (text: string) => `<think>no</think><answer>${text}</answer>`;
  it.each([
    [{ check: 'equals' }, 'The Total!', 'total', [1]],
    [{ check: 'equals', normalized: false }, ' total ', 'total', [1]],
    [{ check: 'equals', normalized: false }, 'Total', 'total', [0, ['answer-differs', '-1', 'Total']]],
    [{ check: 'equals', reference: 'yes' }, 'Yes', 'no', [1]],
    [{ check: 'contains' }, 'It is the total of 42.', 'Total of 42', [1]],
    [
      { check: 'contains', normalized: false },
      'it is 42',
      '43',
      [0, ['reference-not-contained', '-1', 'it is 42']],
    ],
    [{ check: 'word-f1' }, 'red green', 'green blue', [0.5, ['answer-differs', '-0.5', 'red green']]],
    [{ check: 'anls' }, 'Paris', 'Parts', [0.8, ['answer-differs', '-0.2', 'Paris']]],
    [{ check: 'anls', threshold: 0.1 }, 'Paris', 'Parts', [0, ['answer-differs', '-1', 'Paris']]],
    [{ check: 'anls', ignoreCase: true }, 'PARIS', 'paris', [1]],
    [{ check: 'number' }, 'about 1,234.5 apples', '1234.5', [1]],
    [{ check: 'number' }, '12', '13', [0, ['number-off', '-1', '12']]],
    [{ check: 'number', absolute: 1 }, '12', '13', [1]],
    [{ check: 'number', relative: 0.05 }, '-96 %', '−100', [1]],
    [{ check: 'number', which: 'last' }, '2023: 7', '7', [1]],
    [{ check: 'number' }, 'many', '7', [0, ['number-missing', '-1', 'many']]],
    [{ check: 'number' }, '7', 'many', [0, ['number-missing', '-1', '7']]],
    [{ check: 'iou' }, '[{"bbox_2d": [0, 0, 9, 9]}]', '[{"bbox_2d": [0, 0, 9, 9]}]', [1]],
    [
      { check: 'iou' },
      '[{"bbox_2d": [0, 0, 9, 4]}]',
      '[{"bbox_2d": [0, 0, 9, 9]}]',
      [0.5, ['box-differs', '-0.5', '[0, 0, 9, 4]']],
    ],
    [{ check: 'iou', threshold: 0.5 }, '[{"bbox_2d": [0, 0, 9, 4]}]', '[{"bbox_2d": [0, 0, 9, 9]}]', [1]],
    [{ check: 'iou', threshold: 0.6 }, '[]', '[{"bbox_2d": [0, 0, 9, 9]}]', [0, ['boxes-wrong', '-1', '[]']]],
    [{ check: 'iou' }, 'here', '[{"bbox_2d": [0, 0, 9, 9]}]', [0, ['boxes-not-read', '-1', 'here']]],
  ])('checks the answer with %j: %s against %s', (fields, answer, reference, expected) => {
    expect(outcome(fields, responseWith(answer), { reference })).toEqual(expected);
  });

  it.each(['equals', 'contains', 'word-f1', 'anls', 'number', 'iou'])(
    'the check %s needs an answer and a reference',
    (check) => {
      expect(outcome({ check }, 'no answer')).toEqual([0, ['part-missing', '-1', null]]);
      expect(outcome({ check }, responseWith('42'), { reference: null })).toEqual(['reference']);
    },
  );

  it('the whole response can be the answer of a check', () => {
    expect(outcome({ check: 'equals', in: '*' }, '42')).toEqual([1]);
  });
});

describe('tool-count', () => {
  const call = (name: string) => `<tool name="${name}" args="Image 1: x">y</tool>`;
  const response = `<think>a</think><description>${call('read_text_element')}${call('compare_values')}</description><answer>b</answer>`;
  it.each([
    [{}, [1]],
    [{ least: 3 }, [0, ['too-few-tools', '-1', null]]],
    [{ most: 1 }, [0, ['too-many-tools', '-1', call('compare_values')]]],
    [{ tool: 'compare_values', least: 1, most: 1 }, [1]],
    [{ tool: 'locate_visual_element' }, [0, ['too-few-tools', '-1', null]]],
    [{ least: 0, most: 0 }, [0, ['too-many-tools', '-1', call('read_text_element')]]],
  ])('checks the number of tool calls: %j', (fields, expected) => {
    expect(outcome({ check: 'tool-count', ...fields }, response)).toEqual(expected);
  });
});

describe('image-cited', () => {
  it.each([
    [{}, 'see Image 2', 3, [1]],
    [{}, 'see image  2', 3, [1]],
    [{}, 'see Image 4', 3, [0, ['image-not-cited', '-1', 'Image 4']]],
    [{ least: 2 }, 'Image 1, Image 1', 3, [0.5, ['image-not-cited', '-0.5', null]]],
    [{ least: 2, in: 'think' }, '<think>Image 1, Image 3</think>Image 2', 3, [1]],
    [{}, 'nothing', 3, [0, ['image-not-cited', '-1', null]]],
    [{}, 'see Image 99', null, [1]],
  ])('checks that images are cited: %j in %s of %s images', (fields, response, numImages, expected) => {
    expect(outcome({ check: 'image-cited', ...fields }, response, { numImages })).toEqual(expected);
  });

  it('states the assumption if the number of images is not known', () => {
    const { defaults } = scoreCheck({ check: 'image-cited' }, 'Image 9', { numImages: null });
    expect(defaults.map(({ key }) => key)).toEqual(['num_images']);
  });
});

describe('repetition', () => {
  it.each([
    [{ words: 2 }, 'a b c d', [1]],
    [{ words: 2 }, 'a b a b a', [0.5, ['repeated', '-0.5', 'a b']]],
    [{ words: 2, most: 0.5 }, 'a b a b a', [1]],
    [{ words: 1 }, 'so so so so', [0.25, ['repeated', '-0.75', 'so']]],
    [{ words: 5 }, 'too short', [1]],
    [{ words: 1, in: 'think' }, 'a a <think>b c</think>', [1]],
  ])('checks for repetition: %j of %s', (fields, response, expected) => {
    expect(outcome({ check: 'repetition', ...fields }, response)).toEqual(expected);
  });
});

describe('the checks of what stands on the pages', () => {
  const claim = (status: ClaimStatus, start: number): GroundedClaim => ({
    span: { start, end: start + 2 },
    text: 'ab',
    kind: 'observation',
    cited: null,
    step: 0,
    action: 0,
    place: null,
    box: null,
    status,
    on: null,
    sent: false,
    boxes: [],
    namedPlace: null,
    words: '',
    difference: null,
    source: null,
    confidence: 1,
    occurrences: 0,
  });
  const result = { kind: 'sum', operands: [], text: '1 + 1 = 2', value: 2, said: 3 } as const;
  const nothing: Grounding = { claims: [], pages: [], answer: null, computations: [], unread: null };
  const answer = (onCitedPage: boolean | null, verdict: AnswerVerdict = 'found'): Grounding => ({
    ...nothing,
    answer: { span: { start: 2, end: 4 }, restsOn: [], verdict, computation: null, onCitedPage },
  });
  const computed = (...rights: readonly boolean[]): Grounding => ({
    ...nothing,
    computations: rights.map((right) => ({
      span: { start: 0, end: 2 },
      right,
      claim: null,
      computation: result,
    })),
  });

  it.each<[string, Grounding, unknown]>([
    ['grounded', { ...nothing, claims: [claim('found', 0), claim('found', 2)] }, [1]],
    [
      'grounded',
      {
        ...nothing,
        claims: [claim('found', 0), claim('near', 2), claim('other-page', 4), claim('found', 6)],
      },
      [0.5, ['claims-not-found', '-0.5', 'cd']],
    ],
    [
      'grounded',
      { ...nothing, claims: [claim('found', 0), claim('near', 2), claim('unknown', 4)] },
      [0.5, ['claims-not-found', '-0.5', 'cd']],
    ],
    ['grounded', { ...nothing, claims: [claim('unknown', 0)] }, [0, ['no-claims', '-1', null]]],
    [
      'grounded',
      { ...nothing, claims: [claim('found', 0), { ...claim('not-found', 2), isUndecided: true }] },
      [1],
    ],
    ['grounded', nothing, [0, ['no-claims', '-1', null]]],
    [
      'grounded',
      {
        ...nothing,
        claims: [
          claim('found', 0),
          { ...claim('not-found', 2), computed: { right: true, computation: result } },
        ],
      },
      [1],
    ],
    [
      'grounded',
      { ...nothing, claims: [{ ...claim('not-found', 2), computed: { right: false, computation: result } }] },
      [0, ['claims-not-found', '-1', 'cd']],
    ],
    ['cited-page', answer(true), [1]],
    ['cited-page', answer(false), [0, ['answer-not-on-cited-page', '-1', 'cd']]],
    ['cited-page', answer(null), [0, ['answer-not-on-cited-page', '-1', 'cd']]],
    ['cited-page', nothing, [0, ['answer-not-on-cited-page', '-1', null]]],
    ['computed-right', nothing, [1]],
    ['computed-right', computed(true, true), [1]],
    ['computed-right', computed(true, false), [0.5, ['computed-wrong', '-0.5', 'ab']]],
    ['computed-right', answer(false, 'computed-wrong'), [0, ['computed-wrong', '-1', 'cd']]],
  ])('%s pays for %j', (check, grounding, expected) => {
    expect(outcome({ check }, 'abcdefgh', { grounding })).toEqual(expected);
  });

  it.each(['grounded', 'cited-page', 'computed-right'])(
    '%s is not known without the words of the pages',
    (check) => {
      expect(outcome({ check }, 'abcdefgh')).toEqual(['grounding']);
    },
  );
});
