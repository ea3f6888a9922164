import { degrees, PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxHeight, boxWidth, type PageBox } from '../../../../src/core/geometry/box.ts';
import { userSpaceToPage, type PageFrame } from '../../../../src/core/geometry/pageFrame.ts';
import type { PageClaim } from '../../../../src/protocol/document.ts';
import { MAX_FRAMES } from '../../../../src/protocol/claimFrames.ts';
import { runAxeInThemes } from '../support/axe.ts';
import { claim, showClaims } from '../support/documentClaims.ts';
import {
  canvas,
  documentSite,
  pageOf,
  show,
  shownPage,
  text,
  thumbnail,
  widthOf,
} from '../support/documentView.ts';

/** Pages of 600 by 800 points with one word at the same place of their own user space. */
const FRAMES: readonly (PageFrame & { readonly unit: number })[] = [
  { cropBox: { minX: 0, minY: 0, maxX: 600, maxY: 800 }, rotation: 0, unit: 1 },
  { cropBox: { minX: 50, minY: 100, maxX: 500, maxY: 700 }, rotation: 0, unit: 1 },
  { cropBox: { minX: 0, minY: 0, maxX: 600, maxY: 800 }, rotation: 90, unit: 1 },
  { cropBox: { minX: 50, minY: 100, maxX: 500, maxY: 700 }, rotation: 180, unit: 1 },
  { cropBox: { minX: 50, minY: 100, maxX: 500, maxY: 700 }, rotation: 270, unit: 1 },
  { cropBox: { minX: 50, minY: 100, maxX: 500, maxY: 700 }, rotation: 90, unit: 2 },
];
const SIZE = 24;
let wordBoxes: PageBox[];

beforeAll(async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  wordBoxes = FRAMES.map((frame) => {
    const page = pdf.addPage([600, 800]);
    const { minX, minY, maxX, maxY } = frame.cropBox;
    page.setCropBox(minX, minY, maxX - minX, maxY - minY);
    page.setRotation(degrees(frame.rotation));
    if (frame.unit !== 1) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(frame.unit));
    page.drawText('518.9', { x: 200, y: 500, size: SIZE, font });
    const word = {
      minX: 200,
      minY: 500,
      maxX: 200 + font.widthOfTextAtSize('518.9', SIZE),
      maxY: 500 + SIZE,
    };
    return userSpaceToPage(word, frame);
  });
  (await documentSite()).put('frames.pdf', await pdf.save());
});

/** What is read above the pages in each state. */
const STATES: readonly {
  readonly says: string;
  readonly claims: readonly PageClaim[];
  readonly running?: boolean;
  readonly activity?: string;
  readonly isProblem?: boolean;
}[] = [
  { says: 'Looking for claims on the pages', claims: [], running: true },
  { says: 'No claims', claims: [] },
  { says: '1 claim: 1 found (still looking)', claims: [claim(0)], running: true },
  {
    says: 'No claims so far. The model writes turn 2. It pauses when this is done.',
    claims: [],
    running: true,
    activity: 'The model writes turn 2. It pauses when this is done.',
  },
  {
    says: '1 claim: 1 found. The conversation waits for you.',
    claims: [claim(0)],
    running: true,
    activity: 'The conversation waits for you.',
  },
  {
    says: '2 claims: 1 cannot be checked, 1 found',
    claims: [claim(0), claim(1, { status: 'unknown', page: null })],
  },
  {
    says: '1,000 claims: 1,000 differ',
    claims: Array.from({ length: 1000 }, (_, index) => claim(index, { status: 'near', page: null })),
    isProblem: true,
  },
];

const frames = (page: Page, number: number): Locator => pageOf(page, number).locator('.claim-frame');
const labels = (page: Page, number: number): Locator => pageOf(page, number).locator('.claim-label');

interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
const rect = (of: Locator): Promise<Rect> =>
  of.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left, top, right, bottom };
  });

const selectedLine = (page: Page): Locator => page.locator('.claims-selected');
/** The messages of a type that the view sent. */
const sent = (page: Page, type: string): Promise<unknown[]> =>
  page.evaluate((of) => window.host.sent.filter((message) => message.type === of), type);

describe('claims over the pages', () => {
  it('frames the words at every rotation, crop box, unit and zoom', async () => {
    const { page } = await show('frames.pdf', { width: 1000, height: 800, state: { zoom: 1 } });
    await canvas(page, 1).waitFor();
    await showClaims(
      page,
      wordBoxes.map((box, index) => claim(index, { page: index + 1, boxes: [box] })),
    );
    for (const zoom of ['0.5', '2']) {
      await page.getByLabel('Zoom', { exact: true }).selectOption(zoom);
      for (const [index, box] of wordBoxes.entries()) {
        const number = index + 1;
        await page.evaluate((to) => {
          window.host.send({ type: 'selectClaim', claim: to, reveal: true });
        }, index);
        await frames(page, number).waitFor();
        await text(page, number).waitFor();
        const [frame, word] = [
          await rect(frames(page, number)),
          await rect(text(page, number).locator('span', { hasText: '518.9' })),
        ];
        const scale = (4 / 3) * Number(zoom) * (FRAMES[index]?.unit ?? 1);
        // The frame has a space of 3 px on each side.
        expect(frame.right - frame.left).toBeCloseTo(boxWidth(box) * scale + 6, 0);
        expect(frame.bottom - frame.top).toBeCloseTo(boxHeight(box) * scale + 6, 0);
        // The text layer's own box has the ascent and descent of the font.
        const apart = 0.3 * SIZE * scale;
        expect(Math.abs(frame.left + frame.right - word.left - word.right) / 2).toBeLessThan(apart);
        expect(Math.abs(frame.top + frame.bottom - word.top - word.bottom) / 2).toBeLessThan(apart);
      }
    }
  });

  it('leaves the text below a frame selectable, and leads from a click on it to the claim', async () => {
    const { page } = await show('frames.pdf', { state: { zoom: 1 } });
    await text(page, 1).waitFor();
    const [box] = wordBoxes;
    if (box === undefined) throw new Error('There is no word.');
    const elsewhere = claim(1, { said: '12.1%', page: null });
    await showClaims(page, [claim(0, { boxes: [box], said: '518.9' }), elsewhere]);
    await frames(page, 1).waitFor();
    const { left, top, right, bottom } = await rect(frames(page, 1));
    const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
    await page.mouse.click(middle.x, middle.y);
    await expect.poll(() => sent(page, 'selectClaim')).toEqual([{ type: 'selectClaim', claim: 0 }]);
    await page.mouse.dblclick(middle.x, middle.y);
    expect(await page.evaluate(() => getSelection()?.toString())).toContain('518');
    expect(await selectedLine(page).textContent()).toBe('Claim 1, step 1, found: 518.9');
    const notice = page.locator('.claims-bar .claims-notice');
    expect(await notice.count()).toBe(0);
    await showClaims(page, [elsewhere], { notice: 'frames.pdf has changed.' });
    await expect.poll(() => notice.allTextContents()).toEqual(['frames.pdf has changed.']);
  });

  it('draws at most 60 of 1,000 claims in sight, the selected one among them, and says how many are left out', async () => {
    const { page } = await show('fourteen.pdf', { width: 1000, height: 900 });
    await text(page, 1).waitFor();
    const many = Array.from({ length: 1000 }, (_, index) =>
      claim(index, {
        page: 1 + (index % 2),
        boxes: [
          {
            left: 10 + (index % 20) * 20,
            top: 10 + index / 4,
            right: 25 + (index % 20) * 20,
            bottom: 18 + index / 4,
          },
        ],
        status: index % 100 < 2 ? 'near' : 'found',
      }),
    );
    await showClaims(page, many);
    await page.evaluate(() => {
      window.host.send({ type: 'selectClaim', claim: 500, reveal: true });
    });
    await page.locator('.claim-label.is-selected').waitFor();
    expect(await page.locator('.claim-frame').count()).toBeLessThanOrEqual(MAX_FRAMES);
    await page.getByText(/^\d+ more frames are not shown\.$/u).waitFor();
    // What differs comes before what is found.
    expect(await page.locator('.claim-frame.dashed').count()).toBeGreaterThan(0);
    expect(await page.locator('.thumbnail-mark').count()).toBeLessThanOrEqual(2 * 20);

    await page.getByRole('button', { name: 'All claims' }).click();
    await expect.poll(() => page.locator('.claim-frame').count()).toBe(1);
  });

  it('scrolls to the box of a claim that is not drawn yet, and keeps the focus where it is', async () => {
    const { page } = await show('fourteen.pdf', { width: 1000, height: 700, state: { zoom: 1.5 } });
    await canvas(page, 1).waitFor();
    const box = { left: 300, top: 500, right: 340, bottom: 512 };
    await showClaims(page, [claim(0, { page: 12, boxes: [box] })]);
    await page.locator('.page-box').focus();
    await page.evaluate(() => {
      window.host.send({ type: 'selectClaim', claim: 0, reveal: true });
    });
    await frames(page, 12).waitFor();
    const [frame, view] = [await rect(frames(page, 12)), await rect(page.locator('.pages'))];
    expect(frame.top).toBeGreaterThan(view.top);
    expect(frame.bottom).toBeLessThan(view.bottom);
    expect(frame.left).toBeGreaterThan(view.left);
    expect(frame.right).toBeLessThan(view.right);
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('page-box');
    // The mark beside the picture of the page is at the same height.
    const [paper, mark] = [
      await rect(thumbnail(page, 12).locator('.thumbnail-paper')),
      await rect(thumbnail(page, 12).locator('.thumbnail-mark')),
    ];
    const pageBox = await rect(pageOf(page, 12));
    const at = (frame.top - pageBox.top) / (pageBox.bottom - pageBox.top);
    expect(Math.abs((mark.top - paper.top) / (paper.bottom - paper.top) - at)).toBeLessThan(0.06);
  });

  it.each([
    { at: 'the top left', box: { left: 4, top: 300, right: 40, bottom: 312 } },
    { at: 'the bottom right', box: { left: 540, top: 720, right: 590, bottom: 732 } },
  ])('keeps the selected claim at $at in sight when the view is zoomed', async ({ box }) => {
    const { page } = await show('fourteen.pdf', { width: 1000, height: 700, state: { zoom: 0.75 } });
    await canvas(page, 1).waitFor();
    await showClaims(page, [claim(0, { page: 5, boxes: [box] })]);
    await page.evaluate(() => {
      window.host.send({ type: 'selectClaim', claim: 0, reveal: true });
    });
    await frames(page, 5).waitFor();
    const isInSight = async (): Promise<boolean> => {
      const [frame, view] = [await rect(frames(page, 5)), await rect(page.locator('.pages'))];
      const isBeside = frame.left >= view.left && frame.right <= view.right;
      return isBeside && frame.top >= view.top && frame.bottom <= view.bottom;
    };
    const zoomTo = async (zoom: string): Promise<void> => {
      const before = await widthOf(page, 5);
      await page.getByLabel('Zoom', { exact: true }).selectOption(zoom);
      await expect.poll(() => widthOf(page, 5)).not.toBe(before);
    };
    for (const zoom of ['2', '0.5', '4', 'page', '2', 'width']) {
      await zoomTo(zoom);
      await expect.poll(isInSight, { message: zoom }).toBe(true);
    }
    // What the person has scrolled away from stays away.
    await page.evaluate(() => {
      window.host.send({ type: 'goto', page: 1 });
    });
    await canvas(page, 1).waitFor();
    await page.getByLabel('Zoom', { exact: true }).selectOption('1');
    await expect.poll(() => shownPage(page)).toBe('Page, 1 of 14');
  });

  it('is used with keys only: Tab to the labels of a page, arrows between them, Enter to select', async () => {
    const { page } = await show('frames.pdf', { state: { zoom: 1 } });
    await text(page, 1).waitFor();
    await showClaims(page, [
      claim(0, { boxes: [{ left: 50, top: 50, right: 90, bottom: 62 }] }),
      claim(1, { boxes: [{ left: 50, top: 90, right: 90, bottom: 102 }], status: 'near', said: '12.1%' }),
    ]);
    await labels(page, 1).nth(1).waitFor();
    await page.locator('.pages').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('1');
    await page.keyboard.press('ArrowDown');
    const focused = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(focused).toBe('2: Claim 2, step 2, differs: 12.1%');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent(page, 'selectClaim')).toEqual([{ type: 'selectClaim', claim: 1 }]);
    // The label keeps the focus when it is drawn again as the selected one.
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('is-selected');
    for (const name of ['Next claim', 'Previous claim', 'Next claim with a problem']) {
      await page.getByRole('button', { name, exact: true }).press('Enter');
    }
    expect(await sent(page, 'moveToClaim')).toEqual([
      { type: 'moveToClaim', to: 'next' },
      { type: 'moveToClaim', to: 'previous' },
      { type: 'moveToClaim', to: 'next-bad' },
    ]);
  });

  it('counts claims by status and has no violation that axe finds in any theme', async () => {
    const { page } = await show('annual-report.pdf', { width: 1000, height: 900 });
    await text(page, 1).waitFor();
    for (const { says, claims, running = false, activity, isProblem = false } of STATES) {
      await showClaims(page, claims, { running, ...(activity !== undefined && { activity }) });
      await page.getByText(says, { exact: true }).waitFor();
      const next = page.getByRole('button', { name: 'Next claim with a problem' });
      expect(await next.isEnabled(), says).toBe(isProblem);
      expect((await runAxeInThemes(page, { within: '.claims-bar' })).violations, says).toEqual([]);
    }
    const box = (top: number): PageBox => ({ left: 100, top, right: 160, bottom: top + 12 });
    await showClaims(page, [
      claim(0, { boxes: [box(420)] }),
      claim(1, { status: 'near', boxes: [box(440)], difference: { said: '12.1%', pageHas: '11.2%' } }),
      claim(2, { status: 'not-found', place: { page: 1, box: box(460) } }),
      claim(3, {
        status: 'elsewhere',
        boxes: [box(480)],
        place: { page: 1, box: box(520), cell: { row: 'Europe', column: '2024', text: '231.0' } },
        difference: { said: '518.9', pageHas: '231.0' },
      }),
      claim(4, { kind: 'crop', place: { page: 1, box: box(500) } }),
      claim(5, { status: 'unknown' }),
    ]);
    await labels(page, 1).first().waitFor();
    const summary = page.locator('.claims-summary');
    expect(await summary.textContent()).toBe(
      '6 claims: 1 not found, 1 differs, 1 elsewhere on the page, 1 cannot be checked, 2 found',
    );
    await labels(page, 1).nth(1).click();
    await page.getByText('The page has: 11.2%').waitFor();
    await page.evaluate(() => {
      window.host.send({ type: 'selectClaim', claim: 3, reveal: false });
    });
    await page.getByText('The named cell (Europe, 2024) has “231.0”.').waitFor();
    expect(await page.getByText('The page has').count()).toBe(0);
    await page.getByRole('button', { name: 'Legend' }).click();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    await page.evaluate(() => {
      window.host.send({ type: 'claims', shown: null, selected: null });
    });
    await summary.waitFor({ state: 'detached' });
    expect(await page.locator('.claim-frame, .thumbnail-mark').count()).toBe(0);
  });
});
