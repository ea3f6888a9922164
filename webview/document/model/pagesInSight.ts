import { computed, type ReadonlySignal } from '@preact/signals';
import { pageAt, pagePlace } from './layout.ts';
import type { Scrolling } from './scrolling.ts';
import { PIXELS_PER_POINT } from './zoom.ts';
import type { ZoomedPages } from './zoomedPages.ts';

/** The part of a page that is in sight or just outside of it, in points from the top of the page. */
export interface Band {
  readonly page: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * The parts of pages in sight, from the first to the last page. They include a margin and change only after scrolling
 * through half of it, so that what depends on them is not computed for every pixel.
 */
export function createPagesInSight(
  { layout, pageCount, viewSize }: ZoomedPages,
  { scrollTop }: Pick<Scrolling, 'scrollTop'>,
): ReadonlySignal<readonly Band[]> {
  const margin = computed(() => Math.max(1, viewSize.value.height / 4));
  const middle = computed(() => Math.round((2 * scrollTop.value) / margin.value) * (margin.value / 2));
  return computed(() => {
    const from = middle.value - margin.value;
    const to = middle.value + viewSize.value.height + margin.value;
    const bands: Band[] = [];
    const all = layout.value;
    for (let page = pageAt(all, from); page <= pageCount.value; page++) {
      const { top, height } = pagePlace(all, page);
      if (top > to) break;
      const scale = PIXELS_PER_POINT * (all.scales[page - 1] ?? 1);
      if (top + height >= from) bands.push({ page, top: (from - top) / scale, bottom: (to - top) / scale });
    }
    return bands;
  });
}
