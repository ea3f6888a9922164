/** The selection of pages in the thumbnails. Pages count from 1. */
export interface PageSelection {
  /** Selected pages, ascending. */
  readonly pages: readonly number[];
  /** The page with the keyboard focus. */
  readonly active: number;
  /** The page where a range begins, from which Shift extends it. */
  readonly anchor: number;
}

export interface Modifiers {
  readonly shift: boolean;
  /** Ctrl, or Command on a Mac. */
  readonly ctrl: boolean;
}

/** The pages of a range, ascending, including both ends in either order. */
function range(from: number, to: number): number[] {
  const first = Math.min(from, to);
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => first + index);
}

const union = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y);

const toggle = (pages: readonly number[], page: number): number[] =>
  pages.includes(page) ? pages.filter((other) => other !== page) : union(pages, [page]);

/** A click: on its own it selects one page, with Ctrl it adds or removes one, with Shift it selects a range. */
export function selectByClick(
  selection: PageSelection,
  page: number,
  { shift, ctrl }: Modifiers,
): PageSelection {
  if (shift) {
    const chosen = range(selection.anchor, page);
    return {
      pages: ctrl ? union(selection.pages, chosen) : chosen,
      active: page,
      anchor: selection.anchor,
    };
  }
  if (ctrl) return { pages: toggle(selection.pages, page), active: page, anchor: page };
  return { pages: [page], active: page, anchor: page };
}

/**
 * A key in the thumbnails: arrows, Home, End, PageUp, and PageDown move, with Shift they select a range; Space adds or
 * removes a page; Ctrl+A selects all; Escape none. Null for a key that has no effect here.
 */
export function selectByKey(
  selection: PageSelection,
  key: string,
  { shift, ctrl }: Modifiers,
  count: number,
  screen: number,
): PageSelection | null {
  if (count === 0) return null;
  const moved = target(selection.active, key, count, screen);
  if (moved !== null) {
    if (!shift) return { ...selection, active: moved, anchor: moved };
    return { pages: range(selection.anchor, moved), active: moved, anchor: selection.anchor };
  }
  if (key === ' ') {
    const page = selection.active;
    if (shift) return { ...selection, pages: range(selection.anchor, page) };
    return { pages: toggle(selection.pages, page), active: page, anchor: page };
  }
  if ((key === 'a' || key === 'A') && ctrl) return { ...selection, pages: range(1, count) };
  if (key === 'Escape' && selection.pages.length > 0) return { ...selection, pages: [] };
  return null;
}

function target(active: number, key: string, count: number, screen: number): number | null {
  const bounded = (page: number): number => Math.min(count, Math.max(1, page));
  switch (key) {
    case 'ArrowUp':
    case 'ArrowLeft':
      return bounded(active - 1);
    case 'ArrowDown':
    case 'ArrowRight':
      return bounded(active + 1);
    case 'PageUp':
      return bounded(active - screen);
    case 'PageDown':
      return bounded(active + screen);
    case 'Home':
      return 1;
    case 'End':
      return count;
    default:
      return null;
  }
}

/** The part of a selection that exists in a document of `count` pages. */
export function limitSelection(selection: PageSelection, count: number): PageSelection {
  const bounded = (page: number): number => Math.min(Math.max(1, count), Math.max(1, page));
  return {
    pages: selection.pages.filter((page) => page <= count),
    active: bounded(selection.active),
    anchor: bounded(selection.anchor),
  };
}
