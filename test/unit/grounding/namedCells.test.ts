import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import type { GroundedClaim } from '../../../src/core/grounding/model.ts';
import { indexPage } from '../../../src/core/grounding/pageIndex.ts';
import { groundTexts, type TestClaim } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const REGIONS = pageOfLines([
  'Revenue by region in EUR million',
  '',
  '                  2023      2024   Change',
  'Europe           220.9     230.9    4.5%',
  'Americas         161.2     175.4    8.8%',
  'Asia              99.8     112.6   12.8%',
  'Net result       (31.4)    -37.0     n/a',
  'Total revenue    481.9     518.9    7.7%',
  '',
  'Employees: 2,345',
]);
const OTHER = pageOfLines(['The backlog of orders was 612.4 at the end of the year.'], { page: 2 });
const PAGES = [REGIONS, OTHER].map(indexPage);
const EUROPE = 'Image 1: row Europe, column 2024';

function ground(args: string, text: string, claim: Partial<TestClaim> = {}, pages = PAGES): GroundedClaim {
  const [grounded] = groundTexts([{ text, args, kind: 'observation', ...claim }], pages);
  if (grounded === undefined) throw new Error('One claim comes to one grounded claim.');
  return grounded;
}

/** The claim with what the named cell has instead of what it says. */
function corrected(text: string, { difference }: GroundedClaim): string {
  return difference === null ? text : text.replace(difference.said, () => difference.pageHas);
}

describe('a claim that is not in the cell that its args select', () => {
  it('has the named cell with what it has, and the cell that the words stand in', () => {
    const claim = ground(EUROPE, '518.9');
    expect(claim).toMatchObject({
      status: 'elsewhere',
      words: '518.9',
      difference: { said: '518.9', pageHas: '230.9' },
      namedPlace: {
        on: { document: 'report.pdf', page: 1 },
        cell: { row: 'Europe', column: '2024', text: '230.9' },
      },
      standsIn: { row: 'Total revenue', column: '2024' },
    });
    expect(REGIONS.words.find(({ text }) => text === '230.9')?.box).toEqual(claim.namedPlace?.box);
    expect(claimSentence(claim)).toBe(
      'On page 1 in row “Total revenue”, column “2024”, not in the place that the step names. ' +
        'The named cell (Europe, 2024) has “230.9”.',
    );
  });

  it('says what the cell has if the claim is on another page, or on none', () => {
    const other = ground(EUROPE, '612.4');
    expect([other.status, other.difference]).toEqual(['other-page', { said: '612.4', pageHas: '230.9' }]);
    expect(claimSentence(other)).toBe(
      'Not on page 1, which the step cites, but on page 2. The named cell (Europe, 2024) on page 1 has “230.9”.',
    );
    const missing = ground(EUROPE, '777.7');
    expect([missing.status, missing.difference]).toEqual(['not-found', { said: '777.7', pageHas: '230.9' }]);
    expect(claimSentence(missing)).toBe(
      'On none of the pages that were sent. The named cell (Europe, 2024) on page 1 has “230.9”.',
    );
  });

  it('says what stands beside a label', () => {
    const claim = ground('Image 1: Employees', '518.9');
    expect(claim).toMatchObject({ status: 'elsewhere', difference: { said: '518.9', pageHas: '2,345' } });
    expect(claimSentence(claim)).toContain('The named cell (Employees) has “2,345”.');
  });

  it('names a place on the only page that was sent even if the args name no image', () => {
    const claim = ground('Europe, 2024', '518.9', { image: null }, PAGES.slice(0, 1));
    expect(claim).toMatchObject({ status: 'elsewhere', cited: null, namedPlace: { on: { page: 1 } } });
  });

  it('names the place on the page that has it if several pages are cited', () => {
    const claim = ground('Europe, 2024', '777.7', { image: 2, alsoCites: [1] });
    expect(claim).toMatchObject({ cited: { page: 2 }, namedPlace: { on: { page: 1 } } });
  });
});

describe('what the claim says, and what the cell has', () => {
  it.each([
    [EUROPE, 'In 2024, Europe had revenue of 518.9 million.', '518.9', '230.9'],
    [EUROPE, '€518.9 million', '518.9', '230.9'],
    // All of the cell stands for what is not written as it is.
    [EUROPE, '7.7%', '7.7%', '230.9'],
    [EUROPE, '518.9 thousand', '518.9 thousand', '230.9'],
    ['Image 1: row Europe, column Change', '8.8%', '8.8', '4.5'],
    ['Image 1: row Europe, column Change', '112.6', '112.6', '4.5%'],
    ['Image 1: row Net result, column 2023', '112.6', '112.6', '(31.4)'],
    ['Image 1: row Net result, column 2024', '112.6', '112.6', '\u221237.0'],
    ['Image 1: row Net result, column Change', '112.6', '112.6', 'n/a'],
    [EUROPE, 'It was -777.7.', '-777.7', '230.9'],
    [EUROPE, 'It was \u2212777.7.', '\u2212777.7', '230.9'],
    [EUROPE, 'Americas', 'Americas', '230.9'],
    ['Image 1: row Net result, column 2023', '(112.6)', '112.6', '31.4'],
    [EUROPE, '(777.7)', '(777.7)', '230.9'],
  ])('%s: %j is %j, and the cell has %j', (args, text, said, pageHas) => {
    expect(ground(args, text).difference).toEqual({ said, pageHas });
  });

  it.each([
    ['several numbers', EUROPE, '518.9 million, up from 481.9 million'],
    ['a row', 'Image 1: the Europe row', '518.9'],
    ['a place without the value', 'Image 1: row Europe, column 2031', '518.9'],
  ])('is not known for %s', (_, args, text) => {
    const { status, difference } = ground(args, text);
    expect([status, difference]).toEqual(['elsewhere', null]);
  });

  it('is not known for two cells of the same labels with different values', () => {
    const page = pageOfLines([
      '            2023   2024',
      'Europe      10.1   20.2',
      'Asia        30.3   40.4',
      'Europe      50.5   60.6',
    ]);
    const claim = ground(EUROPE, '30.3', {}, [indexPage(page)]);
    expect(claim).toMatchObject({ status: 'elsewhere', difference: null });
    expect(claim.namedPlace?.cell).toBeUndefined();
  });

  it('has no digits of the next cell', () => {
    const page = pageOfLines([
      'Ship calls    2022   2023   2024',
      'Northquay      611    671    702',
      'Eastmole       318    407    429',
      'Westpier       205    207    215',
    ]);
    const claim = ground('Image 1: row Eastmole, column 2023', '702', {}, [indexPage(page)]);
    expect(claim.difference).toEqual({ said: '702', pageHas: '407' });
  });

  it('is nothing for a claim that is where it says', () => {
    expect(ground(EUROPE, '230.9')).toMatchObject({ status: 'found', difference: null });
    expect(claimSentence(ground(EUROPE, '230.9'))).toBe('Found on page 1.');
  });

  it('makes a claim found in its place once it is written', () => {
    const rows = ['Europe', 'Americas', 'Asia', 'Total revenue'];
    const values = ['220.9', '175.4', '112.6', '518.9', '612.4', '777.7'];
    const frames = ['{}', '{} million', 'It was {} million in that year.', '\u20ac{}m', 'about {}, it says'];
    fc.assert(
      fc.property(
        fc.constantFrom(...rows),
        fc.constantFrom('2023', '2024'),
        fc.constantFrom(...values),
        fc.constantFrom(...frames),
        (row, column, value, frame) => {
          const args = `Image 1: row ${row}, column ${column}`;
          const text = frame.replace('{}', value);
          expect(ground(args, corrected(text, ground(args, text))).status).toBe('found');
        },
      ),
      propertyRuns(100),
    );
  });
});

describe('a column that is named by an amount', () => {
  const SAMPLES = [
    indexPage(
      pageOfLines([
        'Sample      77 K     300 K',
        'LSMO        1.84      2.31',
        'STO         9.62     11.20',
        'YBCO        4.05      3.48',
      ]),
    ),
  ];

  it.each([
    ['300 K', '11.20', 'found'],
    ['300K', '11.20', 'found'],
    ['77 K', '9.62', 'found'],
    ['77 K', '11.20', 'elsewhere'],
    ['300 K', '9.62', 'elsewhere'],
  ])('is read as its head says: %s has %s (%s)', (column, text, status) => {
    expect(ground(`Image 1: row STO, column ${column}`, text, {}, SAMPLES).status).toBe(status);
  });
});
