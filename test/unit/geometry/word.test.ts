import { describe, expect, it } from 'vitest';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import { lineBoxes, lineExtents, partBox, type Word } from '../../../src/core/geometry/word.ts';

function word(text: string, [left, top, right, bottom]: readonly number[], more: Partial<Word> = {}): Word {
  return { text, box: boxOf(left, top, right, bottom), height: 12, line: 0, ...more };
}

function boxOf(left = 0, top = 0, right = 0, bottom = 0): PageBox {
  return { left, top, right, bottom };
}

function whole(...words: readonly Word[]): { word: Word; start: number; end: number }[] {
  return words.map((each) => ({ word: each, start: 0, end: each.text.length }));
}

describe('the box of a part of a word', () => {
  it('is between the edges of its characters', () => {
    const wide = word('will', [10, 20, 40, 30], { edges: [10, 22, 28, 34, 40] });
    expect(partBox({ word: wide, start: 0, end: 1 })).toEqual(boxOf(10, 20, 22, 30));
    expect(partBox({ word: wide, start: 1, end: 3 })).toEqual(boxOf(22, 20, 34, 30));
    expect(partBox({ word: wide, start: 0, end: 4 })).toEqual(wide.box);
  });

  it('is between their y coordinates in text that runs up the page', () => {
    const rising = word('abc', [10, 20, 22, 50], { direction: 'vertical', edges: [50, 40, 30, 20] });
    expect(partBox({ word: rising, start: 0, end: 1 })).toEqual(boxOf(10, 40, 22, 50));
    expect(partBox({ word: rising, start: 2, end: 3 })).toEqual(boxOf(10, 20, 22, 30));
  });

  it('is a share of the word if the edges are not known', () => {
    expect(partBox({ word: word('four', [0, 0, 40, 10]), start: 1, end: 2 })).toEqual(boxOf(10, 0, 20, 10));
    const falling = word('four', [0, 0, 10, 40], { direction: 'vertical' });
    expect(partBox({ word: falling, start: 3, end: 4 })).toEqual(boxOf(0, 30, 10, 40));
  });

  it('is that of the whole word in slanted text', () => {
    const draft = word('DRAFT', [0, 0, 100, 100], { direction: 'slanted' });
    expect(partBox({ word: draft, start: 1, end: 2 })).toEqual(draft.box);
  });
});

describe('the boxes of words', () => {
  const ace = word('ace', [0, 4, 20, 10]);
  const flag = word('flag', [25, 0, 50, 13]);
  const next = word('on', [0, 24, 15, 30], { line: 1 });

  it('are one a line, from the lowest to the highest glyph of the line', () => {
    const extents = lineExtents([ace, flag, next]);
    expect(lineBoxes(whole(ace), extents)).toEqual([boxOf(0, 0, 20, 13)]);
    expect(lineBoxes(whole(ace, flag, next), extents)).toEqual([boxOf(0, 0, 50, 13), boxOf(0, 24, 15, 30)]);
  });

  it('are not raised by an initial on their line', () => {
    const initial = word('T', [-20, -30, -2, 13], { height: 48 });
    const extents = lineExtents([initial, ace, flag]);
    expect(lineBoxes(whole(ace), extents)).toEqual([boxOf(0, 0, 20, 13)]);
    expect(lineBoxes(whole(initial), extents)).toEqual([initial.box]);
  });

  it('have one width on a vertical line, and stay as they are in slanted text', () => {
    const up = word('up', [4, 40, 10, 60], { direction: 'vertical' });
    const high = word('high', [0, 0, 12, 35], { direction: 'vertical' });
    expect(lineBoxes(whole(up), lineExtents([up, high]))).toEqual([boxOf(0, 40, 12, 60)]);
    const draft = word('DRAFT', [0, 0, 100, 100], { direction: 'slanted' });
    const copy = word('COPY', [120, 120, 200, 200], { direction: 'slanted' });
    expect(lineBoxes(whole(draft), lineExtents([draft, copy]))).toEqual([draft.box]);
  });

  it('are none for no words', () => {
    expect(lineBoxes([], lineExtents([]))).toEqual([]);
  });
});
