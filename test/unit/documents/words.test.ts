import fs from 'node:fs';
import path from 'node:path';
import { degrees } from 'pdf-lib';
import { describe, expect, it, test } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { boxHeight, boxWidth, type PageBox } from '../../../src/core/geometry/box.ts';
import { lineBoxes, lineExtents, partBox, type Word } from '../../../src/core/geometry/word.ts';
import { fixture } from '../../support/files.ts';
import { makePdf, shareDocuments, textPage } from './support.ts';

const documents = shareDocuments();

/** All documents but those that cannot be opened; scanned pages have no words here. */
const FILES = fs
  .globSync(['test/fixtures/**/*.pdf', 'media/**/*.pdf'], { cwd: root })
  .filter((file) => !/damaged|password/.test(file))
  .sort();
/** How far a box may be outside of another one because its edges are rounded, in points. */
const ROUNDING = 0.006;

async function wordsOf(name: string, page: number): Promise<readonly Word[]> {
  const document = await documents.open({ kind: 'path', path: fixture(name) });
  return (await document.text(page)).words;
}

async function wordsIn(bytes: Uint8Array): Promise<readonly Word[]> {
  const document = await documents.open({ kind: 'bytes', name: 'made.pdf', bytes });
  return (await document.text(1)).words;
}

/** The texts of the lines of a page; a word that continues on the next line is followed by `~`. */
function lineTexts(words: readonly Word[]): string[] {
  const lines: string[] = [];
  for (const { text, line, continues } of words) {
    const before = lines[line];
    lines[line] = `${before === undefined ? '' : `${before} `}${text}${continues === true ? '~' : ''}`;
  }
  return lines;
}

function find(words: readonly Word[], text: string): Word {
  const found = words.find((word) => word.text === text);
  if (found === undefined) throw new Error(`no word ${text}`);
  return found;
}

function rounded({ left, top, right, bottom }: PageBox): number[] {
  return [left, top, right, bottom].map(Math.round);
}

test('the words of all documents are looked at', () => {
  expect(FILES.length).toBeGreaterThan(5);
});

describe.each(FILES)('the words of %s', (file) => {
  it('are not higher than a line, are on the page, and have the edges of their characters in order', async () => {
    const document = await documents.open({ kind: 'path', path: path.join(root, file) });
    for (let page = 1; page <= document.pageCount; page++) {
      const { width, height } = await document.pageInfo(page);
      const { words } = await document.text(page);
      for (const { text, box, height: lineHeight, direction, edges } of words) {
        const where = `${text} on page ${page}`;
        expect(Math.min(box.left, box.top, width - box.right, height - box.bottom), where).toBeGreaterThan(
          -ROUNDING,
        );
        if (direction === 'slanted') {
          expect(edges, where).toBeUndefined();
          continue;
        }
        const isVertical = direction === 'vertical';
        expect(isVertical ? boxWidth(box) : boxHeight(box), where).toBeLessThan(1.6 * lineHeight);
        expect(edges, where).toHaveLength(text.length + 1);
        const rising = [...(edges ?? [])].sort((one, other) => one - other);
        expect([rising, rising.toReversed()], where).toContainEqual(edges);
        const [from, to] = isVertical ? [box.top, box.bottom] : [box.left, box.right];
        expect(Math.abs((rising[0] ?? 0) - from), where).toBeLessThan(ROUNDING);
        expect(Math.abs((rising.at(-1) ?? 0) - to), where).toBeLessThan(ROUNDING);
      }
      const lines = words.map(({ line }) => line);
      expect(lines, `lines of page ${page}`).toEqual([...lines].sort((one, other) => one - other));
      expect(words.at(-1)?.continues, `the last word of page ${page}`).toBeUndefined();
    }
  });
});

describe('a word that is broken at the end of its line', () => {
  it('is two words, each on its own line, whether it is broken in a column or over two columns', async () => {
    const words = await wordsOf('ferries.pdf', 1);
    expect(lineTexts(words).slice(4, 9)).toEqual([
      'Dunmere since 1871. The company was',
      'founded by a miller with twenty‐five',
      'workers, and its transportation of char-~',
      'coal, limestone and slate soon exceeded',
      'its passenger business. In its best year 1 it',
    ]);
    const start = find(words, 'documenta-');
    const rest = words[words.indexOf(start) + 1];
    expect(start.continues).toBe(true);
    expect(rest?.text).toBe('tion');
    // The rest is at the top of the second column.
    expect(start.box.top).toBeGreaterThan(400);
    expect(rest?.box.top).toBeLessThan(120);
    expect(rest?.box.left).toBeGreaterThan(start.box.right);
    expect(words.filter(({ continues }) => continues === true)).toHaveLength(13);
  });

  it('is found where the PDF has a hyphen, and not where a hyphen ends a line otherwise', async () => {
    const bytes = await makePdf((pdf, font) => {
      const page = pdf.addPage([420, 595]);
      for (const [index, text] of ['It has a trans-', 'port of 12 -', '14 tons'].entries())
        page.drawText(text, { x: 60, y: 500 - index * 14, size: 12, font });
    });
    expect(lineTexts(await wordsIn(bytes))).toEqual(['It has a trans-~', 'port of 12 -', '14 tons']);
  });
});

describe('the words of a page', () => {
  it('keep the spaces between the thousands of a number', async () => {
    const words = await wordsOf('ferries.pdf', 1);
    expect(find(words, '119\u00a0672').edges).toHaveLength(8);
    expect(find(words, '1\u202f204\u202f318').edges).toHaveLength(10);
    expect(words.map(({ text }) => text).join('')).not.toContain('\u00ad');
  });

  it('are one a line in Chinese text, and have an edge for each character', async () => {
    const words = await wordsOf('ferries.pdf', 2);
    const long = words.find(({ text }) => text.startsWith('七，主要'));
    const start = long?.text.indexOf('1204318') ?? -1;
    const part = long && partBox({ word: long, start, end: start + 7 });
    expect(part && rounded(part)).toEqual([344, 87, 380, 96]);
  });

  it('have a direction when they run down or up the page, and edges in the order of their characters', async () => {
    const words = await wordsOf('ferries.pdf', 2);
    const lines = lineTexts(words);
    expect(lines.slice(5)).toEqual([
      '码头位于湖的北岸，距城镇约三公里。',
      'Quarterly figures downward, 518.9 million',
      'Upside down since 1923, forty pages',
      'Upward along the axis, 42 percent',
      'Draft of the board, slanted',
      'המעבורת נוסדה בשנת 1871 בידי טוחן',
    ]);
    const runsForward = ({ edges }: Word): boolean => (edges?.[0] ?? 0) < (edges?.at(-1) ?? 0);
    const seen = [
      '码头位于湖的北岸，距城镇约三公里。',
      'Quarterly',
      'Upside',
      'Upward',
      'Draft',
      'נוסדה',
      '1871',
    ].map((text) => [find(words, text).direction, runsForward(find(words, text))]);
    expect(seen).toEqual([
      ['vertical', true],
      ['vertical', true],
      [undefined, false],
      ['vertical', false],
      ['slanted', false],
      [undefined, false],
      [undefined, true],
    ]);
  });

  it('are in the order of the text on a page that was scanned upside down and turned back', async () => {
    const bytes = await makePdf((pdf, font) => {
      const page = textPage(pdf, font, 'aside', 180);
      page.drawText('two words', { x: 300, y: 400, size: 20, font, rotate: degrees(180) });
    });
    const words = await wordsIn(bytes);
    expect(words.map(({ text }) => text)).toEqual(['aside', 'two', 'words']);
    const [, two, more] = words;
    expect(two?.box.left).toBeLessThan(more?.box.left ?? 0);
    expect(two?.edges?.[0]).toBeLessThan(two?.edges?.at(-1) ?? 0);
  });

  it('have the same places on a turned page and on a cropped one', async () => {
    const [upright, turned, cropped] = await Promise.all(
      [1, 3, 4].map((page) => wordsOf('ferries.pdf', page)),
    );
    const at = (words: readonly Word[] = []): PageBox => find(words, 'company').box;
    const box = at(upright);
    const page = { height: 594.96 };
    const sideways = at(turned);
    expect(sideways.top).toBeCloseTo(box.left, 0);
    expect(sideways.right).toBeCloseTo(page.height - box.top, 0);
    // The crop box begins 30 points from the left and ends 500 points above the bottom of the page.
    const inCrop = at(cropped);
    expect(inCrop.left).toBeCloseTo(box.left - 30, 1);
    expect(inCrop.bottom).toBeCloseTo(box.bottom - (page.height - 500), 0);
  });

  it('that are on one line give boxes of one height', async () => {
    const words = await wordsOf('ferries.pdf', 1);
    const extents = lineExtents(words);
    const boxes = ['company', 'was'].map((text) => {
      const word = find(words, text);
      return lineBoxes([{ word, start: 0, end: word.text.length }], extents)[0];
    });
    expect(boxes[0]?.top).toBe(boxes[1]?.top);
    expect(boxes[0]?.bottom).toBe(boxes[1]?.bottom);
  });
});
