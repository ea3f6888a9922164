import { describe, expect, it } from 'vitest';
import { findStrings } from '../../../src/core/prompts/pythonSource/promptConstants.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { lintPython } from '../../../src/core/prompts/lint/lintPython.ts';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { growth, LIMIT } from '../../support/growth.ts';

/** Pieces of prompts that could take quadratic time when there are many of them, named by what makes them hard. */
const HARD: Readonly<Record<string, string>> = {
  counterexamples: 'Wrong:\n<thinking>x</thinking>\n\n',
  'lines that are crossed out': '❌ <thinking>x</thinking>\n',
  'crosses on short lines': '❌ <x>\n',
  'Chinese labels of wrong examples': '错误示例：<think>\n',
  'tags that call an example wrong and are never closed': '<bad>\n',
  'examples that are called wrong': '<think>a</think><answer>b</answer> is wrong\n',
  'examples on one line': 'example <think>Image 1 a.</think><answer>4</answer> ',
  'labels of examples on one line': 'such as ',
  'labels of examples on lines of their own': 'Example:\n',
  'questions of examples': 'Question: a\n\n',
  'responses whose last tag is never closed': '<think>a b.</think> <answer>x ',
  'tool calls in examples':
    '<think>a</think><description><tool name="read_text_element" args="Image 1: b">c</tool></description><answer>d</answer>\n\n',
  'tool calls that are never closed': '<tool name="a" args="b"> ',
  'tool calls in forms': '<description><tool name="a" args="b"></description> <answer>...</answer>\n\n',
  'names of tools in JSON on one line': '"name": "a_b", ',
  'limits of length on one line': 'at most 5 words ',
  'numbers of images on one line': 'You are given three images. ',
  'marks of code': '`',
  'marks of another fence': '~',
  'fences that are never closed': '```x\n',
  'positions in braces': '{0} ',
  'fields of the percent operator': '%(question)s ',
  'labels without an end': '**Bad example: ',
  'wrong examples that are never closed': '<bad_example>\n',
  'refusals on one line': 'do not write <a>, ',
  'conditions on one line': 'if it is not there when ',
  'numbers of tool calls': 'use at least 9 tools at least 9 ',
  'numbers in observe': '<observe> [k] in ',
  'escaped line breaks': 'x.\\nY "a\\n',
  'forms with two names': '<think>...</think> <thinking>...</thinking> <answer>...</answer>\n\n',
  'Chinese refusals': '不要输出<thinking>，',
  'marks of emphasis': '*',
  quotes: '"',
  'braces that are never closed': '{{',
};

describe('the time to lint a prompt', () => {
  it.each(Object.entries(HARD))('grows with the length of the prompt: %s', async (_what, piece) => {
    const text = (length: number): string =>
      `---\nreward: evisrag\n---\n{{ content }}\n${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}`;
    const work = (length: number): unknown => lintPrompt(text(length), { name: 'long', numImages: [2] });
    expect(await growth(work, { small: 6_000, large: 24_000 })).toBeLessThan(LIMIT);
  });

  it.each<[string, (index: number) => string]>([
    ['conditions on unknown names', (index) => `{% if a${index} %}x{% endif %}\n`],
    ['entries of a tool list', (index) => `- zoom_${index} (args: Image k: x)\n`],
    ['tags in backticks', (index) => `\`<t${index}>\` `],
    ['empty tags with different names', (index) => `<t${index}></t${index}> `],
  ])('grows with the number of %s', async (_what, piece) => {
    const text = (count: number): string =>
      `---\nreward: lang2act\n---\n{{ content }}\n${Array.from({ length: count }, (_, index) => piece(index)).join('')}`;
    const work = (count: number): unknown => lintPrompt(text(count), { name: 'long', numImages: [2] });
    expect(await growth(work, { small: 200, large: 800 })).toBeLessThan(LIMIT);
  });

  it.each<[string, (index: number) => string]>([
    [
      'assigned',
      (index) => `P${index} = "Reason in <description>...</description> as you see it: {question}"\n`,
    ],
    [
      'passed to functions',
      () => 'f("Reason in <description>...</description> as you see it: {question}")\n',
    ],
    [
      'formatted',
      (index) =>
        `P${index} = "Say what you see in <answer>...</answer> tags for {question}."\nP${index}.format()\n`,
    ],
  ])('grows with the number of prompts in Python source that are %s', async (_what, piece) => {
    const source = (count: number): string =>
      Array.from({ length: count }, (_, index) => piece(index)).join('');
    const work = (count: number): unknown =>
      lintPython(source(count), { name: 'many.py', reward: profileByName('action-rl') });
    expect(work(2)).toHaveLength(2);
    expect(await growth(work, { small: 100, large: 400 })).toBeLessThan(LIMIT);
  });

  it.each([
    ['assignments in one statement', 'a = '],
    ['strings and assignments that are mixed up', 'P = "<think> '],
  ])('grows with the length of Python source: %s', async (_what, piece) => {
    const work = (length: number): unknown => findStrings(piece.repeat(length / piece.length));
    expect(await growth(work, { small: 12_000, large: 48_000 })).toBeLessThan(LIMIT);
  });
});
