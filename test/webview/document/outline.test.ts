// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { moveInOutline, outlineRows } from '../../../webview/document/model/outline.ts';
import type { OutlineItem } from '../../../webview/document/model/viewedDocument.ts';

const item = (title: string, children: readonly OutlineItem[] = []): OutlineItem => ({
  title,
  children,
  isOpen: false,
  place: () => Promise.resolve(null),
});

const detail = item('1.1.1');
const inner = item('1.1', [detail]);
const first = item('1', [inner, item('1.2')]);
const items = [first, item('2')];
const titles = (expanded: readonly OutlineItem[]): string[] =>
  outlineRows(items, new Set(expanded)).map(({ item: { title } }) => title);

describe('the rows of an outline', () => {
  it('lists an entry when all of its ancestors are expanded', () => {
    expect(titles([])).toEqual(['1', '2']);
    expect(titles([first])).toEqual(['1', '1.1', '1.2', '2']);
    expect(titles([inner])).toEqual(['1', '2']);
    expect(titles([first, inner])).toEqual(['1', '1.1', '1.1.1', '1.2', '2']);
  });

  it('states the level, the parent and the place among the siblings of each entry', () => {
    const rows = outlineRows(items, new Set([first, inner]));
    expect(rows.map(({ level, parent, position, siblings }) => [level, parent, position, siblings])).toEqual([
      [1, -1, 1, 2],
      [2, 0, 1, 2],
      [3, 1, 1, 1],
      [2, 0, 2, 2],
      [1, -1, 2, 2],
    ]);
    expect(rows.map(({ isExpanded }) => isExpanded)).toEqual([true, true, null, null, null]);
  });
});

describe('keys in an outline', () => {
  const rows = outlineRows(items, new Set([first]));
  const press = (active: number, key: string) => moveInOutline(rows, active, key, 2);

  it.each([
    [0, 'ArrowDown', 1],
    [3, 'ArrowDown', 3],
    [0, 'ArrowUp', 0],
    [1, 'PageDown', 3],
    [3, 'PageUp', 1],
    [2, 'Home', 0],
    [0, 'End', 3],
    [0, 'ArrowRight', 1],
    [2, 'ArrowLeft', 0],
    [1, 'ArrowLeft', 0],
  ])('from row %i, %s moves to row %i', (active, key, row) => {
    expect(press(active, key)).toEqual({ kind: 'move', row });
  });

  it('expands with the right arrow and collapses with the left one', () => {
    expect(press(1, 'ArrowRight')).toEqual({ kind: 'toggle' });
    expect(press(0, 'ArrowLeft')).toEqual({ kind: 'toggle' });
  });

  it('has no effect where there is nothing to expand, and for other keys', () => {
    expect(press(3, 'ArrowRight')).toBeNull();
    expect(press(3, 'ArrowLeft')).toBeNull();
    expect(press(0, 'x')).toBeNull();
    expect(moveInOutline([], 0, 'ArrowDown', 2)).toBeNull();
  });

  it('opens the place of an entry with Enter or Space', () => {
    expect(press(2, 'Enter')).toEqual({ kind: 'open' });
    expect(press(2, ' ')).toEqual({ kind: 'open' });
  });
});
