import { describe, expect, test } from 'vitest';
import { boxAround } from '../../../src/core/geometry/box.ts';
import { mergeHanPage } from '../../../src/ocr/hanWords.ts';
import type { OcrLine, OcrPage, OcrWord } from '../../../src/ocr/model.ts';

/** A word as `[text, left, right, confidence]`. */
type TestWord = readonly [string, number, number, number?];

/** A page whose lines are 10 pixels high and 20 apart. */
function pageOf(...rows: readonly (readonly TestWord[])[]): OcrPage {
  const lines = rows.map((row, at): OcrLine => {
    const words = row.map(([text, left, right, confidence = 90]): OcrWord => ({
      text,
      box: { left, top: 20 * at, right, bottom: 20 * at + 10 },
      confidence,
    }));
    return { words, box: boxAround(words.map(({ box }) => box)), paragraph: at };
  });
  return { lines, text: '' };
}

const NONE: OcrPage = { lines: [], text: '' };
const textsOf = ({ lines }: OcrPage): string[][] => lines.map(({ words }) => words.map(({ text }) => text));

describe('a page that was read in Chinese and in Latin script', () => {
  test('has the Han characters that follow one another as one word', () => {
    const chinese = pageOf([
      ['工', 0, 9, 80],
      ['业', 12, 20, 90],
      ['用水', 22, 40, 100],
      ['，', 42, 45],
      ['合计', 70, 90],
    ]);
    const page = mergeHanPage(chinese, NONE);
    expect(textsOf(page)).toEqual([['工业用水，', '合计']]);
    expect(page.text).toBe('工业用水， 合计');
    expect(page.lines[0]?.words[0]).toMatchObject({
      box: { left: 0, top: 0, right: 45, bottom: 10 },
      confidence: (80 + 90 + 2 * 100 + 90) / 5,
    });
  });

  test('has the numbers of the Latin reading where that is more certain', () => {
    const chinese = pageOf(
      [
        ['居', 0, 10],
        ['49.8', 30, 50, 90],
        ['9', 62, 70, 0],
        ['这', 80, 90, 28],
        ['你', 90, 99, 19],
      ],
      [
        ['一', 0, 10, 96],
        ['3.2%。', 30, 60, 92],
      ],
    );
    const latin = pageOf(
      [
        ['BR', 0, 10, 50],
        ['498', 30, 50, 80],
        ['51.9', 60, 72, 95],
        ['7.2', 80, 99, 93],
      ],
      [
        ['1', 0, 10, 97],
        ['3.2%,', 31, 55, 95],
      ],
    );
    const page = mergeHanPage(chinese, latin);
    expect(textsOf(page)).toEqual([
      ['居', '49.8', '51.9', '7.2'],
      ['一', '3.2%。'],
    ]);
    // Of a number that both read, the box is that of the Latin reading.
    expect(page.lines[1]?.words[1]?.box).toMatchObject({ left: 31, right: 55 });
  });

  test('has numbers that the Chinese reading lacks, and no misread Han characters', () => {
    const chinese = pageOf([['合计', 0, 20]]);
    const latin = pageOf([
      ['ait', 0, 20, 95],
      ['81.7', 40, 60, 90],
      ['ERA', 70, 80, 70],
      ['5', 90, 95, 70],
    ]);
    // Beyond the end of the line, they are a line of their own.
    expect(textsOf(mergeHanPage(chinese, latin))).toEqual([['合计'], ['81.7']]);
    const wide = pageOf([
      ['合计', 0, 20],
      ['83.7', 100, 120],
    ]);
    expect(textsOf(mergeHanPage(wide, latin))).toEqual([['合计', '81.7', '83.7']]);
  });

  test('has its lines without Han characters as the Latin reading has them', () => {
    const chinese = pageOf(
      [['年度', 0, 20]],
      [
        ['Marz', 0, 40, 95],
        ['国', 60, 70, 20],
      ],
    );
    const latin = pageOf(
      [['FE', 0, 20, 40]],
      [['März', 0, 40, 90]],
      [
        ['Seite', 0, 30, 90],
        ['x', 40, 45, 90],
      ],
    );
    expect(textsOf(mergeHanPage(chinese, latin))).toEqual([['年度'], ['März'], ['Seite']]);
  });

  test('without Han characters is that of the Latin reading', () => {
    const latin = pageOf([['März', 0, 40]]);
    expect(mergeHanPage(pageOf([['Marz', 0, 40]]), latin)).toBe(latin);
    expect(mergeHanPage(pageOf([['国', 0, 40, 30]]), latin)).toBe(latin);
    expect(mergeHanPage(NONE, latin)).toBe(latin);
  });

  test('has boxes that stay on their line and before the next word', () => {
    const box = { left: 20, top: -8, right: 90, bottom: 18 };
    const chinese = pageOf([
      ['水', 0, 9],
      ['务', 10, 19],
      ['年', 20, 90],
      ['2024', 60, 90],
    ]);
    const [line] = chinese.lines;
    const words = line?.words.map((word) => (word.text === '年' ? { ...word, box } : word)) ?? [];
    const page = mergeHanPage({ ...chinese, lines: [{ words, box, paragraph: 0 }] }, NONE);
    expect(page.lines[0]?.words.map((word) => word.box)).toEqual([
      { left: 0, top: 0, right: 60, bottom: 10 },
      { left: 60, top: 0, right: 90, bottom: 10 },
    ]);
  });
});
