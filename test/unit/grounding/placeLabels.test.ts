import { describe, expect, it } from 'vitest';
import { boxArea, boxAround, intersection } from '../../../src/core/geometry/box.ts';
import { placeLabels, type ScreenBox } from '../../../src/core/grounding/placeLabels.ts';

const boxAt = (left: number, top: number): ScreenBox => ({ left, top, right: left + 40, bottom: top + 12 });

describe('the labels of frames', () => {
  const page = { width: 600, height: 800 };
  const overlaps = (one: ScreenBox, others: readonly ScreenBox[]): boolean =>
    others.some((other) => {
      const shared = intersection(one, other);
      return shared !== null && shared.right > shared.left && shared.bottom > shared.top;
    });

  it('is at the left edge of its box if nothing is there', () => {
    const [label] = placeLabels({
      labels: [{ text: '2', boxes: [boxAt(100, 100)] }],
      words: [],
      page,
    });
    expect(label).toMatchObject({ box: { top: 97, right: 97 }, isHiding: false });
  });

  // A table of 4 columns with a claim on every cell: the labels fit between the columns.
  const cells = Array.from({ length: 40 }, (_, index) =>
    boxAt(5 + (index % 4) * 150, 5 + Math.floor(index / 4) * 18),
  );
  const cellLabels = cells.map((box, index) => ({ text: String(index), boxes: [box] }));
  const table = { text: '1', boxes: [boxAround(cells)] };
  const columns = [0, 1, 2, 3].map((column) => ({
    text: '2',
    boxes: [boxAround(cells.filter((_, index) => index % 4 === column))],
  }));

  it.each([
    { frames: 'a frame around the whole table', around: [table] },
    { frames: 'frames around its columns', around: columns },
    { frames: 'no other frames', around: [] },
  ])('covers neither words nor other labels where there is room, with $frames', ({ around }) => {
    for (const words of [cells, []]) {
      const labels = placeLabels({ labels: [...cellLabels, ...around], words, page });
      for (const [index, { box, isHiding }] of labels.entries()) {
        expect(isHiding).toBe(false);
        expect(overlaps(box, cells)).toBe(false);
        expect(
          overlaps(
            box,
            labels.toSpliced(index, 1).map((other) => other.box),
          ),
        ).toBe(false);
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.top).toBeGreaterThanOrEqual(0);
      }
      // The labels of cells are beside them, not at an edge of the page.
      for (const [index, { box }] of labels.slice(0, cells.length).entries()) {
        const cell = cells[index];
        expect(Math.abs(box.left - (cell?.left ?? 0))).toBeLessThan(70);
      }
    }
  });

  it('would hide text on a small page, where the same words leave no room, but not on a large one', () => {
    // Full lines, with a claim on one word of each.
    const lines = (scale: number): ScreenBox[] =>
      Array.from({ length: 40 * 12 }, (_, index) => {
        const left = (40 + (index % 12) * 40) * scale;
        const top = (40 + Math.floor(index / 12) * 16) * scale;
        return { left, top, right: left + 36 * scale, bottom: top + 12 * scale };
      });
    const hidingAt = (scale: number): number => {
      const words = lines(scale);
      const said = words.filter((_, index) => index % 12 === 5);
      const placed = placeLabels({
        labels: said.map((box) => ({ text: '2', boxes: [box] })),
        words,
        page: { width: page.width * scale, height: page.height * scale },
      });
      const shown = placed.filter(({ isHiding }) => !isHiding).map(({ box }) => box);
      for (const label of shown) {
        const covered = words.map((word) => intersection(label, word)).filter((one) => one !== null);
        const letters = covered.reduce((sum, one) => sum + boxArea(one), 0) / (0.5 * (12 * scale) ** 2);
        expect(letters).toBeLessThan(3.1);
      }
      return placed.length - shown.length;
    };
    expect(hidingAt(2)).toBe(0);
    expect(hidingAt(0.34)).toBeGreaterThan(10);
  });
});
