import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { FORM, TOOLS, example, lintFindings, lintWith } from './support.ts';

const BROKEN = `<think>I see it.</think>\n<thinking>No page.</thinking>\n<answer>42</answer>`;
const EVISRAG = '{{ content }} <observe></observe> <evidence></evidence> <think></think> <answer></answer>\n';

describe('what a prompt forbids', () => {
  it.each([
    'Do not write <summary>...</summary>.',
    'Never use <summary> or <verdict> tags, in <summary>...</summary> or elsewhere.',
    'Use <think>, not <thinking>, and close it with </think>; <thinking>...</thinking> is invalid.',
    'Use <think> (do not write <thinking>...</thinking>) and <answer>.',
    'Instead of <summary>...</summary>, write <answer>...</answer>.',
    'Write <answer> rather than <final>...</final>.',
    'You must not emit <tool_call>{"name": "zoom"}</tool_call>.',
    'Answer directly, without <summary>...</summary>.',
    'The tags <summary>...</summary> are not allowed.',
    '不要输出 <summary>...</summary> 标签，请把答案写在 <answer>...</answer> 中。',
    '禁止使用<summary></summary>。',
    '请用<answer>而不是<final></final>。',
    '❌ <summary>...</summary>',
    'Wrong: <summary>...</summary>',
    '错误示例：<summary>不知道</summary>',
    'Write `<answer>`; never write:\n- <summary>...</summary>\n- <verdict>...</verdict>',
    '### Don’t\n- write <summary>...</summary>\n\n- write <verdict>...</verdict>\n\n### Do\n- be exact',
    '**Common mistakes**\n1. <summary>...</summary> in place of the answer.',
    'The following outputs are invalid:\n```\n<summary>It is 42.</summary>\n```',
    '<answer>...</answer>\n<summary>...</summary>  <- wrong',
    '<bad_example>\n<summary>It is 42.</summary>\n</bad_example>',
    '以下是错误的输出：\n<summary>没有</summary>',
    '不要这样写：\n<think>想</think>\n<summary>没有</summary>',
    'Bad cases:\n1. <summary>It is 42.</summary>\n2. <verdict>It is 42.</verdict>',
    '<summary>It is 42.</summary> (wrong)',
    '<summary>It is 42.</summary> ❌',
    'Responses must not be written like this:\n<summary>It is 42.</summary>',
  ])('does not take it for something that is asked for or shown: %s', (sentence) => {
    expect(lintFindings('action-rl', `${FORM}${sentence}\n`)).toEqual([]);
  });

  it.each([
    'Do not guess, write <summary>...</summary>.',
    'Do not forget <summary>...</summary> at the end.',
    'Never skip <summary>...</summary>.',
    'Do not write anything outside of <summary>...</summary>.',
    'If you do not know, say so in <summary>...</summary>.',
    'Do not answer without <summary>...</summary>.',
    'Use nothing (not even Markdown) around <summary>...</summary>.',
    '不要解释，直接在<summary>...</summary>中写出结论。',
    '不要在<summary>...</summary>之外写任何内容。',
    '不要忘记<summary>...</summary>。',
    'Wrong: no tag at all.\nRight:\n<summary>...</summary>',
    '❌ an empty answer\n✅ <summary>...</summary>',
    'Do not deviate from this form:\n<summary>...</summary>',
    'For pages that do not need tools:\n<summary>...</summary>',
    'If the boxes of the tool are wrong:\n<summary>...</summary>',
    '### Don’t\n- guess\n\n### Form\n<summary>...</summary>',
    'Never:\n- guess\n\nWrite <summary>...</summary> at the end.',
    'Avoid errors by using the following structure:\n<summary>...</summary>',
    'You may not know the answer to the following question:\n<summary>...</summary>',
    'Do not answer the following question directly:\n<summary>...</summary>',
    'Put what you found in <summary>...</summary> — wrong answers cost 1 point',
    'Put A (correct) or B (incorrect) in <summary>...</summary>, then say (wrong)',
    'Write ✅ into <summary>...</summary>, or ❌',
    'Positive: <answer>A</answer>\nNegative: <summary>...</summary>',
    'Incorrect case:\n<summary>...</summary>',
    '不要直接回答以下问题：\n<summary>...</summary>',
    '不得违反以下格式：\n<summary>...</summary>',
  ])('still reads what is asked for near a refusal: %s', (sentence) => {
    expect(lintFindings('action-rl', `${FORM}${sentence}\n`)).toEqual(['tag-unknown: <summary>']);
  });

  it.each([
    ['Bad example:', '\n'],
    ['An example of a wrong response:', '\nQuestion: how much?\nResponse: '],
    ['❌ Incorrect response (never do this):', '\n\n'],
    ['#### Counterexample', '\n```\n'],
    ['Avoid this:', '\n> '],
    ['反例：', '\n'],
    ['【错误示例】', '\n'],
    ['Not like this:', '\n'],
  ])('does not score a counterexample, only the example after it: %s', (label, between) => {
    const good =
      '<think>Image 1 has it.</think>\n<description>It says 42.</description>\n<answer>42</answer>';
    const close = between.includes('```') ? '\n```' : '';
    const text = `---\nreward: action-rl\n---\n${FORM}\n${label}${between}${BROKEN}${close}\n\nGood example:\n${good}\n`;
    const { findings, examples } = lintPrompt(text, { name: 'both' });
    expect(findings).toEqual([]);
    expect(examples.map(({ text: shown }) => shown)).toEqual([good]);
  });

  it('does not score an example that is called wrong after it', () => {
    const text = `${FORM}\nExample:\n${BROKEN}\n\nThe response above is wrong, because it looks at no page.\n`;
    expect(lintFindings('action-rl', text)).toEqual([]);
  });

  it('does not count a tag as named that is only forbidden or shown as wrong', () => {
    const body = '{{ content }}\n<think>...</think> <answer>...</answer>\n';
    const { findings } = lintWith('action-rl', `${body}Wrong: <description>...</description>`);
    expect(findings.map(({ code, message }) => [code, message.includes('shows it as wrong')])).toEqual([
      ['tag-missing', true],
    ]);
    expect(lintFindings('action-rl', `${body}Do not use <description>.`)).toEqual(['tag-missing: <think>']);
    for (const limit of ['twice', 'more than once', 'before you have thought', 'for pages without a table'])
      expect(lintFindings('action-rl', `${body}Do not use <description> ${limit}.`)).toEqual([]);
  });

  it('does not count refused tools as offered', () => {
    const body = FORM + TOOLS;
    expect(lintFindings('lang2act', `${body}Do not use these tools: zoom_in, rotate_page.`)).toEqual([]);
    expect(
      lintFindings('lang2act', `${body}The following tools are not available:\n- zoom_in\n- crop_page\n`),
    ).toEqual([]);
    expect(lintFindings('lang2act', `${body}Do not guess, use further tools: zoom_in, rotate_page.`)).toEqual(
      ['tool-refused: zoom_in', 'tool-refused: rotate_page'],
    );
  });

  it('does not take numbers of images and lengths that are forbidden for asked ones', () => {
    expect(lintFindings('action-rl', `${FORM}Do not assume that you have 3 images.`)).toEqual([]);
    expect(lintFindings('action-rl', `${FORM}Wrong: "You have exactly 3 images."`)).toEqual([]);
    expect(lintFindings('evisrag', `${EVISRAG}Never write more than 900 words in total.`)).toEqual([]);
    expect(lintFindings('evisrag', `${EVISRAG}Your response must never exceed 700 words.`)).toEqual([]);
    expect(lintFindings('evisrag', `${EVISRAG}Do not be as detailed as possible.`)).toEqual([]);
    expect(lintFindings('evisrag', `${EVISRAG}Do not write more than 60 words in total.`)).toEqual([
      'output-length: more than 60 words',
    ]);
  });

  it('reads an example whose text has refusals of its own', () => {
    const said = example(
      '<tool name="read_text_element" args="Image 1: title">It says 42.</tool>',
      'I cannot use Image 2, do not trust it, so <b>Image 1</b> it is.',
    );
    expect(lintFindings('lang2act', FORM + TOOLS + said)).toEqual([]);
    const onOneLine =
      '\nExample: <think>I do not see it on Image 2.</think> <description>No total.</description> <answer>It is not there</answer>\n';
    const { examples } = lintPrompt(`---\nreward: action-rl\n---\n${FORM}${onOneLine}`, { name: 'one' });
    expect(examples.map(({ kind }) => kind)).toEqual(['whole']);
  });
});
