import { describe, expect, it } from 'vitest';
import type { GroundedClaim } from '../../../src/core/grounding/model.ts';
import { groundTexts, type TestClaim } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const FIRST = pageOfLines([
  'The company sold 12,345 machines in 2024, and the naïve fore\u00ad',
  'cast was right. The board met on 7 February 2025 in Zürich.',
  'Costs were (12.3) million; the margin was 7.7 % of sales.',
]);
const SECOND = pageOfLines(
  [
    'Umsatz 1.234.567,89 EUR',
    '公司的营业收入为 518.9 万元',
    'Twenty-one people work here.',
    'Clos le 1er janvier 2024, avec 6,02×10⁶ unités.',
  ],
  {
    page: 2,
  },
);
const UNSENT = pageOfLines(['Only the appendix names Wilhelmina Okafor.'], { page: 9 });

function ground(text: string, claim: Partial<TestClaim> = {}): GroundedClaim {
  const [grounded] = groundTexts([{ text, ...claim }], [FIRST, SECOND, UNSENT], 2);
  if (grounded === undefined) throw new Error('One claim comes to one grounded claim.');
  return grounded;
}

describe('groundClaims', () => {
  it.each([
    ['sold 12,345 machines', 1],
    ['SOLD  12 345 Machines', 1],
    ['12.345', 1],
    ['12345', 1],
    ['the naïve forecast was right', 1],
    ['naïve fore-\ncast', 1],
    ['2025-02-07', 1],
    ['February 7, 2025', 1],
    ['07/02/2025', 1],
    ['7. Februar 2025', 1],
    ['7 février 2025', 1],
    ['févr. 2025', 1],
    ['2025年2月7日', 1],
    ['February 2025', 1],
    ['-12.3 million', 1],
    ['−12,300,000', 1],
    ['12.3 × 10^6', 1],
    ['1,2345·10⁴', 1],
    ['1.2345e4', 1],
    ['7.7%', 1],
    ['7.7 percent', 1],
    ['€1,234,567.89', 2],
    ['Umsatz 1 234 567,89', 2],
    ['营业收入为518.9万', 2],
    ['营业收入为 5,189,000 元', 2],
    ['21', 2],
    ['twenty one people', 2],
    ['1. janvier 2024', 2],
    ['2024-01-01', 2],
    ['6,020,000', 2],
  ])('finds %j on page %i', (text, image) => {
    const grounded = ground(text, { image });
    expect(grounded).toMatchObject({
      status: 'found',
      on: { document: 'report.pdf', page: image },
      sent: true,
    });
    expect(grounded.boxes.length).toBeGreaterThan(0);
  });

  it('draws one box a line, as high as the letters of its line', () => {
    const { boxes, words } = ground('naïve forecast was');
    expect(words).toBe('naïve forecast was');
    expect(boxes.map(({ left, top, bottom }) => [left, top, bottom])).toEqual([
      [20 + 6 * 'The company sold 12,345 machines in 2024, and the '.length, 20, 30],
      [20, 34, 44],
    ]);
  });

  it.each([
    ['Umsatz', 1, 'other-page'],
    ['Wilhelmina Okafor', 1, 'not-found'],
    ['four hundred ostriches', 1, 'not-found'],
    ['12,435', 1, 'near'],
    ['13.2 million', 1, 'near'],
    ['12,346 machines', 1, 'near'],
    ['12300 machines', 1, 'near'],
    ['8 February 2025', 1, 'not-found'],
  ])('says of %j that cites image %i: %s', (text, image, status) => {
    expect(ground(text, { image }).status).toBe(status);
  });

  it('finds a claim that cites no image on any page that was sent', () => {
    expect(ground('Umsatz', { image: null })).toMatchObject({
      status: 'found',
      cited: null,
      on: { page: 2 },
    });
  });

  it('names the page that a claim stands on even if it was not sent', () => {
    expect(ground('Wilhelmina Okafor')).toMatchObject({
      sent: false,
      on: { page: 9 },
      words: 'Wilhelmina Okafor',
    });
  });

  it('names what the page has instead of a number', () => {
    expect(ground('They sold 12,445 machines').difference).toEqual({ said: '12,445', pageHas: '12,345' });
  });

  it.each([
    ['The naive forecast was right', 'found', 'the naïve forecast was right'],
    ['met in Zurich', 'not-found', ''],
    ['The bord met on 7 February 2025 in Zürich', 'near', 'board'],
    ['Wilhelmina Okaforr', 'not-found', ''],
  ])('compares %j approximately: %s', (text, status, words) => {
    expect(ground(text)).toMatchObject({ status, words });
  });

  it('says that only accents differ', () => {
    expect(ground('in Zurich').difference).toEqual({
      said: 'in Zurich',
      pageHas: 'in Zürich',
      accents: true,
    });
  });
});

const TABLE = pageOfLines([
  'The figures of the year',
  '',
  '                  2023      2024',
  'Total revenue    481.9     518.9',
  'Operating costs  412.3     433.1',
  'Net income        31.4      37.0',
]);

describe('args that select a cell', () => {
  const inTable = (text: string, claim: Partial<TestClaim>): GroundedClaim | undefined =>
    groundTexts([{ text, kind: 'observation', ...claim }], [TABLE])[0];

  it.each([
    'Image 1, row Total revenue, column 2024',
    'Image 1: the cell in the "Total revenue" row under 2024',
    'total revenue (2024)',
    'Image 1, Zeile Total revenue, Spalte 2024',
    '图像 1 中 Total revenue 行 2024 列',
    '2024 > Total revenue',
  ])('are understood as %j', (args) => {
    expect(inTable('518.9', { args })).toMatchObject({ status: 'found' });
    expect(inTable('481.9', { args })).toMatchObject({ status: 'elsewhere', words: '481.9' });
    expect(inTable('519.9', { args })).toMatchObject({
      status: 'near',
      difference: { said: '519.9', pageHas: '518.9' },
    });
    const region = inTable(args, { kind: 'region' });
    expect(region).toMatchObject({ status: 'found', words: '518.9' });
  });

  it('select a row or a column if they name only one', () => {
    expect(inTable('37.0', { args: 'the Net income row' })?.status).toBe('found');
    expect(inTable('518.9', { args: 'the Net income row' })?.status).toBe('elsewhere');
    expect(inTable('37.0', { args: 'column 2024' })?.status).toBe('found');
    expect(inTable('31.4', { args: 'column 2024' })?.status).toBe('elsewhere');
  });

  it('never make a claim stand elsewhere if they select nothing', () => {
    expect(inTable('518.9', { args: 'Image 1, the figures at the bottom' })?.status).toBe('found');
  });

  it.each([
    ['row Gross profit, column 2024', 'not-found'],
    ['row Total revenue, column 2031', 'not-found'],
    ['top left corner', 'unknown'],
  ])('as a region, %j is %s', (text, status) => {
    expect(inTable(text, { kind: 'region' })?.status).toBe(status);
  });

  it.each([
    ['Net income was 37.0 in 2024.', 'found'],
    ['In 2024, income reached 37.0', 'found'],
    ['Net income: 518.9', 'not-found'],
    ['Total revenue 2023: 481.9; Net income 2024: 37.0', 'found'],
  ])('a paraphrase %j is %s', (text, status) => {
    expect(inTable(text, {})?.status).toBe(status);
  });
});

describe('a sentence of which the page has nearly the same', () => {
  const page = pageOfLines(['Net sales for the third quarter increased 8.4% to $214.9 million.']);
  it.each([
    ['Net sales grew by 8.4% to $214.9 million', 'found'],
    ['Net sales fell by 8.4% to $214.9 million', 'near'],
    ['Net sales for the third quarter decreased 8.4% to $214.9 million', 'near'],
    ['Net sales for the fourth quarter increased 8.4% to $214.9 million', 'near'],
    ['Net sales for Q2 increased by 8.4% to $214.9 million', 'near'],
  ])('%j is %s', (text, status) => {
    expect(groundTexts([{ text }], [page], 1)[0]?.status).toBe(status);
  });
});
