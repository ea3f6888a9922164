import { useSignal, type Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Size } from '../../../src/core/geometry/size.ts';

/** A list that scrolls: what decides which of its rows are in view. */
export interface ScrolledBox {
  readonly scrollTop: Signal<number>;
  /** The visible part of the list, in CSS pixels; 0 by 0 until it is laid out. */
  readonly size: Signal<Size>;
  readonly onScroll: () => void;
  /** Scrolls by as little as possible until a row is in view. */
  readonly bringIntoView: (top: number, height: number) => void;
}

/** Follows the scroll position and the size of `element`. */
export function useScrolledBox(element: RefObject<HTMLElement | null>): ScrolledBox {
  const scrollTop = useSignal(0);
  const size = useSignal<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const list = element.current;
    if (list === null) return undefined;
    const measure = (): void => {
      size.value = { width: list.clientWidth, height: list.clientHeight };
    };
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    measure();
    return () => {
      observer.disconnect();
    };
  }, [element, size]);
  return {
    scrollTop,
    size,
    onScroll() {
      scrollTop.value = element.current?.scrollTop ?? 0;
    },
    bringIntoView(top, height) {
      const list = element.current;
      if (list === null) return;
      if (top < list.scrollTop) list.scrollTop = top;
      else if (top + height > list.scrollTop + list.clientHeight)
        list.scrollTop = top + height - list.clientHeight;
    },
  };
}
