import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MOST_GOLD_BOXES, type DrawnGoldBox } from '../../../src/protocol/goldBoxes.ts';
import { GoldBoxes } from '../../../webview/inspector/model/goldBoxes.ts';
import { all, byText, click, find, observeSizes, open, texts } from './drawing.tsx';
import { image, state } from './states.ts';

const BOX = { left: 0.25, top: 0.25, right: 0.5, bottom: 0.5 };
const STEP = { x: 0.125, y: 0.25 };

function goldBoxes(...kept: readonly DrawnGoldBox[]): { gold: GoldBoxes; sent: (readonly DrawnGoldBox[])[] } {
  const sent: (readonly DrawnGoldBox[])[] = [];
  const gold = new GoldBoxes((boxes) => sent.push(boxes));
  gold.take(kept);
  return { gold, sent };
}

describe('gold boxes', () => {
  it('are drawn with the pointer in any direction, and sent when they are complete', () => {
    const { gold, sent } = goldBoxes();
    const drawing = gold.drawingOn(2);
    drawing.begin({ x: 0.5, y: 0.5 });
    drawing.moveTo({ x: 0.75, y: 0.75 });
    drawing.moveTo({ x: 0.25, y: 0.25 });
    expect(gold.draft.value?.box).toEqual(BOX);
    expect(sent).toEqual([]);
    drawing.end();
    expect(gold.draft.value).toBeNull();
    expect(sent).toEqual([[{ image: 2, box: BOX }]]);
    expect(gold.on(2)).toEqual([{ image: 2, box: BOX }]);
    expect(gold.on(1)).toEqual([]);
  });

  it('are given up by Escape while they are drawn, which then stops the drawing', () => {
    const { gold, sent } = goldBoxes();
    gold.isDrawing.value = true;
    const drawing = gold.drawingOn(1);
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    expect(gold.escape()).toBe(true);
    drawing.moveTo({ x: 0.5, y: 0.5 });
    drawing.end();
    expect(gold.isDrawing.value).toBe(true);
    expect(gold.escape()).toBe(true);
    expect(gold.isDrawing.value).toBe(false);
    // What it belongs to may be closed now.
    expect(gold.escape()).toBe(false);
    expect(sent).toEqual([]);
  });

  it('are not kept if they are too small, if the pointer was taken away, or if there are too many', () => {
    const { gold, sent } = goldBoxes();
    const drawing = gold.drawingOn(1);
    drawing.begin({ x: 0.5, y: 0.5 });
    drawing.moveTo({ x: 0.9, y: 0.5 });
    drawing.end();
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    drawing.cancel();
    drawing.end();
    gold.take(Array.from({ length: MOST_GOLD_BOXES }, () => ({ image: 1, box: BOX })));
    drawing.begin({ x: 0, y: 0 });
    drawing.moveTo({ x: 1, y: 1 });
    drawing.end();
    expect(gold.add(1, BOX)).toBeNull();
    expect(sent).toEqual([]);
  });

  it('are moved, resized and removed with keys', () => {
    const other = { image: 2, box: BOX };
    const { gold, sent } = goldBoxes({ image: 1, box: BOX }, other);
    const press = (key: string, isShift = false): boolean => {
      const [box] = gold.on(1);
      if (box === undefined) throw new Error('There is no box.');
      return gold.press(box, key, isShift, STEP);
    };
    expect(press('ArrowRight')).toBe(true);
    expect(sent.at(-1)).toEqual([{ image: 1, box: { ...BOX, left: 0.375, right: 0.625 } }, other]);
    press('ArrowUp');
    press('ArrowDown', true);
    expect(sent.at(-1)).toEqual([
      { image: 1, box: { left: 0.375, top: 0, right: 0.625, bottom: 0.5 } },
      other,
    ]);
    expect(press('a')).toBe(false);
    expect(sent).toHaveLength(3);
    expect(press('Delete')).toBe(true);
    expect(sent.at(-1)).toEqual([other]);
  });
});

describe('gold boxes in the inspector', () => {
  beforeEach(observeSizes);
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  const shown = [
    { image: 2, box: BOX },
    { image: 2, box: { left: 0, top: 0, right: 1, bottom: 0.25 } },
  ];

  it('are on the images, as the extension has kept them', () => {
    open(state({ goldBoxes: shown }));
    expect(all('.shot:first-child .gold-box')).toHaveLength(0);
    expect(
      all('.shot:last-child .gold-box').map(({ style }) => [style.left, style.top, style.width]),
    ).toEqual([
      ['25%', '25%', '25%'],
      ['0%', '0%', '100%'],
    ]);
    expect(find('.shot:last-child').textContent).toContain('gold boxes: 2');
  });

  it('are removed one by one, and taken into a data set', async () => {
    const made = open(state({ goldBoxes: shown }));
    click(find('[aria-label="Enlarge image 2"]'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    click(byText('button', 'Draw Gold Box'));
    expect(all('.enlarged .gold-box').map((box) => box.getAttribute('aria-label'))).toEqual([
      'Gold box 1: 25% from the left and 25% from the top, 25% wide and 25% high',
      'Gold box 2: 0% from the left and 0% from the top, 100% wide and 25% high',
    ]);
    click(find('[aria-label="Remove gold box 1"]'));
    expect(texts('.enlarged .gold-name')).toEqual(['Gold 1']);
    expect(made.posted).toEqual([{ type: 'goldBoxes', boxes: [shown[1]] }]);
    click(byText('button', 'Add to Data Set…'));
    expect(made.posted.at(-1)).toEqual({ type: 'command', command: 'addToDataset', sample: 0 });
  });

  it('cannot be drawn on a page that has changed since it was sent', async () => {
    open(state({ images: [image(1, { isEarlier: true })] }));
    click(find('[aria-label="Enlarge image 1"]'));
    await expect.poll(() => all('.zoom').length).toBe(1);
    expect(byText('button', 'Draw Gold Box').hasAttribute('disabled')).toBe(true);
  });
});
