import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { Tool } from '../../../src/core/prompts/model.ts';
import { parsePromptFile, readPromptFile } from '../../../src/core/prompts/promptFile.ts';
import { toolboxes } from '../../../src/core/prompts/toolboxes.ts';
import { readComposite } from '../../../src/core/rewards/composite/readComposite.ts';
import { replaceToolbox } from '../../../src/core/toolPool/replaceToolbox.ts';
import { writeToolboxPrompt } from '../../../src/core/toolPool/toolboxPrompt.ts';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';

const OWN: readonly Tool[] = [
  { name: 'subtract_values', args: 'first_value, second_value', description: 'Say the difference.' },
  { name: 'zoom_in', args: 'Image k: <where>', description: 'Look "closer" #} at {a} part: now.' },
];
const LANG2ACT = toolboxes['lang2act'] ?? [];
const PRESETS = new URL('../../../media/prompts/', import.meta.url);

const preset = (name: string): string => readFileSync(new URL(name, PRESETS), 'utf8');

describe('a prompt that is written for a toolbox', () => {
  it.each([
    ['all tools of Lang2Act', LANG2ACT],
    ['some of them', LANG2ACT.slice(0, 3)],
  ])('has no findings with %s, and their reward', (_which, tools) => {
    const { prompt, reward } = writeToolboxPrompt(tools, './x.reward.json');
    expect(reward).toBeNull();
    expect(lintPrompt(prompt, { name: 'x' }).findings).toEqual([]);
    expect(parsePromptFile('x', prompt).prompt).toMatchObject({ toolbox: tools, reward: 'lang2act' });
  });

  it.each([
    ['other tools', OWN],
    ['tools of Lang2Act and others', [...LANG2ACT, ...OWN]],
    [
      'a tool of Lang2Act that takes other args',
      [{ name: 'read_text_element', args: 'where', description: 'Reads.' }],
    ],
  ])('has no findings with %s, and a reward that takes them', (_which, tools) => {
    const { prompt, reward } = writeToolboxPrompt(tools, './x.reward.json');
    const { profile, problems } = readComposite(reward ?? '', 'x.reward.json');
    expect(problems).toEqual([]);
    expect(lintPrompt(prompt, { name: 'x', composite: profile }).findings).toEqual([]);
    expect(parsePromptFile('x', prompt).prompt).toMatchObject({ toolbox: tools, reward: './x.reward.json' });
  });
});

describe('the toolbox of a prompt that exists', () => {
  it.each(readdirSync(PRESETS))('is replaced in %s, and nothing else', (name) => {
    const text = preset(name);
    const replaced = replaceToolbox(text, OWN);
    const [before, after] = [readPromptFile(name, text), readPromptFile(name, replaced?.text ?? '')];
    expect(after.problems).toEqual([]);
    expect({ ...after.prompt, template: '', toolbox: [] }).toEqual({
      ...before.prompt,
      template: '',
      toolbox: [],
    });
    expect(after.prompt.toolbox).toEqual(OWN);
    expect(replaced?.named).toBe(
      name === 'lang2act.jinja' ? 'listed' : name === 'tool-curation.jinja' ? 'printed' : 'nowhere',
    );
    if (replaced?.named !== 'listed') expect(after.prompt.template).toBe(before.prompt.template);
  });

  it('is replaced in a list of the text, in the form that the list has', () => {
    const text = `Tools:\n1. read_text_element: reads\n2. compare_values: compares\n\nQuestion: {{ content }}\n`;
    expect(replaceToolbox(text, OWN)?.text).toBe(
      `{# pagetrace:
toolbox:
  - { name: "subtract_values", args: "first_value, second_value", description: "Say the difference." }
  - { name: "zoom_in", args: "Image k: <where>", description: "Look \\"closer\\" #\\u007d at {a} part: now." }
-#}
Tools:
1. subtract_values (args: first_value, second_value): Say the difference.
2. zoom_in (args: Image k: <where>): Look "closer" #} at {a} part: now.

Question: {{ content }}
`,
    );
  });

  it.each([
    ['a front matter', '---\ndescription: x\n---\n{{ content }}'],
    [
      'a front matter with a toolbox in a block',
      '---\ntoolbox:\n  - name: a\n    args: b\n    description: c\n\nmodel_length: 100\n---\n{{ content }}',
    ],
    ['a comment in one line', '{# pagetrace: toolbox: lang2act -#}\n{{ content }}'],
    ['settings in one line', '{# pagetrace: { model_length: 100 } -#}\n{{ content }}'],
    [
      'settings in one line with a toolbox',
      '{# pagetrace: { toolbox: [], model_length: 100 } -#}\n{{ content }}',
    ],
    [
      'settings that are indented',
      '{# pagetrace:\n  model_length: 100\n  toolbox: lang2act\n-#}\n{{ content }}',
    ],
    ['indented settings without one', '{# pagetrace:\n  model_length: 100\n-#}\n{{ content }}'],
    ['no settings', '{{ content }}'],
    ['a byte order mark', '\uFEFF{{ content }}'],
    ['empty settings', '{# pagetrace: -#}\n{{ content }}'],
  ])('is written into %s', (_where, text) => {
    const [before, after] = [
      readPromptFile('x', text),
      readPromptFile('x', replaceToolbox(text, OWN)?.text ?? ''),
    ];
    expect(after.problems).toEqual([]);
    expect(after.prompt).toEqual({ ...before.prompt, toolbox: OWN });
  });

  it.each(['lang2act.jinja', 'tool-curation.jinja', 'action-rl.jinja'])(
    'has the line ends of Windows if the prompt has them: %s',
    (name) => {
      const text = preset(name);
      const onWindows = text.replaceAll('\n', '\r\n');
      const expected = replaceToolbox(text, OWN)?.text.replaceAll('\n', '\r\n');
      expect(replaceToolbox(onWindows, OWN)?.text).toBe(expected);
    },
  );

  it('stays if the settings cannot be read', () => {
    expect(replaceToolbox('{# pagetrace:\ntoolbox: [\n-#}\n{{ content }}', OWN)).toBeNull();
  });

  it('is read again as it was written, whatever its texts are', () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.trim());
    const tools = fc.array(fc.record({ name: line, args: line, description: line }), { maxLength: 4 });
    fc.assert(
      fc.property(tools, fc.constantFrom('tool-curation.jinja', 'action-rl.jinja'), (chosen, name) => {
        const after = readPromptFile('x', replaceToolbox(preset(name), chosen)?.text ?? '');
        expect(after.problems).toEqual([]);
        expect(after.prompt.toolbox).toEqual(chosen);
      }),
      propertyRuns(),
    );
  });
});
