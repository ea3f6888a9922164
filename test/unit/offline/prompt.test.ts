import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { findQuestion, requestedForm } from '../../../src/offline/http/prompt.ts';

describe('the question in a prompt', () => {
  it.each([
    ['Answer well.\n\nQuestion: What is it?\n', 'What is it?'],
    ['Question: An example?\n\nquestion:  The real one? ', 'The real one?'],
    ['**Question:** Bold?', 'Bold?'],
    ['Question:\n\nOn its own line?\n<image>', 'On its own line?'],
    ['How much is it?\n\nFirst think in <think> tags, then answer.', 'How much is it?'],
    ['Describe the page.', 'Describe the page.'],
    ['Look.\n\nTell me the\ntitle', 'Tell me the title'],
  ])('reads the question from the prompt %j', (prompt, question) => {
    expect(findQuestion(prompt)).toBe(question);
  });

  it('finds no question in an empty prompt', () => {
    expect(findQuestion(' \n<image>\n')).toBeNull();
    expect(findQuestion('Question: \n')).toBeNull();
  });
});

describe('the form that a prompt asks for', () => {
  it.each([
    ['<think> <description> <tool name="x" args="y"> <answer>', 'lang2act'],
    ['<think> <description> <answer>', 'action-rl'],
    ['<observe> <evidence> <think> <answer>', 'evisrag'],
    ['Reason in <THINK>, then <ANSWER>.', 'think-answer'],
    ['Be brief.', 'plain'],
  ])('recognizes the form of answer that a prompt with %s asks for', (prompt, form) => {
    expect(requestedForm(prompt)).toBe(form);
  });

  it.each(['lang2act', 'action-rl', 'think-answer'])(
    'recognizes the form of answer in the preset %s',
    (name) => {
      const file = new URL(`../../../media/prompts/${name}.jinja`, import.meta.url);
      const { prompt } = parsePromptFile(name, fs.readFileSync(file, 'utf8'));
      const text = renderPrompt(prompt, 'Who signed it?', 2)
        .map((part) => (part.type === 'text' ? part.text : '\n'))
        .join('');
      expect(requestedForm(text)).toBe(name);
      expect(findQuestion(text)).toBe('Who signed it?');
    },
  );
});
