import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePromptFile, readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import { toolboxes } from '../../../src/core/prompts/toolboxes.ts';

const preset = (name: string) =>
  parsePromptFile(
    name,
    readFileSync(new URL(`../../../media/prompts/${name}.jinja`, import.meta.url), 'utf8'),
  );

describe('preset prompts', () => {
  it.each(['lang2act', 'action-rl', 'think-answer'] as const)(
    'the preset %s parses without a problem and asks the question last',
    (name) => {
      const { prompt, problems } = preset(name);
      expect(problems).toEqual([]);
      expect(prompt.dialect).toBe(name);
      const parts = renderPrompt(prompt, 'What is the total?', 2);
      expect(parts.map((part) => part.type)).toEqual(['text', 'image', 'image']);
      expect(parts[0]).toMatchObject({
        text: expect.stringMatching(/Question: What is the total\?$/) as string,
      });
    },
  );

  it('the preset lang2act offers every tool of its toolbox with name, args and description', () => {
    const { prompt } = preset('lang2act');
    const text = renderPrompt(prompt, 'q', 1)[0];
    expect(prompt.toolbox).toEqual(toolboxes['lang2act']);
    for (const tool of prompt.toolbox) {
      expect(text).toMatchObject({
        text: expect.stringContaining(`- ${tool.name} (args: ${tool.args}): ${tool.description}`) as string,
      });
    }
  });
});

describe('prompt files', () => {
  it('reads a prompt in the form of the papers: no front matter, and <image> where images go', () => {
    const { prompt } = parsePromptFile(
      'mine',
      '{% for i in range(num_images) %}Image {{ i + 1 }}: <image>\n{% endfor %}{{ content | trim }} Answer in <think> </think> <answer> </answer>.',
    );
    expect(prompt.dialect).toBe('think-answer');
    expect(renderPrompt(prompt, 'Why?', 2)).toEqual([
      { type: 'text', text: 'Image 1: ' },
      { type: 'image', image: 1 },
      { type: 'text', text: '\nImage 2: ' },
      { type: 'image', image: 2 },
      { type: 'text', text: '\nWhy? Answer in <think> </think> <answer> </answer>.' },
    ]);
  });

  it('a protocol decides the dialect, which may not be another one', () => {
    const read = (settings: string) => readPromptFile('mine', `---\n${settings}\n---\n{{ content }}`);
    const { prompt, problems } = read('protocol: vrag-rl-training');
    expect([prompt.protocol, prompt.dialect, problems]).toEqual(['vrag-rl-training', 'vrag-rl', []]);
    expect(read('dialect: evisrag').prompt.protocol).toBeNull();
    const contrary = read('protocol: vrag-rl\ndialect: evisrag').problems;
    expect(contrary).toMatchObject([
      {
        severity: 'error',
        message: expect.stringContaining('vrag-rl has its conversations in the dialect vrag-rl') as string,
      },
    ]);
    expect(read('protocol: react').problems).toMatchObject([{ code: 'front-matter-value' }]);
  });

  it('inserts a question as plain text, even if it contains template syntax', () => {
    const { prompt } = parsePromptFile('mine', 'Q: {{ content }}');
    const question = 'What does <image> {{ 1 + 1 }} $& cost?';
    expect(renderPrompt(prompt, question, 1)).toEqual([
      { type: 'text', text: `Q: ${question}` },
      { type: 'image', image: 1 },
    ]);
  });

  it.each([
    ['{% for %}{{ content }}', 'not a valid Jinja template'],
    ['---\ndialect: x\n---\n{{ content }}', 'settings'],
    ['{# pagetrace: dialect: x #}{{ content }}', 'settings'],
  ])('refuses to read the prompt %j', (text, words) => {
    expect(() => parsePromptFile('mine', text)).toThrow(
      expect.objectContaining({
        reason: 'prompt-broken',
        message: expect.stringContaining(words) as string,
      }) as Error,
    );
  });

  it.each([
    ['no question here', 1, 'does not contain the question'],
    ['{{ content }} <image> <image>', 1, 'places 2 images'],
    ['{{ content }} {{ nothing.here() }}', 1, 'cannot be rendered as Jinja renders it'],
  ])('refuses to render the prompt %j', (template, images, words) => {
    const { prompt } = parsePromptFile('mine', template);
    expect(() => renderPrompt(prompt, 'q', images)).toThrow(
      expect.objectContaining({
        reason: 'prompt-broken',
        message: expect.stringContaining(words) as string,
      }) as Error,
    );
  });
});

describe('settings in a Jinja comment', () => {
  const SETTINGS = 'reward: lang2act\ntoolbox: lang2act\npixels: { min_pixels: 784, max_pixels: 1568 }\n';

  it('means the same as the front matter with the same keys', () => {
    const inComment = readPromptFile('mine', `{# pagetrace:\n${SETTINGS}-#}\nQ: {{ content }}\n`);
    const inFrontMatter = readPromptFile('mine', `---\n${SETTINGS}---\nQ: {{ content }}\n`);
    expect(inComment.prompt).toEqual(inFrontMatter.prompt);
    expect([inComment.given, inComment.problems]).toEqual([inFrontMatter.given, []]);
    expect(inComment.templateStart).toBe(`{# pagetrace:\n${SETTINGS}-#}\n`.length);
  });

  it.each([
    '{# pagetrace: reward: evisrag #}{{ content }}',
    '\uFEFF \n{#- pagetrace:reward: evisrag -#}\n{{ content }}',
    '{# pagetrace: {reward: evisrag, lint: {off: [no-room]}} #}{{ content }}',
    '{# pagetrace:\r\nreward: evisrag\r\nsampling:\r\n  temperature: 0\r\n-#}\r\n{{ content }}',
    '\uFEFF{# pagetrace:\r\nreward: evisrag\r\n-#}\r\n{{ content }}',
    '{#\tpagetrace:\treward: evisrag\t#}{{ content }}',
    '{# pagetrace: reward: evisrag\t-#}\n\n{{ content }}',
    '{# pagetrace:\n    reward: evisrag\n    lint: { off: [no-room] }\n-#} \t\n{{ content }}',
    '{# pagetrace:\n# why\nreward: evisrag # this one\n-#}\n{{ content }}',
  ])('reads the settings of %j', (text) => {
    const { prompt, problems } = readPromptFile('mine', text);
    expect([prompt.reward, prompt.template, problems]).toEqual(['evisrag', '{{ content }}', []]);
  });

  it.each([
    '{# pagetrace: #}{{ content }}',
    '{# pagetrace:-#}\n{{ content }}',
    '{#- pagetrace:\n\n-#}{{ content }}',
  ])('takes %j for settings that say nothing', (text) => {
    const { prompt, problems, given } = readPromptFile('mine', text);
    expect([prompt.template, problems, given.size]).toEqual(['{{ content }}', [], 0]);
  });

  it('keeps the line feed after a comment that does not trim it, as trainers do that render the whole file', () => {
    const { prompt } = readPromptFile('mine', '{# pagetrace: reward: evisrag #}\nQ: {{ content }}\n');
    expect(prompt.template).toBe('\nQ: {{ content }}');
  });

  it.each<[string, string, string, string]>([
    ['a wrong value', '{# pagetrace:\nreward: nice\n#}{{ content }}', 'reward', 'a reward is lang2act'],
    [
      'an unknown key',
      '{# pagetrace: rewards: x #}{{ content }}',
      'rewards',
      'does not know the key "rewards". Did you mean "reward"?',
    ],
    [
      'a comment that is not at the top',
      'Q {# pagetrace: reward: x #}{{ content }}',
      '{# pagetrace:',
      'no effect',
    ],
    [
      'a comment after a front matter',
      '---\nreward: evisrag\n---\n{# pagetrace: reward: x #}{{ content }}',
      '{# pagetrace:',
      'no effect',
    ],
  ])('reports %s at its place', (_, text, words, message) => {
    const { problems } = readPromptFile('mine', text);
    expect(problems.map(({ span }) => text.slice(span.start, span.end))).toEqual([words]);
    expect(problems[0]?.message).toContain(message);
  });

  it.each<[string, string, string, string]>([
    [
      'tabs that indent a key',
      '{# pagetrace:\n\treward: evisrag\n-#}\n{{ content }}',
      '\t',
      'This is not valid YAML: Tabs are not allowed as indentation at line 2, column 1',
    ],
    [
      'a key that is given twice',
      '{# pagetrace:\r\nreward: evisrag\r\nreward: lang2act\r\n-#}{{ content }}',
      'r',
      'This is not valid YAML: this key is given twice at line 3, column 1',
    ],
    [
      'a bracket that is never closed',
      '{# pagetrace:\nlint: { off: [no-room }\n-#}{{ content }}',
      '}',
      'This is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 23',
    ],
    [
      'a quotation mark that is never closed',
      '{# pagetrace:\nreward: "evisrag\n-#}{{ content }}',
      'g',
      'This is not valid YAML: Missing closing double quote at line 2, column 16',
    ],
    [
      'a line of dashes',
      '{# pagetrace:\nreward: evisrag\n---\n-#}{{ content }}',
      '---',
      'This is not valid YAML: leave out the line of dashes at line 3, column 1',
    ],
    [
      'a name without a key',
      '\uFEFF{# pagetrace: evisrag #}{{ content }}',
      'evisrag',
      'Settings must be keys with values, one per line, like "dialect: think-answer".',
    ],
    [
      'a first key on the line of the opening, and others below',
      '{# pagetrace: reward: evisrag\n   dialect: evisrag -#}{{ content }}',
      'reward: evisrag',
      'These settings continue below the line of "pagetrace:". Put the first one on a line of its own too, and indent all of them equally.',
    ],
    [
      'a comment that is never closed',
      '{# pagetrace:\nreward: evisrag\n{{ content }}',
      '{# pagetrace:',
      'The settings that begin here are never closed. End them with -#} on a line of its own.',
    ],
    [
      'a second comment',
      '{# pagetrace: reward: evisrag -#}\n{# pagetrace: reward: lang2act #}{{ content }}',
      '{# pagetrace:',
      'These settings have no effect: they must be the first thing in the file, and a file has them only once.',
    ],
    [
      'a front matter below a comment',
      '{# pagetrace: reward: evisrag -#}\n---\nreward: lang2act\n---\n{{ content }}',
      '---',
      'This front matter has no effect, and the model reads it: the settings of this file are in the comment above.',
    ],
    [
      'another case',
      '{# PageTrace: reward: evisrag #}{{ content }}',
      '{# PageTrace:',
      'These settings have no effect: they must begin with "pagetrace:", in lower case and without a space before the colon.',
    ],
    [
      'a space before the colon',
      '{# pagetrace : reward: evisrag #}{{ content }}',
      '{# pagetrace :',
      'These settings have no effect: they must begin with "pagetrace:", in lower case and without a space before the colon.',
    ],
  ])('reports %s in one sentence at its place', (_, text, words, message) => {
    const { findings } = lintPrompt(text, { name: 'mine', reward: null });
    expect(findings.map(({ span }) => text.slice(span.start, span.end))).toEqual([words]);
    expect(findings[0]?.message).toBe(message);
  });

  it('counts the line and column of invalid YAML in the file', () => {
    const { problems } = readPromptFile('mine', '\n{# pagetrace: reward: "evisrag #}{{ content }}');
    expect(problems[0]?.message).toMatch(/at line 2, column \d+/);
    const multiple = readPromptFile(
      'mine',
      '{# pagetrace:\nreward: evisrag\npixels: { a: 1\n#}{{ content }}',
    );
    expect(multiple.problems[0]?.message).toMatch(/at line [34], column \d+/);
  });
});
