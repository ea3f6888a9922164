import { describe, expect, test } from 'vitest';
import { trajectoryViews } from '../../../src/core/trajectory/partialTrajectory.ts';
import { TextStore } from '../../../src/core/trajectory/textStore.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { GOOD_TEXTS } from './dialectTexts.ts';
import { TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { DialectName, ParseContext } from '../../../src/core/trajectory/model.ts';

const CONTEXT: ParseContext = { dialect: 'lang2act', numImages: 3, tools: null };
const contextOf = (dialect: DialectName): ParseContext => ({ ...CONTEXT, dialect });
const CALL = '<tool name="read_numeric_value" args="Image 1: row Total">518.9 million euros</tool>\n';

/** Texts that could take quadratic time, named by what makes them hard. */
const HARD: Readonly<Record<string, string>> = {
  'many tool calls': CALL,
  'quotes that never close': '<tool name="a> ',
  'quotes that may close': '<tool name="a" b',
  'values that seem to end early': '<tool name="x" args="a>b',
  'tags with spaces': '< tool name="a> ',
  'attributes without end': ' a="x\' b=\'y"',
  'tags named in running text': '<think>a <answer> b <description> ',
  'closing tags without opening ones': 'x</answer></tool></b>',
  'openings of the same block': '<think>\n',
  fences: '```x\n``` ``\n',
  images: 'Image 1 Image2 ',
  'less-than signs': '<',
  'chat marks': '<|im_start|>user<|im_end|>',
  'halves of chat marks': '<|im_start',
  ...GOOD_TEXTS,
};

/** Content of each dialect that could be read repeatedly while it is open, and the text that opens it. */
const OPEN_CONTENT: readonly (readonly [DialectName, open: string, piece: string])[] = [
  ['evisrag', '<evidence>', '\n[1]: x [2] '],
  ['vg-refiner', '<answer>[', '{"bbox_2d": [1, 2, 3, 4]}, '],
  ['vg-refiner', '<answer>', '['],
  ['vrag-rl', '<search>a</search>\n<|im_start|>user\n', '<image> '],
  ['pixel-reasoner', '<tool_call>{"name": "', 'a'],
  ['pixel-reasoner', '', '\\boxed{ '],
  ['judge', '<judge>', 'True '],
  ['quality-judge', 'Explanation: ', 'because it is.\n'],
  ['quality-judge', '', 'Coherence: 4\n'],
  ['tool-curation', '', 'DEFINE_TOOL: a || b || c\n'],
  ['tool-curation', 'DEFINE_TOOL: ', 'a || '],
];

function fill(piece: string, length: number): string {
  return ('<think>' + piece.repeat(Math.ceil(length / piece.length))).slice(0, length);
}

/** Parses a text in chunks of one character and reads the structured parts of a snapshot after every `every` characters. */
function read(text: string, every: number, context = CONTEXT): void {
  const parser = new TrajectoryParser(context);
  for (let index = 0; index < text.length; index++) {
    parser.append(text.charAt(index));
    if (index % every === 0) expect(trajectoryViews(parser.snapshot()).parts.item(-1)).toBeUndefined();
  }
  parser.end();
  expect(parser.snapshot().text).toHaveLength(text.length);
}

describe('linear work', () => {
  test.each(Object.entries(HARD))('%s: the parser visits each character at most twice', (_, piece) => {
    const text = fill(piece, 100_000);
    const parser = new TrajectoryParser(CONTEXT);
    for (let index = 0; index < text.length; index += 7) parser.append(text.slice(index, index + 7));
    parser.end();
    expect(parser.visited).toBeGreaterThanOrEqual(text.length);
    expect(parser.visited).toBeLessThanOrEqual(2 * text.length);
  });

  test.each(DIALECT_NAMES)(
    '%s: the parser visits each character at most twice with the turns, lines and JSON of the dialect',
    (dialect) => {
      for (const piece of Object.values(HARD)) {
        const text = fill(piece, 20_000);
        const parser = new TrajectoryParser(contextOf(dialect));
        for (let index = 0; index < text.length; index += 7) parser.append(text.slice(index, index + 7));
        parser.end();
        expect(parser.visited).toBeLessThanOrEqual(2 * text.length);
      }
    },
  );

  test.each(OPEN_CONTENT)(
    '%s: the open content %j continued with %j is not read again and again',
    async (dialect, open, piece) => {
      const long = (length: number): string => (open + piece.repeat(length / piece.length)).slice(0, length);
      const grown = await growth(
        (length) => {
          read(long(length), 128, contextOf(dialect));
        },
        { small: 15_000, large: 60_000 },
      );
      expect(grown).toBeLessThan(LIMIT);
    },
    120_000,
  );

  test.each(['many tool calls', 'prose', 'quotes that never close', 'tags named in running text'])(
    '%s: 60 KB in chunks of one character take no longer than four times 15 KB',
    async (what) => {
      const piece = HARD[what] ?? 'Image 1 shows that revenue rose in 2024.\n';
      const grown = await growth(
        (length) => {
          read(fill(piece, length), 16);
        },
        { small: 15_000, large: 60_000 },
      );
      expect(grown).toBeLessThan(LIMIT);
    },
    120_000,
  );
});

test('a text store returns any part of a text that grew in pieces', () => {
  const text = Array.from({ length: 900 }, (_, index) => `${index} `).join('');
  const store = new TextStore();
  for (let at = 0; at < text.length; at += 5) store.append(text.slice(at, at + 5));
  expect(store.length).toBe(text.length);
  expect(store.toString()).toBe(text);
  for (let start = 0; start < text.length; start += 97) {
    for (const end of [start, start + 1, start + 300, text.length]) {
      expect(store.slice(start, Math.min(end, text.length))).toBe(text.slice(start, end));
    }
  }
});
