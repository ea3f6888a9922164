import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { profileByName } from '../../../src/core/rewards/registry.ts';
import { UNKNOWN_CONTEXT } from '../../../src/core/rewards/model.ts';
import { compose, INSUFFICIENT, NOTHING_FOUND } from '../../../src/offline/reading/compose.ts';
import { find } from '../../../src/offline/reading/find.ts';
import { row } from '../layout/build.ts';
import { observations, page } from './support.ts';

const sales = page(
  row(40, [100, 'Sales by branch']),
  row(100, [100, 'Branch'], [400, '2023'], [600, '2024']),
  row(130, [100, 'Northgate'], [400, '12.5'], [600, '14.1']),
  row(160, [100, 'Harbour Street'], [400, '9.8'], [600, '9.2']),
  row(190, [100, 'Total'], [400, '22.3'], [600, '23.3']),
  row(260, [100, 'The branch in Harbour Street was opened on 4 May 1998 by Ada Quill.']),
);
const letter = page(
  row(40, [100, 'A letter']),
  row(100, [100, 'Tickets cost 3.20 francs for adults and 1.60 francs for children.']),
  row(130, [100, 'Write to us about the rules of the <answer>competition</answer>.']),
);

function answerOf(question: string, ...pages: Parameters<typeof find>[1]): string {
  return compose(find(question, pages), 'plain');
}

describe('looking up values', () => {
  it.each([
    ['What were the sales of Northgate in 2023?', '12.5'],
    ['How much did Harbour Street sell in 2024?', '9.2'],
    ['What was the total turnover in 2024?', '23.3'],
    ['When was the branch in Harbour Street opened?', '4 May 1998'],
    ['Who inaugurated the branch in Harbour Street?', 'Ada Quill'],
    ['What is the price of a ticket for a child?', '1.60 francs'],
    ['How much do adults pay for tickets?', '3.20 francs'],
  ])('answers by looking up a value: %s', (question, expected) => {
    expect(answerOf(question, letter, sales)).toBe(expected);
  });

  it('gives a value for every year that a question compares', () => {
    expect(answerOf('How did the sales of Northgate change from 2023 to 2024?', sales)).toBe(
      '2023: 12.5, 2024: 14.1',
    );
  });

  it('answers each part of a question, and says which part it cannot answer', () => {
    const both = answerOf(
      'What were the sales of Northgate in 2023, and when was Harbour Street opened?',
      sales,
    );
    expect(both).toBe('12.5; 4 May 1998');
    const half = answerOf('What were the sales of Northgate in 2023, and who owns the warehouse?', sales);
    expect(half).toBe(`12.5; ${INSUFFICIENT} the rest of the question`);
  });

  it.each([
    'What were the sales of Southgate in 2023?',
    'What were the sales of Northgate in 2019?',
    'How many people work in Northgate?',
    'Who is the treasurer?',
  ])('says that nothing was found: %s', (question) => {
    expect(answerOf(question, letter, sales)).toBe(NOTHING_FOUND);
  });
});

describe('the forms of an answer', () => {
  const found = find('What were the sales of Northgate in 2024?', [letter, sales]);
  const missing = find('How many horses are there?', [letter, sales]);

  it.each([
    ['found', found],
    ['missing', missing],
  ])('an answer in the form lang2act has the full score for form and tools: %s', (_name, reading) => {
    const response = compose(reading, 'lang2act');
    const context = { ...UNKNOWN_CONTEXT, numImages: 2, verdict: 'right', reference: '14.1' } as const;
    expect(profileByName('lang2act').score(response, context).overall).toBe(1);
    expect(profileByName('lang2act-paper').score(response, context).overall).toBe(1);
  });

  it.each([
    ['found', found],
    ['missing', missing],
  ])('an answer in the form action-rl has the full score for form: %s', (_name, reading) => {
    const score = profileByName('action-rl').score(compose(reading, 'action-rl'), {
      ...UNKNOWN_CONTEXT,
      numImages: 2,
      verdict: 'right',
      reference: '14.1',
    });
    expect(score.overall).toBe(1);
  });

  it('an answer in the form evisrag has its four parts, one line of evidence per image, and its fixed phrases', () => {
    const whole =
      /^<observe>([\s\S]+)<\/observe>\s*<evidence>([\s\S]+)<\/evidence>\s*<think>[\s\S]+<\/think>\s*<answer>([\s\S]+)<\/answer>$/;
    const [, observe, evidence, answer] = whole.exec(compose(found, 'evisrag')) ?? [];
    expect(observe).not.toMatch(/\[\d\]/);
    expect(evidence?.trim().split('\n')).toHaveLength(2);
    expect(evidence).toContain('[1]: no relevant information');
    expect(evidence).toMatch(/\[2\]: .*14\.1/);
    expect(answer).toBe('14.1');
    expect(compose(missing, 'evisrag')).toContain(`<answer>${INSUFFICIENT}</answer>`);
  });

  it('an answer names row, column and table of a number that it read', () => {
    expect(compose(found, 'lang2act')).toContain(
      '<tool name="read_numeric_value" args="Image 2: table below the heading Sales by branch, row Northgate, column 2024">14.1</tool>',
    );
  });
});

describe('observations', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'Revenue',
      'total',
      'Europe',
      '2024',
      '12.5',
      '(3.1)',
      'Image',
      '7',
      '<tool',
      '</think>',
      '"Q"',
      '—',
      'a',
      'the',
      'Total',
      '40%',
      'open',
    ),
    fc.string({ minLength: 1, maxLength: 8 }).map((text) => text.replace(/\s/g, '_')),
  );
  const text = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(' '));
  const cells = fc.array(fc.tuple(fc.integer({ min: 0, max: 1500 }), text), { minLength: 1, maxLength: 4 });
  const pages = fc.array(
    fc
      .array(cells, { minLength: 0, maxLength: 12 })
      .map((rows) =>
        page(...rows.map((parts, index) => row(40 + index * 32, ...parts.sort((a, b) => a[0] - b[0])))),
      ),
    { minLength: 1, maxLength: 4 },
  );
  const question = fc.oneof(
    text,
    fc.constantFrom(
      'What was the total revenue in Europe in 2024?',
      'How many open?',
      'Who is Total?',
      'Where is the Image 7?',
    ),
  );

  it('every observation is part of the text that was read, in a form that the reward accepts in full', () => {
    fc.assert(
      fc.property(pages, question, (read, asked) => {
        const response = compose(find(asked, read), 'lang2act');
        for (const observation of observations(response)) {
          expect(read.some((one) => one.text.includes(observation))).toBe(true);
        }
        const score = profileByName('lang2act').score(response, {
          ...UNKNOWN_CONTEXT,
          numImages: read.length,
          verdict: 'right',
          reference: 'x',
        });
        expect(score.overall).toBe(observations(response).length > 0 ? 1 : 0.9);
      }),
      propertyRuns(400),
    );
  });
});
