import fs from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../scripts/lib/generatedInputs.mjs';
import { listCells } from '../../../../src/evaluation/sweep/listCells.ts';
import type { Cell, SweepProblem } from '../../../../src/evaluation/sweep/model.ts';
import { readSweep } from '../../../../src/evaluation/sweep/readSweep.ts';
import { sweepSchema } from '../../../../src/evaluation/sweep/sweepSchema.ts';
import { formatted } from '../../../support/formatted.ts';

/** The cells of a sweep, or what is wrong with it. */
function cellsOf(text: string): { readonly cells: readonly Cell[]; readonly baseline: Cell } {
  const read = readSweep(text);
  if ('problems' in read) throw new Error(lines(read.problems));
  const listed = listCells(read.sweep, read.placeOf);
  if ('problems' in listed) throw new Error(lines(listed.problems));
  return listed;
}

const lines = (problems: readonly SweepProblem[]): string =>
  problems.map(({ line, message }) => `${line}: ${message}`).join('\n');

describe('the file of a sweep', () => {
  it('has a schema that is made from what the code checks', async () => {
    const file = new URL('../../../../media/schemas/sweep.schema.json', import.meta.url);
    const schema = toJsonSchema(sweepSchema, { errorMode: 'ignore', typeMode: 'input' });
    const made = { ...schema, title: 'A sweep of pagetrace eval' };
    const json = await formatted('sweep.schema.json', JSON.stringify(made));
    if (process.env['PAGETRACE_UPDATE'] === '1') fs.writeFileSync(file, json);
    expect(fs.readFileSync(file, 'utf8')).toBe(json);
  });

  it.each([
    ['dataset: x\nprompts: [a]\n  b', /^\d: This is no YAML: /],
    ['', '1: The sweep has no “dataset”.'],
    ['[1]', '1: A sweep is keys with values, such as dataset.'],
    [
      'dataset: q.jsonl\npages:\n  - given\n  - auto\nprompt: x\n',
      '4: Entry 2 of “pages” cannot be used: it must be given, auto:N or oracle:N.\n5: “prompt” has no meaning here. Did you mean “prompts”?',
    ],
    [
      'dataset: q.jsonl\nsamples: 0',
      '2: The value of “samples” cannot be used: it must be at least 1, not 0.',
    ],
    [
      'dataset: q.jsonl\nsampling: [{ temprature: 1 }]',
      '2: Entry 1 of “sampling” cannot be used: it must be usual, or sampling parameters such as temperature.',
    ],
    [
      'dataset: q.jsonl\nprompts: []',
      '2: The value of “prompts” cannot be used: its length must be at least 1, not 0.',
    ],
    ['dataset: q.jsonl\nexclude:\n- { prompt: x }', '3: No cell has what this entry excludes.'],
    [
      'dataset: q.jsonl\nprompts: [a]\nexclude:\n- { prompt: a }',
      '4: The sweep has no cell: all are excluded.',
    ],
    ['dataset: q.jsonl\nprompts: [a, b]\nbaseline: { prompt: c }', '3: No cell has what the baseline says.'],
    [
      'dataset: q.jsonl\nprompts: [a, b]\npages: [given, "auto:3"]\nbaseline: { prompt: b }',
      '4: 2 cells have what the baseline says. Say more, so that it is one.',
    ],
    [
      `dataset: q.jsonl\nprompts: [${Array.from({ length: 40 }, (_, at) => `p${at}`).join(', ')}]\npages: [${Array.from({ length: 26 }, (_, at) => `"auto:${at + 1}"`).join(', ')}]`,
      '1: The sweep has 1040 cells. It may have 1000.',
    ],
    [
      'dataset: q.jsonl\nprompts:\n- a\n- b\n- a\nsampling: [{ seed: 1 }, { seed: 1 }]\nservers: [offline]',
      '5: Entry 3 of “prompts” is the same as entry 1.\n6: Entry 2 of “sampling” is the same as entry 1.',
    ],
    [
      'dataset: q.jsonl\nservers: [{ url: "http://a", name: a }, { url: "http://b", name: a }]',
      '2: Entry 2 of “servers” has the same name as entry 1. Give it another one.',
    ],
    [
      'dataset: q.jsonl\nservers: [{ url: "http://a", name: a }, { url: "http://a", name: b }]',
      '2: “a” and “b” are the same cell.',
    ],
    ['dataset: q.jsonl\nsamples: 2000', 'it must be at most 1024, not 2000.'],
  ])('says what is wrong, at its line (%j)', (text, message) => {
    expect(() => cellsOf(text)).toThrow(message);
  });
});

describe('the cells of a sweep', () => {
  it('are everything with everything, named by what differs', () => {
    const { cells, baseline } = cellsOf(`
dataset: q.jsonl
prompts: [lang2act, prompts/mine.jinja]
servers: [http://127.0.0.1:8000/v1, { url: "https://gpu.example", name: gpu, model: big }, offline]
models: [a, b]
pixels: [usual, { min_pixels: 1000, max_pixels: 2000 }]
sampling: [{ temperature: 1, seed: 7 }]
exclude:
  - { server: offline, prompt: prompts/mine.jinja }
  - { pixels: { max_pixels: 2000, min_pixels: 1000 }, model: b }
baseline: { prompt: lang2act, server: gpu, pixels: usual }
`);
    const usual = 'usual pixels';
    const small = '1000–2000 px';
    const given = 'temperature 1 · seed 7';
    const of = (prompt: string): readonly string[] => [
      `${prompt} · 127.0.0.1:8000 · a · ${usual} · ${given}`,
      `${prompt} · 127.0.0.1:8000 · a · ${small} · ${given}`,
      `${prompt} · 127.0.0.1:8000 · b · ${usual} · ${given}`,
      `${prompt} · gpu · big · ${usual} · ${given}`,
      `${prompt} · gpu · big · ${small} · ${given}`,
    ];
    expect(cells.map(({ name }) => name)).toEqual([
      ...of('lang2act'),
      `lang2act · offline · model of the server · ${usual} · usual sampling`,
      `lang2act · offline · model of the server · ${small} · usual sampling`,
      ...of('prompts/mine.jinja'),
    ]);
    expect(baseline.name).toBe(`lang2act · gpu · big · ${usual} · ${given}`);
    expect(new Set(cells.map(({ file }) => file)).size).toBe(cells.length);
    expect(cells.at(-1)?.file).toMatch(/^mine-[0-9a-f]{10}\.jsonl$/);
  });

  it('have names of files that do not depend on the other cells', () => {
    fc.assert(
      fc.property(
        fc.subarray(['lang2act', 'think-answer', 'action-rl'], { minLength: 1 }),
        fc.subarray(['given', 'auto:3', 'oracle:2'], { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (prompts, pages, samples) => {
          const { cells } = cellsOf(
            JSON.stringify({ dataset: 'q.jsonl', prompts, pages, samples, limit: samples }),
          );
          const all = cellsOf(
            JSON.stringify({
              dataset: 'q.jsonl',
              prompts: ['lang2act', 'think-answer', 'action-rl'],
              pages: ['given', 'auto:3', 'oracle:2'],
            }),
          ).cells;
          expect(cells).toHaveLength(prompts.length * pages.length);
          for (const { choice, file } of cells)
            expect(all.find((each) => each.file === file)?.choice).toEqual(choice);
        },
      ),
      propertyRuns(50),
    );
  });
});
