import { describe, expect, it } from 'vitest';
import { claimMark, isProblem } from '../../../src/core/grounding/claimMark.ts';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import { groundTrajectory } from '../../../src/core/grounding/groundTrajectory.ts';
import type { Grounding } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { parseTrajectory } from '../../../src/core/trajectory/parser.ts';
import { growth, LIMIT } from '../../support/growth.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const LINES = [
  'Revenue by region in million euros',
  'Region      2022    2023    2024',
  'Europe     212.4   220.9   231.0',
  'Americas   148.7   161.2   175.3',
  'Asia        91.5    99.8   112.6',
  'Total      452.6   481.9   518.9',
];
const PAGES = {
  pages: [
    indexPage(pageOfLines(['A page with other words on it'], { page: 3 })),
    indexPage(pageOfLines(LINES, { page: 4 })),
  ],
  images: [3, 4].map((page, index) => ({ image: index + 1, document: 'report.pdf', page, size: null })),
};

/** A Lang2Act response: think, calls as `[name, args, observation]`, and the answer. */
function responseOf(
  think: string,
  calls: readonly (readonly [string, string, string])[],
  answer: string,
): string {
  const tools = calls.map(
    ([name, args, observation]) => `<tool name="${name}" args="${args}">${observation}</tool>`,
  );
  return `<think>${think}</think>\n<description>${tools.join('\n')}</description>\n<answer>${answer}</answer>`;
}

function groundText(text: string, question: string | null = null): Grounding {
  const trajectory = parseTrajectory(text, { dialect: 'lang2act', numImages: 2, tools: null });
  return groundTrajectory(trajectory, PAGES, question);
}

const READ_2024 = ['read_numeric_value', 'Image 2: row Total, column 2024', '518.9'] as const;
const READ_2023 = ['read_numeric_value', 'Image 2: row Total, column 2023', '481.9'] as const;

/** The verdict, the computation, and the texts of the claims that the answer rests on. */
function answerOf(text: string): unknown[] {
  const { answer, claims } = groundText(text);
  if (answer === null) return [];
  return [
    answer.verdict,
    answer.computation?.text ?? null,
    answer.restsOn.map((index) => claims[index]?.text),
  ];
}

describe('an answer', () => {
  it('rests on the claims with its number, and is on the cited page', () => {
    const text = responseOf('Image 2 has it.', [READ_2023, READ_2024], '518.9 million');
    expect(answerOf(text)).toEqual(['found', null, ['518.9', '518.9 million']]);
    expect(groundText(text).answer?.onCitedPage).toBe(true);
  });

  it('is not on the cited page if another page has it', () => {
    const text = responseOf(
      'Image 1 has it.',
      [['read_text_element', 'Image 1: title', 'other words']],
      '518.9',
    );
    expect(answerOf(text)[0]).toBe('found');
    expect(groundText(text).answer?.onCitedPage).toBe(false);
  });

  it.each<[string, string, readonly (readonly [string, string, string])[], string, boolean | null]>([
    ['that cites no image', '-', [], '518.9', null],
    [
      'on the page that one of two claims cites',
      '-',
      [READ_2024, ['read', 'Image 1: x', '518.9']],
      '518.9',
      true,
    ],
    ['on another page than its claim cites', 'Image 2', [['read', 'Image 1: x', '518.9']], '518.9', false],
    [
      'on one of the pages that its claim cites',
      '-',
      [['read', 'Images 1 and 2: x', '518.9']],
      '518.9',
      true,
    ],
    [
      'in another cell of the page that its claim cites',
      '-',
      [['read', 'Image 2: row Europe', '518.9']],
      '518.9',
      true,
    ],
    [
      'whose second part is on no cited page',
      '-',
      [READ_2024, ['read', 'Image 1: x', '481.9']],
      '518.9, 481.9',
      false,
    ],
    [
      'whose second operand is on no cited page',
      '518.9 - 481.9 = 37.0',
      [READ_2024, ['read', 'Image 1: x', '481.9']],
      '37.0',
      false,
    ],
    ['whose operands are on cited pages', '518.9 - 481.9 = 37.0', [READ_2024, READ_2023], '37.0', true],
    ['that no page has', '-', [READ_2024], '7 zebras', false],
  ])('%s says whether it is on a cited page', (_, think, calls, answer, expected) => {
    expect(groundText(responseOf(think, calls, answer)).answer?.onCitedPage).toBe(expected);
  });

  it('rests on words as well', () => {
    const text = responseOf('Image 2 says “Revenue by region”.', [], 'Revenue by Region');
    expect(answerOf(text)).toEqual(['found', null, ['Revenue by region', 'Revenue by Region']]);
  });

  it('is not found if nothing has it', () => {
    expect(answerOf(responseOf('Image 2', [READ_2024], '7 zebras'))[0]).toBe('not-found');
  });

  it('is near if the page has almost the same number', () => {
    expect(answerOf(responseOf('Image 2', [], '518.8'))[0]).toBe('near');
  });

  it('cannot be checked if it is insufficient or an unexplained yes', () => {
    expect(answerOf(responseOf('Image 2', [READ_2024], 'insufficient to answer'))).toEqual([
      'not-checkable',
      null,
      [],
    ]);
    expect(answerOf(responseOf('Image 2', [READ_2024], 'Yes'))[0]).toBe('not-checkable');
  });

  it('is null while it is open', () => {
    expect(groundText('<think>x</think><description></description>').answer).toBeNull();
  });
});

describe('a computed answer', () => {
  it.each<[string, string, string, string | null]>([
    ['518.9 - 481.9 = 37.0', '37.0', 'computed-right', '518.9 - 481.9 = 37.0'],
    ['518.9 - 481.9 = 38.0', '38.0', 'computed-wrong', '518.9 - 481.9 = 37.0'],
    ['518.9 - 481.9 = 38.0', '37.0', 'computed-right', '518.9 - 481.9 = 37.0'],
    ['(518.9 - 481.9) / 481.9 = 0.0768', '7.7%', 'computed-right', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['(518.9 - 481.9) / 481.9 = 9.7%', '9.7%', 'computed-wrong', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['231.0 / 518.9 * 100 = 44.52', 'about 45%', 'computed-right', '231.0 / 518.9 * 100 = 45%'],
    ['(452.6 + 481.9 + 518.9) / 3 = 484.5', '484.5', 'computed-right', '(452.6 + 481.9 + 518.9) / 3 = 484.5'],
    ['It grew.', '37.0', 'not-found', null],
  ])('with %j in think and the answer %j is %s', (think, answer, verdict, computation) => {
    expect(answerOf(responseOf(`Image 2: ${think}.`, [], answer)).slice(0, 2)).toEqual([
      verdict,
      computation,
    ]);
  });

  it('rests on the operands of operands', () => {
    const text = responseOf(
      'Image 2: 518.9 - 481.9 = 37.0, and 37.0 / 481.9 = 7.7%.',
      [READ_2024, READ_2023],
      '7.7%',
    );
    expect(answerOf(text)).toEqual([
      'computed-right',
      '37.0 / 481.9 = 7.7%',
      ['518.9', '481.9', '7.7%', '7.7%'],
    ]);
    expect(groundText(text).answer?.onCitedPage).toBe(true);
  });

  it('may be computed by a tool, whose observation may be empty', () => {
    const tool = (observation: string) => ['compute_percentage', '37.0, 481.9', observation] as const;
    expect(answerOf(responseOf('Image 2', [tool('')], '7.7%')).slice(0, 2)).toEqual([
      'computed-right',
      '37.0 / 481.9 = 7.7%',
    ]);
    expect(answerOf(responseOf('Image 2', [tool('9.9%')], '9.9%')).slice(0, 2)).toEqual([
      'computed-wrong',
      '37.0 / 481.9 = 7.7%',
    ]);
  });

  it.each([
    ['Revenue grew from 481.9 to 518.9, by 7.7%', '7.7%', 'computed-right', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['Revenue grew from 481.9 to 518.9, by 8.8%', '8.8%', 'computed-wrong', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['the difference between 518.9 and 481.9 is 37.0', '37.0', 'computed-right', '518.9 - 481.9 = 37.0'],
    ['the sum of 231.0 and 175.3 is 406.4', '406.4', 'computed-wrong', '231.0 + 175.3 = 406.3'],
    ['231.0 is larger than 175.3', 'Yes', 'computed-right', '231.0 > 175.3'],
    ['175.3 is larger than 231.0', 'Yes', 'computed-wrong', '175.3 > 231.0'],
  ])('may be said in words: %s', (think, answer, verdict, computation) => {
    const text = responseOf(`In Image 2, ${think}.`, [], answer);
    expect(answerOf(text).slice(0, 2)).toEqual([verdict, computation]);
  });

  it('may be the only computation that fits what tools read', () => {
    expect(answerOf(responseOf('Image 2', [READ_2024, READ_2023], '7.7%'))).toEqual([
      'computed-right',
      '(518.9 - 481.9) / 481.9 = 7.7%',
      ['518.9', '481.9', '7.7%'],
    ]);
    // 0.0 rounds from nothing; 1 rounds from the ratio only.
    expect(answerOf(responseOf('Image 2', [READ_2024, READ_2023], '37.0'))[0]).toBe('computed-right');
    expect(answerOf(responseOf('Image 2', [READ_2024, READ_2023], '38.0'))[0]).toBe('not-found');
  });

  it('of yes or no follows the only comparison', () => {
    const yes = (think: string): unknown => answerOf(responseOf(`Image 2: ${think}.`, [], 'Yes'))[0];
    expect(yes('518.9 > 481.9')).toBe('computed-right');
    expect(yes('518.9 < 481.9')).toBe('computed-wrong');
    expect(yes('5 < 6 and 6 < 5')).toBe('not-checkable');
  });
});

describe('an answer to a question that asks for a computation', () => {
  const calls = [READ_2023, READ_2024];
  it.each<[string, string, string, string | null]>([
    ['How much did revenue grow from 2023 to 2024?', '37.0', 'computed-right', '518.9 - 481.9 = 37.0'],
    [
      'How much did revenue grow from 2023 to 2024?',
      '7.7%',
      'computed-right',
      '(518.9 - 481.9) / 481.9 = 7.7%',
    ],
    ['How much did revenue grow from 2023 to 2024?', '47.0', 'computed-wrong', '518.9 - 481.9 = 37.0'],
    ['By what percentage did revenue increase?', '9.9%', 'computed-wrong', '(518.9 - 481.9) / 481.9 = 7.7%'],
    ['What is the difference between 2024 and 2023?', '37', 'computed-right', '518.9 - 481.9 = 37'],
    ['What is the sum of both years?', '1000.8', 'computed-right', '481.9 + 518.9 = 1000.8'],
    ['What is the sum of both years?', '990.8', 'computed-wrong', '481.9 + 518.9 = 1000.8'],
    ['What is the average of both years?', '500.4', 'computed-right', '(481.9 + 518.9) / 2 = 500.4'],
    ['Wie hoch ist die Summe beider Jahre?', '990.8', 'computed-wrong', '481.9 + 518.9 = 1000.8'],
    ['2023年到2024年收入增长了多少？', '47.0', 'computed-wrong', '518.9 - 481.9 = 37.0'],
    // Another unit or a rounding is not called wrong, nor is what the question does not ask for.
    ['How much did revenue grow from 2023 to 2024?', '37.1', 'not-found', null],
    ['How much did revenue grow from 2023 to 2024?', '37,000,000', 'not-found', null],
    ['What was revenue in 2025?', '47.0', 'not-found', null],
    ['Was revenue higher in 2024 than in 2023?', 'Yes', 'computed-right', '518.9 > 481.9'],
    ['Was revenue higher in 2024 than in 2023?', 'No', 'computed-wrong', '518.9 > 481.9'],
    ['Was revenue higher in 2023 than in 2024?', 'No', 'computed-right', '481.9 < 518.9'],
    ['Was revenue lower in 2023 than in 2024?', 'Yes', 'computed-right', '481.9 < 518.9'],
    ['Did revenue increase from 2023 to 2024?', 'Yes', 'computed-right', '481.9 < 518.9'],
    ['Did revenue fall from 2023 to 2024?', 'Yes', 'computed-wrong', '481.9 < 518.9'],
    ['War der Umsatz 2024 höher als 2023?', 'Ja', 'computed-right', '518.9 > 481.9'],
    ['2024年的收入高于2023年吗？', '是', 'computed-right', '518.9 > 481.9'],
    ['Was revenue higher in 2024?', 'Yes', 'not-checkable', null],
    ['Is it higher or lower in 2024 than in 2023?', 'Yes', 'not-checkable', null],
    ['Was revenue twice as high in 2024 than in 2023?', 'No', 'not-checkable', null],
  ])('%s %s is %s', (question, answer, verdict, computation) => {
    const grounded = groundText(responseOf('Image 2', calls, answer), question).answer;
    expect([grounded?.verdict, grounded?.computation?.text ?? null]).toEqual([verdict, computation]);
  });

  it('is not called wrong if more numbers were read', () => {
    const read = [...calls, ['read_numeric_value', 'Image 2: row Total, column 2022', '452.6'] as const];
    const question = 'How much did it grow?';
    expect(groundText(responseOf('Image 2', read, '47.0'), question).answer?.verdict).toBe('not-found');
  });
});

describe('written computations', () => {
  it('are checked in think and observations, and the claims that are their results say so', () => {
    const { computations, claims } = groundText(
      responseOf(
        'In Image 2, 518.9 - 481.9 = 37.0 and 37.0 / 481.9 = 8.8%.',
        [['compute_percentage', '37.0, 481.9', '7.7%']],
        'x',
      ),
    );
    expect(
      computations.map(({ right, computation, claim }) => [
        right,
        computation.text,
        claims[claim ?? -1]?.text,
      ]),
    ).toEqual([
      [true, '518.9 - 481.9 = 37.0', '37.0'],
      [false, '37.0 / 481.9 = 7.7%', '8.8%'],
      [true, '37.0 / 481.9 = 7.7%', '7.7%'],
    ]);
    expect(
      claims.flatMap((claim) => (claim.computed === undefined ? [] : [[claim.text, claimMark(claim)]])),
    ).toEqual([
      ['37.0', 'computed-right'],
      ['8.8%', 'computed-wrong'],
      ['7.7%', 'computed-right'],
    ]);
  });

  it.each([
    ['37.0 / 481.9 = 7.7%', '7.7%', 'computed-right', false, 'Computed correctly: 37.0 / 481.9 = 7.7%.'],
    [
      '37.0 / 481.9 = 8.7%',
      '8.7%',
      'computed-wrong',
      true,
      'Computed incorrectly: 37.0 / 481.9 = 7.7%, not 8.7%.',
    ],
    ['518.9 - 37.0 = 481.9', '481.9', 'found', false, 'Found on page 4.'],
  ])('after %j make the answer %j %s', (think, answer, mark, isBad, words) => {
    const claim = groundText(responseOf(`Image 2: ${think}.`, [], answer)).claims.at(-1);
    if (claim === undefined) throw new Error('The answer is a claim.');
    expect([claimMark(claim), isProblem(claim), claimSentence(claim)]).toEqual([mark, isBad, words]);
  });
});

describe('long answers', () => {
  it('take time in proportion to their length', async () => {
    const ground = (length: number): void => {
      const numbers = '12 '.repeat(length / 6);
      groundText(responseOf('Image 2', [['read', 'Image 2: x', numbers]], numbers));
    };
    expect(await growth(ground, { small: 3000, large: 12_000 })).toBeLessThan(LIMIT);
  });
});

describe('boxes', () => {
  const boxOf = (box: string, size: { width: number; height: number } | null) => {
    const text = `<think>x</think><answer>[{"bbox_2d": ${box}}]</answer>`;
    const trajectory = parseTrajectory(text, { dialect: 'vg-refiner', numImages: 1, tools: null });
    const images = PAGES.images.slice(1).map((image) => ({ ...image, image: 1, size }));
    const { claims, answer } = groundTrajectory(trajectory, { ...PAGES, images });
    const [claim] = claims;
    const place = claim?.namedPlace?.box ?? null;
    const shown =
      place === null ? null : [place.left, place.top, place.right, place.bottom].map(Math.round).join(' ');
    return [claim?.status, claim?.words, shown, answer?.verdict];
  };

  it('are placed on the page, with the words that they are around', () => {
    expect(boxOf('[10, 10, 100, 17]', { width: 306, height: 396 })).toEqual([
      'found',
      'Revenue by region in million',
      '20 20 200 34',
      'found',
    ]);
  });

  it('are not found if most of them is beside the image, and unknown without its size', () => {
    expect(boxOf('[300, 10, 500, 30]', { width: 306, height: 396 })).toEqual([
      'not-found',
      '',
      null,
      'not-found',
    ]);
    expect(boxOf('[10, 10, 100, 30]', null)).toEqual(['unknown', '', null, 'not-checkable']);
  });
});
