import { describe, expect, it } from 'vitest';
import { findStrings } from '../../../src/core/prompts/pythonSource/promptConstants.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { growth, LIMIT } from '../../support/growth.ts';

/** Pieces of prompts that could take quadratic time when there are many of them, named by what makes them hard. */
const HARD: Readonly<Record<string, string>> = {
  counterexamples: 'Wrong:\n<thinking>x</thinking>\n\n',
  'lines that are crossed out': '❌ <thinking>x</thinking>\n',
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
    expect(await growth(work, { small: 12_000, large: 48_000 })).toBeLessThan(LIMIT);
  });

  it.each([
    ['assignments in one statement', 'a = '],
    ['strings and assignments that are mixed up', 'P = "<think> '],
  ])('grows with the length of Python source: %s', async (_what, piece) => {
    const work = (length: number): unknown => findStrings(piece.repeat(length / piece.length));
    expect(await growth(work, { small: 12_000, large: 48_000 })).toBeLessThan(LIMIT);
  });
});
