import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { PromptPreviewState, ToPrompt } from '../../../src/protocol/prompt.ts';
import { state } from '../prompt/states.ts';
import { runAxeInThemes } from './support/axe.ts';
import { bundleWebview, openWebview, posted, send, type WebviewOptions } from './support/webviewPage.ts';

const KB = 1024;

/** A preview. */
async function open(
  overrides: Partial<PromptPreviewState> = {},
  options: WebviewOptions = {},
): Promise<Page> {
  const page = await openWebview('prompt', options);
  await send(page, { type: 'state', state: state(overrides) } satisfies ToPrompt);
  await page.locator('.message').waitFor();
  return page;
}

describe('the prompt preview in a browser', () => {
  it('keeps the bundle of the prompt preview within its budget', async () => {
    const bundle = await bundleWebview('prompt');
    expect(bundle.script.length).toBeLessThan(450 * KB);
  });

  it('shows no accessibility violation that axe finds in any theme', async () => {
    const page = await open({ problems: [{ message: 'Nothing fills "x".', start: 0, end: 1 }], cut: true });
    expect((await runAxeInThemes(page)).violations).toEqual([]);
  });

  it('goes to the place in the template when a part of the message is clicked', async () => {
    const page = await open();
    await page.locator('.words .template').click({ position: { x: 2, y: 6 } });
    const messages = await posted(page);
    expect(messages.at(-1)).toMatchObject({ type: 'reveal' });
    const text = '\u202E\u200Bab';
    await send(page, {
      type: 'state',
      state: state({
        parts: [{ type: 'text', text, pieces: [{ text, from: 'template', at: 0 }], count: null }],
      }),
    } satisfies ToPrompt);
    // Hidden characters count, although a mark with their code is drawn in their place.
    const words = page.locator('.words .template');
    await words.click({ position: { x: ((await words.boundingBox())?.width ?? 0) - 2, y: 6 } });
    expect((await posted(page)).at(-1)).toEqual({ type: 'reveal', at: 3 });
  });

  it('stays within the width of a narrow panel', async () => {
    const page = await open(
      {
        parts: [
          {
            type: 'text',
            text: 'x'.repeat(400),
            pieces: [{ text: 'x'.repeat(400), from: 'template', at: 0 }],
            count: { tokens: 100, exact: false },
          },
        ],
      },
      { width: 300 },
    );
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
