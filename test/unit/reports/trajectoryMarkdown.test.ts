import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { numberSteps, place } from '../../../src/reports/steps.ts';
import { trajectoryMarkdown } from '../../../src/reports/trajectoryMarkdown.ts';
import type { ExportOptions } from '../../../src/reports/trajectoryReport.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { familiesThatGrow, hostileFamilies } from '../../support/hostileFamilies.ts';
import { markdownTokens } from '../../support/liveMarkdown.ts';
import { composite } from '../rewards/composite/support.ts';
import { dialectStates } from '../../webview/inspector/dialectStates.ts';
import { COMPOSITE, GOOD_RESPONSE, RESPONSE, sample, state } from '../../webview/inspector/states.ts';

const options = (change: Partial<ExportOptions> = {}): ExportOptions => ({
  state: state({ samples: [sample({ verdict: 'wrong', verdictBy: 'person' })] }),
  prompt: 'lang2act',
  composite: null,
  samples: [0],
  groundings: [],
  images: [
    { image: 1, file: 'By how much-images/image-1.jpg' },
    { image: 2, missing: 'The page is gone.' },
  ],
  ...change,
});
const expectedFile = (name: string): string => path.join(import.meta.dirname, 'expected', name);

describe('the export as Markdown', () => {
  it('the export has everything that is known about one sample, with the steps and the text once each', async () => {
    const markdown = trajectoryMarkdown(options());
    await expect(markdown).toMatchFileSnapshot(expectedFile('one.md.txt'));
    expect(markdown.split('518.9 million euros')).toHaveLength(3);
  });

  it('the export says nothing about the height of text that is not known', () => {
    const images = state().images.map((image) => ({ ...image, textHeight: null }));
    const markdown = trajectoryMarkdown(options({ state: state({ images }) }));
    expect(markdown).toContain('Image 1: page 3 of annual-report.pdf, 532 × 756 px, 515 tokens\n');
  });

  it('the export has each chosen sample under its own heading', async () => {
    const samples = [
      sample({ verdict: 'wrong', verdictBy: 'person' }),
      sample({ text: GOOD_RESPONSE, verdict: 'right', verdictBy: 'judge', tokensEstimated: true }),
      sample({ text: RESPONSE.slice(0, 420), state: 'cancelled', finishReason: null }),
      sample({ text: '', state: 'failed', finishReason: null, tokens: null, firstTokenAfter: null }),
    ];
    const shown = state({
      samples,
      failure: { message: 'The connection was cut.', hint: 'Try again.', canRetry: true },
      documents: [
        {
          name: 'annual-report.pdf',
          path: 'annual-report.pdf',
          pages: '3 and 4',
          changed: true,
          missing: false,
        },
      ],
      notices: ['The key `author` is not known.'],
    });
    const all = trajectoryMarkdown(options({ state: shown, samples: [0, 1, 2, 3], images: [] }));
    await expect(all).toMatchFileSnapshot(expectedFile('all.md.txt'));
    const second = trajectoryMarkdown(options({ state: shown, samples: [1], images: [] }));
    expect(second).toContain('- **Samples:** 2 of 4');
    expect(second.match(/^## Sample .*$/gm)).toEqual(['## Sample 2 of 4']);
  });

  it('the export states what a composite reward pays, or why it cannot be used', () => {
    const shown = state({
      profile: null,
      composite: { ...COMPOSITE, fault: { message: 'The reward file is gone.', canOpen: false } },
    });
    const mine = composite({
      components: [
        { check: 'tag-present', tag: 'summary', weight: 0.25 },
        { check: 'tag-present', tag: 'answer', weight: 0.5 },
      ],
    });
    expect(trajectoryMarkdown(options({ state: shown, composite: mine }))).toContain('**0.5** (mine)');
    const without = trajectoryMarkdown(options({ state: shown }));
    expect(without).toContain('The reward file is gone.');
    expect(without).not.toContain('lang2act)');
  });

  it.each(Object.entries(dialectStates))('the export has the parts of %s', async (name, shown) => {
    const markdown = trajectoryMarkdown(options({ state: shown, images: [] }));
    await expect(markdown).toMatchFileSnapshot(expectedFile(`${name}.md.txt`));
  });

  it('the export has the thoughts of a tree, the recognized dialect and the composite reward of the file', () => {
    const text = `<think>
First, what is asked.
Sub-problem 1: find the total
Thought 1.1: Read it from the table.
Evaluation: promising, it is printed.
Thought 1.2: Add up the bars.
Evaluation: a dead end.
</think>
<answer>7.7%</answer>`;
    const fields = { overall: 0.5, note: 'a | b' };
    const userReward = {
      file: 'mine.py',
      state: { kind: 'scored', overall: 0.5, fields },
      notes: ['A stub judged.'],
    } as const;
    const shown = state({
      dialect: 'think-answer',
      dialectConfidence: 0.857,
      profile: null,
      samples: [sample({ text, userReward })],
    });
    const markdown = trajectoryMarkdown(options({ state: shown, images: [] }));
    expect(markdown).toContain('**Dialect:** think-answer (recognized from the text: 0.86)');
    expect(markdown).toContain('  - First, what is asked.\n  - **Sub-problem 1:** find the total\n');
    expect(markdown).toContain('    - **Thought 1.1 (promising):** Read it from the table.');
    expect(markdown).toContain('    - **Thought 1.2 (dead end):** Add up the bars.');
    expect(markdown).toContain('| Field | no reward | mine.py |');
    expect(markdown).toContain('| note | – | a \\| b |\n\nA stub judged.');
  });

  it('the export of a file without content is short', () => {
    const bare = state({
      isFile: true,
      question: null,
      documents: [],
      images: [],
      askedAt: null,
      model: null,
      server: null,
      sampling: '',
      promptTokens: null,
      cachedTokens: null,
      imageTokens: null,
      reference: '',
      numImages: null,
      samples: [sample({ text: '<answer>7</answer>', tokens: null, firstTokenAfter: null })],
    });
    const markdown = trajectoryMarkdown(options({ state: bare, prompt: null, images: [] }));
    expect(markdown).toMatch(
      /^# Trajectory without a question\n\n- \*\*Dialect:\*\* lang2act\n- \*\*Reference/,
    );
    expect(markdown).not.toContain('## Page images');
  });
});

/** Pieces with a special meaning in Markdown, HTML or tables. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '```',
        '````\n# no heading\n',
        '\n\n# no heading\n\n',
        '\n---\n',
        '`',
        '|',
        '](javascript:alert(1))',
        '![x](y)',
        'https://elsewhere.invalid',
        'me@elsewhere.invalid',
        '<script>',
        '<!--',
        '&lt;',
        '**',
        '\\',
        '~~~',
        '\n> ',
        '\n1. ',
        '\r\n\t',
        '[^1]: ',
        '<think>',
        '</think>',
        '<description>',
        '<tool name="a`b`` c" args="Image 1: | `x`">',
        '</tool>',
        '</description>',
        '<answer>',
        '</answer>',
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''));

describe('text of a model in the export', () => {
  it('the export shows what a model wrote as text: no heading, link, image or markup of its own', () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (text, question, reference) => {
        const shown = state({
          question,
          reference,
          model: text,
          documents: [{ name: reference, path: reference, pages: '3', changed: false, missing: false }],
          images: [],
          samples: [sample({ text, finishReason: question })],
        });
        const tokens = markdownTokens(trajectoryMarkdown(options({ state: shown, images: [] })));
        const depths = tokens.flatMap((token) => (token.type === 'heading' ? [token.depth] : []));
        expect(depths).toEqual(text === '' ? [1, 2] : [1, 2, 2, 2, 2, 2]);
        const kinds = new Set<string>(tokens.map(({ type }) => type));
        for (const kind of ['image', 'html', 'hr', 'def', 'del', 'link'])
          expect(kinds, kind).not.toContain(kind);
        // The fence contains the text to the last character, with a line break at its end.
        const blocks = tokens.flatMap((token) => (token.type === 'code' ? [token.raw] : []));
        const whole = `${text.replace(/\r\n|\r/g, '\n').replace(/\n$/, '')}\n`;
        expect(blocks.map((raw) => raw.replace(/^`+xml\n/, '').replace(/`+\n*$/, ''))).toEqual(
          text === '' ? [] : [whole],
        );
      }),
      propertyRuns(600),
    );
  });

  it('the export of hostile responses takes time that grows with their length', async () => {
    const families = hostileFamilies({
      pieces: [
        '</tool>',
        '<think>',
        '[a](http://b) ',
        '`',
        '```\n',
        '|',
        '\n',
        '\u202E',
        '\0',
        '# a\n',
        '- a\n',
      ],
      pairs: [
        ['<think>', '</think>'],
        ['<tool name="a" args="b">', '</tool>'],
        ['[', '](x)'],
      ],
      numbered: [
        (index) => `<tool name="t${index}" args="Image ${index}">a</tool>\n`,
        (index) => `[a${index}](http://b/${index}) `,
      ],
      prefixes: ['<description>'],
      fillers: ['a', '`a'],
      suffixes: ['', '</description>'],
    });
    const work = (text: string): unknown =>
      trajectoryMarkdown(options({ state: state({ samples: [sample({ text })] }), images: [] }));
    expect(await familiesThatGrow(families, work, 8_000)).toEqual([]);
  });

  it('the steps of thousands of findings are found in time that grows with their number', async () => {
    const places = new Map(
      [500, 2000].map((count) => {
        const parser = new TrajectoryParser({ dialect: 'lang2act', numImages: null, tools: [] });
        parser.append('<think>a</think>'.repeat(count));
        parser.end();
        return [count, numberSteps(parser.snapshot())];
      }),
    );
    const work = (count: number): void => {
      const found = places.get(count);
      for (const { span } of found?.steps ?? []) if (found !== undefined) place(span, found, String);
    };
    expect(places.get(2000)?.steps).toHaveLength(2000);
    expect(await growth(work, { small: 500, large: 2000 })).toBeLessThan(LIMIT);
  });
});
