import { effect, signal, untracked, type ReadonlySignal } from '@preact/signals';
import type { PixelBudget } from '../../../src/core/geometry/pixelBudget.ts';
import type { DocumentMethods } from '../../../src/protocol/document.ts';
import type { RpcClient } from '../../../src/protocol/rpc.ts';
import type { ViewedDocument } from './viewedDocument.ts';

/** Height of a page's text at the budget: `unknown` while it is requested, or if it cannot be determined. */
export type TextHeight =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'none' }
  | { readonly kind: 'known'; readonly height: number; readonly readableAt: number | null };

/** The height of the text of the page in view, in the image that would be sent. */
export interface PageTextHeight {
  readonly textHeight: ReadonlySignal<TextHeight>;
  readonly setBudget: (budget: PixelBudget) => void;
  readonly dispose: () => void;
}

/** What is needed to request the height. */
export interface PageTextHeightDeps {
  readonly rpc: RpcClient<DocumentMethods>;
  readonly document: ReadonlySignal<ViewedDocument | null>;
  readonly page: ReadonlySignal<number>;
  /** How long a page must be in view before its height is requested, in milliseconds. */
  readonly delay: number;
}

/** Requests the height from the extension for each page that is viewed, and again for another budget. */
export function createPageTextHeight({ rpc, document, page, delay }: PageTextHeightDeps): PageTextHeight {
  const textHeight = signal<TextHeight>({ kind: 'unknown' });
  const budget = signal<PixelBudget>({ minPixels: 0, maxPixels: 0 });
  const stop = effect(() => {
    if (document.value === null) return undefined;
    // The extension knows the budget; a different budget changes its answer for the same page.
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
          // The document can be read without it: the bar then shows no height.
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
