import { describe, expect, it } from 'vitest';
import type { LayoutWord } from '../../../src/core/layout/model.ts';
import { layOut } from '../../../src/core/layout/pageLayout.ts';

describe('a raised or lowered sign', () => {
  /** Words of a caption in letters of 6 pt, as a PDF has them. */
  const caption = (top: number, bottom: number, left = 442.9): LayoutWord[] => [
    { text: '(W', box: { left: 403, top: 80.5, right: 413.7, bottom: 87.9 } },
    { text: 'K', box: { left: 436.6, top: 80.7, right: 442.3, bottom: 86.7 } },
    { text: '−1', box: { left, top, right: left + 8.1, bottom } },
  ];
  const linesAt = (...at: Parameters<typeof caption>): string[] =>
    layOut(caption(...at)).lines.map(({ text }) => text);

  it.each([
    ['raised', 77.4, 82.5],
    ['lowered', 85, 90.1],
  ])('is in the line of the word that it follows: %s', (_how, top, bottom) => {
    expect(linesAt(top, bottom)).toContain('K −1');
  });

  it.each([
    ['far above', 76, 82, 442.9],
    ['after a space', 77.4, 82.5, 446],
  ])('is none if it stands %s', (_where, top, bottom, left) => {
    expect(linesAt(top, bottom, left)).not.toContain('K −1');
  });
});
