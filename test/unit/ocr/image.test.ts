import { describe, expect, it } from 'vitest';
import { findComponents } from '../../../src/ocr/components.ts';
import { inkThreshold, toPgm, type GrayImage } from '../../../src/ocr/grayImage.ts';
import { eraseLeaders, letterHeight } from '../../../src/ocr/leaders.ts';
import { keepUnreadMarks } from '../../../src/ocr/unreadMarks.ts';
import type { ImageBox } from '../../../src/core/geometry/box.ts';
import { mergeReadings, reliableBoxes, type Reading } from '../../../src/ocr/secondReading.ts';

const INK = 30;
const PAPER = 240;

/** Draws an image with dark rectangles, each `[left, top, width, height]`. */
function drawImage(
  width: number,
  height: number,
  ...boxes: readonly (readonly [number, number, number, number])[]
): GrayImage {
  const data = new Uint8Array(width * height).fill(PAPER);
  for (const [left, top, wide, high] of boxes) {
    for (let y = top; y < top + high; y += 1) data.fill(INK, y * width + left, y * width + left + wide);
  }
  return { width, height, data };
}

function darkAt({ width, data }: GrayImage, x: number, y: number): boolean {
  return (data[y * width + x] ?? 255) < 128;
}

/** The rectangles of a letter in the form of a frame, because filled patches are not letters. */
function letter(left: number, top: number): [number, number, number, number][] {
  return [
    [left, top, 16, 3],
    [left, top, 3, 24],
    [left + 13, top, 3, 24],
  ];
}

describe('an image', () => {
  it('the threshold of an image lies between ink and paper', () => {
    const threshold = inkThreshold(drawImage(20, 20, [2, 2, 5, 5]));
    expect(threshold).toBeGreaterThanOrEqual(INK);
    expect(threshold).toBeLessThan(PAPER);
  });

  it('each patch of ink is a component, and patches that touch at a corner are one', () => {
    const found = findComponents(drawImage(40, 40, [2, 2, 5, 5], [7, 7, 4, 4], [20, 20, 3, 8]));
    expect(found).toEqual([
      { left: 2, top: 2, right: 11, bottom: 11, ink: 41 },
      { left: 20, top: 20, right: 23, bottom: 28, ink: 24 },
    ]);
  });

  it('the arms of a letter that meet further down are one component', () => {
    expect(findComponents(drawImage(40, 40, [2, 2, 3, 10], [10, 2, 3, 10], [2, 12, 11, 3]))).toHaveLength(1);
  });

  it('an image is written as a portable gray map', () => {
    const pgm = toPgm(drawImage(3, 2, [0, 0, 1, 1]));
    expect(Buffer.from(pgm.subarray(0, 11)).toString('latin1')).toBe('P5\n3 2\n255\n');
    expect([...pgm.subarray(11)]).toEqual([INK, PAPER, PAPER, PAPER, PAPER, PAPER]);
  });

  it('leader dots are erased, but not an ellipsis and a decimal point', () => {
    const dots = Array.from({ length: 12 }, (_one, index): [number, number, number, number] => [
      100 + index * 14,
      40,
      5,
      5,
    ]);
    const image = drawImage(
      500,
      120,
      ...letter(20, 21),
      ...letter(50, 21),
      ...dots,
      ...letter(300, 21),
      [330, 40, 5, 5],
      [20, 100, 5, 5],
      [34, 100, 5, 5],
      [48, 100, 5, 5],
    );
    eraseLeaders(image, findComponents(image));
    expect(dots.some(([x, y]) => darkAt(image, x + 2, y + 2))).toBe(false);
    expect([darkAt(image, 21, 30), darkAt(image, 332, 42), darkAt(image, 36, 102)]).toEqual([
      true,
      true,
      true,
    ]);
  });
});

describe('unread marks', () => {
  const image = drawImage(600, 200, ...letter(20, 20), ...letter(50, 20), ...letter(300, 120), [
    400, 20, 60, 60,
  ]);
  const components = findComponents(image);
  const read: ImageBox[] = [{ left: 15, top: 15, right: 70, bottom: 50 }];

  it('unread marks are kept alone, without patches that are not letters', () => {
    const left = keepUnreadMarks(image, components, read, letterHeight(components));
    expect(left && [darkAt(left, 21, 30), darkAt(left, 301, 130), darkAt(left, 420, 40)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('there are no unread marks if everything was read, and none in a line that was read', () => {
    const all = [...read, { left: 295, top: 115, right: 330, bottom: 150 }];
    expect(keepUnreadMarks(image, components, all, 24)).toBeNull();
    expect(
      keepUnreadMarks(image, components, [...read, { left: 322, top: 115, right: 400, bottom: 150 }], 24),
    ).toBeNull();
  });
});

describe('a second reading', () => {
  type StoredWord = readonly [text: string, confidence: number, x: number, y: number, height?: number];
  const reading = (...lines: readonly (readonly StoredWord[])[]): Reading => ({
    text: lines.map((line) => line.map(([text]) => text).join(' ')).join('\n'),
    blocks: [
      {
        paragraphs: [
          {
            lines: lines.map((line) => ({
              words: line.map(([text, confidence, x, y, height = 30]) => ({
                text,
                confidence,
                bbox: { x0: x, y0: y, x1: x + text.length * 18, y1: y + height },
              })),
            })),
          },
        ],
      },
    ],
  });
  const textsOf = (read: Reading): string[] => read.text.split('\n').filter((line) => line !== '');

  it('a second reading replaces a word of low confidence', () => {
    const first = reading([
      ['Class', 95, 0, 0],
      ['P67', 0, 200, 0],
    ]);
    expect(reliableBoxes(first)).toHaveLength(1);
    expect(textsOf(mergeReadings(first, reading([['IP67', 91, 195, 0]])))).toEqual(['Class IP67']);
  });

  it('a second reading adds words that the first left out, but none of low confidence', () => {
    const first = reading([['Class', 95, 0, 0]]);
    const second = reading([['71', 90, 400, 200]], [['~#', 20, 500, 300]]);
    expect(textsOf(mergeReadings(first, second))).toEqual(['Class', '71']);
  });

  it('a second reading separates two lines that the first one merged', () => {
    const first = reading([['Hotel', 95, 0, 0]], [['Room', 95, 0, 50]], [['Tobias', 80, 300, 100, 80]]);
    const second = reading([['GUEST', 90, 300, 100]], [['Tobias', 92, 300, 150]]);
    expect(textsOf(mergeReadings(first, second))).toEqual(['Hotel', 'Room', 'GUEST', 'Tobias']);
  });
});
