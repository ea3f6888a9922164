import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { OwnScore } from '../../../src/core/prompts/lint/ownReward.ts';

type Score = (response: string, truth: string) => OwnScore;

/** The findings of a prompt with a reward function of one's own. */
function findings(text: string, scoreOf: Score): string[] {
  const lint = lintPrompt(text, { name: 'prompt', ownReward: { name: 'own.py', scoreOf } });
  return lint.findings.map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

/** Half for the format that a pattern describes, half for the answer that it captures. */
const byPattern =
  (pattern: RegExp): Score =>
  (response, truth) => {
    const match = pattern.exec(response);
    return { overall: (match === null ? 0 : 0.5) + (match?.[1] === truth ? 0.5 : 0) };
  };
const TAGS = byPattern(/^<think>[\s\S]*?<\/think>\s*<answer>([\s\S]*?)<\/answer>$/);
const LINES = byPattern(/^<think>[\s\S]*?<\/think>\n<answer>([\s\S]*?)<\/answer>$/);
const BOXED = byPattern(/^<think>[\s\S]*?<\/think>[\s\S]*\\boxed\{([\s\S]*?)\}[\s\S]*$/);

const FORM = '{{ content }}\nReason in <think>...</think>, then answer in <answer>...</answer>.';
const example = (answer: string, gap = '\n'): string =>
  `${FORM}\n\nExample:\n<think>The title is on the first page.</think>${gap}<answer>${answer}</answer>\n`;

describe('a reward function of one’s own', () => {
  it.each<[string, string, Score]>([
    ['tags', FORM, TAGS],
    ['an example', example('Annual report'), LINES],
    [
      'a boxed answer outside of tags',
      '{{ content }} Reason in <think>...</think>, answer in \\boxed{}.',
      BOXED,
    ],
    ['a boxed answer in a tag', `${FORM} Put the answer in \\boxed{}.`, BOXED],
    ['a last line with ####', '{{ content }} End with "#### ANSWER".', byPattern(/\n#### (.*)$/)],
  ])('pays %s in full, so that nothing is found', (_, text, score) => {
    expect(findings(text, score)).toEqual([]);
  });

  it('an example that is not paid is an error, with what it is paid before and after a change', () => {
    expect(findings(example(' Annual report '), TAGS)).toEqual([
      'error example-deduction With the ground truth `Annual report`, own.py pays 0.5 for this example. It pays 1 for the same without the white space around the answer.',
    ]);
    expect(findings(example('Annual report', ' '), LINES)).toEqual([
      'error example-deduction With the ground truth `Annual report`, own.py pays 0 for this example. It pays 1 for the same with one line feed between the tags.',
    ]);
    expect(findings(example(' Annual report ', ' '), LINES)).toEqual([
      'error example-deduction With the ground truth `Annual report`, own.py pays 0 for this example. It pays 1 for the same with one line feed between the tags and without the white space around the answer.',
    ]);
  });

  it('a form that is not paid is found at its place, with the form that is paid', () => {
    const [boxed] = findings(FORM, BOXED);
    expect(boxed).toBe(
      'error format-shown With the ground truth `42`, own.py pays 0 for a response in this form. It pays 1 for the same with the answer in \\boxed{}.',
    );
    const [tagged] = findings('{{ content }} Reason in <think>...</think>, answer in \\boxed{}.', TAGS);
    expect(tagged).toContain('It pays 1 for the same with the answer in <answer> instead of \\boxed{}.');
  });

  it('an example that loses less than half of the reward is a warning', () => {
    const score: Score = (response) => ({ overall: response.includes('first page') ? 0.9 : 1 });
    expect(findings(example('Annual report'), score)).toEqual([
      expect.stringMatching(/^warning example-deduction .* pays 0\.9 for this example\. It pays 1 for /),
    ]);
  });

  it('a function that fails, pays nothing or returns no number is an error', () => {
    expect(findings(FORM, () => ({ fault: 'own.py raised KeyError.' }))).toEqual([
      'error format-shown own.py fails for a response in this form: own.py raised KeyError.',
    ]);
    expect(findings(FORM, () => ({ overall: NaN }))).toEqual([
      'error format-shown own.py fails for a response in this form: It returned no number.',
    ]);
    expect(findings(FORM, () => ({ overall: 0 }))).toEqual([
      'error format-shown With the ground truth `42`, own.py pays 0 for a response in this form. It pays no more for any similar form.',
    ]);
  });

  it('a prompt that shows and describes no response says that nothing could be scored', () => {
    expect(findings('Answer: {{ content }}', TAGS)).toEqual([
      'information reward-unclear The prompt shows and describes no response that own.py could score.',
    ]);
  });

  it('a first run without scores returns what is to be scored, and finds nothing about it', () => {
    const { trials, findings: found } = lintPrompt(example(' Annual report '), {
      name: 'prompt',
      ownReward: { name: 'own.py', scoreOf: null },
    });
    expect(found).toEqual([]);
    expect(trials.map(({ kind, truths }) => [kind, truths])).toEqual([
      ['form', ['42']],
      ['example', ['Annual report']],
    ]);
    expect(trials.every(({ changed }) => changed.length > 0 && changed.length < 12)).toBe(true);
  });
});
