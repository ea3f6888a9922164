import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';

const lint = (text: string) => lintPrompt(text, { name: 'prompt' });

describe('the reward that a prompt is checked against', () => {
  it.each([
    ['<think></think> <description></description> <answer></answer>', 'action-rl'],
    [
      '<think></think> <description><tool name="..." args="...">...</tool></description> <answer></answer>',
      'lang2act',
    ],
    ['<observe></observe> <evidence></evidence> <think></think> <answer></answer>', 'evisrag'],
    ['<think></think> <search></search> <bbox></bbox> <answer></answer>', 'vrag-rl'],
    ['<think></think> <function></function> <rethink></rethink> <answer></answer>', 'vg-refiner'],
    ['<think></think> <answer>{"bbox_2d": [x1, y1, x2, y2]}</answer>', 'vg-refiner-plain'],
    ['<think></think> <answer></answer>', undefined],
    ['Think step by step and put the answer into \\boxed{}.', undefined],
  ])('checks a prompt against the reward of the dialect whose tags it asks for: %s', (tags, reward) => {
    const { reward: taken, findings } = lint(`{{ content }}\nWrite ${tags}.`);
    expect(taken?.name).toBe(reward);
    expect(findings.filter(({ code }) => code === 'reward-unclear')).toEqual([]);
  });

  it.each([
    '<plan></plan> <description></description> <answer></answer>',
    '<think></think> <look_up></look_up> <bbox></bbox> <answer></answer>',
  ])('checks a prompt against no reward if the tags fit only in part, and reports that: %s', (tags) => {
    const { reward, findings } = lint(`{{ content }}\nWrite ${tags}.`);
    expect(reward).toBeNull();
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['reward-unclear', 'information'],
    ]);
  });

  it('the reward given as an option takes precedence over front matter, dialect and tags, in this order', () => {
    const tags = '{{ content }}\n<think></think> <description></description> <answer></answer>';
    const named = `---\ndialect: evisrag\nreward: lang2act-paper\n---\n${tags}`;
    expect(lint(named).reward?.name).toBe('lang2act-paper');
    expect(lint(named.replace('reward: lang2act-paper\n', '')).reward?.name).toBe('evisrag');
    const told = lintPrompt(named, { name: 'told', reward: profileByName('vrag-rl') });
    expect(told.reward?.name).toBe('vrag-rl');
    expect(lintPrompt(named, { name: 'none', reward: null }).findings).toEqual([]);
  });
});

describe('a composite reward that a prompt names', () => {
  const text =
    '---\nreward: ./mine.reward.json\n---\n{{ content }}\n<think></think> <description></description> <answer></answer>';
  const { profile } = readComposite(
    '{"components": [{"check": "tag-present", "tag": "verdict", "weight": 1}]}',
    'mine.reward.json',
  );

  it('checks a prompt against the composite reward that it names', () => {
    const { reward, findings } = lintPrompt(text, { name: 'own', composite: profile });
    expect(reward).toBe(profile);
    expect(findings.some(({ code, message }) => code === 'tag-missing' && message.includes('verdict'))).toBe(
      true,
    );
  });

  it('reports an unusable composite reward at its place, and checks against no other reward', () => {
    const { reward, findings } = lintPrompt(text, { name: 'own', composite: 'It could not be read.' });
    expect(reward).toBeNull();
    expect(
      findings.map(({ code, severity, span }) => [code, severity, text.slice(span.start, span.end)]),
    ).toEqual([['front-matter', 'error', './mine.reward.json']]);
  });
});

describe('the promises of a prompt', () => {
  it('reports what a prompt promises with its places: tags as written, and tools with their args', () => {
    const text =
      '{{ content }}\n<thinking></thinking> <description></description> <answer></answer>\nTools:\n- read_text_element (args: `Image k: where`)';
    const { promises } = lintPrompt(text, { name: 'told', reward: profileByName('lang2act') });
    const textAt = (span: { start: number; end: number } | null) => span && text.slice(span.start, span.end);
    expect(promises.tags.map(({ name, span }) => [name, textAt(span)])).toEqual([
      ['thinking', '<thinking>'],
      ['description', '<description>'],
      ['answer', '<answer>'],
    ]);
    expect(promises.tools.map(({ name, args, argsSpan }) => [name, args, textAt(argsSpan)])).toEqual([
      ['read_text_element', 'Image k: where', 'Image k: where'],
    ]);
  });
});
