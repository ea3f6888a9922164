import { effect, type ReadonlySignal, type Signal } from '@preact/signals';
import { pageToShare } from '../../../src/core/geometry/conversions.ts';
import type { PageClaim } from '../../../src/protocol/document.ts';
import type { PlacedBox } from './scrolling.ts';
import type { ViewedDocument } from './viewedDocument.ts';

export interface KeptBoxDeps {
  readonly document: ReadonlySignal<ViewedDocument | null>;
  /** Where the selected claim is, in points. */
  readonly place: ReadonlySignal<PageClaim['place']>;
  /** Set to the box of that place, once the size of its page is known. */
  readonly kept: Signal<PlacedBox | null>;
}

/** Keeps the box of the selected claim at hand for zooming. Returns a function that ends this. */
export function keepBox({ document, place, kept }: KeptBoxDeps): () => void {
  return effect(() => {
    const opened = document.value;
    const target = place.value;
    kept.value = null;
    if (opened === null || target === null || target.page > opened.pageCount) return;
    void opened.points(target.page).then(
      (points) => {
        if (document.peek() === opened && place.peek() === target)
          kept.value = { page: target.page, box: pageToShare(target.box, points) };
      },
      // A page that cannot be read is shown with its own message.
      () => undefined,
    );
  });
}
