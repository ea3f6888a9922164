import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { judgeRequest, type JudgeItem } from '../../../src/inference/judgeRequest.ts';

const file = path.join(root, 'media/prompts/answer-judge.jinja');
const { prompt } = readPromptFile('answer-judge', fs.readFileSync(file, 'utf8'));

const item: JudgeItem = { question: 'How much?', reference: '4.2 million', answer: '4,200,000' };

const requestFor = (items: readonly JudgeItem[], of = prompt) => judgeRequest(items, of, renderPrompt);

const textOf = async (items: readonly JudgeItem[], of = prompt): Promise<string> =>
  (await requestFor(items, of)).parts.map((part) => (part.type === 'text' ? part.text : '[image]')).join('');

describe('the request to a judge', () => {
  test('the request to a judge uses the prompt that ships, with each item in its order', async () => {
    const text = await textOf([item, { ...item, answer: 'five <image>' }]);
    const [before = ''] = prompt.template.split('{{ content }}');
    expect(text).toBe(
      `${before}Item 1 of 2\nQuestion: How much?\nReference: 4.2 million\nAnswer: 4,200,000\n\n` +
        'Item 2 of 2\nQuestion: How much?\nReference: 4.2 million\nAnswer: five <image>',
    );
    expect(text).toContain('<judge>True</judge>');
  });

  test('the request to a judge uses a custom prompt if there is one', async () => {
    const { prompt: own } = readPromptFile('mine', '---\ndialect: judge\n---\nStrictly:\n{{ content }}');
    expect(await textOf([item], own)).toBe(
      'Strictly:\nItem 1 of 1\nQuestion: How much?\nReference: 4.2 million\nAnswer: 4,200,000',
    );
    expect((await requestFor([item], own)).sampling).toMatchObject({ temperature: 0, max_tokens: 512 });
  });

  test('the request to a judge refuses a prompt of another form, and one that leaves out the items', async () => {
    const { prompt: other } = readPromptFile('mine', '<think></think> <answer></answer> {{ content }}');
    await expect(requestFor([item], other)).rejects.toThrow('The prompt mine does not ask for verdicts.');
    const { prompt: empty } = readPromptFile('mine', '---\ndialect: judge\n---\nJudge.');
    await expect(requestFor([item], empty)).rejects.toThrow('does not contain the question');
  });

  test('the request to a judge has fixed sampling parameters, with room for every verdict', async () => {
    expect((await requestFor([item], prompt)).sampling).toEqual({
      temperature: 0,
      top_p: 1,
      repetition_penalty: 1.05,
      max_tokens: 512,
      seed: null,
    });
    const many = Array.from({ length: 50 }, () => item);
    expect((await requestFor(many, prompt)).sampling.max_tokens).toBe(1000);
  });
});
