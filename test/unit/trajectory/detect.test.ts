import { describe, expect, test } from 'vitest';
import { chooseDialect, detectDialect } from '../../../src/core/trajectory/detect.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { DialectName } from '../../../src/core/trajectory/model.ts';
import { familiesThatGrow, hostileFamilies } from '../../support/hostileFamilies.ts';
import { GOOD_TEXTS } from './dialectTexts.ts';

describe('a whole response', () => {
  test.each(DIALECT_NAMES)(
    '%s is recognized with certainty: as it is, in a fenced block, and with words around it',
    (dialect) => {
      const text = GOOD_TEXTS[dialect];
      for (const written of [
        text,
        `\`\`\`xml\n${text}\n\`\`\``,
        `Sure, here it is:\n\n${text}\n\nI hope it helps.`,
      ]) {
        expect(detectDialect(written)).toMatchObject({ dialect, confidence: 1, sure: true });
      }
    },
  );

  // LaTeX is case-sensitive.
  test.each(DIALECT_NAMES.filter((name) => name !== 'boxed'))(
    '%s is recognized in upper case too',
    (dialect) => {
      expect(detectDialect(GOOD_TEXTS[dialect].toUpperCase()).dialect).toBe(dialect);
    },
  );

  test.each(DIALECT_NAMES)(
    '%s: no other dialect is recognized with certainty while the text streams',
    (dialect) => {
      const text = GOOD_TEXTS[dialect];
      for (let end = 0; end <= text.length; end += 3) {
        const found = detectDialect(text.slice(0, end));
        // Half a response of Lang2Act's first stage may still become a response of its second stage, and vice versa.
        if (found.sure) expect([dialect, end]).toEqual([found.dialect, end]);
      }
    },
  );
});

describe('a response that could be of several dialects', () => {
  test.each<[what: string, text: string, dialect: DialectName, sure: boolean, others: DialectName[]]>([
    ['reasoning that has just begun', '<think>The image', 'think-answer', false, ['boxed', 'action-rl']],
    ['an answer alone', '<answer>5</answer>', 'think-answer', false, ['action-rl', 'lang2act']],
    [
      'a description without its answer',
      '<think>a</think><description>Image 1: b',
      'action-rl',
      false,
      ['lang2act'],
    ],
    [
      'a tool call that has just begun',
      '<think>a</think><description><tool na',
      'lang2act',
      true,
      ['action-rl'],
    ],
    [
      'a tool call outside of all blocks',
      '<tool name="x" args="y">z</tool>',
      'lang2act',
      false,
      ['tool-curation'],
    ],
    ['a search', '<think>a</think><search>b</search>', 'vrag-rl', false, ['search-r1']],
    ['a boxed answer that any model may write', 'It is \\boxed{5}.', 'boxed', true, ['pixel-reasoner']],
    [
      'boxes without a think block',
      '<answer>{"bbox_2d": [1, 2, 3, 4]}</answer>',
      'vg-refiner',
      false,
      ['think-answer'],
    ],
    ['a verdict', '<judge>True</judge>', 'judge', true, []],
    ['one score', 'Coherence: 4\n', 'quality-judge', false, []],
    ['evidence without marks', '<observe>a</observe><evidence>b</evidence>', 'evisrag', true, []],
    [
      'tags with white space',
      '< THINK >a</think >\n<answer >b</ answer>',
      'think-answer',
      true,
      ['action-rl'],
    ],
    ['a text without signs of a dialect', 'It is 5; <thinking> is no tag.', 'lang2act', false, []],
    ['an empty text', '', 'lang2act', false, []],
  ])('a response that may belong to several dialects: %s', (_, text, dialect, sure, others) => {
    const found = detectDialect(text);
    expect(found).toMatchObject({ dialect, sure });
    expect(found.others.map((other) => other.dialect).slice(0, others.length)).toEqual(others);
    expect(found.confidence).toBeLessThanOrEqual(1);
    // The other candidates are no more likely than the chosen dialect.
    for (const other of found.others) expect(other.confidence).toBeLessThanOrEqual(found.confidence);
    if (text === '') expect(found.confidence).toBe(0);
  });
});

describe('the order of precedence', () => {
  const text = GOOD_TEXTS['think-answer'];
  const prompt =
    'Write <observe>, then <evidence> with\n[1]: ...\nthen <think> and <answer>. Question: how much?';

  test('the front matter takes precedence, and the dialect that the text resembles is reported', () => {
    const chosen = chooseDialect('lang2act', prompt, text);
    expect(chosen).toMatchObject({ dialect: 'lang2act', sure: true, by: 'front-matter' });
    expect(chosen.others[0]).toEqual({ dialect: 'think-answer', confidence: 1 });
  });

  test('the prompt takes precedence over the text if its dialect is certain', () => {
    expect(chooseDialect(null, prompt, text)).toMatchObject({ dialect: 'evisrag', by: 'prompt' });
    expect(chooseDialect(null, 'How much?', text)).toMatchObject({ dialect: 'think-answer', by: 'text' });
    expect(chooseDialect(null, null, text)).toMatchObject({ dialect: 'think-answer', by: 'text' });
  });
});

test('white space and unclosed marks are read in linear time', () => {
  for (const piece of [' ', '\n', '<answer> ', '- ', '*', '[1] ', '[', '<', '\t\n']) {
    const text = piece.repeat(200_000);
    // A pattern that backtracks over previous text would take hours for these.
    expect(detectDialect(text).confidence).toBeLessThan(1);
  }
});

test('hostile texts take time in proportion to their length', async () => {
  const blanks = [' ', '\t', ' \t', '\n', '\r\n', '\u00a0'];
  const families = hostileFamilies({
    pieces: [
      ...blanks,
      '<',
      '< ',
      '</',
      '< / ',
      '[1',
      '[1]',
      '- ',
      '1. ',
      '> ',
      '**',
      '*_',
      '\\boxed',
      'DEFINE_TOOL ',
    ],
    prefixes: [
      '<',
      '</',
      '< /',
      '<think',
      '<answer>',
      '<answer>```',
      '<information>',
      '[',
      '\nCoherence',
      '\n- ',
    ],
    fillers: [...blanks, '1', '*', '- ', '- *', '1. ', 'a', '/ '],
    suffixes: ['', 'x', '>', '<'],
  });
  expect(await familiesThatGrow(families, detectDialect, 64_000)).toEqual([]);
});

test('a line of millions of list marks is in some dialect, and does not overflow the stack', () => {
  for (const marks of ['- ', '** ', '1. ']) expect(detectDialect(marks.repeat(3_000_000)).confidence).toBe(0);
});
