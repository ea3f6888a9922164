import { useLayoutEffect } from 'preact/hooks';
import { wheelPixels } from '../../shared/zoom.ts';

/** How far content may be out of sight before an end counts as hidden, in CSS pixels: positions are rounded. */
const ROUNDED = 2;

/**
 * Lets the wheel scroll a row that is longer than its box to both of its ends, and marks the box with `data-more`, which
 * names the ends beyond which the row goes on: `start`, `end`, or both.
 * @param content changes when the row has other content; null if the box is no row
 */
export function useStripEnds(strip: { readonly current: HTMLElement | null }, content: object | null): void {
  useLayoutEffect(() => {
    const element = strip.current;
    if (element === null || content === null) return undefined;
    const mark = (): void => {
      const { scrollLeft, clientWidth, scrollWidth } = element;
      const ends = [
        ...(scrollLeft > ROUNDED ? ['start'] : []),
        ...(scrollWidth - clientWidth - scrollLeft > ROUNDED ? ['end'] : []),
      ];
      element.dataset['more'] = ends.join(' ');
    };
    const onWheel = (event: WheelEvent): void => {
      // The browser itself moves it to the side.
      if (event.ctrlKey || event.shiftKey || event.deltaX !== 0) return;
      const before = element.scrollLeft;
      element.scrollLeft += wheelPixels(event);
      // At its end, the wheel scrolls what is around it.
      if (element.scrollLeft !== before) event.preventDefault();
    };
    mark();
    const observer = new ResizeObserver(mark);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    element.addEventListener('scroll', mark, { passive: true });
    // Preact would add a passive listener, which cannot keep the page from scrolling too.
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      delete element.dataset['more'];
      observer.disconnect();
      element.removeEventListener('scroll', mark);
      element.removeEventListener('wheel', onWheel);
    };
  }, [content]);
}
