import { describe, expect, test } from 'vitest';
import { lang2act } from '../../../../src/core/rewards/lang2act/lang2act.ts';
import type { Lang2ActScore } from '../../../../src/core/rewards/lang2act/lang2act.ts';
import type { Component } from '../../../../src/core/rewards/model.ts';
import { contextOf, textAt, GOOD_CALL, trajectory } from '../responses.ts';

function part(score: Lang2ActScore, key: string): Component {
  const found = score.components.find((component) => component.key === key);
  if (found === undefined) throw new Error(`There is no component ${key}.`);
  return found;
}

/** The deductions of the tools as [code, amount, text at its place, tool]. */
function toolEntries(response: string, numImages: number | null = 3) {
  const score = lang2act.score(response, contextOf('right', { numImages }));
  return part(score, 'tool').entries.map((entry) => [
    entry.code,
    entry.amount,
    textAt(response, entry.span),
    entry.tool,
  ]);
}

describe('a faultless trajectory', () => {
  const response = trajectory(GOOD_CALL);

  test.each([
    ['right', 1],
    ['wrong', 0.2],
    ['unknown', null],
  ] as const)('a faultless trajectory that is judged %s pays %j', (verdict, overall) => {
    const score = lang2act.score(response, contextOf(verdict));
    expect(score.overall).toBe(overall);
    expect([score.ifWrong, score.ifRight]).toEqual([0.2, 1]);
    expect(score.adjustments).toEqual([]);
    expect(score.notes).toEqual([]);
  });

  test('a faultless trajectory has a value and a payment for each component', () => {
    const { components } = lang2act.score(response, contextOf('wrong'));
    expect(components.map(({ key, value, paid, most }) => [key, value, paid, most])).toEqual([
      ['answer', '0', '0', '0.8'],
      ['format', '1', '0.1', '0.1'],
      ['tool', '1', '0.1', '0.1'],
    ]);
    expect(components.flatMap(({ entries }) => entries)).toMatchObject([
      { kind: 'deduction', code: 'answer-wrong', amount: '-1', paid: '-0.8' },
    ]);
  });

  test('a faultless trajectory has no value of the answer while the verdict is unknown', () => {
    const answer = part(lang2act.score(response, contextOf('unknown')), 'answer');
    expect(answer).toMatchObject({ value: null, paid: null, most: '0.8', entries: [] });
    expect(textAt(response, answer.scope)).toBe('42');
  });
});

describe('deductions of the tools', () => {
  test.each([
    ['<tool name="zoom" args="Image 9: x"></tool>', [['unknown-tool', '-0.3', 'zoom', 0]]],
    [
      '<tool name="compute_difference" args=" "> </tool>',
      [
        ['args-empty', '-0.2', '<tool name="compute_difference" args=" "> </tool>', 0],
        ['empty-observation', '-0.1', '<tool name="compute_difference" args=" "> </tool>', 0],
      ],
    ],
    [
      '<tool name="compare_values" args="image 1 : a">x</tool>',
      [['args-without-image-prefix', '-0.2', 'image 1 : a', 0]],
    ],
    [
      '<tool name="compare_values" args="left, right">x</tool>',
      [
        ['args-without-image-prefix', '-0.2', 'left, right', 0],
        ['args-without-image', '-0.2', 'left, right', 0],
      ],
    ],
    [
      '<tool name="compare_values" args="Image 4: a, Image 3">x</tool>',
      [
        ['image-not-in-think', '-0.1', 'Image 3', 0],
        ['image-out-of-range', '-0.5', 'Image 4', 0],
      ],
    ],
  ])('a deduction for %s has reason, amount and place', (call, entries) => {
    expect(toolEntries(trajectory(call))).toEqual(entries);
  });

  test('a deduction counts tools among those that the reward sees', () => {
    const entries = toolEntries(
      trajectory(`<tool name="x">skipped</tool>${GOOD_CALL}<tool name="y" args="z">.</tool>`),
    );
    expect(entries).toEqual([['unknown-tool', '-0.3', 'y', 1]]);
  });

  test('a deduction for more than eight calls points at the ninth', () => {
    const response = trajectory(GOOD_CALL.repeat(9));
    const score = lang2act.score(response, contextOf('wrong'));
    const [entry] = part(score, 'tool').entries;
    expect(entry).toMatchObject({ code: 'too-many-tools', amount: '-0.1', paid: '-0.01', tool: null });
    expect(entry?.span?.start).toBe(response.indexOf('<tool') + 8 * GOOD_CALL.length);
    expect(score.overall).toBe(0.19);
  });

  test('deductions follow the images in the order of a CPython set, which affects the last bit', () => {
    const call = (args: string) => `<tool name="compare_values" args="${args}">x</tool>`;
    const think = 'Image 9';
    // In a table of 8 slots, 8 is in slot 0 and 3 in slot 3, so the image that is out of range comes before the one
    // that is not named.
    const score = lang2act.score(
      trajectory(call('Image 3: and Image 8'), { think }),
      contextOf('right', { numImages: 5 }),
    );
    expect(part(score, 'tool').entries.map(({ code }) => code)).toEqual([
      'image-out-of-range',
      'image-not-in-think',
    ]);
    expect(score.toolScore).toBe(1 - 0.5 - 0.1);
  });

  test('a tool score below 0 is raised to the floor by an entry of its own', () => {
    const call = '<tool name="compare_values" args="Image 4: a, Image 5, Image 6">x</tool>';
    const tool = part(lang2act.score(trajectory(call), contextOf('right')), 'tool');
    expect(tool.entries.map(({ kind, amount, paid }) => [kind, amount, paid])).toEqual([
      ['deduction', '-0.5', '-0.05'],
      ['deduction', '-0.5', '-0.05'],
      ['deduction', '-0.5', '-0.05'],
      ['floor', '0.5', '0.05'],
    ]);
    expect(tool.value).toBe('0');
  });

  test('the deduction is the whole tool score if no call is seen', () => {
    const score = lang2act.score(trajectory('Nothing.'), contextOf('right'));
    expect(part(score, 'tool')).toMatchObject({
      value: '0',
      entries: [{ code: 'no-tool-seen', paid: '-0.1' }],
    });
    expect([score.visibleTools, score.overall]).toEqual([0, 0.9]);
  });

  test('three images are assumed if the record does not say how many there are', () => {
    const call = '<tool name="compare_values" args="Image 4: a">x</tool>';
    const response = trajectory(call, { think: 'Image 4' });
    expect(toolEntries(response, null)).toEqual([['image-out-of-range', '-0.5', 'Image 4', 0]]);
    expect(toolEntries(response, 4)).toEqual([]);
  });
});

describe('an empty answer', () => {
  test.each(['right', 'wrong', 'unknown'] as const)(
    'an empty answer pays nothing when it is judged %s',
    (verdict) => {
      const score = lang2act.score(trajectory(GOOD_CALL, { answer: ' \x1c\n' }), contextOf(verdict));
      expect([score.overall, score.ifWrong, score.ifRight]).toEqual([0.2, 0.2, 0.2]);
      expect(part(score, 'answer')).toMatchObject({ value: '0', entries: [{ code: 'answer-empty' }] });
    },
  );
});

describe('the format', () => {
  test.each([
    [
      'no think',
      '<description></description><answer>1</answer>',
      'Tag <think> must appear exactly once. It is never opened and never closed.',
      null,
    ],
    [
      'two answers',
      `${trajectory(GOOD_CALL)}<answer>2</answer>`,
      'Tag <answer> must appear exactly once. It is opened 2 times and closed 2 times.',
      '<answer>',
    ],
    [
      'a tag closed first',
      '</think><think><description></description><answer>1</answer>',
      'Tag <think> malformed. It is closed before it is opened.',
      '</think>',
    ],
    [
      'both orders',
      '<answer>1</answer><description></description><think></think>',
      'Order Error: <description> must follow <think>. <description> is opened before <think> is closed. ' +
        'Order Error: <answer> must follow <description>. <answer> is opened before <description> is closed.',
      '<description>',
    ],
    [
      'a tool call in think',
      trajectory(GOOD_CALL, { think: '<tool name="zoom">' }),
      'Tool Leakage: 2 total tools, but only 1 inside <description>. Tool calls are allowed only inside <description>.',
      '<tool name="zoom"',
    ],
  ])(
    'a format that is invalid because of %s pays nothing, with the message of the reference',
    (_, response, reason, pointed) => {
      for (const verdict of ['right', 'wrong', 'unknown'] as const) {
        const score = lang2act.score(response, contextOf(verdict));
        expect([score.overall, score.ifWrong, score.ifRight, score.visibleTools]).toEqual([0, 0, 0, null]);
        expect(score.components.map(({ value, paid }) => [value, paid])).toEqual(
          new Array(3).fill(['0', '0']),
        );
        const [entry] = part(score, 'format').entries;
        expect(entry?.reason).toBe(`The format is not valid. ${reason}`);
        expect(textAt(response, entry?.span)).toBe(pointed);
      }
    },
  );

  test('a format is valid even if a closing tag directly follows the next opening tag', () => {
    const response = `<think>a<description></think>${GOOD_CALL}</description><answer>1</answer>`;
    expect(lang2act.score(response, contextOf('right')).format.valid).toBe(true);
  });

  test('tags match letters that CPython treats as equal when it ignores case', () => {
    const response = trajectory(GOOD_CALL)
      .replace('<think>', '<TH\u0130N\u212a>')
      .replace('<description>', '<De\u017fcr\u0131ption>');
    expect(lang2act.score(response, contextOf('right')).overall).toBe(1);
  });
});

describe('the arithmetic', () => {
  test('the overall is computed with doubles, in the order of the reference', () => {
    const calls =
      '<tool name="compare_values" args="image 1: a">x</tool><tool name="compare_values" args="Image 3: a">x</tool>';
    const score = lang2act.score(trajectory(calls), contextOf('wrong'));
    expect(score.toolScore).toBe(0.7000000000000001);
    expect(part(score, 'tool').value).toBe('0.7');
    expect(score.overall).toBe(0.17);
    expect(score.adjustments).toEqual([]);
  });
});
