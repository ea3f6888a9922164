import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claimSentence } from '../../../src/core/grounding/claimWords.ts';
import type { ClaimStatus, GroundedClaim } from '../../../src/core/grounding/model.ts';
import { indexPage, type PageIndex } from '../../../src/core/grounding/pageIndex.ts';
import { groundTexts } from '../../support/groundedClaims.ts';
import { type StoredWords, wordsOfPage } from '../../support/storedWords.ts';

const file = new URL('../../fixtures/grounding/words.json', import.meta.url);
const stored = JSON.parse(fs.readFileSync(file, 'utf8')) as readonly StoredWords[];

/** A page of the sample document. */
function pageOf(page: number): PageIndex {
  const found = stored.find((one) => one.document === 'annual-report' && one.page === page);
  if (found === undefined) throw new Error(`There is no page ${page}.`);
  return indexPage(wordsOfPage(found));
}
const REGIONS = pageOf(4);
const PEOPLE = pageOf(5);

function regionOf(text: string, page = REGIONS): GroundedClaim {
  const [region] = groundTexts([{ text, kind: 'region' }], [page]);
  if (region === undefined) throw new Error('One claim comes to one grounded claim.');
  return region;
}

/** The status of a value that args are said to read. */
function valueIn(args: string, text: string, page = REGIONS): ClaimStatus | undefined {
  return groundTexts([{ text, args, kind: 'observation' }], [page])[0]?.status;
}

describe('a place whose row or column is not there', () => {
  it.each<[args: string, lacks: 'row' | 'column', missing: string, found: string, value: string]>([
    ['unicorns, 2023', 'row', 'unicorns', '2023', '99.8'],
    ['employees, 2024', 'row', 'employees', '2024', '112.6'],
    ['{"row": "unicorns", "column": "2023"}', 'row', 'unicorns', '2023', '99.8'],
    ['revenue of unicorns in 2023', 'row', 'unicorns', '2023', '99.8'],
    ['row unicorn revenue, column 2023', 'row', 'unicorn revenue', '2023', '99.8'],
    // The page has these words in a sentence without a number.
    ['Japan, 2024', 'row', 'Japan', '2024', '112.6'],
    ['services, 2024', 'row', 'services', '2024', '112.6'],
    ['row Asia, column profit', 'column', 'profit', 'Asia', '112.6'],
    ['Asia, margins', 'column', 'margins', 'Asia', '112.6'],
    ['row Asia, column 2031', 'column', '2031', 'Asia', '112.6'],
  ])('is not found, and holds no value: %s', (args, lacks, missing, found, value) => {
    expect(regionOf(args)).toMatchObject({
      status: 'not-found',
      partly: { lacks, missing, found, on: { page: 4 } },
      boxes: [],
    });
    expect(valueIn(args, value)).toBe('elsewhere');
  });

  it('has the cell that is there if other words of it are on no page', () => {
    const region = regionOf('Europe, 2024, Operating Surplus');
    expect(region).toMatchObject({ status: 'not-found', namedPlace: { on: { page: 4 } } });
    const [value] = groundTexts(
      [{ text: '777.7', args: 'Europe, 2024, Operating Surplus', kind: 'observation' }],
      [REGIONS],
    );
    expect(region.namedPlace?.box).toEqual(value?.namedPlace?.box);
    expect(regionOf('Asia, margins').namedPlace).toBeNull();
  });

  it('is not named by one of the same labels on another page', () => {
    const [region] = groundTexts([{ text: 'Europe, 2024', kind: 'region', image: 2 }], [REGIONS, pageOf(6)]);
    expect(region).toMatchObject({ status: 'other-page', on: { page: 4 }, namedPlace: null });
  });

  it('names what a row that is nearly there is called', () => {
    expect(regionOf('Europa, 2024')).toMatchObject({
      status: 'near',
      difference: { said: 'Europa', pageHas: 'Europe' },
    });
  });

  it('is said in a sentence, with similar names', () => {
    expect(claimSentence(regionOf('unicorns, 2023'))).toBe(
      'Page 4 has the column “2023”, but no row “unicorns”.',
    );
    expect(claimSentence(regionOf('row Asia, column profit'))).toBe(
      'Page 4 has the row “Asia”, but no column “profit”.',
    );
    expect(claimSentence(regionOf('selling budget, 2023', pageOf(2)))).toBe(
      'Page 2 has the column “2023”, but no row “selling budget”; similar rows: “Selling expenses”.',
    );
  });
});

describe('a place of which a table has all that is named', () => {
  it.each([
    ['column 2024', '112.6'],
    ['the 2024 figures', '112.6'],
    ['bar for 2024', '112.6'],
    // What the table is about, and a word for it.
    ['revenue, 2024', '112.6'],
    ['group revenue in 2024', '112.6'],
    ['sales, 2024', '112.6'],
    ['Asia row', '112.6'],
    ['Asia, largest market', '112.6'],
    ['regional performance of Asia', '112.6'],
  ])('is found: %s', (args, value) => {
    expect(regionOf(args).status).toBe('found');
    expect(valueIn(args, value)).toBe('found');
  });

  it('is found if other words name the row', () => {
    expect(regionOf('selling expense in the standard branch, 2023', pageOf(2)).status).toBe('found');
    expect(regionOf('the year-end backlog of orders in 2023', pageOf(2)).status).toBe('found');
    expect(regionOf('expense of the standard branch, 2023', pageOf(4)).status).toBe('not-found');
  });

  it('is beside the table if a sentence has a number for it', () => {
    expect(regionOf('operating margin, 2024')).toMatchObject({ status: 'found', words: 'margin' });
    expect(valueIn('operating margin, 2024', '11.2%')).toBe('found');
    expect(valueIn('operating margin, 2024', '112.6')).toBe('elsewhere');
  });
});

describe('a place that is a table', () => {
  it.each([
    'table of revenue by region',
    'Revenue by region',
    'the table with the heading "Revenue by region"',
    'revenue table',
    'table with the columns 2022, 2023 and 2024',
    'Tabelle mit Europe, Americas und Asia',
  ])('is framed as a whole: %s', (args) => {
    const { status, boxes, namedPlace, words } = regionOf(args);
    expect([status, words.slice(0, 26)]).toEqual(['found', 'Region 2022 2023 2024 Euro']);
    expect(boxes).toEqual([namedPlace?.box]);
    expect(boxes.map(({ left, top, right, bottom }) => [left, top, right, bottom].map(Math.round))).toEqual([
      [70, 152, 525, 260],
    ]);
    expect(valueIn(args, '112.6')).toBe('found');
  });

  it.each([
    ['table of employees by function', 'Employees by function'],
    ['Employees by function', 'Employees by function'],
    ['employees by site table', 'Site Employees Opened'],
    ['table of sites', 'Site Employees Opened'],
  ])('is told from the other one of its page: %s', (args, words) => {
    expect(regionOf(args, PEOPLE).words.slice(0, 21)).toBe(words);
  });

  it('does not hold what stands in another table', () => {
    expect(valueIn('table of employees by function', '1987', PEOPLE)).toBe('elsewhere');
    expect(valueIn('table of sites', '1987', PEOPLE)).toBe('found');
  });

  it.each([
    ['Revenue by region, 2023', '2023 220.9 161.2 99.8 481.9'],
    ['Asia in the table Revenue by region', 'Asia 91.5 99.8 112.6'],
    ['the Total row of the revenue table, column 2022', '452.6'],
    ['heading of the table Revenue by region', 'Revenue'],
  ])('is no place that is a part of it: %s', (args, words) => {
    expect(regionOf(args)).toMatchObject({ status: 'found', words });
  });

  it.each([
    ['table of unicorns by region', REGIONS],
    // The page has the words in a sentence.
    ['table of revenue by customer', pageOf(6)],
  ])('is not found if no table is about that: %s', (args, page) => {
    expect(regionOf(args, page).status).toBe('not-found');
  });
});
