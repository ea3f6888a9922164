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
