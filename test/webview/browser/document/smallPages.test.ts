import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { boxAround, type PageBox } from '../../../../src/core/geometry/box.ts';
import type { PageClaim, PageWord } from '../../../../src/protocol/document.ts';
import { claim, showClaims } from '../support/documentClaims.ts';
import { documentSite, pageOf, show, text } from '../support/documentView.ts';
import type { ThemeName } from '../support/themes.ts';

const PAGE = { width: 600, height: 800 };
const FONT_SIZE = 10;
/** A table that fills the page: columns with little room between them. */
const COLUMNS = 12;
const ROWS = 40;
let words: PageWord[];

beforeAll(async () => {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const page = pdf.addPage([PAGE.width, PAGE.height]);
  words = Array.from({ length: ROWS * COLUMNS }, (_, index): PageWord => {
    const said = String(1000 + index);
    const left = 40 + (index % COLUMNS) * 44;
    const top = 60 + Math.floor(index / COLUMNS) * 15;
    page.drawText(said, { x: left, y: PAGE.height - top - FONT_SIZE, size: FONT_SIZE, font });
    const right = left + font.widthOfTextAtSize(said, FONT_SIZE);
    return { text: said, box: { left, top, right, bottom: top + FONT_SIZE } };
  });
  (await documentSite()).put('table.pdf', await pdf.save());
});

const wordsOf = (column: number): readonly PageWord[] =>
  words.filter((_, index) => index % COLUMNS === column);

/** One claim for each word of a column. */
const claimsOn = (column: number): PageClaim[] =>
  wordsOf(column).map(({ text: said, box }, index) => claim(index, { said, boxes: [box] }));

async function showTable(zoom: number, theme?: ThemeName): Promise<Page> {
  const { page } = await show('table.pdf', {
    width: 1300,
    height: 800,
    state: { zoom },
    ...(theme === undefined ? {} : { theme }),
  });
  await page.evaluate(
    (given) => {
      window.host.words[1] = given;
    },
    { size: PAGE, words },
  );
  await text(page, 1).waitFor();
  return page;
}

const labels = (page: Page): Locator => pageOf(page, 1).locator('.claim-label');

/** The words of the page that labels lie on, as far as a person sees the labels. */
async function coveredWords(page: Page): Promise<readonly string[]> {
  const paper = await pageOf(page, 1).boundingBox();
  const scale = (paper?.width ?? 0) / PAGE.width;
  const covers = await labels(page).evaluateAll((all) =>
    all
      .filter((label) => getComputedStyle(label).opacity !== '0')
      .map((label) => {
        const { left, top, right, bottom } = label.getBoundingClientRect();
        return { left, top, right, bottom };
      }),
  );
  const [x = 0, y = 0] = [paper?.x, paper?.y];
  return words
    .filter(({ box }) =>
      covers.some(
        ({ left, top, right, bottom }) =>
          left < x + box.right * scale - 1 &&
          right > x + box.left * scale + 1 &&
          top < y + box.bottom * scale - 1 &&
          bottom > y + box.top * scale + 1,
      ),
    )
    .map((word) => word.text);
}

describe('claims over a small page', () => {
  it('labels leave the text of a table readable at each zoom', async () => {
    for (const zoom of [0.25, 0.34, 1]) {
      const page = await showTable(zoom);
      await showClaims(page, claimsOn(6));
      await labels(page).first().waitFor({ state: 'attached' });
      const most = words.length / 20;
      await expect
        .poll(() => coveredWords(page).then((all) => all.length), { message: `${zoom}` })
        .toBeLessThan(most);
    }
  });

  it('the label of the selected claim is seen, and those that are left out are reached with keys', async () => {
    const page = await showTable(0.34);
    await showClaims(page, claimsOn(6));
    const hiding = pageOf(page, 1).locator('.claim-label.is-hiding');
    await hiding.first().waitFor({ state: 'attached' });
    const opacity = (label: Locator): Promise<string> =>
      label.evaluate((element) => getComputedStyle(element).opacity);
    const name = (await hiding.first().getAttribute('aria-label')) ?? '';
    const label = pageOf(page, 1).getByRole('button', { name, exact: true });
    expect(await opacity(label)).toBe('0');
    const index = Number(/^(\d+):/.exec(name)?.[1]) - 1;
    await page.evaluate((selected) => {
      window.host.send({ type: 'selectClaim', claim: selected, reveal: false });
    }, index);
    await expect.poll(() => opacity(label)).toBe('1');
    await page.evaluate(() => {
      window.host.send({ type: 'selectClaim', claim: null, reveal: false });
    });
    await expect.poll(() => opacity(label)).toBe('0');
    await labels(page).first().focus();
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
    expect(await label.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await opacity(label)).toBe('1');
  });

  it.each(['dark', 'hc-light'] as const)(
    'the place of a claim that is not there is marked at its corners, and its text stays as it was, in the theme %s',
    async (theme) => {
      const column = boxAround<'point'>(wordsOf(6).map(({ box }) => box));
      for (const zoom of [0.34, 1]) {
        const page = await showTable(zoom, theme);
        // The line above the pages moves them.
        await showClaims(page, [claim(0, { page: null })]);
        await page.locator('.claims-summary').waitFor();
        const paper = await pageOf(page, 1).boundingBox();
        const scale = (paper?.width ?? 0) / PAGE.width;
        const part = ({ left, top, right, bottom }: PageBox): Promise<Buffer> =>
          page.screenshot({
            clip: {
              x: Math.ceil((paper?.x ?? 0) + left * scale) + 2,
              y: Math.ceil((paper?.y ?? 0) + top * scale) + 2,
              width: Math.floor((right - left) * scale) - 5,
              height: Math.floor((bottom - top) * scale) - 5,
            },
          });
        const whole = { left: 0, top: 0, right: PAGE.width, bottom: column.bottom };
        const before = { column: await part(column), page: await part(whole) };
        const place = { page: 1, box: column };
        await showClaims(page, [claim(0, { status: 'not-found', page: null, place })]);
        await pageOf(page, 1).locator('.claim-frame.crossed').waitFor();
        await expect.poll(async () => (await part(whole)).equals(before.page)).toBe(false);
        expect((await part(column)).equals(before.column), `${zoom}`).toBe(true);
      }
    },
  );
});
