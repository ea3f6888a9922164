import type { Page } from 'playwright-core';
import type { InspectorState } from '../../../../src/protocol/inspector.ts';
import { drawn, openWebview, send, type WebviewOptions } from './webviewPage.ts';
import { PAPER_IMAGES } from './webviewSite.ts';

/** An inspector that shows `shown`, whose page images are white paper. */
export async function openInspector(
  shown: InspectorState | null,
  options: WebviewOptions = {},
): Promise<Page> {
  const page = await openWebview('inspector', { answers: PAPER_IMAGES, ...options });
  if (shown !== null) await send(page, { type: 'state', state: shown });
  return page;
}

/** Chooses a tab of the inspector by how its name begins. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await drawn(page);
}
