import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { longResponse, RESPONSE, sample, state } from '../../inspector/states.ts';
import { runAxe } from '../support/axe.ts';
import { chooseTab, openInspector } from '../support/inspectorPage.ts';
import { inEachTheme } from '../support/themes.ts';
import { drawn, type WebviewOptions } from '../support/webviewPage.ts';

/** Tokens of four characters, from certain to unlikely. */
function tokensOf(text: string): {
  readonly lengths: readonly number[];
  readonly logprobs: readonly number[];
} {
  const count = Math.ceil(text.length / 4);
  const levels = [0, 0, -0.2, 0, -0.6, 0, -1.5, -0.01, -4];
  return {
    lengths: Array.from({ length: count }, (_, index) => Math.min(4, text.length - 4 * index)),
    logprobs: Array.from({ length: count }, (_, index) => levels[index % levels.length] ?? 0),
  };
}

async function openProbabilities(text: string, options: WebviewOptions = {}): Promise<Page> {
  const alternatives = [
    { text: '518', logprob: -0.9 },
    { text: ' 481', logprob: -1.7 },
    { text: '\n', logprob: -5 },
  ];
  const page = await openInspector(state({ samples: [sample({ text, hasProbabilities: true })] }), {
    answers: { image: { src: 'data:,' }, tokens: tokensOf(text), alternatives: { alternatives } },
    ...options,
  });
  await chooseTab(page, 'Text');
  await page.getByRole('button', { name: 'Token Probabilities' }).click();
  await page.locator('[data-token]').first().waitFor();
  return page;
}

const sees = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const box = element.getBoundingClientRect();
      return (
        box.top >= 0 && box.bottom <= window.innerHeight && box.left >= 0 && box.right <= window.innerWidth
      );
    });

describe('the probabilities of tokens', () => {
  it('are readable, and have lines of different thickness, in every theme', async () => {
    const page = await openProbabilities(RESPONSE);
    await page.locator('.text .likely-4').first().hover();
    await page.locator('.token-card dd').first().waitFor();
    await inEachTheme(page, async (theme) => {
      expect(await sees(page, '.token-card'), theme).toBe(true);
      expect((await runAxe(page, { theme })).violations, theme).toEqual([]);
      const lines = await page
        .locator('.probability-legend span')
        .evaluateAll((spans) =>
          spans.map((span) => getComputedStyle(span).borderBottom.split(' ').slice(0, 2).join(' ')),
        );
      expect(new Set(lines).size, theme).toBe(5);
    });
  });

  it('the keyboard moves through the tokens of a long text, which draws only what is near', async () => {
    const text = longResponse(1_300).slice(0, 200_000);
    const page = await openProbabilities(text);
    const elements = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await elements()).toBeLessThan(8_000);
    await page.getByRole('region', { name: 'Text of the response' }).focus();
    const lookedAt = async (): Promise<number> =>
      Number(await page.locator('.looked-at').first().getAttribute('data-token'));
    await page.keyboard.press('ArrowRight');
    const first = await lookedAt();
    await page.keyboard.press('ArrowRight');
    expect(await lookedAt()).toBe(first + 1);
    await page.locator('.text-frame [role=status]').filter({ hasText: 'Probability' }).waitFor();
    await page.locator('.scroll').evaluate((box) => {
      box.scrollTop = box.scrollHeight / 2;
    });
    await page.keyboard.press('Escape');
    await drawn(page);
    await expect.poll(() => page.locator('[data-token]').count()).toBeGreaterThan(100);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => sees(page, '.looked-at')).toBe(true);
    expect(Number(await page.locator('.looked-at').first().getAttribute('data-token'))).toBeGreaterThan(
      5_000,
    );
    expect(await elements()).toBeLessThan(12_000);
  });

  it('stay shown for the next trajectory when a page is made again', async () => {
    const page = await openProbabilities(RESPONSE);
    const kept = await page.evaluate(() =>
      (window as unknown as { acquireVsCodeApi: () => { getState: () => unknown } })
        .acquireVsCodeApi()
        .getState(),
    );
    expect(kept).toMatchObject({ probabilitiesShown: true });
    const again = await openInspector(state({ samples: [sample({ hasProbabilities: true })] }), {
      answers: { image: { src: 'data:,' }, tokens: tokensOf(RESPONSE) },
      kept,
    });
    await again.locator('[data-token]').first().waitFor();
  });
});
