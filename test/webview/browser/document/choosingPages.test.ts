import { describe, expect, it } from 'vitest';
import { canvas, chosen, show, thumbnail } from '../support/documentView.ts';

describe('choosing pages of a document', () => {
  it('selects pages by click, Ctrl+click and Shift+click', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await thumbnail(page, 2).click();
    await thumbnail(page, 4).click({ modifiers: ['Control'] });
    expect(await chosen(page)).toEqual(['thumbnail-2', 'thumbnail-4']);
    await thumbnail(page, 2).click();
    await thumbnail(page, 5).click({ modifiers: ['Shift'] });
    await page.getByText('4 pages selected').waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => {
          const last = window.host.sent.at(-1);
          return last?.type === 'view' ? last.selection : null;
        }),
      )
      .toEqual([2, 3, 4, 5]);
  });

  it('selects pages by keyboard alone: arrows, Space, Shift, Ctrl+A and Escape', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.locator('.thumbnail-list').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    expect(await chosen(page)).toEqual(['thumbnail-2', 'thumbnail-4']);
    expect(await page.locator('.thumbnail-list').getAttribute('aria-activedescendant')).toBe('thumbnail-4');
    await canvas(page, 4).waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('2 pages selected').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('10 pages selected').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('All pages').waitFor();
  });

  it('moves one page for each key, also for keys that come before the list is drawn again', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.locator('.thumbnail-list').evaluate((list: HTMLElement) => {
      list.focus();
      for (const key of ['End', 'Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', ' '])
        list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    });
    await page.getByText('1 page selected').waitFor();
    expect(await chosen(page)).toEqual(['thumbnail-4']);
    await canvas(page, 4).waitFor();
  });

  it('shows a picture for every thumbnail in view', async () => {
    const { page } = await show('annual-report.pdf');
    await expect
      .poll(() =>
        page
          .locator('.thumbnail')
          .evaluateAll((all) => all.every((one) => one.querySelector('img') !== null)),
      )
      .toBe(true);
  });
});
