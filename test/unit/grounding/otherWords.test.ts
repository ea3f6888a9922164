import { describe, expect, it } from 'vitest';
import type { ClaimStatus, GroundedClaim, PageWords } from '../../../src/core/grounding/model.ts';
import { groundTexts, type TestClaim } from '../../support/groundedClaims.ts';
import { pageOfLines } from '../../support/pageWords.ts';

const ACCOUNTS = pageOfLines([
  'Income statement in thousands of euros',
  '',
  '                        2023      2024',
  'Port dues             66,120    71,385',
  'Staff costs         (91,377)  (95,602)',
  'Associates                 –     2,615',
  'Change in stock       −731.2    −764.9',
  '',
  'Ms Ingrid Aldersholt has led the Containers segment1 since 2021.',
  'Pay to GB33 BUKB 2020 1555 within 30 days. The gauge is HG-340/B.',
  'Call 0127 for help with the gauges, the pumps and the sluices.',
]);
const PRICES = pageOfLines(['The warranty covers 36 months, not 48.'], { document: 'prices.pdf' });
const PICTURE = pageOfLines(['12'], { document: 'scan.png' });

function ground(
  text: string,
  claim: Partial<TestClaim> = {},
  pages: readonly PageWords[] = [ACCOUNTS],
): GroundedClaim {
  const [grounded] = groundTexts([{ text, ...claim }], pages);
  if (grounded === undefined) throw new Error('One claim comes to one grounded claim.');
  return grounded;
}

describe('numbers as a person says them', () => {
  it.each<[string, ClaimStatus, string]>([
    ['staff costs of a year, without brackets', 'found', '95,602'],
    ['with a minus for brackets', 'found', '-95,602'],
    ['a negative number without its sign', 'found', '731.2'],
    ['a minus that the page does not have', 'near', '-71,385'],
    ['a plus where the page has a minus', 'near', '+764.9'],
    ['behind the dash of an empty cell', 'found', '2,615'],
    ['in millions on a page in thousands', 'found', '71.385 million'],
    ['altered, in millions on a page in thousands', 'near', '71.335 million'],
    ['altered, in groups with spaces', 'near', '66 170'],
    ['of two digits, which nearly any number is near', 'not-found', '27'],
    ['with letters, where only its digits are near', 'not-found', 'XR-77'],
  ])('%s: %s', (_, status, text) => {
    expect(ground(text).status).toBe(status);
  });

  it.each(['-71,385', '\u221271,385'])('names the sign that differs as it is written: %s', (said) => {
    expect(ground(said).difference).toEqual({ said, pageHas: '71,385' });
  });
});

describe('sentences about a row or a sentence of the page', () => {
  it.each<[ClaimStatus, string]>([
    ['found', 'Staff costs rose from 91,377 thousand euros in 2023 to 95,602 thousand euros in 2024.'],
    ['found', 'In 2024, port dues came to 71,385.'],
    ['found', 'The Containers segment is led by Ingrid Aldersholt.'],
    ['not-found', 'Port dues came to 95,602 in 2024.'],
    ['not-found', 'Port dues came to 66,120 in 2024.'],
    ['not-found', 'The Containers segment is led by Wilhelmina Okafor.'],
    ['found', 'Ms Ingrid Aldersholt has led ... since 2021'],
    ['found', 'The Containers segment'],
    ['found', 'The table stands below the heading Income statement'],
  ])('are %s: %s', (status, text) => {
    expect(ground(text).status).toBe(status);
  });

  it.each<[ClaimStatus, string]>([
    ['found', 'Der Umsatz stieg um 8,4 % auf 1,2846 Mrd. €.'],
    ['near', 'Der Umsatz stieg um 8,4 % auf 1,2946 Mrd. €.'],
  ])('are %s with their numbers in other units: %s', (status, text) => {
    const page = pageOfLines(['Der Umsatz stieg im Geschäftsjahr 2024 um 8,4 % auf 1.284,6 Mio. €.']);
    expect(ground(text, {}, [page]).status).toBe(status);
  });

  it('are found where only the scales of their numbers are written otherwise', () => {
    const page = pageOfLines(['Turnover went up by 8.4 % to a total of 1,284.6 million.']);
    const claim = ground('turnover went up by 8.4 % to a total of 1.2846 bn', {}, [page]);
    expect(claim).toMatchObject({ status: 'found', difference: null });
  });

  it.each(['3.2 × 10^18 cm^-3', '3.2 × 10^{18} cm^{-3}', '3.2e18 cm^-3'])(
    'are found with exponents: %s',
    (text) => {
      const page = pageOfLines([
        'A density of 3.2 × 10¹⁸ cm⁻³ was inferred.',
        'Another of 3.2 × 10 18 cm −3 too.',
      ]);
      expect(ground(text, {}, [page])).toMatchObject({ status: 'found', occurrences: 2 });
    },
  );
});

it('a description that quotes the page stands where the page has all of the quoted words', () => {
  const page = pageOfLines(['Revenue by region', 'Group revenue rose in every region.']);
  const text = 'The table stands below the heading Revenue by region';
  expect(ground(text, {}, [page])).toMatchObject({
    status: 'found',
    words: 'Revenue by region',
    occurrences: 1,
  });
});

describe('intervals', () => {
  const page = pageOfLines([
    'The board expects growth of between 5 % and 7 % in 2025, in 3 to 4 regions.',
    'Sales came to 518.9 after 481.9. The mean fell to 2.71, from 3.04 in 2017.',
  ]);
  it.each<[ClaimStatus, string]>([
    ['found', '5-7%'],
    ['not-found', '7-5%'],
    ['not-found', 'between 7% and 5%'],
    ['found', 'In 2025, the board expects growth of 5% to 7%.'],
    ['not-found', 'In 2025, the board expects growth of 7% to 5%.'],
    ['found', '3 to 4 regions'],
    // A change, and two numbers that are no interval, stand in any order.
    ['found', 'Sales rose from 481.9 to 518.9.'],
    ['found', '481.9 and 518.9'],
    ['found', 'The mean fell from 3.04 in 2017 to 2.71.'],
  ])('are %s by the order of their ends: %s', (status, text) => {
    expect(ground(text, {}, [page]).status).toBe(status);
  });
});

describe('codes', () => {
  it.each<[ClaimStatus, string]>([
    ['found', 'HG-340/B'],
    ['found', 'GB33BUKB20201555'],
    ['near', 'HG-340/8'],
    ['not-found', 'ZQ-991/4'],
  ])('are %s: %s', (status, text) => {
    expect(ground(text).status).toBe(status);
  });

  it('name the whole code that the page has', () => {
    expect(ground('HG-340/8').difference).toEqual({ said: 'HG-340/8', pageHas: 'HG-340/B' });
  });
});

describe('args', () => {
  it.each<[ClaimStatus, string, string]>([
    ['found', 'Port dues的2024', '71,385'],
    ['elsewhere', 'Port dues的2024', '66,120'],
    ['elsewhere', '{"row": "Port dues", "column": "2024"}', '66,120'],
  ])('select a cell: %s by %s', (status, args, text) => {
    expect(ground(text, { args, kind: 'observation' }).status).toBe(status);
  });

  it('need not name the image if one page was sent', () => {
    const claim = { args: 'Port dues, 2024', kind: 'observation', image: null } as const;
    expect(ground('66,120', claim)).toMatchObject({ status: 'elsewhere', cited: null });
    expect(ground('66,120', claim, [ACCOUNTS, PRICES]).status).toBe('found');
  });

  it('that name one label do not keep words outside of tables from being found', () => {
    const claim = { args: 'Port dues', kind: 'observation' } as const;
    expect(ground('within 30 days', claim).status).toBe('found');
    expect(ground('2,615', claim).status).toBe('elsewhere');
  });
});

describe('several documents', () => {
  it('are told apart by their names, even if their pages have the same number', () => {
    const pages = [ACCOUNTS, PRICES];
    expect(ground('36 months', { image: 2 }, pages)).toMatchObject({
      status: 'found',
      on: { document: 'prices.pdf', page: 1 },
    });
    expect(ground('36 months', { image: 1 }, pages)).toMatchObject({
      status: 'other-page',
      cited: { image: 1, document: 'report.pdf', page: 1 },
      on: { document: 'prices.pdf', page: 1 },
    });
  });

  it('are each a page that a claim with several images may stand on', () => {
    const pages = [ACCOUNTS, PRICES];
    expect(ground('36 months', { image: 1, alsoCites: [2] }, pages).status).toBe('found');
    expect(ground('36 months', { image: 1, alsoCites: [1] }, pages).status).toBe('other-page');
  });

  it('make a claim unknown where the cited one has no text, and what stands nowhere else', () => {
    const pages = [ACCOUNTS, PICTURE];
    expect(ground('48,000', { image: 2 }, pages).status).toBe('unknown');
    expect(ground('48,000', { image: null }, pages).status).toBe('unknown');
    expect(ground('71,385', { image: null }, pages).status).toBe('found');
    expect(ground('71,385', { image: 2 }, pages).status).toBe('other-page');
    expect(ground('48,000', { image: 1 }, pages).status).toBe('not-found');
  });
});

describe('words of text recognition', () => {
  const scanned: PageWords = {
    ...ACCOUNTS,
    source: 'ocr',
    words: ACCOUNTS.words.map((word, at) => ({ ...word, confidence: at % 2 === 0 ? 90 : 60 })),
  };

  it('are as sure as the least certain of them', () => {
    expect(ground('Port dues', {}, [scanned])).toMatchObject({
      status: 'found',
      source: 'ocr',
      confidence: 0.6,
    });
  });

  it('name what the page has instead of an altered number or name', () => {
    expect(ground('71,335', {}, [scanned])).toMatchObject({
      status: 'near',
      source: 'ocr',
      difference: { said: '71,335', pageHas: '71,385' },
    });
    expect(ground('Ingrid Aldersholm', {}, [scanned]).difference?.pageHas).toContain('Aldersholt');
  });
});
