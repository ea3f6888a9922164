import { expect, it } from 'vitest';
import type { LanguageService } from '../../../src/language/service.ts';
import type { SourceText } from '../../../src/language/model.ts';
import { DEPTH } from '../../../scripts/lib/generatedInputs.mjs';
import { familiesThatGrow, hostileFamilies } from '../../support/hostileFamilies.ts';
import { GOOD_CALL, serviceOf, sourceOf } from './support.ts';

const FAMILIES = hostileFamilies(
  {
    pieces: [
      ...[
        '`',
        '``` ',
        '```\n',
        '```trajectory\n<think>\n```\n',
        '~~~\n',
        '*',
        '** ',
        '_',
        '"',
        "'",
        '<',
        '< ',
        '</',
        '[',
        '{',
        '\\',
        '- ',
        '- x\n',
      ],
      ...[' ', '\t', '\n', '\r\n', '1. a\n', 'Image ', 'Image 1 ', '[1]: a\n', 'Step 1: a\n', '### a\n'],
      ...[
        '<Think>',
        '<think x',
        '<tool name="a" ',
        '<tool name="a" args="',
        GOOD_CALL,
        '\\boxed{',
        '\\boxed{1}',
      ],
      ...[
        'Coherence: 4\n',
        'DEFINE_TOOL: a || b || c\n',
        '{"bbox_2d": [1, 2, 3, 4]}, ',
        '<|im_start|>user\n',
      ],
      ...['\\frac{', '{# ', '{% if a %}', '<tool name="a" args="b"/>', '<tool name="a" args=b c=d>x</tool>'],
      ...['```\n{"bbox_2d": [3, 4, 1, 2]}\n```\n', 'I see [1] ', '<judge>true</judge>', '</think></think>'],
    ],
    pairs: [
      ['<think>', '</think>'],
      ['<answer>', '</answer>'],
      ['<tool>', '</tool>'],
      ['<tool name="a" args="b">', '</tool>'],
      ['[', ']'],
    ],
    numbered: [
      (index) => `<tool name="t${index}" args="Image ${index}">a</tool>\n`,
      (index) => `<t${index}>`,
    ],
    prefixes: [
      '<think>',
      '<description>',
      '<evidence>',
      '<answer>[',
      '<tool name="',
      '---\n',
      '```trajectory\n',
      '<tool name="a"',
    ],
    fillers: [' ', '\n', '`', '"', '<', '*', 'a', '1', '- ', ' b=c'],
    suffixes: ['', '</answer>', '\n---\nx'],
  },
  20,
);

/** The features of the service, at the beginning, the middle and the end of a text. */
const FEATURES: Readonly<Record<string, (service: LanguageService, source: SourceText) => unknown>> = {
  diagnostics: (service, source) => service.diagnostics(source),
  outline: (service, source) => service.outline(source),
  foldings: (service, source) => service.foldings(source),
  semanticTokens: (service, source) => service.semanticTokens(source),
  inlayHints: (service, source) => service.inlayHints(source, { start: 0, end: source.text.length }),
  fixes: (service, source) => service.fixes(source, { start: 0, end: source.text.length }),
  fixAll: (service, source) => service.fixAll(source),
  status: (service, source) => service.status(source),
  scoreWithAllRewards: (service, source) => service.scoreWithAllRewards(source, source.text.length),
  chooseDialect: (service, source) => service.chooseDialect(source, 'evisrag'),
  selections: (service, source) => service.selections(source, places(source)),
  rename: (service, source) =>
    Promise.allSettled(places(source).map((at) => service.rename(source, at, 'other_name'))),
  ...Object.fromEntries(
    (['hover', 'completions', 'tagPair', 'definition', 'references', 'renamed'] as const).map((feature) => [
      feature,
      (service: LanguageService, source: SourceText) =>
        Promise.all(places(source).map((at) => service[feature](source, at))),
    ]),
  ),
};

const places = ({ text }: SourceText): readonly number[] => [0, text.length >> 1, text.length];

/** Everything that an editor asks about one version of a document, which is analyzed once. */
async function askAll(text: string): Promise<void> {
  const service = serviceOf();
  const source = sourceOf(text);
  for (const ask of Object.values(FEATURES)) await ask(service, source);
}

/** Longer texts show growth more clearly, and take more time. */
const LENGTH = DEPTH < 1 ? 8_000 : 64_000;

it('answers everything about hostile texts in time that grows with their length', async () => {
  expect(await familiesThatGrow(FAMILIES, askAll, LENGTH)).toEqual([]);
}, 120_000);

it('finds what is wrong in hostile Markdown documents in time that grows with their length', async () => {
  const work = (text: string): unknown =>
    serviceOf().diagnostics(sourceOf(`${text}\n\`\`\`trajectory\n${text}`, 'markdown'));
  expect(await familiesThatGrow(FAMILIES, work, LENGTH)).toEqual([]);
}, 120_000);

it('lists hundreds of thousands of findings instead of failing', async () => {
  const diagnostics = await serviceOf().diagnostics(sourceOf('</tool>'.repeat(200_000)));
  expect(diagnostics.length).toBeGreaterThan(200_000);
});
