// @vitest-environment node
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../scripts/lib/generatedInputs.mjs';
import {
  selectByClick,
  selectByKey,
  limitSelection,
  type PageSelection,
} from '../../../webview/document/model/selection.ts';

const none = { shift: false, ctrl: false };
const shift = { shift: true, ctrl: false };
const ctrl = { shift: false, ctrl: true };
const start: PageSelection = { pages: [], active: 1, anchor: 1 };
describe('choosing pages with the pointer', () => {
  it('chooses only the clicked page on a plain click', () => {
    expect(selectByClick({ pages: [1, 2], active: 1, anchor: 1 }, 5, none)).toEqual({
      pages: [5],
      active: 5,
      anchor: 5,
    });
  });

  it('adds or removes a page on Ctrl+click', () => {
    const two = selectByClick(selectByClick(start, 5, none), 3, ctrl);
    expect(two).toEqual({ pages: [3, 5], active: 3, anchor: 3 });
    expect(selectByClick(two, 5, ctrl).pages).toEqual([3]);
  });

  it('chooses a range on Shift+click, always from the same starting page', () => {
    const first = selectByClick(selectByClick(start, 4, none), 7, shift);
    expect(first.pages).toEqual([4, 5, 6, 7]);
    expect(selectByClick(first, 2, shift).pages).toEqual([2, 3, 4]);
  });

  it('adds a range on Ctrl+Shift+click', () => {
    const chosen = selectByClick(selectByClick(selectByClick(start, 1, none), 5, ctrl), 7, {
      shift: true,
      ctrl: true,
    });
    expect(chosen.pages).toEqual([1, 5, 6, 7]);
  });
});

describe('choosing pages with the keyboard', () => {
  const selectionAt = (active: number, pages: readonly number[] = []): PageSelection => ({
    pages,
    active,
    anchor: active,
  });

  it('moves the focus with arrows without choosing pages, and stops at both ends', () => {
    expect(selectByKey(selectionAt(1), 'ArrowDown', none, 10, 4)).toEqual(selectionAt(2));
    expect(selectByKey(selectionAt(1), 'ArrowUp', none, 10, 4)).toEqual(selectionAt(1));
    expect(selectByKey(selectionAt(5), 'PageDown', none, 10, 4)).toEqual(selectionAt(9));
    expect(selectByKey(selectionAt(9), 'PageDown', none, 10, 4)).toEqual(selectionAt(10));
    expect(selectByKey(selectionAt(5), 'PageUp', none, 10, 4)).toEqual(selectionAt(1));
    expect(selectByKey(selectionAt(5), 'Home', none, 10, 4)).toEqual(selectionAt(1));
    expect(selectByKey(selectionAt(5, [2]), 'End', none, 10, 4)).toEqual(selectionAt(10, [2]));
  });

  it('chooses a range with Shift and the arrow keys', () => {
    const once = selectByKey(selectionAt(3), 'ArrowDown', shift, 10, 4);
    const twice = once && selectByKey(once, 'ArrowDown', shift, 10, 4);
    expect(twice).toEqual({ pages: [3, 4, 5], active: 5, anchor: 3 });
    expect(twice && selectByKey(twice, 'ArrowUp', shift, 10, 4)?.pages).toEqual([3, 4]);
  });

  it('adds or removes a page with Space', () => {
    const chosen = selectByKey(selectionAt(3, [1]), ' ', none, 10, 4);
    expect(chosen?.pages).toEqual([1, 3]);
    expect(chosen && selectByKey(chosen, ' ', none, 10, 4)?.pages).toEqual([1]);
  });

  it('chooses all pages with Ctrl+A and none with Escape', () => {
    expect(selectByKey(selectionAt(3), 'a', ctrl, 4, 4)?.pages).toEqual([1, 2, 3, 4]);
    expect(selectByKey(selectionAt(3, [1, 2]), 'Escape', none, 4, 4)?.pages).toEqual([]);
  });

  it('ignores other keys', () => {
    expect(selectByKey(selectionAt(3), 'a', none, 4, 4)).toBeNull();
    expect(selectByKey(selectionAt(3), 'Escape', none, 4, 4)).toBeNull();
    expect(selectByKey(selectionAt(3), 'Tab', none, 4, 4)).toBeNull();
    expect(selectByKey(start, 'ArrowDown', none, 0, 4)).toBeNull();
  });
});

describe('the page selection', () => {
  it('stays ascending, without duplicates and within the document after any sequence of actions', () => {
    const step = fc.record({
      page: fc.integer({ min: 1, max: 20 }),
      key: fc.constantFrom(' ', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'a', 'Escape', ''),
      shift: fc.boolean(),
      ctrl: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.integer({ min: 1, max: 20 }), (steps, count) => {
        let selection = start;
        for (const { page, key, ...keys } of steps) {
          selection =
            key === ''
              ? selectByClick(selection, page, keys)
              : (selectByKey(selection, key, keys, 20, 5) ?? selection);
        }
        const kept = limitSelection(selection, count);
        for (const { pages, active } of [selection, kept]) {
          expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
          expect(active).toBeGreaterThan(0);
        }
        expect(kept.pages.every((page) => page <= count)).toBe(true);
        expect(Math.max(kept.active, kept.anchor)).toBeLessThanOrEqual(count);
      }),
      propertyRuns(),
    );
  });
});
