import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { PixelBudget } from '../../../src/core/geometry/pixelBudget.ts';
import type { DocumentMethods } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** Height of a page's text at the budget: `unknown` while it is asked for and where it cannot be told. */
export type TextHeight =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly height: number; readonly readableAt: number | null };

/** How high the text of the page that is looked at stands in the image that would be sent. */
export interface PageTextHeight {
  readonly textHeight: ReadonlySignal<TextHeight>;
  readonly setBudget: (budget: PixelBudget) => void;
  readonly dispose: () => void;
}

/** What the height is asked with and of. */
export interface PageTextHeightDeps {
  readonly rpc: RpcClient<DocumentMethods>;
  readonly document: ReadonlySignal<ViewedDocument | null>;
  readonly page: ReadonlySignal<number>;
  /** The page is asked about after it was looked at for so long, in milliseconds. */
  readonly delay: number;
}

/** Asks the extension for the height, for each page that is looked at and anew for another budget. */
export function createPageTextHeight({ rpc, document, page, delay }: PageTextHeightDeps): PageTextHeight {
  const textHeight = signal<TextHeight>({ kind: 'unknown' });
  const budget = signal<PixelBudget>({ minPixels: 0, maxPixels: 0 });
  const stop = effect(() => {
    if (document.value === null) return undefined;
    // The extension knows the budget; another one changes its answer for the same page.
    budget.value.valueOf();
    const asked = page.value;
    const cancel = new AbortController();
    untracked(() => {
      textHeight.value = { kind: 'unknown' };
    });
    const timer = setTimeout(() => {
      rpc.call('textHeight', { page: asked }, { signal: cancel.signal }).then(
        ({ height, readableAt }) => {
          textHeight.value = height === null ? { kind: 'none' } : { kind: 'known', height, readableAt };
        },
        () => {
          // The document can be read without it: the bar then says nothing of the height.
        },
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      cancel.abort();
    };
  });
  return {
    textHeight,
    setBudget(next) {
      budget.value = next;
    },
    dispose: stop,
  };
}
