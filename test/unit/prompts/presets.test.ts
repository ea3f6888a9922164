import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presetDescriptions, PRESETS } from '../../../src/asking/promptFiles.ts';
import { lintPrompt } from '../../../src/core/prompts/lint/lintPrompt.ts';
import type { ImageOrder } from '../../../src/core/prompts/model.ts';
import { parsePromptFile, renderPrompt } from '../../../src/core/prompts/promptFile.ts';
import { dialectOf } from '../../../src/core/trajectory/dialects/registry.ts';
import type { DialectName } from '../../../src/core/trajectory/model.ts';

const folder = new URL('../../../media/prompts/', import.meta.url);
const text = (name: string): string => readFileSync(new URL(`${name}.jinja`, folder), 'utf8');

interface Expected {
  readonly dialect: DialectName;
  readonly reward: string | null;
  readonly order: ImageOrder;
  readonly maxTokens: number;
}

const LANG2ACT = { order: 'text-first', maxTokens: 2048 } as const;
const EXPECTED: Readonly<Record<string, Expected>> = {
  lang2act: { ...LANG2ACT, dialect: 'lang2act', reward: 'lang2act' },
  'action-rl': { ...LANG2ACT, dialect: 'action-rl', reward: 'action-rl' },
  'think-answer': { ...LANG2ACT, dialect: 'think-answer', reward: null },
  'tree-of-thoughts': { ...LANG2ACT, dialect: 'think-answer', reward: null },
  'graph-of-thoughts': { ...LANG2ACT, dialect: 'think-answer', reward: null },
  evisrag: { ...LANG2ACT, dialect: 'evisrag', reward: 'evisrag' },
  'vg-refiner': { dialect: 'vg-refiner', reward: 'vg-refiner', order: 'images-first', maxTokens: 4096 },
  'vrag-rl': { ...LANG2ACT, dialect: 'vrag-rl', reward: 'vrag-rl' },
  'pixel-reasoner': { ...LANG2ACT, dialect: 'pixel-reasoner', reward: null },
  'mm-search-r1': { ...LANG2ACT, dialect: 'mm-search-r1', reward: null },
  visdom: { ...LANG2ACT, dialect: 'visdom', reward: null },
  'tool-curation': { ...LANG2ACT, dialect: 'tool-curation', reward: null },
  'answer-judge': { dialect: 'judge', reward: null, order: 'text-first', maxTokens: 512 },
  'quality-judge': { dialect: 'quality-judge', reward: null, order: 'text-first', maxTokens: 1024 },
  'vrag-rl-judge': { dialect: 'judge', reward: null, order: 'text-first', maxTokens: 512 },
};

describe('presets', () => {
  it('the list of presets matches the files of their folder', () => {
    expect([...PRESETS].sort()).toEqual(
      readdirSync(folder)
        .map((file) => file.replace('.jinja', ''))
        .sort(),
    );
    expect([...PRESETS].sort()).toEqual(Object.keys(EXPECTED).sort());
  });

  it.each(Object.entries(EXPECTED))(
    'the preset %s has the sampling, budget, order and reward of its paper',
    (name, expected) => {
      const { prompt, problems } = parsePromptFile(name, text(name));
      expect(problems).toEqual([]);
      expect(prompt).toMatchObject({
        description: presetDescriptions()[name],
        dialect: expected.dialect,
        reward: expected.reward,
        imageOrder: expected.order,
      });
      expect(prompt.sampling).toMatchObject({ repetition_penalty: 1.05, max_tokens: expected.maxTokens });
      expect(prompt.sampling.temperature).toBeTypeOf('number');
      expect(prompt.pixels).not.toBeNull();
      expect(prompt.modelLength).toBeGreaterThanOrEqual(8192);
    },
  );

  it.each(PRESETS)('the preset %s names every tag of its dialect, and has no lint findings', (name) => {
    const { prompt } = parsePromptFile(name, text(name));
    for (const { name: tag } of dialectOf(prompt.dialect).blocks)
      expect(prompt.template).toContain(`<${tag}>`);
    expect(lintPrompt(text(name), { name }).findings).toEqual([]);
  });

  it.each(PRESETS)('the preset %s contains the question once, whatever the number of images', (name) => {
    const { prompt } = parsePromptFile(name, text(name));
    for (const images of [1, 2, 5]) {
      const parts = renderPrompt(prompt, 'Where is Tarnholm?', images);
      const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
      expect(words.join('').split('Where is Tarnholm?')).toHaveLength(2);
      expect(parts.filter(({ type }) => type === 'image')).toHaveLength(images);
      expect(parts[0]?.type).toBe(prompt.imageOrder === 'images-first' ? 'image' : 'text');
    }
  });
});
