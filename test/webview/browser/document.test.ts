// @vitest-environment node
import fs from 'node:fs';
import path from 'node:path';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openDocumentPage,
  scrollThrough,
  serveDocumentView,
  type DocumentPage,
  type DocumentPageOptions,
  type DocumentSite,
} from './documentPage.ts';
import { launchBrowser } from '../../../scripts/lib/browser.mjs';
import { root, runAxe, THEMES } from './webviewPage.ts';

// A browser is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let browser: Browser;
let site: DocumentSite;
const opened: DocumentPage[] = [];

const MANY = 2000;

/** A document of `count` pages, each with its number; every 50th says `needle`. */
async function numbered(count: number, word = 'Page'): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= count; number++) {
    const page = pdf.addPage(number % 7 === 0 ? [842, 595] : [595, 842]);
    page.drawText(`${word} ${number}`, { x: 60, y: 500, size: 40, font });
    for (let line = 0; line < 20; line++) {
      const text =
        line === 5 && number % 50 === 0 ? 'Here is the needle.' : `Line ${line} of page ${number}.`;
      page.drawText(text, { x: 60, y: 440 - line * 14, size: 10, font });
    }
  }
  return pdf.save();
}

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), serveDocumentView()]);
  const fixtures = path.join(root, 'test/fixtures/documents');
  for (const name of fs.readdirSync(fixtures)) site.put(name, fs.readFileSync(path.join(fixtures, name)));
  site.put('many.pdf', await numbered(MANY));
  site.put('three.pdf', await numbered(3));
  site.put('rebuilt.pdf', await numbered(3, 'Rebuilt'));
  site.put('shorter.pdf', await numbered(1, 'Shorter'));
});
afterEach(async () => {
  for (const { context } of opened.splice(0)) await context.close();
});
afterAll(async () => {
  await browser.close();
  await site.close();
});

async function show(file: string, options: DocumentPageOptions = {}): Promise<DocumentPage> {
  const view = await openDocumentPage(browser, site, options);
  opened.push(view);
  view.page.setDefaultTimeout(20_000);
  await view.page.evaluate((name) => window.host.open(name), file);
  return view;
}

const canvas = (page: Page, number: number) => page.locator(`.page[data-page="${number}"] canvas`);
const text = (page: Page, number: number) => page.locator(`.page[data-page="${number}"] .text-layer`);
const shownPage = (page: Page) => page.locator('.page-box').getAttribute('aria-label');
const option = (page: Page, number: number) => page.locator(`#thumbnail-${number}`);
const chosen = (page: Page) =>
  page.locator('.thumbnail[aria-selected=true]').evaluateAll((all) => all.map((one) => one.id));

async function goTo(page: Page, label: string): Promise<void> {
  await page.locator('.page-box input').fill(label);
  await page.locator('.page-box input').press('Enter');
}

/** Scale of the first page that is on the screen: its width over the width of A4. */
const widthOf = (page: Page, number: number) =>
  page.locator(`.page[data-page="${number}"]`).evaluate((element) => element.getBoundingClientRect().width);

describe('a long document', () => {
  it(`keeps at most 12 page canvases while it scrolls through ${MANY} pages`, async () => {
    const kept = { page: 1, top: 1, offset: 0, zoom: 0.4, selection: [] };
    const view = await show('many.pdf', { kept });
    const { page, errors } = view;
    await canvas(page, 1).waitFor();
    const scrolled = await scrollThrough(view);
    await canvas(page, MANY).waitFor();
    expect(await shownPage(page)).toMatch(/^Page, (199\d|2000) of 2000$/u);
    const { peakPageCanvases, peakCanvases, peakElements } = await view.counts();
    console.log(
      `${scrolled.steps} steps, ${scrolled.drawn} pages drawn; canvases at once: ${peakPageCanvases} of pages, ` +
        `${peakCanvases} in all; ${peakElements} elements; longest task ${scrolled.longestTask.toFixed(0)} ms, ` +
        `longest frame ${scrolled.longestFrame.toFixed(0)} ms`,
    );
    expect(scrolled.drawn).toBeGreaterThan(50);
    expect(peakPageCanvases).toBeGreaterThan(3);
    expect(peakPageCanvases).toBeLessThanOrEqual(12);
    expect(peakCanvases).toBeLessThanOrEqual(14);
    expect(peakElements).toBeLessThan(3000);
    expect(errors).toEqual([]);
  });

  it('keeps at most 12 page canvases at the smallest zoom, where dozens of pages are in view', async () => {
    const { page, counts } = await show('many.pdf', { height: 1600 });
    await canvas(page, 1).waitFor();
    await page.locator('.pages').focus();
    for (let press = 0; press < 14; press++) await page.keyboard.press('-');
    await page.waitForFunction(() => document.querySelectorAll('.page canvas').length >= 6);
    await page.locator('.pages').evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight / 2;
    });
    await page.waitForFunction(() => document.querySelectorAll('.page canvas').length >= 6);
    expect((await counts()).peakPageCanvases).toBeLessThanOrEqual(12);
  });

  it('reads a file in ranges that are small compared with its size, and never the whole file', async () => {
    const { page } = await show('many.pdf');
    await canvas(page, 1).waitFor();
    await goTo(page, '1500');
    await canvas(page, 1500).waitFor();
    const ranges = await page.evaluate(() => window.host.ranges);
    const size = (await (await fetch(`${site.origin}/file/many.pdf`)).arrayBuffer()).byteLength;
    expect(Math.max(...ranges)).toBeLessThanOrEqual(256 * 1024);
    expect(ranges.length).toBeGreaterThan(1);
    expect(Math.max(...ranges)).toBeLessThan(size / 2);
  });

  it('shows matches page by page while it searches, and discards the matches of an earlier search text', async () => {
    const { page } = await show('many.pdf');
    await canvas(page, 1).waitFor();
    await page.keyboard.press('Control+f');
    // On a fast machine the progress is shown too briefly to wait for, so every text is recorded.
    const said = await page.locator('.find-status').evaluateHandle((status) => {
      const texts: string[] = [];
      new MutationObserver(() => texts.push(status.textContent)).observe(status, {
        characterData: true,
        childList: true,
        subtree: true,
      });
      return texts;
    });
    await page.keyboard.type('needle');
    await text(page, 50).waitFor();
    await expect
      .poll(() => said.jsonValue())
      .toContainEqual(expect.stringMatching(/^1 of \d+ match.*, searching page [\d,]+ of 2,000$/u));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('no such words');
    await page.locator('.find-status', { hasText: 'Not found' }).waitFor();
    expect(await page.evaluate(() => CSS.highlights.get('current-match')?.size ?? 0)).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('.find-bar').waitFor({ state: 'detached' });
  });
});

describe('reading a document', () => {
  it('goes to a page by its number or label, and says when there is no such page', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    expect(await page.locator('.page-box input').inputValue()).toBe('i');
    await goTo(page, '7');
    await canvas(page, 7).waitFor();
    expect(await shownPage(page)).toBe('Page, 7 of 10');
    await goTo(page, 'I');
    await expect.poll(() => shownPage(page)).toBe('Page, 1 of 10');
    await goTo(page, '99');
    await page.getByText('There is no page 99.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('There is no page 99.').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.page-box input').inputValue()).toBe('i');
  });

  it('keeps what is being typed in a field while pages are drawn slowly', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    // Typing continues before anything is drawn, while views are created again, as on a slow machine.
    const typed = (field: Locator, word: string) =>
      field.evaluate(async (element, letters) => {
        const input = element.shadowRoot?.querySelector('input');
        if (!input) throw new Error('There is no field to type in.');
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

    await page.locator('vscode-dropdown').click();
    await page.locator('vscode-option', { hasText: 'Fit page' }).click();
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

    const long = await show('many.pdf');
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

describe('choosing pages of a document', () => {
  it('selects pages by click, Ctrl+click and Shift+click', async () => {
    const { page } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await option(page, 2).click();
    await option(page, 4).click({ modifiers: ['Control'] });
    expect(await chosen(page)).toEqual(['thumbnail-2', 'thumbnail-4']);
    await option(page, 2).click();
    await option(page, 5).click({ modifiers: ['Shift'] });
    await page.getByText('4 pages chosen').waitFor();
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
    await page.getByText('2 pages chosen').waitFor();
    await page.keyboard.press('Control+a');
    await page.getByText('10 pages chosen').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('No page chosen').waitFor();
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

describe('states of the document view', () => {
  const place = { page: 3, top: 3, offset: 0.25, zoom: 1.5, selection: [2, 3] };

  it('restores the page, zoom and selection that the webview kept', async () => {
    const { page } = await show('annual-report.pdf', { kept: place });
    await canvas(page, 3).waitFor();
    await page.getByText('2 pages chosen').waitFor();
    expect(await widthOf(page, 3)).toBeCloseTo(595 * (96 / 72) * 1.5, -1);
    await expect.poll(() => page.evaluate(() => window.kept)).toMatchObject({ top: 3, zoom: 1.5 });
    const kept = (await page.evaluate(() => window.kept)) as typeof place;
    expect(kept.offset).toBeCloseTo(0.25, 2);
  });

  it('keeps the page, zoom and selection when the file is rebuilt', async () => {
    const { page, errors } = await show('three.pdf');
    await text(page, 1).waitFor();
    await goTo(page, '2');
    await option(page, 2).click();
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
    await page.getByText('No page chosen').waitFor();
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
    ['damaged-garbage.pdf', 'damaged-garbage.pdf is damaged: it does not begin as a PDF does.'],
    ['damaged-half-written.pdf', 'damaged-half-written.pdf is damaged: no pages could be found in it.'],
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
    const { page } = await openAndSet();
    await page.getByText('Text 6.4 px high; 12 px needs a budget of 1,411,200 px').waitFor();
    await goTo(page, '2');
    await page.getByText('Text height unknown').waitFor();
    await goTo(page, '3');
    await page.getByText('Text 10 px high').waitFor();
  });

  async function openAndSet(): Promise<DocumentPage> {
    const view = await openDocumentPage(browser, site);
    opened.push(view);
    await view.page.evaluate(async () => {
      window.host.heights[1] = { height: 6.4, readableAt: 1_411_200 };
      window.host.heights[2] = { height: null, readableAt: null };
      await window.host.open('three.pdf');
    });
    return view;
  }

  it('posts only messages that the protocol knows', async () => {
    const { page, errors } = await show('annual-report.pdf');
    await canvas(page, 1).waitFor();
    await page.getByText('Ask', { exact: true }).click();
    await page.waitForFunction(() => window.host.sent.some((message) => message.type === 'ask'));
    expect(await page.evaluate(() => window.host.invalid)).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('accessibility of the document view', () => {
  it.each(THEMES)(
    'shows no accessibility violation that axe finds on pages in the theme %s',
    async (theme) => {
      const { page } = await show('annual-report.pdf', { theme });
      await text(page, 1).waitFor();
      await option(page, 2).click();
      await page.keyboard.press('Control+f');
      await page.keyboard.type('revenue');
      await page.locator('.find-status', { hasText: 'of' }).waitFor();
      const { violations, checked } = await runAxe(page);
      expect(violations).toEqual([]);
      expect(checked.length).toBeGreaterThan(20);

      // The same check finds an error that is added on purpose.
      await page.evaluate(() => {
        document.querySelector('.page-bar')?.append(document.createElement('input'));
      });
      const planted = await runAxe(page);
      expect(planted.violations).toContainEqual(expect.stringMatching(/^label: /u));
    },
  );

  it.each(THEMES)(
    'shows no accessibility violation that axe finds on error messages in the theme %s',
    async (theme) => {
      const { page } = await show('damaged-garbage.pdf', { theme });
      await page.getByRole('heading').waitFor();
      expect((await runAxe(page)).violations).toEqual([]);
    },
  );

  it('cuts nothing off and reaches every control by Tab at 200% zoom in a narrow window', async () => {
    const { page } = await show('annual-report.pdf', { scale: 2, width: 480, height: 400 });
    await canvas(page, 1).waitFor();
    const overflow = await page.locator('.page-bar').evaluate((bar) => bar.scrollWidth - bar.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.locator('body').press('Tab');
    const reached = new Set<string>();
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press('Tab');
      reached.add(
        await page.evaluate(() => {
          const element = document.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        }),
      );
    }
    for (const name of ['Thumbnails', 'Zoom out', 'Zoom', 'Zoom in', 'Find', 'Thumbnails of the pages']) {
      expect([...reached]).toContain(name);
    }
  });

  it('animates nothing when the person asks for reduced motion', async () => {
    const { page } = await show('annual-report.pdf', { reducedMotion: true });
    await canvas(page, 1).waitFor();
    await goTo(page, '9');
    await canvas(page, 9).waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  });
});

it('loads pdf.js separately from the script that the webview loads first', () => {
  const scripts = [...site.scripts].filter(([name]) => name.endsWith('.js') && name !== 'host.js');
  const [pdfjs] = scripts.filter(([name]) => name.startsWith('pdf-'));
  const rest = scripts.filter(([name]) => !name.startsWith('pdf-'));
  expect(pdfjs).toBeDefined();
  expect(rest.reduce((sum, [, bytes]) => sum + bytes.length, 0)).toBeLessThan(450 * 1024);
});
