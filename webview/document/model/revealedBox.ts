import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { PageBox } from '../../../src/core/geometry/box.ts';
import { pageToShare } from '../../../src/core/geometry/conversions.ts';
import type { Scrolling } from './scrolling.ts';
import type { ViewedDocument } from './viewedDocument.ts';
import type { ZoomedPages } from './zoomedPages.ts';

/** Scrolls to boxes of pages; a box that is requested before there is a document is shown once it is there. */
export interface RevealedBox {
  /** @param box in points of the page */
  readonly reveal: (page: number, box: PageBox) => void;
  readonly dispose: () => void;
}

export interface RevealedBoxDeps {
  readonly document: ReadonlySignal<ViewedDocument | null>;
  readonly setSize: ZoomedPages['setSize'];
  readonly scrolling: Pick<Scrolling, 'bringBoxIntoView'>;
}

export function createRevealedBox({ document, setSize, scrolling }: RevealedBoxDeps): RevealedBox {
  const wanted = signal<{ readonly page: number; readonly box: PageBox } | null>(null);

  const stop = effect(() => {
    const opened = document.value;
    const target = wanted.value;
    if (opened === null || target === null || target.page > opened.pageCount) return;
    void Promise.all([opened.points(target.page), opened.size(target.page)]).then(
      ([points, size]) => {
        if (wanted.peek() !== target || document.peek() !== opened) return;
        wanted.value = null;
        // A page that was never drawn may have another size than the assumed one.
        setSize(target.page, size);
        scrolling.bringBoxIntoView({ page: target.page, box: pageToShare(target.box, points) });
      },
      () => {
        // A page that cannot be read is shown with its own message.
        if (wanted.peek() === target) wanted.value = null;
      },
    );
  });

  return {
    reveal(page, box) {
      wanted.value = { page, box };
    },
    dispose: stop,
  };
}
