import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import { formatPageRanges, parsePageRanges } from '../../../src/core/records/pageRanges.ts';

describe('page ranges', () => {
  it.each([
    ['1-3, 7', 10, [1, 2, 3, 7]],
    ['all', 3, [1, 2, 3]],
    ['ALL', 1, [1]],
    ['8-', 10, [8, 9, 10]],
    ['-2', 10, [1, 2]],
    ['3, 2, 1', 10, [3, 2, 1]],
    ['4-4', 10, [4]],
    ['7 2;2', 10, [7, 2]],
    ['1 - 2 , 4', 4, [1, 2, 4]],
    ['2–3', 4, [2, 3]],
  ])('reads "%s" of a document of %d pages', (text, count, pages) => {
    expect(parsePageRanges(text, count)).toEqual(pages);
  });

  it.each([
    ['', 'bad-input'],
    ['one', 'bad-input'],
    ['1-2-3', 'bad-input'],
    ['-', 'bad-input'],
    ['0', 'bad-input'],
    ['3, 0', 'bad-input'],
    ['2-11', 'page-out-of-range'],
    ['99999999999', 'page-out-of-range'],
    ['12-', 'page-out-of-range'],
    ['3-0', 'bad-input'],
    ['20-12', 'bad-input'],
  ])('refuses the page range %j with a reason', (text, reason) => {
    expect(() => parsePageRanges(text, 10)).toThrow(expect.objectContaining({ reason }) as Error);
  });

  it('says that a page range goes backward, and how to write it', () => {
    expect(() => parsePageRanges('1, 5 - 3', 10)).toThrow('5-3 goes backward; write 3-5.');
  });

  it('reads back every page range that it writes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (pages) => {
        expect(parsePageRanges(formatPageRanges(pages), 40)).toEqual(pages);
      }),
      propertyRuns(),
    );
  });
});
