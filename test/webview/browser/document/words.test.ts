import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PageClaim } from '../../../../src/protocol/document.ts';
import { runAxe } from '../support/axe.ts';
import { claim as onPage } from '../support/documentClaims.ts';
import { documentSite, show, text, type ShowOptions } from '../support/documentView.ts';
import { inEachTheme } from '../support/themes.ts';

/** A page with one word. */
const SIZE = { width: 600, height: 800 };
const WORD = { text: '518.9', box: { left: 200, top: 276, right: 270, bottom: 306 } };

beforeAll(async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([SIZE.width, SIZE.height]).drawText(WORD.text, { x: 200, y: 500, size: 24, font });
  (await documentSite()).put('word.pdf', await pdf.save());
});

/** An observation that is on no page. */
const claim = (index: number, changes: Partial<PageClaim> = {}): PageClaim =>
  onPage(index, { page: null, ...changes });

/** Three steps that say the word, one of them twice, and one that does not. */
const SAYING: readonly PageClaim[] = [
  claim(0, { said: 'It is 518.9.' }),
  claim(1, {
    said: 'In the table of revenue by region, the row Total of the year 2024 has the value 518.9 in millions',
  }),
  claim(2, { step: 1, action: 2, said: '518.9 and 481.9', status: 'near' }),
  claim(3, { said: '481.9' }),
  claim(4, { kind: 'answer', action: 0, said: '518.9' }),
];

async function showWord(options: ShowOptions = {}): Promise<Page> {
  const { page } = await show('word.pdf', { state: { zoom: 1 }, ...options });
  await text(page, 1).waitFor();
  await page.evaluate(
    (read) => {
      window.host.words[1] = read;
    },
    { size: SIZE, words: [WORD] },
  );
  return page;
}

async function showClaims(page: Page, claims: readonly PageClaim[]): Promise<void> {
  await page.evaluate(
    (shown) => {
      window.host.send({ type: 'claims', shown, selected: null });
    },
    { title: 'How much did revenue grow?', running: false, notice: null, claims },
  );
  await page.locator('.claims-bar').waitFor();
}

const word = (page: Page): Locator => text(page, 1).locator('span');
const selectedLine = (page: Page): Locator => page.locator('.claims-selected');
const rows = (page: Page): Locator => page.locator('.step-choice');
const resolveSelection = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.host.send({ type: 'resolveSelection' });
  });
const sent = (page: Page, type: string): Promise<unknown[]> =>
  page.evaluate((of) => window.host.sent.filter((message) => message.type === of), type);
const lastSelected = async (page: Page): Promise<unknown> => (await sent(page, 'selectClaim')).at(-1);

describe('a word of a page', () => {
  it('leads to the steps that mention it: at once if it is one, by a list of all of them if there are more', async () => {
    const page = await showWord();
    await word(page).click();
    expect(await sent(page, 'selectWord')).toEqual([]);

    await showClaims(page, [claim(0, { said: 'nothing of it' })]);
    await word(page).click();
    await expect.poll(() => selectedLine(page).textContent()).toBe('No step mentions \u201c518.9\u201d.');

    await showClaims(page, [claim(0, { said: 'It is 518.9.' })]);
    await word(page).click();
    await expect
      .poll(() => selectedLine(page).textContent())
      .toBe('Claim 1, step 1, found: It is 518.9. \u00b7 It has no place in this document.');
    expect(await rows(page).count()).toBe(0);

    await showClaims(page, SAYING);
    await word(page).click();
    await rows(page).first().waitFor();
    expect(await rows(page).locator('b').allTextContents()).toEqual(['step 1', 'step 2', 'the answer']);
    expect(await rows(page).nth(1).locator('mark').allTextContents()).toEqual(['518.9', '518.9']);
    expect(await selectedLine(page).textContent()).toMatch(/^3 steps mention \u201c518.9\u201d\. Claim 1, /u);
    expect((await sent(page, 'selectWord')).at(-1)).toEqual({ type: 'selectWord', claims: [0, 1, 2, 4] });

    await rows(page).nth(1).click();
    expect(await lastSelected(page)).toEqual({ type: 'selectClaim', claim: 1 });
    await rows(page).nth(1).click();
    expect(await lastSelected(page)).toEqual({ type: 'selectClaim', claim: 2 });
    expect(await rows(page).nth(1).getAttribute('aria-current')).toBe('true');
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await rows(page).count()).toBe(0);
    expect((await sent(page, 'selectWord')).at(-1)).toEqual({ type: 'selectWord', claims: [] });
  });

  it('leads to them by the keyboard alone, and the focus returns to the pages', async () => {
    const page = await showWord();
    await showClaims(page, SAYING);
    await resolveSelection(page);
    await expect.poll(() => selectedLine(page).textContent()).toBe('Select a word on a page first.');
    await word(page).dblclick();
    await page.keyboard.press('Escape');
    await resolveSelection(page);
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('step-choice');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await lastSelected(page)).toEqual({ type: 'selectClaim', claim: 4 });
    await page.keyboard.press('Escape');
    expect(await rows(page).count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('pages');
  });

  it('has a list of its steps that does not cover it, in any theme', async () => {
    for (const width of [900, 260]) {
      const page = await showWord({ width, height: 700 });
      await showClaims(page, SAYING);
      await word(page).click();
      await rows(page).first().waitFor();
      await inEachTheme(page, async (theme) => {
        const [list, own] = await Promise.all(
          [page.locator('.step-list'), word(page)].map((one) =>
            one.evaluate((element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              return { left, right, top, bottom };
            }),
          ),
        );
        const isCovered =
          list !== undefined && own !== undefined && list.top <= own.bottom && list.bottom >= own.top;
        expect(isCovered, theme).toBe(false);
        expect(list?.left, theme).toBeGreaterThanOrEqual(0);
        expect(list?.right, theme).toBeLessThanOrEqual(width);
        expect((await runAxe(page, { theme })).violations, theme).toEqual([]);
      });
    }
  });
});
