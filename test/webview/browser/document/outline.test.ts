import { describe, expect, it } from 'vitest';
import { canvas, show, shownPage, text } from '../support/documentView.ts';

describe('the outline of a document', () => {
  it('goes to the page of an entry by click and by keyboard', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.getByRole('tab', { name: 'Outline' }).click();
    await page.getByRole('treeitem', { name: 'People' }).click();
    await text(page, 5).getByText('People', { exact: true }).waitFor();
    await expect.poll(() => shownPage(page)).toBe('Page, 5 of 10');
    const tree = page.getByRole('tree');
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => shownPage(page)).toBe('Page, 2 of 10');
    expect(await tree.getByRole('treeitem', { selected: true }).textContent()).toBe(
      'Income statement and key figures',
    );
  });

  it('collapses and expands an entry', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.getByRole('tab', { name: 'Outline' }).click();
    const inner = page.getByRole('treeitem', { name: 'Outlook in Chinese' });
    await inner.waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await inner.waitFor({ state: 'detached' });
    await page.locator('.outline-twisty').last().click();
    await inner.waitFor();
  });

  it('is not offered for a document that has none', async () => {
    const { page } = await show('three.pdf');
    await canvas(page, 1).waitFor();
    await page.locator('.thumbnail').first().waitFor();
    expect(await page.getByRole('tab').count()).toBe(0);
  });
});
