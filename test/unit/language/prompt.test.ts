import { describe, expect, it } from 'vitest';
import { PromptLanguage } from '../../../src/language/prompt/promptLanguage.ts';
import { isPrompt, PROMPT_LANGUAGE } from '../../../src/core/prompts/isPrompt.ts';
import { DEFAULT_LINT_SETTINGS, FAULTY_PROMPT } from '../../support/promptLanguage.ts';

const prompt = (text: string) => ({ uri: 'file:///a.jinja', text });
const page = (code: string): string => `page:${code}`;
const cursorAt = (text: string, words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) });

function applyFix(text: string, title: string): string {
  const fix = new PromptLanguage()
    .fixes(prompt(text), DEFAULT_LINT_SETTINGS, cursorAt(text, '<thinking>'))
    .find((each) => each.title.startsWith(title));
  return (fix?.edits ?? [])
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, newText }) => all.slice(0, span.start) + newText + all.slice(span.end), text);
}

describe('recognizing prompts', () => {
  it.each([
    ['/a/b.txt', PROMPT_LANGUAGE, ''],
    ['/a/qa.prompt.jinja', 'plaintext', ''],
    ['/a/format_prompt/r1v.jinja', 'jinja', ''],
    ['/a/b.jinja', 'jinja-html', '{{ content | trim }} Think.'],
    ['/a/b.jinja', 'plaintext', '---\n# ours\nsampling: {}\nreward: lang2act\n---\nThink.'],
    ['/a/b.jinja', 'plaintext', '{#- pagetrace: sampling: {} -#}\nThink.'],
    ['Untitled-1', 'jinja', '{{- content }}'],
  ])('recognizes a prompt: %s in the language %s', (path, language, text) => {
    expect(isPrompt(path, language, text)).toBe(true);
  });

  it.each([
    ['/a/page.jinja', 'jinja-html', '<h1>{{ title }}</h1>'],
    ['/a/post.jinja', 'jinja', '---\ntitle: A\n---\n{{ body }}\n---\nreward: no\n'],
    ['/a/notes.md', 'markdown', '{{ content }}'],
    ['/a/page.jinja', 'jinja', '{# pagetrace: settings that are not at the top #}'.padStart(60, 'Title ')],
  ])('does not recognize as a prompt: %s in the language %s', (path, language, text) => {
    expect(isPrompt(path, language, text)).toBe(false);
  });
});

describe('the language of prompts', () => {
  it('the prompt language reports the findings of the lint, except those of disabled rules, and checks a text once', () => {
    const language = new PromptLanguage();
    const lint = language.lint(prompt(FAULTY_PROMPT), DEFAULT_LINT_SETTINGS);
    expect(lint.findings.map(({ code }) => code)).toEqual(['tag-unknown', 'tag-missing']);
    expect(language.lint(prompt(FAULTY_PROMPT), DEFAULT_LINT_SETTINGS)).toBe(lint);
    expect(
      language
        .lint(prompt(FAULTY_PROMPT), { ...DEFAULT_LINT_SETTINGS, off: ['tag-unknown'] })
        .findings.map(({ code }) => code),
    ).toEqual(['tag-missing']);
  });

  it('the prompt language uses the length of the selected model', () => {
    const { findings } = new PromptLanguage().lint(prompt(FAULTY_PROMPT), {
      ...DEFAULT_LINT_SETTINGS,
      modelLength: 2048,
    });
    expect(findings.map(({ code }) => code)).toContain('no-room');
  });

  it('the prompt language explains a rule at its finding, with a link to its page', () => {
    const language = new PromptLanguage();
    const hover = language.hover(
      prompt(FAULTY_PROMPT),
      DEFAULT_LINT_SETTINGS,
      FAULTY_PROMPT.indexOf('<thinking>') + 1,
      page,
    );
    expect(hover?.markdown).toContain('[tag-unknown](page:tag-unknown)');
    expect(hover?.markdown).toContain('[tag-missing](page:tag-missing)');
    expect(FAULTY_PROMPT.slice(hover?.span.start, hover?.span.end)).toBe('<thinking>');
    expect(
      language.hover(prompt(FAULTY_PROMPT), DEFAULT_LINT_SETTINGS, FAULTY_PROMPT.indexOf('content'), page),
    ).toBeNull();
  });

  it('the prompt language repairs findings with a single possible repair', () => {
    const repaired = applyFix(FAULTY_PROMPT, 'Write `<think>`');
    expect(repaired).toBe(FAULTY_PROMPT.replaceAll('thinking', 'think'));
    expect(new PromptLanguage().lint(prompt(repaired), DEFAULT_LINT_SETTINGS).findings).toEqual([]);
  });

  it('the prompt language disables a rule in the prompt without changing what it renders', () => {
    const off = applyFix(FAULTY_PROMPT, 'Turn off tag-unknown');
    expect(off).toBe(
      FAULTY_PROMPT.replace('{{ content', '{# pagetrace-lint-disable tag-unknown #}{{ content'),
    );
    expect(
      new PromptLanguage().lint(prompt(off), DEFAULT_LINT_SETTINGS).findings.map(({ code }) => code),
    ).toEqual(['tag-missing']);
  });
});
