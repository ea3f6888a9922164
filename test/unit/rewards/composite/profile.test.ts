import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { lang2act } from '../../../../src/core/rewards/lang2act/lang2act.ts';
import { evisrag } from '../../../../src/core/rewards/evisrag/evisrag.ts';
import type { Verdict } from '../../../../src/core/rewards/model.ts';
import { brokenText, nearlyRight } from '../../trajectory/generate.ts';
import { addsUp, composite, CONTEXT, RESPONSE } from './support.ts';

const LANG2ACT = {
  components: [
    { profile: 'lang2act', component: 'answer', weight: 0.8 },
    { profile: 'lang2act', component: 'format', weight: 0.1 },
    { profile: 'lang2act', component: 'tool', weight: 0.1 },
  ],
  range: [0, 1],
  round: 6,
};
const MIXED = {
  name: 'mixed',
  title: 'Mixed',
  description: 'Pays for this and that.',
  components: [
    { profile: 'lang2act', component: 'answer', weight: 0.5, key: 'judged' },
    {
      profile: 'lang2act',
      component: 'tool',
      weight: 0.3,
      parameters: { mostTools: 1, costs: { 'unknown-tool': 1 } },
    },
    { profile: 'action-rl', component: 'format', weight: 0.1 },
    { check: 'number', weight: 0.333, relative: 0.01, title: 'The number' },
    { check: 'repetition', weight: 0.7, start: 0, words: 2 },
    { check: 'pattern', pattern: '[a-z]+', weight: 0.01, flags: 'i' },
    { check: 'pattern', pattern: 'Image 9', weight: 0.02, least: 0, most: 0 },
    { check: 'anls', weight: 0.123, threshold: 1 },
    { check: 'word-f1', weight: 0.07 },
  ],
  range: [-0.5, 1.25],
};

describe('a composite reward', () => {
  it('a composite of a built-in reward’s own parts and weights pays the same as that reward', () => {
    const same = composite(LANG2ACT);
    fc.assert(
      fc.property(
        fc.oneof(nearlyRight, brokenText),
        fc.constantFrom<Verdict>('right', 'wrong', 'unknown'),
        (response, verdict) => {
          const context = { ...CONTEXT, verdict };
          const own = lang2act.score(response, context);
          const made = same.score(response, context);
          expect([made.overall, made.ifWrong, made.ifRight, made.needs]).toEqual([
            own.overall,
            own.ifWrong,
            own.ifRight,
            own.needs,
          ]);
          expect(made.components).toEqual(own.components);
          expect(made.notes).toEqual(own.notes);
        },
      ),
      propertyRuns(300),
    );
  });

  it('the components of a composite add up exactly, whatever the response', () => {
    const mixed = composite(MIXED);
    fc.assert(
      fc.property(
        fc.oneof(nearlyRight, brokenText),
        fc.constantFrom<Verdict>('right', 'wrong'),
        (response, verdict) => {
          const score = mixed.score(response, { ...CONTEXT, verdict });
          expect(addsUp(score)).toBe(true);
          for (const { entries } of score.components) {
            for (const { span } of entries) expect(span === null || span.end <= response.length).toBe(true);
          }
        },
      ),
      propertyRuns(300),
    );
  });

  it('a composite states what it is, reads and pays for', () => {
    const mixed = composite(MIXED);
    expect(mixed).toMatchObject({
      name: 'mixed',
      title: 'Mixed',
      description: 'Pays for this and that.',
      version: '1',
    });
    expect(mixed.pays.map(({ key, title, weight }) => [key, title, weight])).toEqual([
      ['judged', 'Answer', '0.5'],
      ['tool', 'Tools', '0.3'],
      ['format', 'Format', '0.1'],
      ['number', 'The number', '0.333'],
      ['repetition', 'Repetition', '0.7'],
      ['pattern', 'Pattern', '0.01'],
      ['pattern-2', 'Pattern', '0.02'],
      ['anls', 'Similarity of the answer', '0.123'],
      ['word-f1', 'Words of the answer', '0.07'],
    ]);
    expect(mixed.pays[1]?.changes).toContainEqual({
      code: 'too-many-tools',
      amount: '-0.1',
      reason: 'More than 1 tool calls are seen; deducted once.',
    });
    expect(mixed.form).toMatchObject({ judged: true, order: ['think', 'description', 'answer'] });
    expect(mixed.form.tools?.most).toBe(1);
    expect([...mixed.form.reads].sort()).toEqual(['ground_truth', 'num_images', 'prompt']);
    expect(composite({ components: MIXED.components }, '/a/b/short.reward.json')).toMatchObject({
      name: 'short',
      title: 'short',
    });
  });

  it('a composite reports every component under its key', () => {
    const { reported, overall, components } = composite(MIXED).score(RESPONSE, CONTEXT);
    expect(reported['overall']).toBe(overall);
    expect(Object.keys(reported)).toEqual(['overall', ...components.map(({ key }) => key)]);
    expect(reported).toMatchObject({ judged: 1, tool: 1, number: 1 });
  });

  it('a sum outside of the range of a composite is limited by an entry of its own', () => {
    const score = composite({ ...MIXED, range: [0, 0.5] }).score(RESPONSE, CONTEXT);
    expect(score.overall).toBe(0.5);
    expect(score.adjustments).toMatchObject([{ kind: 'cap', code: 'reward-cap' }]);
    expect(addsUp(score)).toBe(true);
    const low = composite({
      components: [{ check: 'tag-present', tag: 'x', weight: 2, start: 0 }],
      range: [-1, 1],
    }).score('', CONTEXT);
    expect([low.overall, low.adjustments]).toMatchObject([-1, [{ kind: 'floor', amount: '1' }]]);
  });

  it('a rounded sum of a composite has an entry of its own', () => {
    const score = composite({ components: [{ check: 'word-f1', weight: 1 }], round: 2 }).score(
      '<answer>42 43 44</answer>',
      { ...CONTEXT, reference: '42 43 45' },
    );
    expect(score.overall).toBe(0.67);
    expect(score.adjustments).toMatchObject([{ kind: 'rounding' }]);
    expect(addsUp(score)).toBe(true);
  });

  it('a composite waits for a verdict, and states its reward with either verdict', () => {
    const { overall, ifWrong, ifRight, needs } = composite(LANG2ACT).score(RESPONSE, {
      ...CONTEXT,
      verdict: 'unknown',
    });
    expect([overall, ifWrong, ifRight, needs]).toEqual([null, 0.2, 1, ['verdict']]);
  });

  it('a composite waits for other facts that are missing', () => {
    const score = composite(MIXED).score(RESPONSE, { ...CONTEXT, verdict: 'unknown', reference: null });
    expect(score).toMatchObject({ overall: null, ifWrong: null, ifRight: null });
    expect([...score.needs].sort()).toEqual(['reference', 'verdict']);
  });

  it('a composite raises if a reward that it contains raises', () => {
    const file = { components: [{ profile: 'evisrag', component: 'accuracy', weight: 1 }] };
    const context = { ...CONTEXT, reference: 'no tags' };
    const score = composite(file).score('<answer>a</answer>', context);
    expect(score.raises).toEqual(evisrag.score('<answer>a</answer>', context).raises);
    expect(score).toMatchObject({
      overall: null,
      ifWrong: null,
      ifRight: null,
      needs: [],
      reported: { overall: null, accuracy: null },
    });
  });
});

describe('parameters of built-in rewards', () => {
  const tools = (parameters: object, response: string) =>
    composite({ components: [{ profile: 'lang2act', component: 'tool', weight: 1, parameters }] }).score(
      response,
      CONTEXT,
    );
  const responseCalling = (name: string, args: string, times = 1) =>
    RESPONSE.replace(/<tool.*<\/tool>/, `<tool name="${name}" args="${args}">x</tool>`.repeat(times));

  it.each([
    [{}, responseCalling('zoom', 'Image 1: a'), 0.7],
    [{ allowedTools: ['zoom'] }, responseCalling('zoom', 'Image 1: a'), 1],
    [{ allowedTools: ['zoom'] }, responseCalling('zoom', 'a'), 0.6],
    [{ allowedTools: [{ name: 'zoom', args: 'any' }] }, responseCalling('zoom', ' '), 1],
    [{ allowedTools: [{ name: 'zoom', args: 'filled' }] }, responseCalling('zoom', ' '), 0.8],
    [{ allowedTools: ['zoom', 'pan'] }, RESPONSE, 0.7],
    [{ costs: { 'unknown-tool': 0.05 } }, responseCalling('zoom', 'Image 1: a'), 0.95],
    [{ costs: { 'unknown-tool': 0 } }, responseCalling('zoom', 'Image 1: a'), 1],
    [{ mostTools: 2 }, responseCalling('compare_values', 'Image 1: a', 3), 0.9],
    [{ mostTools: null }, responseCalling('compare_values', 'Image 1: a', 30), 1],
    [{}, responseCalling('compare_values', 'Image 1: a', 30), 0.9],
  ])('the parameters %j change what the tools pay', (parameters, response, expected) => {
    const score = tools(parameters, response);
    expect(score.overall).toBeCloseTo(expected, 12);
    expect(addsUp(score)).toBe(true);
  });

  it('a composite states how many tools it knows', () => {
    const [entry] = tools({ allowedTools: ['zoom', 'pan'] }, RESPONSE).components[0]?.entries ?? [];
    expect(entry?.reason).toBe('`read_text_element` is not one of the 2 tools that the reward knows.');
  });

  it.each([
    ['lang2act-paper', 'tool', { allowedTools: ['read_text_element'] }, RESPONSE, 1],
    ['lang2act-paper', 'tool', { allowedTools: ['zoom'] }, RESPONSE, 0],
    ['evisrag', 'overlong', { length: { least: 0, most: 200, end: 400 } }, 'x', -0.5],
    ['evisrag', 'overlong', {}, 'x', 0],
    ['vrag-rl-anls', 'anls', { threshold: 0.1 }, '<search>a</search><answer>43</answer>', 0],
    ['vrag-rl-anls', 'anls', { threshold: 0.9 }, '<search>a</search><answer>43</answer>', 0.5],
  ])(
    'a parameter changes what is paid by %s, component %s: %j',
    (profile, component, parameters, response, expected) => {
      const file = { components: [{ profile, component, weight: 1, parameters }] };
      expect(composite(file).score(response, CONTEXT).overall).toBe(expected);
    },
  );

  it('a parameter changes the threshold of VG-Refiner', () => {
    const context = { ...CONTEXT, reference: '[{"bbox_2d": [0, 0, 9, 9]}]' };
    const response = '<think>a</think><rethink>b</rethink><answer>[{"bbox_2d": [0, 0, 9, 6]}]</answer>';
    const pays = (threshold: number) =>
      composite({
        components: [{ profile: 'vg-refiner', component: 'accuracy', weight: 1, parameters: { threshold } }],
      }).score(response, context).overall;
    expect([pays(0.7), pays(0.75)]).toEqual([1, 0]);
  });
});
