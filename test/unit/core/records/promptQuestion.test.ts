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
  [
    'the template of DeepSeek',
    '<｜begin▁of▁sentence｜>Help.<｜User｜>What?<｜Assistant｜><think>\n',
    'What?',
  ],
  ['the template of gpt-oss', '<|start|>user<|message|>What?<|end|><|start|>assistant', 'What?'],
  ['the template of Phi', '<|system|>\nHelp.<|end|>\n<|user|>\nWhat?<|end|>\n<|assistant|>\n', 'What?'],
  ['the template of GLM', '[gMASK]<sop><|user|>\nWhat?<|assistant|>\n', 'What?'],
  ['the template of Mistral', '<s>[INST] A [/INST] B</s>[INST] What? [/INST]', 'What?'],
  ['the template of Llama 2', '<s>[INST] <<SYS>>\nHelp.\n<</SYS>>\n\nWhat? [/INST]', 'What?'],
  [
    'turns with what a tool gave back',
    '<|im_start|>user\nWhat?<|im_end|>\n<|im_start|>assistant\nA<|im_end|>\n<|im_start|>user\n<tool_response>\nB\n</tool_response><|im_end|>\n<|im_start|>assistant\n',
    'What?',
  ],
  [
    'bare turns with what a tool gave back',
    'user\nWhat?\nassistant\nA\nuser\n<tool_response>\nB\n</tool_response>\nassistant\n',
    'What?',
  ],
  [
    'a prompt in which ms-swift counts placeholders',
    '<|im_start|>user\n<|vision_start|>[151655 * 256]<|vision_end|>What is [3 * 4]?<|im_end|>\n',
    'What is [3 * 4]?',
  ],
  ['bare turns of Gemma', 'user\nWhat?\nmodel\n', 'What?'],
  ['bare turns of Llama', 'system\n\nYou help.user\n\nWhat?assistant\n\n', 'What?'],
  ['a template without special tokens', 'system\nYou help.\nuser\nWhat is it?\nassistant\n', 'What is it?'],
  ['a bare turn that begins a think part', 'user\nWhat is it?\nassistant\n<think>\n', 'What is it?'],
  ['several bare turns', 'user\nA\nassistant\nB\nuser\nC\nassistant', 'C'],
  ['a text that speaks of a user', 'user\nWhat is an assistant?', 'user\nWhat is an assistant?'],
  ['a turn with images only', `<|im_start|>user\n${IMAGE}<|im_end|>`, `<|im_start|>user\n${IMAGE}<|im_end|>`],
])('the question of %s', (_, prompt, question) => {
  expect(questionOfPrompt(prompt)).toBe(question);
});
