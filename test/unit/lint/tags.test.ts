import { describe, expect, it } from 'vitest';
import { applyFix, lintFindings, lintWith } from './support.ts';

const promptWithTag = (tag: string): string =>
  `{{ content }}\nReason in <${tag}>...</${tag}>, then <description>...</description>, then <answer>...</answer>.`;

describe('tags that a prompt asks for', () => {
  it('finds a misspelled tag and renames it everywhere', () => {
    expect(lintFindings('action-rl', promptWithTag('thinking'))).toEqual([
      'tag-unknown: <thinking>',
      'tag-missing: <thinking>',
    ]);
    expect(applyFix('action-rl', promptWithTag('thinking'), 'tag-unknown')).toBe(promptWithTag('think'));
  });

  it('checks against the reward of the dialect whose tags are asked for', () => {
    expect(lintFindings(null, promptWithTag('thinking'))).toEqual([
      'tag-unknown: <thinking>',
      'tag-missing: <thinking>',
    ]);
  });

  it('finds a tag that the prompt asks for in addition to those of the reward', () => {
    expect(
      lintFindings('action-rl', `${promptWithTag('think')} Last, write <summary>...</summary>.`),
    ).toEqual(['tag-unknown: <summary>']);
  });

  it('treats markup as a tag if a form has it next to the tags of the reward', () => {
    const form =
      '{{ content }}\n<think>...</think>\n<description>...</description>\n<code>...</code>\n<answer>...</answer>';
    expect(lintFindings('action-rl', form)).toEqual(['tag-unknown: <code>']);
  });

  it('treats a tag in backticks as asked for if it is next to other tags', () => {
    const body = '{{ content }}\nWrite `<look>`, `<description>` and end with `<answer>`.\n- `<think>`: why';
    expect(lintFindings('action-rl', body)).toEqual(['tag-unknown: <look>']);
  });

  it.each([
    'The reasoning and the answer are enclosed in <thinking></thinking> and <answer></answer>.',
    'Reasoning is placed within <thinking></thinking>, and the answer is provided in <answer></answer>.',
    'Return your reasons in <thinking></thinking>; your response will end with <answer></answer>.',
    'If you cannot tell, do not guess: write why in <thinking></thinking>. Write <answer></answer> last.',
  ])('treats the tags that the model is to write as asked for: %s', (sentence) => {
    const body = `{{ content }}\n${sentence} Write <description></description> between them.`;
    expect(lintFindings('action-rl', body)).toEqual(['tag-unknown: <thinking>', 'tag-missing: <thinking>']);
  });

  it('does not mistake another word for reasoning or answer as another dialect', () => {
    expect(lintFindings(null, promptWithTag('thoughts'))).toEqual([
      'tag-unknown: <thoughts>',
      'tag-missing: <thoughts>',
    ]);
    const final = promptWithTag('think').replaceAll('answer>', 'final_answer>');
    expect(lintFindings(null, final)).toEqual(['tag-unknown: <final_answer>', 'tag-missing: <final_answer>']);
  });

  it.each([
    'Begin with <thinking>. Then write <description>...</description> and <answer>...</answer>.',
    'Reason in <thinking>, describe in <description>, answer in <answer>.',
    '<thinking> your reasoning\n<description>...</description>\n<answer>...</answer>',
    'Reason in <reasoning>, then write <description></description><answer></answer>',
  ])('names the tag that is never closed in place of a missing one, and renames it: %s', (sentence) => {
    const body = `{{ content }}\n${sentence}`;
    const [written = ''] = /<(?:thinking|reasoning)>/.exec(body) ?? [];
    const { findings } = lintWith('action-rl', body);
    expect(lintFindings('action-rl', body)).toEqual([`tag-missing: ${written}`]);
    expect(findings[0]?.message).toContain(`but the prompt names \`${written}\` instead.`);
    expect(applyFix('action-rl', body, 'tag-missing')).toBe(body.replace(written, '<think>'));
  });

  it.each([
    ['is forbidden', 'Never write <thinking>.'],
    ['is given to the model', 'The search tool returns <thoughts> of others.'],
  ])('names no tag in place of a missing one if it %s', (_why, sentence) => {
    const body = `{{ content }}\n${sentence} Write <description></description><answer></answer>.`;
    expect(lintFindings('action-rl', body)).toEqual(['tag-missing: <description>']);
  });

  it.each([
    ['at the first tag of the reward that is named', '<tools></tools>\nAnswer in <answer>.', '<answer>'],
    [
      'at the form of the response',
      '<tools></tools>\n\nWrite <description>...</description> and <answer>...</answer>.',
      '<description>',
    ],
    ['at the first line if no other tag is named', 'Be brief.\n<tools></tools>', '{{ content }}'],
  ])('reports a missing tag not at a tag that divides the prompt, but %s', (_where, sentence, place) => {
    const found = lintFindings('action-rl', `{{ content }}\n${sentence}`);
    expect(found.filter((each) => each.startsWith('tag-missing'))).toEqual([`tag-missing: ${place}`]);
  });

  it('names all missing tags at once, at the form that the prompt shows', () => {
    expect(lintFindings('evisrag', '{{ content }}\n<think>...</think>\n<answer>...</answer>')).toEqual([
      'tag-missing: <think>',
    ]);
  });

  it('treats a tag as named if it occurs in an example or in words', () => {
    const words = '{{ content }} Write a think tag, a description tag and an answer tag.';
    expect(lintFindings('action-rl', words)).toEqual([]);
    const shown =
      '{{ content }}\nExample:\n<think>Image 1 has it.</think><description>The last row says 42.</description><answer>42</answer>';
    expect(lintFindings('action-rl', shown)).toEqual([]);
  });

  it.each([
    [
      'divides the prompt',
      '<question>{{ content }}</question>\n<rules>\n1. Look well at each.\n2. Be right.\n</rules>',
    ],
    ['speaks to the model', '<system>You are helpful.</system>\n{{ content }}'],
    ['says who the model is', '<persona>You are an analyst.</persona>\n{{ content }}'],
    ['is a placeholder', '{{ content }} Write "<your name>" or <value> nowhere.'],
    ['is forbidden', '{{ content }} Do not write <reflection>...</reflection>.'],
    ['is called invalid after its name', '{{ content }} Tags like <thinking> or <final_answer> are invalid.'],
    ['is given to the model', '{{ content }} The pages that were found are given in <pages> and </pages>.'],
    ['holds what a tool says', '{{ content }} What the tool returns is enclosed in <result> and </result>.'],
    ['holds the options', '{{ content }} The answer options are provided in <choices> and </choices>.'],
    ['is markup', '{{ content }} Use <b>bold</b> for nothing.'],
  ])('reports nothing for a tag that %s', (_why, body) => {
    const form = '\n<think>...</think>\n<description>...</description>\n<answer>...</answer>';
    expect(lintFindings('action-rl', body + form)).toEqual([]);
  });

  it('reports the wrong case of a tag only if the reward compares the case', () => {
    const body = '{{ content }} <observe></observe> <evidence></evidence> <THINK></THINK> <answer></answer>';
    expect(lintFindings('evisrag', body)).toEqual(['tag-case: <THINK>']);
    expect(applyFix('evisrag', body, 'tag-case')).toBe(body.replaceAll('THINK', 'think'));
    expect(lintFindings('action-rl', promptWithTag('THINK'))).toEqual([]);
  });

  it('finds a tag of which only the closing one has the case of the reward', () => {
    const body = '{{ content }} <observe></observe> <evidence></evidence> <think></think> <Answer></answer>';
    expect(lintFindings('evisrag', body)).toEqual(['tag-case: <Answer>']);
  });

  it('finds a form in another order, and tool calls outside of their tag', () => {
    const swapped = '{{ content }}\n<description>...</description>\n<think>...</think>\n<answer>...</answer>';
    expect(lintFindings('lang2act', swapped, { off: ['tool-not-offered'] })).toEqual([
      'format-shown: <think>',
    ]);
    expect(lintFindings('action-rl', swapped)).toEqual([]);
    const outside =
      '{{ content }}\n<think>...</think>\n<tool name="..." args="...">...</tool>\n<description>...</description>\n<answer>...</answer>';
    expect(lintFindings('lang2act', outside, { off: ['tool-not-offered'] })).toEqual([
      'format-shown: <tool name="..." args="...">',
    ]);
  });
});

describe('the mark that a reward reads the answer from', () => {
  const BOX_REWARDS = ['easyr1-math', 'verl-geo3k', 'verl-math'];
  const THINK = 'Reason in <think>...</think>.';
  const PLACES = [
    ['names no mark', 'Please answer briefly.', '<think>'],
    ['asks for <answer>', 'Then answer in <answer>...</answer>.', '<answer>'],
    ['forbids every mark', 'Do not use \\boxed{} or write ####.', '<think>'],
  ] as const;

  it.each(PLACES)('is reported with what a response loses if the prompt %s', (_what, sentence, place) => {
    for (const reward of [...BOX_REWARDS, 'verl-gsm8k']) {
      const { text, findings } = lintWith(reward, `{{ content }}\n${THINK} ${sentence}`);
      const mark = reward === 'verl-gsm8k' ? '#### ...' : '\\boxed{...}';
      expect(findings.map(({ code, severity, loss }) => [code, severity, loss])).toEqual([
        ['tag-missing', 'error', 1],
      ]);
      expect(findings[0]?.message).toBe(
        `The reward ${reward} reads the answer from \`${mark}\`, but the prompt never names it. Ask for it where the form of the response is described. Such a response loses 1.`,
      );
      expect(text.slice(findings[0]?.span.start, findings[0]?.span.end)).toBe(place);
    }
  });

  it('is reported at another mark that the prompt names', () => {
    for (const reward of BOX_REWARDS)
      expect(lintFindings(reward, `{{ content }}\n${THINK} End with "#### ANSWER".`)).toEqual([
        'tag-missing: ####',
      ]);
    const { findings } = lintWith('verl-gsm8k', '{{ content }}\nAnswer in \\boxed{}.');
    expect(findings.map(({ message }) => message)).toEqual([
      'The reward verl-gsm8k reads the answer from `#### ...`, but the prompt names `\\boxed{...}` instead. Such a response loses 1.',
    ]);
  });

  it('is reported beside a missing tag', () => {
    const { findings } = lintWith('easyr1-math', '{{ content }}\nEnd with "#### ANSWER".');
    expect(findings.map(({ severity, loss }) => [severity, loss])).toEqual([
      ['warning', 0.1],
      ['error', 1],
    ]);
  });

  it.each([
    'Put the answer in \\boxed{}.',
    'Put the answer in \\\\boxed{answer}.',
    'Write boxed{42} last.',
    'Box your final answer.',
    'Do not forget to box the answer.',
    '把答案写在方框里。',
  ])('is not reported where the prompt asks for a box: %s', (sentence) => {
    for (const reward of BOX_REWARDS)
      expect(lintFindings(reward, `{{ content }}\n${THINK} ${sentence}`)).toEqual([]);
  });

  it.each([
    'End with "#### ANSWER".',
    'Finish with a line\n#### 42',
    'Write four hash signs before the answer.',
    '# Task\nLast line:\n#### {answer}',
  ])('is not reported where the prompt asks for hashes: %s', (sentence) => {
    expect(lintFindings('verl-gsm8k', `{{ content }}\n${sentence}`)).toEqual([]);
  });

  it('is not a heading of the prompt', () => {
    expect(
      lintFindings('verl-gsm8k', '# Task\n{{ content }}\n#### Rules\nBe brief.\n##### Notes\nNone.'),
    ).toEqual(['tag-missing: # Task']);
  });
});

describe('a reward that reads the prompt and the response as one text', () => {
  const REWARDS = ['search-r1-em', 'search-r1-subem'];

  it.each([
    ['opens the tag only', 'Put the answer in <answer> tags.', '<answer>'],
    ['names the tag in words', 'Put the answer in an answer tag.', '{{ content }}'],
    ['closes it in the wrong order', 'End with </answer>, begin with <answer>.', '</answer>'],
  ])('loses everything if the prompt %s', (_what, sentence, place) => {
    for (const reward of REWARDS) {
      const { text, findings } = lintWith(reward, `{{ content }}\n${sentence}`);
      expect(findings.map(({ code, severity, loss }) => [code, severity, loss])).toEqual([
        ['tag-missing', 'error', 1],
      ]);
      expect(findings[0]?.message).toContain(
        'pays only if it contains two complete answers, but the prompt shows none.',
      );
      expect(text.slice(findings[0]?.span.start, findings[0]?.span.end)).toBe(place);
    }
    expect(lintFindings('verl-search-r1', `{{ content }}\n${sentence}`)).toEqual([]);
  });

  it.each([
    ['one complete answer', 'Answer in <answer>...</answer>.'],
    ['two complete answers', 'Answer inside <answer> and </answer>, such as <answer> Beijing </answer>.'],
  ])('loses nothing if the prompt shows %s', (_what, sentence) => {
    for (const reward of REWARDS) expect(lintFindings(reward, `{{ content }}\n${sentence}`)).toEqual([]);
  });
});
