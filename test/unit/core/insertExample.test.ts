import { describe, expect, it } from 'vitest';
import { insertExample } from '../../../src/core/prompts/insertExample.ts';
import { parsePromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';

const insert = (text: string, response: string, question = 'How much?'): string => {
  const { span, newText } = insertExample(text, { question, response });
  return text.slice(0, span.start) + newText + text.slice(span.end);
};

const rendered = (template: string): string =>
  renderPrompt(parsePromptFile('p', template).prompt, 'THE QUESTION', 1)
    .map((part) => (part.type === 'text' ? part.text : '[image]'))
    .join('');

describe('an example in a prompt', () => {
  it.each([
    [
      'Answer.\n{{ content }}\n',
      'Answer.\nAn example:\n\nQuestion: How much?\n<answer>5</answer>\n\n{{ content }}\n',
    ],
    [
      'Answer.\nQ: {{- content | trim }} now',
      'Answer.\nAn example:\n\nQuestion: How much?\n<answer>5</answer>\n\nQ: {{- content | trim }} now',
    ],
    ['Answer.', 'Answer.\nAn example:\n\nQuestion: How much?\n<answer>5</answer>\n\n'],
    ['', 'An example:\n\nQuestion: How much?\n<answer>5</answer>\n\n'],
  ])('of %j stands before the question', (template, expected) => {
    expect(insert(template, '<answer>5</answer>\n')).toBe(expected);
  });

  it.each([
    ['<answer>{{ 5 }}</answer>', '<answer>{{ 5 }}</answer>'],
    ['{% if %} {# no #}', '{% if %} {# no #}'],
    ['{% raw %}{% endraw %}{{ x }}', '{% raw %}{ % endraw %}{{ x }}'],
    ['see <image>', 'see < image >'],
  ])('prints %j as it is', (response, expected) => {
    const printed = rendered(insert('Look.\n{{ content }}\n', response));
    expect(printed).toContain(expected);
    expect(printed).toContain('THE QUESTION');
    expect(printed.split('[image]')).toHaveLength(2);
  });
});
