import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import { runFromPalette } from '../../scripts/lib/workbenchPage.mjs';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
});

/**
 * A palette with one command, which the page takes long to run.
 * @param closings how often the palette closes before it shows its command, as when a view takes the focus
 */
async function openPalette(busyMs: number, closings: number): Promise<Page> {
  const page = await browser.newPage();
  await page.setContent('<div class="quick-input-widget"></div>');
  await page.evaluate(
    ({ busy, misses }) => {
      let left = misses;
      const widget = document.querySelector('.quick-input-widget');
      document.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') widget?.replaceChildren();
        if (key !== 'F1' || widget === null) return;
        widget.innerHTML = '<div class="quick-input-box"><input></div><div class="quick-input-list"></div>';
        widget.querySelector('input')?.focus();
        widget.querySelector('input')?.addEventListener('input', () => {
          left -= 1;
          if (left >= 0) {
            widget.replaceChildren();
            return;
          }
          const list = widget.querySelector('.quick-input-list');
          if (list !== null) list.innerHTML = '<div class="monaco-list-row">Tests: Run</div>';
          list?.firstElementChild?.addEventListener('click', () => {
            document.title += 'run,';
            const end = performance.now() + busy;
            while (performance.now() < end);
            widget.replaceChildren();
          });
        });
      });
    },
    { busy: busyMs, misses: closings },
  );
  return page;
}

describe('running a command through the palette', () => {
  it('runs it once when the page is too busy to answer the click in time', async () => {
    const page = await openPalette(4_000, 0);
    await runFromPalette(page, 'Tests: Run');
    expect(await page.title()).toBe('run,');
  });

  it('tries again while the palette closes before the click', async () => {
    const page = await openPalette(0, 2);
    await runFromPalette(page, 'Tests: Run');
    expect(await page.title()).toBe('run,');
  });
});
