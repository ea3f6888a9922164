import { expect, it } from 'vitest';
import { questionOfPrompt } from '../../../../src/core/records/promptQuestion.ts';

const IMAGE = `<|vision_start|>${'<|image_pad|>'.repeat(3)}<|vision_end|>`;

it.each([
  ['a text', 'What is it?', 'What is it?'],
  [
    'the template of Qwen',
    `<|im_start|>system\nYou help.<|im_end|>\n<|im_start|>user\n${IMAGE}${IMAGE}\nWhat is it?<|im_end|>\n<|im_start|>assistant\n`,
    'What is it?',
  ],
  [
    'several turns',
    '<|im_start|>user\nFirst<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\nSecond\nline<|im_end|>\n<|im_start|>assistant\n<think>\n',
    'Second\nline',
  ],
  ['a turn that is cut', '<|im_start|>user\nWhat is', 'What is'],
  [
    'the template of Llama',
    '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nWhat?<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n',
    'What?',
  ],
  ['the template of Gemma', '<start_of_turn>user\nWhat?<end_of_turn>\n<start_of_turn>model\n', 'What?'],
  ['a template without special tokens', 'system\nYou help.\nuser\nWhat is it?\nassistant\n', 'What is it?'],
  ['a bare turn that begins a think part', 'user\nWhat is it?\nassistant\n<think>\n', 'What is it?'],
  ['several bare turns', 'user\nA\nassistant\nB\nuser\nC\nassistant', 'C'],
  ['a text that speaks of a user', 'user\nWhat is an assistant?', 'user\nWhat is an assistant?'],
  ['a turn with images only', `<|im_start|>user\n${IMAGE}<|im_end|>`, `<|im_start|>user\n${IMAGE}<|im_end|>`],
])('the question of %s', (_, prompt, question) => {
  expect(questionOfPrompt(prompt)).toBe(question);
});
