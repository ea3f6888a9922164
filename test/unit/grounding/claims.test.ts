import fc from 'fast-check';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { describe, expect, it } from 'vitest';
import { MOST_CLAIMS, readClaims } from '../../../src/core/grounding/claims.ts';
import type { Claim } from '../../../src/core/grounding/model.ts';
import { DIALECT_NAMES } from '../../../src/core/trajectory/dialects/names.ts';
import type { DialectName } from '../../../src/core/trajectory/model.ts';
import { parseTrajectory, TrajectoryParser } from '../../../src/core/trajectory/parser.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { GOOD_TEXTS, nearlyRightOfAll } from '../trajectory/dialectTexts.ts';

function claimsOf(text: string, dialect: DialectName): readonly Claim[] {
  return readClaims(parseTrajectory(text, { dialect, numImages: 2, tools: null })).claims;
}

/** `kind text`, with the images that the claim cites behind `@`. */
function shownClaims(text: string, dialect: DialectName): string[] {
  return claimsOf(text, dialect).map(({ kind, text: words, image, alsoCites = [] }) => {
    const cited = image === null ? '' : ` @${[image, ...alsoCites].join()}`;
    return `${kind} ${words}${cited}`;
  });
}

function claimsOfThink(think: string): string[] {
  return shownClaims(`<think>${think}</think><answer></answer>`, 'think-answer');
}

function partsOfAnswer(answer: string): string[] {
  return claimsOf(`<think>-</think><answer>${answer}</answer>`, 'think-answer').map(({ text }) => text);
}

describe('the claims of each dialect', () => {
  const expected: Readonly<Record<DialectName, readonly string[]>> = {
    'think-answer': ['answer 518.9'],
    'action-rl': ['name Total @1', 'number 518.9 @1', 'answer 518.9'],
    lang2act: ['region row Total @1', 'observation 518.9 @1', 'answer 518.9'],
    'tool-curation': ['region chart of revenue @2', 'observation 5 @2'],
    evisrag: ['evidence Total revenue was 518.9 million. @1', 'answer 518.9'],
    'vg-refiner': ['box {"bbox_2d": [10, 20, 32.5, 44], "label": "dog"} @1'],
    'vrag-rl': ['crop [10, 20, 300, 400] @1', 'number 518.9', 'answer 518.9'],
    'pixel-reasoner': ['crop [0.1, 0.2, 0.5, 0.6] @1', 'number 518.9', 'answer 518.9'],
    'search-r1': ['answer 518.9 million'],
    'mm-search-r1': ['number 518.9', 'answer 518.9 million'],
    visdom: [
      'number 518.9 million',
      'number 518.9',
      'number 518.9 million',
      'number 518.9 million',
      'answer 518.9 million',
    ],
    boxed: ['number 3', 'number 4', 'number 12', 'answer 12'],
    judge: [],
    'quality-judge': [],
  };

  it.each(DIALECT_NAMES)('are read from a response in %s', (dialect) => {
    expect(shownClaims(GOOD_TEXTS[dialect], dialect)).toEqual(expected[dialect]);
  });

  it('have the box of a crop in the unit of the dialect', () => {
    const boxOf = (dialect: DialectName) =>
      claimsOf(GOOD_TEXTS[dialect], dialect).find(({ box }) => box !== null)?.box;
    expect(boxOf('vg-refiner')).toEqual({ left: 10, top: 20, right: 32.5, bottom: 44, unit: 'pixel' });
    expect(boxOf('pixel-reasoner')).toEqual({ left: 0.1, top: 0.2, right: 0.5, bottom: 0.6, unit: 'share' });
  });

  it('are none in what the environment wrote', () => {
    const text =
      '<think>x</think><function>get_extra_ref_result()</function><tool>[{"bbox_2d": [1, 2, 3, 4]}]</tool><answer>[]</answer>';
    expect(shownClaims(text, 'vg-refiner')).toEqual([]);
  });
});

describe('the claims of tool calls', () => {
  const call = (args: string, observation: string): string[] =>
    shownClaims(
      `<think>-</think><description><tool name="x" args="${args}">${observation}</tool></description><answer></answer>`,
      'lang2act',
    );

  it.each<[string, string, string[]]>([
    ['Image 1: row Total', ' 518.9\n', ['region row Total @1', 'observation 518.9 @1']],
    [
      'Image 1: row A, Image 2: row B',
      '5 < 6',
      ['region row A @1', 'region row B @2', 'observation 5 < 6 @1,2'],
    ],
    ['row Total in Image 2', '', ['region row Total @2']],
    ['Image1 - row Total, column 2024', '', ['region row Total, column 2024 @1']],
    ['Images 1 and 2: titles', 'same', ['region titles @1,2', 'observation same @1,2']],
    ['37.0, 481.9', '7.7%', ['observation 7.7%']],
    ['Bild 2: Zeile Umsatz', '5', ['region Zeile Umsatz @2', 'observation 5 @2']],
    ['图片2：总收入一行', '5', ['region 总收入一行 @2', 'observation 5 @2']],
    ['Image 1', '5', ['observation 5 @1']],
  ])('are read from args %j', (args, observation, expected) => {
    expect(call(args, observation)).toEqual(expected);
  });

  it('name the words of the args that select their place', () => {
    const [region, observation] = claimsOf(GOOD_TEXTS.lang2act, 'lang2act');
    const slice = (claim: Claim | undefined) =>
      GOOD_TEXTS.lang2act.slice(claim?.place?.start, claim?.place?.end);
    expect([slice(region), slice(observation)]).toEqual(['row Total', 'Image 1: row Total']);
  });
});

describe('the claims of evidence', () => {
  it('are its sentences, except that there is none', () => {
    const text = `<evidence>
[1]: Approx. 5.5 of Acme Inc. and Dr. B. Roe. It rose! “Why?” Am 7. Februar war es so.
- First line
2. Second line
[2]: No relevant information.
[3]: 总收入为518.9万元。同比增长7.7%。
</evidence>`;
    expect(shownClaims(text, 'evisrag')).toEqual([
      'evidence Approx. 5.5 of Acme Inc. and Dr. B. Roe. @1',
      'evidence It rose! @1',
      'evidence “Why?” @1',
      'evidence Am 7. Februar war es so. @1',
      'evidence First line @1',
      'evidence Second line @1',
      'evidence 总收入为518.9万元。 @3',
      'evidence 同比增长7.7%。 @3',
    ]);
  });
});

describe('the claims of think', () => {
  it.each<[string, string[]]>([
    ['It says 5. Image 2 says 6, Image 1 says 7.', ['number 5', 'number 6 @2', 'number 7 @1']],
    ['Images 1-3 and Image 4 show 12.', ['number 12 @4,3,2,1']],
    ['Images 2-4 show 12.', ['number 12 @4,3,2']],
    [
      'Le 3 mars 2024 et le 1er août 2023, 1.2e6 then 1.2 × 10^6 and 1,2·10⁶.',
      ['date 3 mars 2024', 'date 1er août 2023', 'number 1.2e6', 'number 1.2 × 10^6', 'number 1,2·10⁶'],
    ],
    ['Step 3 of 3 steps: page 7, 2 images, [1], 3rd.', []],
    ['1. First\n2) Second\n**3.** Third', []],
    ['Thought 1 (score: 8/10): the box [1, 2, 3, 4]', []],
    [
      'It was $518.9 million, -12.3, 7.7%, €5.',
      ['number $518.9 million', 'number -12.3', 'number 7.7%', 'number €5'],
    ],
    [
      '1,234.5 and 1.234,5 and 12 345 and 12’345',
      ['number 1,234.5', 'number 1.234,5', 'number 12 345', 'number 12’345'],
    ],
    ['values 148 161 175', ['number 148', 'number 161', 'number 175']],
    ['12GB of 5kg', ['number 12', 'number 5']],
    ['10-K of INV-2024-0012 at 10:30', ['code 10-K', 'code INV-2024-0012', 'code 10:30']],
    ['See Table 2 and www, a@b.de', ['code Table 2', 'code a@b.de']],
    [
      'on 7 February 2025, Feb 7, 2025, 2025-02-07, 07/02/2025',
      ['date 7 February 2025', 'date Feb 7, 2025', 'date 2025-02-07', 'date 07/02/2025'],
    ],
    ['in 2024 and Q3 2024 and FY24', ['date 2024', 'date Q3 2024', 'date FY24']],
    ["the “net income” and \"other\" and 'third', it's", ['quote net income', 'quote other', 'quote third']],
    ['a screen of 5" and 6"', ['number 5', 'number 6']],
    ["The question asks 'What is the net income?'", []],
    [
      'We see John F. Kennedy and Bank of America’s report on EBITDA',
      ['name John F. Kennedy', 'name Bank of America', 'name EBITDA'],
    ],
    ['Apple rose. However, Germany fell.', ['name Germany']],
    ['## Evaluation of Thought\n**Final Merging Node**\nNone', []],
    [
      'Die Tabelle der Siemens AG zeigt den Umsatz und 1.234,5 Mio. Euro am 7. Februar',
      ['name Siemens AG', 'number 1.234,5 Mio. Euro', 'date 7. Februar'],
    ],
    ['2024年收入增长，2023 年没有', ['date 2024', 'date 2023']],
    [
      '图片2中“营业收入”为1,234亿元，2024年12月31日增长7.7%，第3页',
      ['quote 营业收入 @2', 'number 1,234亿元 @2', 'date 2024年12月31日 @2', 'number 7.7% @2'],
    ],
  ])('are read from %j', (think, expected) => {
    expect(claimsOfThink(think)).toEqual(expected);
  });

  it('are also read from loose text of dialects that have no tag for it', () => {
    expect(shownClaims('In Image 1 it says 12.\n\\boxed{13}', 'boxed')).toEqual([
      'number 12 @1',
      'answer 13',
    ]);
  });
});

describe('the parts of an answer', () => {
  it.each<[string, string[]]>([
    ['7.7%, and the margin was 12.1%', ['7.7%', 'the margin was 12.1%']],
    ['1,234, 5,678 and 9', ['1,234', '5,678', '9']],
    ['["a b", "c", {"x": 5}]', ['a b', 'c', '5']],
    ["['a', 'b']", ['a', 'b']],
    ['```json\n["x"]\n```', ['x']],
    ['The answer is **518.9 million**.', ['518.9 million']],
    ['1. foo\n2. bar', ['foo', 'bar']],
    ['Acme Supply Co., Ltd.', ['Acme Supply Co., Ltd']],
    ['January 5, 2024 and 7. Februar 2025', ['January 5, 2024', '7. Februar 2025']],
    ['between 5 and 10', ['between 5 and 10']],
    ['A (b, c), d', ['A (b, c)', 'd']],
    ['公司A、公司B；3', ['公司A', '公司B', '3']],
    ['\\text{Total revenue}', ['Total revenue']],
    ['-3.5', ['-3.5']],
    ['It rose by 7.7%. The margin fell.', ['It rose by 7.7%', 'The margin fell']],
    ['Yes', []],
    ['Insufficient to answer.', []],
    ['', []],
  ])('of %j', (answer, expected) => {
    expect(partsOfAnswer(answer)).toEqual(expected);
  });

  it('are those of the last boxed answer', () => {
    expect(shownClaims('\\boxed{1} or \\boxed{\\frac{1}{2}}', 'boxed')).toEqual(['answer \\frac{1}{2}']);
  });
});

describe('claims of any text', () => {
  const anyText = fc.tuple(nearlyRightOfAll, fc.constantFrom(...DIALECT_NAMES));

  it('have the text of their spans and are in text order', () => {
    fc.assert(
      fc.property(anyText, ([text, dialect]) => {
        const claims = claimsOf(text, dialect);
        for (const { span, text: words } of claims) {
          expect(text.slice(span.start, span.end)).toBe(words);
          expect(words.trim()).toBe(words);
          expect(words).not.toBe('');
        }
        const starts = claims.map(({ span }) => span.start);
        expect(starts).toEqual(starts.toSorted((one, other) => one - other));
      }),
      propertyRuns(100),
    );
  });

  it('are the closed ones among those of the whole text while it arrives', () => {
    const closed = (text: string, dialect: DialectName): readonly Claim[] => {
      const parser = new TrajectoryParser({ dialect, numImages: 2, tools: null });
      parser.append(text);
      return readClaims(parser.snapshot()).claims;
    };
    for (const dialect of DIALECT_NAMES) {
      const text = GOOD_TEXTS[dialect];
      const whole = claimsOf(text, dialect);
      for (let length = 0; length <= text.length; length += 7) {
        const some = closed(text.slice(0, length), dialect);
        expect(whole).toEqual(expect.arrayContaining([...some]));
      }
    }
  });
});

describe('many claims', () => {
  it('are read up to a limit, and the answer beyond it', () => {
    const text = `<think>${'12 and '.repeat(MOST_CLAIMS + 5)}</think><answer>13</answer>`;
    const { claims, unread } = readClaims(
      parseTrajectory(text, { dialect: 'think-answer', numImages: 2, tools: null }),
    );
    expect(claims).toHaveLength(MOST_CLAIMS + 1);
    expect(claims.at(-1)?.text).toBe('13');
    const start = '<think>'.length + '12 and '.length * MOST_CLAIMS;
    expect(unread).toEqual({ start, end: text.length });
  });

  it.each([
    ['quotation marks', '"a “'],
    ['capitals', 'A B'],
    ['digits', '1,1 1'],
    ['brackets', '[(1,'],
    ['images', 'Image 1, 2'],
    ['sentences', 'a. B 1. '],
    ['letters', "a-'1"],
  ])('of %s take time in proportion to the length', async (_, piece) => {
    const read = (length: number): void => {
      const words = piece.repeat(length / piece.length / 2);
      claimsOf(
        `<evidence>[1]: ${words}</evidence><think>${words}</think><answer>${words}</answer>`,
        'evisrag',
      );
    };
    expect(await growth(read, { small: 20_000, large: 80_000 })).toBeLessThan(LIMIT);
  });
});
