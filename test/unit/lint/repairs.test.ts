import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/asking/promptFiles.ts';
import { renderTemplate } from '../../../src/core/prompts/jinja/render.ts';
import { fixPrompt } from '../../../src/core/prompts/lint/fixPrompt.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { LintOptions, PromptFix } from '../../../src/core/prompts/lint/model.ts';
import { readPromptFile, variablesOf } from '../../../src/core/prompts/promptFile.ts';
import { publicPromptFiles, publicPromptsOf, rewardOption } from './publicPrompts.ts';

/** A prompt that is repaired. */
interface Broken {
  readonly name: string;
  readonly text: string;
  readonly options: LintOptions;
}

/** A prompt after one repair, or after all of them. */
interface Repaired {
  readonly name: string;
  readonly text: string;
}

/** Faults that the lint repairs, each as a change of a sound prompt. */
const FAULTS: Readonly<Record<string, (text: string) => string>> = {
  'a field of str.format': (text) => text.replaceAll(/\{\{ *content[^}]*\}\}/g, '{question}'),
  'no question': (text) => text.replaceAll(/\{\{ *content[^}]*\}\}/g, ''),
  'a misspelled variable': (text) => text.replaceAll(/\{\{ *content/g, '{{ contents'),
  'other names of tags': (text) => text.replaceAll(/(<\/?)think>/g, '$1thinking>'),
  'tags in another case': (text) => text.replaceAll(/(<\/?)answer>/g, '$1Answer>'),
  'escaped line breaks': (text) => text.replaceAll(/\.\n(?=[A-Z<])/g, '.\\n'),
  'doubled braces': (text) => `${text}\nWrite {{"bbox_2d": [1, 2, 3, 4]}}.\n`,
  'a fixed number of images': (text) => `You are given 3 images.\n${text}`,
  'a front matter': (text) => text.replace(/^\{# pagetrace:\n([\s\S]*?)-?#\}\n/, '---\n$1---\n'),
};

const presets = PRESETS.flatMap((preset): readonly Broken[] => {
  const sound = fs.readFileSync(new URL(`../../../media/prompts/${preset}.jinja`, import.meta.url), 'utf8');
  const settings = /^\{# pagetrace:[\s\S]*?#\}\n/.exec(sound)?.[0] ?? '';
  return Object.entries(FAULTS).map(([fault, change]) => {
    const isOfSettings = fault === 'a front matter';
    const text = isOfSettings ? change(sound) : settings + change(sound.slice(settings.length));
    const name = `${preset}: ${fault}`;
    return { name, text, options: { name, trainer: isOfSettings ? 'easyr1' : null } };
  });
});
const publicPrompts = publicPromptFiles
  .flatMap(publicPromptsOf)
  .map(({ name, reward, text }): Broken => ({ name, text, options: { name, ...rewardOption(reward) } }));
const broken = [...presets, ...publicPrompts];

const apply = (text: string, { edits }: PromptFix): string =>
  edits
    .toSorted((a, b) => b.span.start - a.span.start)
    .reduce((all, { span, text: words }) => all.slice(0, span.start) + words + all.slice(span.end), text);

/** The prompt after each of its repairs alone, and after all of them; none if it has no repair. */
function repairsOf({ name, text, options }: Broken): readonly Repaired[] {
  const fixes = lintPrompt(text, options).findings.flatMap((finding) => finding.fixes);
  if (fixes.length === 0) return [];
  return [
    ...fixes.map((fix, index) => ({ name: `${name} (${index + 1}: ${fix.title})`, text: apply(text, fix) })),
    { name: `${name} (--fix)`, text: fixPrompt(text, options).text },
  ];
}

const VARIABLES = { question: 'What was revenue in <b>2024</b>?', numImages: 2 };
const templateOf = ({ name, text }: Repaired) => {
  const { prompt } = readPromptFile(name, text);
  return {
    template: prompt.template,
    variables: variablesOf(prompt, VARIABLES.question, VARIABLES.numImages),
  };
};
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * What real Jinja2 renders of each repaired prompt, as the beginning of the SHA-256 of the text, or its error;
 * `PAGETRACE_UPDATE=1` records it anew, with the Python that PYTHON names.
 */
const recording = new URL('../../fixtures/prompts/repairs.json', import.meta.url);

function record(repaired: readonly Repaired[]): void {
  const script = fileURLToPath(new URL('../../../scripts/fixtures/renderTemplates.py', import.meta.url));
  const input = JSON.stringify(repaired.map(templateOf));
  const said = execFileSync(process.env['PYTHON'] ?? 'python3', [script], { input, encoding: 'utf8' });
  const { jinja2, results } = JSON.parse(said) as {
    readonly jinja2: string;
    readonly results: readonly { readonly text?: string; readonly error?: string }[];
  };
  const renders = results.map(({ text, error }, index): [string, string] => [
    repaired[index]?.name ?? '',
    text === undefined ? (error ?? '') : digest(text),
  ]);
  fs.writeFileSync(
    recording,
    `${JSON.stringify({ jinja2, renders: Object.fromEntries(renders) }, null, 2)}\n`,
  );
}

describe('repaired prompts', () => {
  const all = broken.flatMap(repairsOf);
  if (process.env['PAGETRACE_UPDATE'] === '1') record(all);
  const { renders } = JSON.parse(fs.readFileSync(recording, 'utf8')) as {
    readonly renders: Readonly<Record<string, string>>;
  };

  it('are those that were rendered with Jinja2, and there are enough of them', () => {
    expect(Object.keys(renders)).toEqual(all.map(({ name }) => name));
    expect(all.length).toBeGreaterThan(150);
  });

  it('render with Jinja2 as they are shown, without an error, unless another fault is left that is reported', () => {
    for (const repaired of all) {
      const { template, variables } = templateOf(repaired);
      const { text, findings } = renderTemplate(template, variables);
      const isLeft = findings.some(({ kind }) => kind === 'syntax');
      expect([repaired.name, isLeft && repaired.name.endsWith('(--fix)')]).toEqual([repaired.name, false]);
      const expected = isLeft ? (expect.stringMatching(/^TemplateSyntaxError: /) as string) : digest(text);
      expect([repaired.name, renders[repaired.name]]).toEqual([repaired.name, expected]);
    }
  });

  it('no longer have the finding that was repaired', () => {
    for (const { name, text, options } of broken) {
      const { findings } = lintPrompt(text, options);
      for (const finding of findings)
        for (const fix of finding.fixes) {
          const same = ({ code, message }: { readonly code: string; readonly message: string }): boolean =>
            code === finding.code && message === finding.message;
          const left = lintPrompt(apply(text, fix), options).findings.filter(same).length;
          expect([name, fix.title, left < findings.filter(same).length]).toEqual([name, fix.title, true]);
        }
      const fixed = fixPrompt(text, options);
      expect([name, fixed.lint.findings.flatMap(({ fixes }) => fixes)]).toEqual([name, []]);
    }
  });
});
