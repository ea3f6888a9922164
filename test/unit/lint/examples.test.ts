import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { FORM, TOOLS, example, applyFix, lintWith, lintFindings } from './support.ts';

const body = FORM + TOOLS;
const call = (args: string, says = 'The total is 42.'): string =>
  `<tool name="read_numeric_value" args="${args}">${says}</tool>`;

const OBSERVED =
  'Image1 shows a table with a row for each region and a last row for the sum, in millions. Image2 is a cover. '.repeat(
    10,
  );
const evisrag = (
  parts: Partial<Record<'before' | 'observe' | 'evidence' | 'think' | 'answer', string>> = {},
): string =>
  `{{ content }}\n<observe></observe> <evidence></evidence> <think></think> <answer></answer>\n\nExample:\nResponse:${parts.before ?? ''}\n` +
  `<observe>${parts.observe ?? OBSERVED}</observe>\n<evidence>\n${parts.evidence ?? '[1]: the total is 42 million in the last row\n[2]: no relevant information'}\n</evidence>\n` +
  `<think>${parts.think ?? 'The last row says 42 million.'}</think>\n<answer>${parts.answer ?? '42 million'}</answer>\n`;

describe('examples of the tool stage', () => {
  it('scores each example with the reward, and reports deductions at their place', () => {
    const two =
      example(call('Image 2: totals'), 'The second page has it.') + example(call('Image 2: totals', ''));
    expect(lintFindings('lang2act', body + two)).toEqual([
      'example-deduction: Image 2',
      `example-deduction: ${call('Image 2: totals', '')}`,
    ]);
    const { examples } = lintPrompt(`---\nreward: lang2act\n---\n${body}${two}`, { name: 'two' });
    expect(examples.map(({ kind, score }) => [kind, score?.overall])).toEqual([
      ['whole', 0.99],
      ['whole', 0.99],
    ]);
  });

  it('takes the number of images from the text that introduces an example', () => {
    const lead = '\nExample:\nInput: [Image 1: cover], [Image 2: table], [Image 3: map], [Image 4: index]';
    const shown = example(call('Image 4: totals'), 'Image 4 has it.').replace('\nExample:', lead);
    expect(lintFindings('lang2act', body + shown)).toEqual([]);
    const fewer = shown.replace(', [Image 3: map], [Image 4: index]', '');
    expect(lintFindings('lang2act', body + fewer)).toEqual(['example-deduction: Image 4']);
  });

  it('reports once what an example loses because of its format', () => {
    const late = example(call('Image 2: totals'))
      .replace('</description>\n<answer>42</answer>', '</description>')
      .replace('<think>', '<answer>42</answer>\n<think>');
    const { findings } = lintWith('lang2act', body + late);
    expect(findings.map(({ code }) => code)).toEqual(['example-deduction']);
    expect(findings[0]?.message).toContain('deducts 1 from this example');
  });

  it('reports a tag that an example has twice', () => {
    const twice = example(call('Image 2: totals'), 'Image 2 says <answer>42</answer>.');
    expect(lintFindings('lang2act', body + twice).map((each) => each.split(':')[0])).toEqual([
      'example-deduction',
    ]);
  });

  it('recognizes an example whose words could also be an instruction, even if its tags are broken', () => {
    const like = example(call('Image 2: totals', 'The number in the last row reads forty two.')).replace(
      '>42<',
      '>the total of the last row<',
    );
    expect(lintFindings('lang2act', body + like)).toEqual([]);
    const { examples } = lintPrompt(`---\nreward: lang2act\n---\n${body}${like}`, { name: 'like' });
    expect(examples.map(({ kind }) => kind)).toEqual(['whole']);
    const broken = like.replace('the total of the last row', '42').replace('</description>\n', '');
    expect(lintFindings('lang2act', body + broken).map((each) => each.split(':')[0])).toEqual([
      'example-deduction',
    ]);
  });

  it('reports an empty answer in an example', () => {
    const empty = example(call('Image 2: totals')).replace('>42<', '><');
    expect(lintWith('lang2act', body + empty).findings[0]?.message).toContain(
      'deducts 0.8 from this example',
    );
  });

  it('reports an example whose last tag is never closed', () => {
    const open =
      '\nExample:\n<think>Image 1 has it.</think>\n<description>The last row says 42.</description>\n<answer>42\n\nNow go.';
    expect(lintFindings('action-rl', FORM + open).map((each) => each.split(':')[0])).toContain(
      'example-deduction',
    );
  });
});

describe('examples of other rewards', () => {
  it('reports nothing in an example that is paid in full', () => {
    expect(lintFindings('evisrag', evisrag())).toEqual([]);
  });

  it.each([
    ['text before the tags', evisrag({ before: ' Sure, I look at them.' }), 'Sure, I look at them.'],
    ['numbered items in observe', evisrag({ observe: `[1] ${OBSERVED}` }), '[1]'],
    ['think that is the answer', evisrag({ think: '42 million' }), '42 million'],
    ['evidence without its numbers', evisrag({ evidence: 'the total is 42 million' }), '<evidence>'],
  ])('reports %s in an example', (_why, text, place) => {
    const found = lintFindings('evisrag', text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^example-deduction: /);
    expect(found[0]).toContain(place);
  });

  it.each([
    ['its first tag is never opened', '<observe>', '</observe>'],
    ['a tag in the middle is never opened', '<evidence>', '</evidence>'],
    ['a tag in the middle is never closed', '</evidence>', '<evidence>'],
  ])('reports an example as a whole when %s', (_why, left, place) => {
    const named = 'Name <observe>, <evidence>, <think>, and <answer> in this order.';
    const whole = `${named}\n${evisrag()}`;
    expect(lintFindings('evisrag', whole)).toEqual([]);
    const at = whole.lastIndexOf(left);
    const broken = whole.slice(0, at) + whole.slice(at + left.length);
    const { text, findings } = lintWith('evisrag', broken);
    expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(['example-deduction']));
    expect(findings.map(({ span }) => text.slice(span.start, span.end))).toContain(place);
  });

  it('notes a fence around an example if nothing may stand around the tags', () => {
    const fenced = evisrag().replace('Response:\n', 'Response:\n```xml\n').replace(/$/, '```\n');
    expect(lintFindings('evisrag', fenced).map((each) => each.split(':')[0])).toEqual(['format-shown']);
    const own = `\nExample:\n\`\`\`\n<think>Image 1 has it.</think>\n<description>The last row says 42.</description>\n<answer>42</answer>\n\`\`\`\n`;
    expect(lintFindings('action-rl', FORM + own)).toEqual([]);
  });

  it('reports numbered items in the observe part of a form', () => {
    const form =
      '{{ content }}\n<observe>[1]: what is in it ... [2]: ...</observe> <evidence>...</evidence> <think>...</think> <answer>...</answer>';
    expect(lintFindings('evisrag', form)).toEqual(['example-deduction: [1]']);
  });

  it('scores a part that is shown alone, and repairs its white space', () => {
    const part =
      '{{ content }} Think in <think></think>, search with <search></search>, answer in <answer></answer>, for example <answer> Rome </answer>.';
    expect(lintFindings('vrag-rl-anls', part)).toEqual(['example-deduction:  Rome ']);
    expect(applyFix('vrag-rl-anls', part, 'example-deduction')).toBe(part.replace(' Rome ', 'Rome'));
  });

  it.each([
    [
      'vrag-rl',
      '{{ content }} <think></think> <search></search>, for example <answer>{"bbox_2d": [1, 2, 30, 40]}</answer>',
      [],
    ],
    [
      'vg-refiner',
      '{{ content }} <think></think> <rethink></rethink>, for example <answer>on the left</answer>',
      ['The reward vg-refiner deducts 0.9 from a response like this (Refinement): The answer is not JSON'],
    ],
    [
      'vg-refiner',
      '{{ content }} <think></think> <rethink></rethink>, for example <answer>{"box": [1, 2, 30, 40]}</answer>',
      [
        'The reward vg-refiner deducts 0.9 from a response like this (Refinement): No entry of the answer has a `bbox_2d`: without boxes the IoU accuracy is 0.000.',
      ],
    ],
  ])('scores the answer of an example against a reference of the right kind: %s', (reward, part, said) => {
    const { findings } = lintWith(reward, part);
    expect(findings.map(({ message }) => message.split(' as Python')[0])).toEqual(said);
  });

  it('reads an example over several turns as one response', () => {
    const turns =
      '{{ content }} <think></think> <search></search> <answer></answer>\nExample:\nAssistant:\n<think>The cover names the author.</think>\n<search>cover author</search>\nUser: (a page)\n<think>It says Ann Lee.</think>\n<answer>Ann Lee</answer>';
    expect(lintFindings('vrag-rl', turns)).toEqual([]);
  });
});

describe('texts that are not examples', () => {
  it.each([
    '<think>...</think><description>…</description><answer>...</answer>',
    '<think> reasoning process here </think><description> evidence here </description><answer> answer here </answer>',
    '<think>your reasoning</think>\n<description>[what you saw]</description>\n<answer>{answer}</answer>',
    '<think> Go through the images one by one. </think>\n<description> Write down what you see. </description>\n<answer> The answer alone. When the images do not hold it, say so. </answer>',
    'Put it inside <think> and </think>, <description> and </description>, <answer> and </answer> tags.',
    '`<think>`: the reasoning\n`<description>`: the evidence\n`<answer>`: the answer, closed with </think>, </description>, </answer>',
    '<think>which pages are relevant, each as Image k</think> <description>one or more things seen</description> <answer>the shortest one</answer>',
    '<think>step-by-step reasoning</think> <description>visual evidence, and where it stands</description> <answer>A, B, C or D</answer>',
  ])('does not recognize as an example: %s', (form) => {
    const lint = lintPrompt(`---\nreward: action-rl\n---\n{{ content }}\n${form}`, { name: 'form' });
    expect(lint.examples).toEqual([]);
    expect(lint.findings).toEqual([]);
  });
});

describe('numbers in square brackets in the observe part', () => {
  const form = '{{ content }}\n<observe></observe> <evidence></evidence> <think></think> <answer></answer>\n';

  it.each([
    ['In <observe>, describe each image as [1], [2] and so on.', '[1]'],
    ['Number each image as [k] inside <observe>.', '[k]'],
    ['- <observe>: one line for each image, beginning with [1]:', '[1]'],
    ['Within <observe> and </observe>, start every item with [i].', '[i]'],
    ['在 <observe> 中用 [1]、[2] 标出每张图片。', '[1]'],
  ])('finds that a prompt asks for them: %s', (sentence, place) => {
    expect(lintFindings('evisrag', form + sentence)).toEqual([`format-shown: ${place}`]);
  });

  it('finds a placeholder in a form, and says what it costs', () => {
    const shown =
      '{{ content }}\n<observe>[k]: what image k shows</observe> <evidence>[k]: what it says</evidence> <think>...</think> <answer>...</answer>';
    const { text, findings } = lintWith('evisrag', shown);
    expect(findings.map(({ span }) => text.slice(span.start, span.end))).toEqual(['[k]']);
    expect(findings[0]?.message).toBe(
      'The prompt asks for `[k]` inside `<observe>`, but the reward evisrag deducts 1 from a response with any of `[1]` to `[5]` there. Write `Image 1` in `<observe>`, and keep `[1]:` for `<evidence>`.',
    );
  });

  it.each([
    'In <observe>, describe each image. In <evidence>, write [1]: and the fact.',
    'Describe the images in <observe>, and write [k]: before each fact in <evidence>.',
    'Never use [1] inside <observe>.',
    'In <observe>, do not number the images as [1], [2].',
    'Wrong: [1] in <observe>.',
    'In <evidence>, begin each line with [k]: after <observe> is closed.',
    'For each image [1] to [{{ num_images }}], write a line in <evidence> with its number.',
    '不要在 <observe> 中使用 [1]。',
    '<observe> comes first; <evidence> has one item [k]: for each image.',
    'Look at the images in <observe>. Cite them as [1] later.',
    'In <observe>, look at the images [1] to [{{ num_images }}] one by one.',
  ])('reports nothing: %s', (sentence) => {
    expect(lintFindings('evisrag', form + sentence)).toEqual([]);
  });

  it('reports nothing if the reward does not read the tag', () => {
    expect(
      lintFindings('action-rl', `${FORM}Number each image as [k] in <observe> notes.`).filter((each) =>
        each.startsWith('format-shown'),
      ),
    ).toEqual([]);
  });
});

describe('words about examples before an example', () => {
  const ASKED =
    '{{ content }}\nReason in <think> and </think>, describe in <description> and </description>, answer in <answer> and </answer>.\n';
  const shown = example(call('Image 2: totals')).replace('\nExample:\n', '');
  /** The findings if `words` stand before an example, without those about the tools that are offered. */
  const around = (words: string, reward = 'lang2act'): string[] =>
    lintFindings(reward, `${ASKED}${TOOLS}${words}${shown}`);

  it.each([
    ['a comparison', 'You see images such as scanned pages. Use at least 12 tool calls.\n\nBegin.\n\n'],
    ['a remark in brackets', 'Be exact (e.g. for numbers).\nUse at least 12 tool calls.\n\n'],
    ['the middle of a sentence', 'Follow each example you know.\nUse at least 12 tool calls.\n'],
    ['a sentence of its own', 'Use at least 12 tool calls. Examples help.\nThink first.\n\nWrite:\n'],
    ['words about tables', 'For tables such as these, use at least 12 tool calls.\n\n'],
    ['words about each sample', 'For each sample, use at least 12 tool calls.\n\n'],
    ['a page that is considered', 'Consider pages such as tables. Use at least 12 tool calls.\n\n'],
    ['words for something else', 'Use at least 12 tool calls, for instance to read tables.\n\n'],
    ['a label of something else', 'Example of a number:\n42\n\nUse at least 12 tool calls.\n\n'],
    ['a heading of another section', '## Example\nNone.\n## Rules\nUse at least 12 tool calls.\n\n'],
    ['a heading about more than examples', '## Examples and limits\nThink.\n\nUse at least 12 tool calls.\n'],
    ['a closed tag', '<example>\n42\n</example>\n\nUse at least 12 tool calls.\n\n'],
    [
      'a question that is not its own',
      'Question: {{ question }}\n\nUse at least 12 tool calls.\n\nBegin.\n\n',
    ],
    ['a distant Chinese word', '例如数字。\n\nUse at least 12 tool calls.\n\n请回答。\n'],
  ])('do not hide a number of tool calls: %s', (_what, words) => {
    expect(around(words)).toEqual(['tool-limit: at least 12 tool calls']);
  });

  it('do not hide a fixed number of images', () => {
    expect(around('You are given three images such as scanned pages.\n\nBegin.\n\n')).toEqual([
      'image-count-fixed: three',
    ]);
  });

  it('do not hide the tools that are offered', () => {
    const body = `${ASKED}Use tools where they help, for instance to read numbers.\n\n${TOOLS}\nWrite:\n${shown}`;
    expect(lintFindings('lang2act', body)).toEqual([]);
  });

  it('do not hide numbers in square brackets that are asked for in observe', () => {
    const body = `{{ content }}\nWork on images such as tables.\n\nIn <observe>, describe each image as [k] with a sentence. Then write <evidence>, <think> and <answer>, each with its closing tag.\n\n${evisrag().split('Response:\n')[1] ?? ''}`;
    expect(lintFindings('evisrag', body)).toEqual(['format-shown: [k]']);
  });

  it.each([
    ['in the same sentence', 'For example, a question that needs at least 12 tool calls: '],
    ['a line with a colon', 'Here is an example with at least 12 tool calls:\n\n'],
    ['a colon after a question', 'Example: Which page has at least 12 tool calls?\n'],
    ['a heading', '### Example 1\n\nThe user wants at least 12 tool calls.\n\nThe response follows.\n\n'],
    ['lines of speakers', 'Example:\n\nUser: Make at least 12 tool calls.\n\nImages: two\n\nAssistant:\n'],
    ['a question of its own', 'Sample:\n\nWhich page asks for at least 12 tool calls?\n\n'],
    ['a sentence that presents it', 'Below is an example. It asks for at least 12 tool calls.\n\n'],
    ['a fence', 'Example:\n\n```\nMake at least 12 tool calls.\n\nNow.\n\n'],
    ['a tag', '<example>\nMake at least 12 tool calls.\n'],
    ['a Chinese label', '示例：\n问题：at least 12 tool calls\n\n回答：\n'],
  ])('lead to it: %s', (_what, words) => {
    expect(around(words)).toEqual([]);
  });
});
