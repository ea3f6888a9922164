import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { LintOptions, PromptFinding } from '../../../src/core/prompts/lint/model.ts';
import { example, FORM, TOOLS } from './support.ts';

const lint = (
  text: string,
  options: Partial<LintOptions> = { trainer: 'easyr1' },
): readonly PromptFinding[] => lintPrompt(text, { name: 'prompt', ...options }).findings;
const marked = (text: string, findings: readonly PromptFinding[]): string[] =>
  findings.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`);
const preset = (name: string): string =>
  readFileSync(new URL(`../../../media/prompts/${name}.jinja`, import.meta.url), 'utf8');

/** The text after all edits of a finding's first fix. */
function fixed(text: string, finding: PromptFinding | undefined): string {
  return (finding?.fixes[0]?.edits ?? [])
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: words }) => all.slice(0, span.start) + words + all.slice(span.end), text);
}

describe('variables that a trainer leaves empty', () => {
  it.each(['easyr1', 'verl'] as const)('each one except content is an error for %s', (trainer) => {
    const text =
      '{{ content }} {{ question }} has {{ num_images }} images.{% for tool in toolbox %}{{ tool.name }}{% endfor %}';
    const findings = lint(text, { trainer, reward: null });
    expect(marked(text, findings)).toEqual([
      'variable-unfilled: question',
      'variable-unfilled: num_images',
      'variable-unfilled: toolbox',
    ]);
    expect(findings.every(({ severity }) => severity === 'error')).toBe(true);
    expect(lint(text, { trainer: null, reward: null })).toEqual([]);
  });

  it('a value that the template itself gives instead is not a finding', () => {
    const text =
      '{{ content }} {{ num_images | default("some") }} {% if num_images is defined %}{{ num_images }}{% endif %}';
    expect(lint(text, { trainer: 'easyr1', reward: null })).toEqual([]);
  });

  it('a template that asks only for the question by another name does not ask it', () => {
    const findings = lint('{{ question }}', { trainer: 'easyr1', reward: null });
    expect(findings.map(({ code }) => code)).toEqual(['variable-unfilled']);
    expect(fixed('{{ question }}', findings[0])).toBe('{{ content }}');
  });

  it.each([
    '{{ content }}\nYou are given 3 images.',
    '{{ content }} about {{ n_images }} images',
    '{content} about {num_images} images',
    '{{ content }} with {{ toolbx }}',
  ])('no repair writes one: %j', (text) => {
    const written = (trainer: 'easyr1' | null): string[] =>
      lint(text, { trainer, reward: null }).flatMap(({ fixes }) =>
        fixes.flatMap(({ edits }) => edits.map((edit) => edit.text)),
      );
    expect(written(null).join()).toMatch(/num_images|toolbox/);
    expect(written('easyr1').join()).not.toMatch(/num_images|toolbox/);
  });

  it.each([
    'lang2act',
    'action-rl',
    'evisrag',
    'think-answer',
    'tree-of-thoughts',
    'graph-of-thoughts',
    'vg-refiner',
    'vrag-rl',
  ])(
    'the preset %s can be used as a format prompt of EasyR1: nothing is empty and no settings are sent',
    (name) => {
      const findings = lint(preset(name));
      expect(findings.filter(({ code }) => code !== 'trainer-default')).toEqual([]);
    },
  );
});

describe('settings that a trainer sends', () => {
  const FRONT_MATTER = '---\nreward: vrag-rl\nsampling: { temperature: 0 }\n---\n';

  it.each(['easyr1', 'verl'] as const)(
    'a front matter is an error for %s, and becomes a comment',
    (trainer) => {
      const text = FRONT_MATTER + preset('vrag-rl').replace(/^\{#.*?#\}\n/s, '');
      const findings = lint(text, { trainer });
      expect(marked(text, findings)).toEqual(['front-matter-sent: ---']);
      const made = fixed(text, findings[0]);
      expect(made).toMatch(/^\{# pagetrace:\nreward: vrag-rl\nsampling: \{ temperature: 0 \}\n-#\}\nAnswer/);
      expect(lint(made, { trainer })).toEqual([]);
      expect(lint(text, { trainer: null })).toEqual([]);
    },
  );

  it('there is no repair if the front matter contains the end of a comment', () => {
    const [finding] = lint('---\nreward: vrag-rl\ndescription: "a #} b"\n---\n{{ content }}');
    expect([finding?.code, finding?.fixes]).toEqual(['front-matter-sent', []]);
  });

  it('the settings name the trainer, or that there is none, unless an option names another', () => {
    const trainerOf = (text: string, options: Partial<LintOptions>) =>
      lintPrompt(text, { name: 'prompt', ...options }).trainer;
    const settings = (name: string): string => `{# pagetrace: trainer: ${name} #}{{ content }}`;
    expect(trainerOf(settings('verl'), {})).toBe('verl');
    expect(trainerOf(settings('verl'), { usualTrainer: 'easyr1' })).toBe('verl');
    expect(trainerOf(settings('none'), { usualTrainer: 'easyr1' })).toBeNull();
    expect(trainerOf(settings('verl'), { trainer: null })).toBeNull();
    expect(trainerOf('{{ content }}', { usualTrainer: 'easyr1' })).toBe('easyr1');
  });
});

describe('defaults that a trainer causes', () => {
  const CALL = '<tool name="read_text_element" args="Image 4: the title">Annual report</tool>';
  const named = (think: string): string =>
    `{# pagetrace: reward: lang2act -#}\n${FORM}${TOOLS}${example(CALL, think)}`;
  const defaults = (text: string, trainer: 'easyr1' | 'verl' | null = 'easyr1') =>
    lint(text, { trainer }).filter(({ code }) => code === 'trainer-default');

  it('says what lang2act assumes without num_images and the question, and what that costs', () => {
    const messages = defaults(named('Image 1 and Image 2.')).map(({ message }) => message);
    expect(messages).toEqual([
      'EasyR1 does not pass `num_images`, so the reward lang2act assumes 3 images for every question. A response that names Image 4 loses 0.05.',
      'EasyR1 does not pass the question, so the judge of the reward lang2act receives `None` instead. The judge decides 0.8 of the reward.',
    ]);
  });

  it('an example that names a fourth image loses by the default, at the place that names it', () => {
    const text = named('Image 1 and Image 4 have it.');
    const [loss] = defaults(text).filter(({ severity }) => severity === 'warning');
    expect(loss?.message).toMatch(
      /^With what EasyR1 passes, the reward lang2act deducts 0\.05 from this example: .*4/,
    );
    expect(text.slice(loss?.span.start, loss?.span.end)).toContain('Image 4');
  });

  it('says nothing about an example whose score is not known, because the reward needs what verl does not pass', () => {
    const text =
      '{# pagetrace: reward: evisrag -#}\n{{ content }}\nExample:\n<observe>Image 1 shows a table.</observe>\n<evidence>[1]: the total is 42</evidence>\n<think>So 42.</think>\n<answer>42</answer>';
    expect(lint(text, { trainer: 'easyr1' }).map(({ code }) => code)).toContain('output-length');
    expect(defaults(text, 'verl').filter(({ message }) => message.includes('this example'))).toEqual([]);
  });

  it('says that evisrag cannot be computed with what verl passes: the length of the response is missing', () => {
    const withoutSettings = preset('evisrag').replace(/^\{#.*?#\}\n/s, '');
    const [firstLine] = withoutSettings.split('\n', 1);
    for (const text of [preset('evisrag'), withoutSettings])
      expect(
        lintPrompt(text, { name: 'evisrag', trainer: 'verl' }).findings.map(
          ({ code, severity, message, span }) => [code, severity, message, text.slice(span.start, span.end)],
        ),
      ).toEqual([
        [
          'trainer-default',
          'warning',
          'verl does not pass `response_length`, for which the reward evisrag has no default, so the reward cannot be computed. Count the tokens of the response in your reward function. A response can lose 1 by its length.',
          firstLine,
        ],
      ]);
    expect(defaults(preset('evisrag'), 'easyr1')).toEqual([]);
    expect(defaults(preset('vrag-rl'), 'verl')).toEqual([]);
  });

  it('says nothing without a trainer, or if the reward needs no more than the trainer passes', () => {
    expect(defaults(named('Image 1 and Image 4.'), null)).toEqual([]);
    expect(defaults(named('Image 1.').replace('lang2act', 'lang2act-paper'))).toEqual([]);
  });
});
