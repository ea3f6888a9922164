import type { Page } from 'playwright-core';
import type { InspectorState } from '../../../../src/protocol/inspector.ts';
import { drawn, openWebview, send, type WebviewOptions } from './webviewPage.ts';

const PAPER = `<svg xmlns="http://www.w3.org/2000/svg" width="532" height="756"><rect width="532" height="756" fill="#fff"/></svg>`;
const answers = { image: { src: `data:image/svg+xml;base64,${Buffer.from(PAPER).toString('base64')}` } };

/** An inspector that shows `shown`, whose page images are white paper. */
export async function openInspector(
  shown: InspectorState | null,
  options: WebviewOptions = {},
): Promise<Page> {
  const page = await openWebview('inspector', { answers, ...options });
  if (shown !== null) await send(page, { type: 'state', state: shown });
  return page;
}

/** Chooses a tab of the inspector by how its name begins. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
  await drawn(page);
}
