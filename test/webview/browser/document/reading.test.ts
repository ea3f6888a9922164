import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { canvas, goTo, show, shownPage, text, widthOf } from '../support/documentView.ts';

describe('reading a document', () => {
  it('goes to a page by its number or label, and says when there is no such page', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    expect(await page.locator('.page-box').inputValue()).toBe('i');
    await goTo(page, '7');
    await canvas(page, 7).waitFor();
    expect(await shownPage(page)).toBe('Page, 7 of 10');
    await goTo(page, 'I');
    await expect.poll(() => shownPage(page)).toBe('Page, 1 of 10');
    await goTo(page, '99');
    await page.getByText('There is no page 99.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('There is no page 99.').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.page-box').inputValue()).toBe('i');
  });

  it('keeps what is being typed in a field while pages are drawn slowly', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    // Typing continues before anything is drawn, while views are created again, as on a slow machine.
    const typed = (field: Locator, word: string) =>
      field.evaluate(async (input: HTMLInputElement, letters) => {
        input.focus();
        input.select();
        for (const letter of letters) {
          input.setRangeText(letter, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
          input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
          for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        }
        return input.value;
      }, word);
    await page.keyboard.press('Control+f');
    expect(await typed(page.locator('.find-field'), 'revenue')).toBe('revenue');
    await page.locator('.find-status', { hasText: /^1 of \d+$/u }).waitFor();
    expect(await typed(page.locator('.page-box'), '99')).toBe('99');
    // The current page changes meanwhile.
    await page.evaluate(() => {
      const pages = document.querySelector('.pages');
      if (pages) pages.scrollTop = pages.scrollHeight / 2;
    });
    await expect.poll(() => shownPage(page)).not.toBe('Page, 1 of 10');
    await page.keyboard.press('Enter');
    await page.getByText('There is no page 99.').waitFor();
  });

  it('zooms with keys, with the zoom list, and with the wheel around the pointer', async () => {
    const { page } = await show('three.pdf');
    await canvas(page, 1).waitFor();
    await page.locator('.pages').focus();
    const fitted = await widthOf(page, 1);
    await page.keyboard.press('+');
    await expect.poll(() => widthOf(page, 1)).toBeGreaterThan(fitted);
    await page.keyboard.press('Control+-');
    await page.keyboard.press('-');
    await expect.poll(() => widthOf(page, 1)).toBeLessThan(fitted);
    await page.keyboard.press('0');
    await expect.poll(() => widthOf(page, 1)).toBeCloseTo(fitted, 0);

    const word = text(page, 1).getByText('Page 1', { exact: true });
    const before = await word.boundingBox();
    if (before === null) throw new Error('The word is not on the screen.');
    const pointer = { x: before.x + before.width / 2, y: before.y + before.height / 2 };
    await page.mouse.move(pointer.x, pointer.y);
    await page.keyboard.down('Control');
    for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await expect.poll(() => widthOf(page, 1)).toBeGreaterThan(fitted * 2);
    const after = await word.boundingBox();
    if (after === null) throw new Error('The word is not on the screen.');
    expect(Math.abs(after.x + after.width / 2 - pointer.x)).toBeLessThan(4);
    expect(Math.abs(after.y + after.height / 2 - pointer.y)).toBeLessThan(4);
    expect(await page.evaluate(() => window.visualViewport?.scale)).toBe(1);

    await page.getByRole('combobox', { name: 'Zoom' }).selectOption('Fit page');
    await expect
      .poll(() => page.locator('.page[data-page="1"]').evaluate((one) => one.getBoundingClientRect().height))
      .toBeLessThan(770);
  });

  it('draws zoomed pages sharply, with as many pixels as the screen has', async () => {
    const { page } = await show('three.pdf', { scale: 2, width: 600, height: 500 });
    await canvas(page, 1).waitFor();
    await expect
      .poll(() =>
        canvas(page, 1).evaluate((one: HTMLCanvasElement) => one.width / one.getBoundingClientRect().width),
      )
      .toBeCloseTo(2, 1);
    await page.locator('.pages').focus();
    await page.keyboard.press('+');
    await expect
      .poll(() =>
        canvas(page, 1).evaluate((one: HTMLCanvasElement) => one.width / one.getBoundingClientRect().width),
      )
      .toBeCloseTo(2, 1);
  });

  it('places the text layer exactly over the drawn letters, also on a rotated page', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    for (const number of [4, 7]) {
      await goTo(page, String(number));
      await text(page, number).waitFor();
      // The canvas is not blank at the place of each word in the text layer.
      const inked = await page.locator(`.page[data-page="${number}"]`).evaluate((element) => {
        const drawn = element.querySelector('canvas');
        const context = drawn?.getContext('2d');
        if (drawn == null || context == null) return [];
        const frame = drawn.getBoundingClientRect();
        const factor = drawn.width / frame.width;
        return [...element.querySelectorAll('.text-layer span')]
          .filter((span) => span.textContent.trim().length > 3)
          .slice(0, 30)
          .map((span) => {
            const box = span.getBoundingClientRect();
            const { data } = context.getImageData(
              (box.left - frame.left) * factor,
              (box.top - frame.top) * factor,
              Math.max(1, box.width * factor),
              Math.max(1, box.height * factor),
            );
            let dark = 0;
            for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 255) < 128) dark++;
            return dark / (data.length / 4);
          });
      });
      expect(inked.length).toBeGreaterThan(3);
      expect(Math.min(...inked)).toBeGreaterThan(0.02);
    }
  });

  it('copies selected text that reaches over pages no longer on the screen', async () => {
    const { page } = await show('three.pdf');
    await text(page, 1).waitFor();
    await page.evaluate(() => {
      const first = document.querySelector('.page[data-page="1"] .text-layer span');
      if (first?.firstChild == null) throw new Error('There is no text.');
      const range = document.createRange();
      range.setStart(first.firstChild, 0);
      range.setEnd(first.firstChild, 6);
      const selection = getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
    });
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Page 1');

    const long = await show('fourteen.pdf');
    await text(long.page, 1).waitFor();
    await long.page.evaluate(() => {
      const first = document.querySelector('.page[data-page="1"] .text-layer span')?.firstChild;
      if (first == null) throw new Error('There is no text.');
      getSelection()?.setBaseAndExtent(first, 0, first, 4);
    });
    await long.page.evaluate(() => {
      window.host.send({ type: 'goto', page: 12 });
    });
    await text(long.page, 12).waitFor();
    // Shift+click selects from the page that has left the view to this one.
    await long.page.evaluate(() => {
      const last = document.querySelector('.page[data-page="12"] .text-layer span')?.firstChild;
      if (last == null) throw new Error('There is no text.');
      getSelection()?.extend(last, 7);
    });
    await long.page.keyboard.press('Control+c');
    await long.page.waitForFunction(() => window.host.sent.some((message) => message.type === 'copy'));
    const copied = await long.page.evaluate(() => {
      const message = window.host.sent.find(({ type }) => type === 'copy');
      return message?.type === 'copy' ? message.text : '';
    });
    expect(copied.startsWith('Page 1\nLine 0 of page 1.')).toBe(true);
    expect(copied).toContain('Line 19 of page 7.');
    expect(copied.endsWith('\nPage 12')).toBe(true);
  });

  it('steps through search matches, marks the current one and shows the count', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.locator('.pages').focus();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('REVENUE');
    await page.locator('.find-status', { hasText: /^1 of \d+$/u }).waitFor();
    const said = (await page.locator('.find-status').textContent()) ?? '';
    const total = Number(/of (\d+)/u.exec(said)?.[1]);
    expect(total).toBeGreaterThan(3);
    await page.waitForFunction(() => (CSS.highlights.get('current-match')?.size ?? 0) > 0);
    await page.keyboard.press('Enter');
    await page.locator('.find-status', { hasText: `2 of ${total}` }).waitFor();
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Shift+Enter');
    await page.locator('.find-status', { hasText: `${total} of ${total}` }).waitFor();
    await page.getByRole('button', { name: 'Match case' }).click();
    await page.locator('.find-status', { hasText: 'Not found' }).waitFor();
  });
});
