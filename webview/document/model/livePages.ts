import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { livePages } from './layout.ts';
import type { Scrolling } from './scrolling.ts';
import type { ZoomedPages } from './zoomedPages.ts';

/**
 * The most pages with a canvas at a time, not counting the few with an end of the selected text and the one that is
 * being drawn.
 */
export const MAX_LIVE_PAGES = 8;

/** The pages that have elements on the screen. */
export interface LivePages {
  /** Ascending; the same array as long as the pages are the same. */
  readonly live: ReadonlySignal<readonly number[]>;
  /** Pages that stay on the screen although they are out of view, because they contain an end of the selected text. */
  readonly pinned: Signal<readonly number[]>;
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((page, index) => page === b[index]);

/** Follows scrolling: the pages in the view, some above and below it, and the pinned ones. */
export function createLivePages(
  { layout, pageCount, viewSize }: ZoomedPages,
  { scrollTop }: Scrolling,
): LivePages {
  const pinned = signal<readonly number[]>([]);
  let last: readonly number[] = [];
  const live = computed(() => {
    const { height } = viewSize.value;
    const near = livePages(layout.value, scrollTop.value, height, height / 2, MAX_LIVE_PAGES);
    const kept = pinned.value.filter((page) => page <= pageCount.value && !near.includes(page));
    const pages = [...near, ...kept].sort((a, b) => a - b);
    if (!isSame(pages, last)) last = pages;
    return last;
  });
  return { live, pinned };
}
