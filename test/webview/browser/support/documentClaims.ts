import type { Page } from 'playwright-core';
import type { DocumentClaims, PageClaim } from '../../../../src/protocol/document.ts';

/** A found observation without boxes on page 1, with some values of its own. */
export function claim(index: number, changes: Partial<PageClaim> = {}): PageClaim {
  return {
    claim: index,
    kind: 'observation',
    step: index,
    action: index + 1,
    status: 'found',
    said: `claim ${index}`,
    words: '',
    difference: null,
    source: 'text',
    page: 1,
    boxes: [],
    place: null,
    ...changes,
  };
}

/** Shows claims over the pages of the document view, none of them selected. */
export async function showClaims(
  page: Page,
  claims: readonly PageClaim[],
  more: Partial<DocumentClaims> = {},
): Promise<void> {
  await page.evaluate(
    (shown) => {
      window.host.send({ type: 'claims', shown, selected: null });
    },
    { title: 'How much did revenue grow?', running: false, notice: null, claims, ...more },
  );
}
