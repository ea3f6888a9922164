import { describe, expect, it } from 'vitest';
import {
  canvas,
  chosen,
  goTo,
  openView,
  show,
  shownPage,
  text,
  thumbnail,
  widthOf,
} from '../support/documentView.ts';

describe('states of the document view', () => {
  const place = { page: 3, top: 3, offset: 0.25, zoom: 1.5, selection: [2, 3] };

  it('restores the page, zoom and selection that the webview kept', async () => {
    const { page } = await show('annual-report.pdf', { kept: place });
    await canvas(page, 3).waitFor();
    await page.getByText('2 pages selected').waitFor();
    expect(await widthOf(page, 3)).toBeCloseTo(595 * (96 / 72) * 1.5, -1);
    await expect.poll(() => page.evaluate(() => window.kept)).toMatchObject({ top: 3, zoom: 1.5 });
    const kept = (await page.evaluate(() => window.kept)) as typeof place;
    expect(kept.offset).toBeCloseTo(0.25, 2);
  });

  it('keeps the page, zoom and selection when the file is rebuilt', async () => {
    const { page, errors } = await show('three.pdf');
    await text(page, 1).waitFor();
    await goTo(page, '2');
    await thumbnail(page, 2).click();
    await page.locator('.pages').focus();
    await page.keyboard.press('+');
    const width = await widthOf(page, 2);
    await page.evaluate(() => window.host.change('rebuilt.pdf'));
    await text(page, 2).getByText('Rebuilt 2').waitFor();
    expect(await shownPage(page)).toBe('Page, 2 of 3');
    expect(await widthOf(page, 2)).toBe(width);
    expect(await chosen(page)).toEqual(['thumbnail-2']);
    // With fewer pages, the selection keeps the pages that still exist.
    await page.evaluate(() => window.host.change('shorter.pdf'));
    await text(page, 1).getByText('Shorter 1').waitFor();
    await page.getByText('All pages').waitFor();
    expect(errors).toEqual([]);
  });

  it('keeps showing the pages and says so when a rebuilt file is damaged', async () => {
    const { page } = await show('three.pdf');
    await text(page, 1).waitFor();
    await page.evaluate(() => window.host.change('damaged-garbage.pdf'));
    await page.locator('.notice', { hasText: 'cannot be read as a PDF' }).waitFor();
    expect(await text(page, 1).getByText('Page 1', { exact: true }).count()).toBe(1);
    await page.evaluate(() => window.host.change('rebuilt.pdf'));
    await text(page, 1).getByText('Rebuilt 1').waitFor();
    await page.locator('.notice').waitFor({ state: 'hidden' });
  });

  it.each([
    ['damaged-empty.pdf', 'damaged-empty.pdf is empty'],
    // The same message as when a person asks about them (test/errors/table.md).
    ['damaged-garbage.pdf', 'damaged-garbage.pdf is damaged: it does not begin like a PDF.'],
    ['damaged-half-written.pdf', 'damaged-half-written.pdf is damaged: no pages were found in it.'],
  ])('shows a message in place of the pages for %s', async (file, said) => {
    const { page } = await show(file);
    await page.getByRole('heading', { name: said }).waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/\bat \S+ \(|\.js:\d+/u);
  });

  it('shows the pages of a damaged document that can be recovered', async () => {
    const { page } = await show('damaged-shifted-xref.pdf');
    await canvas(page, 1).waitFor();
  });

  it('shows a message for a protected document until the right password is entered', async () => {
    const { page } = await show('password-protected.pdf');
    await page.getByRole('heading', { name: 'password-protected.pdf is protected by a password' }).waitFor();
    await page.evaluate(() => window.host.passwords.push('wrong', 'tarnholm'));
    await page.getByText('Enter Password').click();
    await page.waitForFunction(() => window.host.sent.some((message) => message.type === 'retry'));
    await page.evaluate(() => window.host.open('password-protected.pdf'));
    await canvas(page, 1).waitFor();
  });

  it('shows the height of the text, and the budget it needs when the text is too small', async () => {
    const { page } = await openView();
    await page.evaluate(async () => {
      window.host.heights[1] = { height: 6.4, readableAt: 1_411_200 };
      window.host.heights[2] = { height: null, readableAt: null };
      await window.host.open('three.pdf');
    });
    await page.getByText('Text 6.4 px high; 12 px needs a budget of 1,411,200 px').waitFor();
    await goTo(page, '2');
    await page.getByText('Text height unknown').waitFor();
    await goTo(page, '3');
    await page.getByText('Text 10 px high').waitFor();
  });

  it('posts only messages that the protocol knows', async () => {
    const { page, errors } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.getByText('Ask', { exact: true }).click();
    await page.waitForFunction(() => window.host.sent.some((message) => message.type === 'ask'));
    expect(await page.evaluate(() => window.host.invalid)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
