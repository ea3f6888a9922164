// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  compileQuery,
  findMatches,
  itemRanges,
  joinItems,
  neighbor,
  search,
  searchOrder,
  tally,
  type Match,
  type TextItem,
} from '../../../webview/document/model/find.ts';

const item = (str: string, hasEOL = false): TextItem => ({ str, hasEOL });

function findTexts(text: string, query: string, matchCase = false): string[] {
  const pattern = compileQuery({ text: query, matchCase });
  return pattern === null ? [] : findMatches(text, pattern).map(({ start, end }) => text.slice(start, end));
}

describe('finding text on a page', () => {
  it('ignores case unless told otherwise, also beyond ASCII', () => {
    expect(findTexts('Revenue, REVENUE, revenue', 'revenue')).toHaveLength(3);
    expect(findTexts('Revenue, REVENUE, revenue', 'revenue', true)).toEqual(['revenue']);
    expect(findTexts('ÉTÉ Straße ΣΊΣΥΦΟΣ', 'été')).toEqual(['ÉTÉ']);
    expect(findTexts('ΣΊΣΥΦΟΣ', 'σίσυφος')).toEqual(['ΣΊΣΥΦΟΣ']);
  });

  it('matches any white space by any other white space, also across line ends', () => {
    expect(findTexts('total\nrevenue and total  revenue', ' total revenue ')).toEqual([
      'total\nrevenue',
      'total  revenue',
    ]);
  });

  it('matches every character other than white space literally', () => {
    for (const text of ['11.2%', 'a+b', '(x)', '[1]', 'c:\\d', '$5', '^', 'a|b', '/', '{2}', '表', '😀']) {
      expect(findTexts(`before ${text} after`, text)).toEqual([text]);
    }
    expect(findTexts('1102', '11.2')).toEqual([]);
  });

  it('finds nothing for an empty search text', () => {
    expect(compileQuery({ text: ' \n ', matchCase: false })).toBeNull();
  });

  it('finds as many matches as a search with indexOf does', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 60 });
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom('a', 'b', '.'), minLength: 1, maxLength: 3 }),
        (text, word) => {
          const expected: number[] = [];
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
            expected.push(at);
          const pattern = compileQuery({ text: word, matchCase: true });
          expect(pattern && findMatches(text, pattern).map(({ start }) => start)).toEqual(expected);
        },
      ),
      propertyRuns(),
    );
  });

  it('returns which parts of which pieces of text a match covers', () => {
    const items = [item('Total rev'), item(''), item('enue', true), item('518.9')];
    const joined = joinItems(items);
    expect(joined.text).toBe('Total revenue\n518.9');
    expect(itemRanges(items, joined, { start: 6, end: 13 })).toEqual([
      { item: 0, from: 6, to: 9 },
      { item: 2, from: 0, to: 4 },
    ]);
    // The end of a line belongs to no piece.
    expect(itemRanges(items, joined, { start: 10, end: 16 })).toEqual([
      { item: 2, from: 1, to: 4 },
      { item: 3, from: 0, to: 2 },
    ]);
  });

  it('covers exactly the matched text with its pieces', () => {
    const pieces = fc.array(fc.tuple(fc.string({ maxLength: 5 }), fc.boolean()), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(pieces, fc.nat(), fc.nat(), (pairs, a, b) => {
        const items = pairs.map(([str, eol]) => item(str, eol));
        const joined = joinItems(items);
        const start = a % (joined.text.length + 1);
        const end = start + (b % (joined.text.length - start + 1));
        const covered = itemRanges(items, joined, { start, end })
          .map(({ item: index, from, to }) => items[index]?.str.slice(from, to) ?? '')
          .join('');
        const expected = withoutFeeds(items, start, end);
        expect(covered).toBe(expected);
      }),
      propertyRuns(),
    );
  });
});

/** The characters of the pieces between two offsets of their joined text: without the line feeds for ends of lines. */
function withoutFeeds(items: readonly TextItem[], start: number, end: number): string {
  let at = 0;
  let kept = '';
  for (const { str, hasEOL } of items) {
    kept += str.slice(Math.max(0, start - at), Math.max(0, end - at));
    at += str.length + (hasEOL ? 1 : 0);
  }
  return kept;
}

describe('stepping through matches', () => {
  const one: Match = { start: 0, end: 1 };
  const matches = new Map([
    [7, [one]],
    [2, [one, one]],
  ]);

  it('starts at the page in view and wraps around at both ends', () => {
    expect(neighbor(matches, null, 3, 1)).toEqual({ page: 7, index: 0 });
    expect(neighbor(matches, null, 8, 1)).toEqual({ page: 2, index: 0 });
    expect(neighbor(matches, null, 3, -1)).toEqual({ page: 2, index: 1 });
    expect(neighbor(matches, { page: 2, index: 0 }, 1, 1)).toEqual({ page: 2, index: 1 });
    expect(neighbor(matches, { page: 2, index: 1 }, 1, 1)).toEqual({ page: 7, index: 0 });
    expect(neighbor(matches, { page: 7, index: 0 }, 1, 1)).toEqual({ page: 2, index: 0 });
    expect(neighbor(matches, { page: 2, index: 0 }, 1, -1)).toEqual({ page: 7, index: 0 });
    expect(neighbor(new Map(), null, 1, 1)).toBeNull();
  });

  it('counts matches in the order of pages, in whatever order they were found', () => {
    expect(tally(matches, { page: 7, index: 0 })).toEqual({ total: 3, ordinal: 3 });
    expect(tally(matches, { page: 2, index: 1 })).toEqual({ total: 3, ordinal: 2 });
    expect(tally(matches, null)).toEqual({ total: 3, ordinal: 0 });
  });
});

describe('searching all pages', () => {
  const pattern = /x/gu;

  it('starts the search at the page in view', () => {
    expect(searchOrder(3, 5)).toEqual([3, 4, 5, 1, 2]);
    expect(searchOrder(1, 0)).toEqual([]);
  });

  it('continues the search after a page that cannot be read', async () => {
    const seen: [number, number][] = [];
    await search(pattern, {
      pages: [1, 2, 3],
      signal: new AbortController().signal,
      text: (page) => (page === 2 ? Promise.reject(new Error('damaged')) : Promise.resolve('xx')),
      onPage: (page, some) => seen.push([page, some.length]),
    });
    expect(seen).toEqual([
      [1, 2],
      [2, 0],
      [3, 2],
    ]);
  });

  it('stops searching as soon as it is aborted and reports nothing more', async () => {
    const controller = new AbortController();
    const read: number[] = [];
    const seen: number[] = [];
    await search(pattern, {
      pages: [1, 2, 3, 4],
      signal: controller.signal,
      text: (page) => {
        read.push(page);
        if (page === 2) controller.abort();
        return Promise.resolve('x');
      },
      onPage: (page) => seen.push(page),
    });
    expect(read).toEqual([1, 2]);
    expect(seen).toEqual([1]);
  });
});
