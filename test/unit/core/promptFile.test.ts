import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parsePromptFile, readPromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
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
  ])('reads the settings of %j', (text) => {
    const { prompt, problems } = readPromptFile('mine', text);
    expect([prompt.reward, prompt.template, problems]).toEqual(['evisrag', '{{ content }}', []]);
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
      'does not know the key "rewards"',
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
