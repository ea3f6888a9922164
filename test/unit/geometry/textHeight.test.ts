import { describe, expect, it } from 'vitest';
import { medianTextHeight, readableAt, textHeightInImage } from '../../../src/core/geometry/textHeight.ts';
import { median } from '../../../src/core/median.ts';

describe('text height', () => {
  it('the text height of a page is the median over its words', () => {
    expect(medianTextHeight([{ height: 30 }, { height: 10 }, { height: 11 }])).toBe(11);
    expect(medianTextHeight([{ height: 10 }, { height: 14 }])).toBe(12);
  });

  it('the text height leaves out words without a height, and is unknown without words', () => {
    expect(medianTextHeight([{ height: 0 }, { height: 9 }])).toBe(9);
    expect(medianTextHeight([])).toBeNull();
    expect(median([])).toBeNull();
  });

  it('the text height scales to the size of the image', () => {
    expect(textHeightInImage(10, { width: 600, height: 800 }, { width: 300, height: 400 })).toBeCloseTo(5);
  });

  it('the advice names the budget at which small text is 12 px high', () => {
    expect(readableAt(6, 500, 800)).toBe(1_600_000);
    const budget = readableAt(7.3, 532, 753) ?? 0;
    const scale = Math.sqrt(budget / (532 * 753));
    expect(7.3 * scale).toBeCloseTo(12, 3);
  });

  it('there is no advice for text of 8 px or more, or of unknown height', () => {
    expect(readableAt(8, 500, 800)).toBeNull();
    expect(readableAt(null, 500, 800)).toBeNull();
    expect(readableAt(0, 500, 800)).toBeNull();
  });
});
