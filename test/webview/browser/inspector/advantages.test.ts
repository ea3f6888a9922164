import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sample, state } from '../../inspector/states.ts';
import { runAxe } from '../support/axe.ts';
import { chooseTab, openInspector } from '../support/inspectorPage.ts';
import { inEachTheme } from '../support/themes.ts';

const REFERENCE = '<evidence>[1]: revenue</evidence><answer>5 million</answer>';

/** Responses in EVisRAG's form: one right, one wrong, and one with a number where none belongs. */
const RESPONSES = [
  ['A table.', '5 million'],
  ['A table.', '7 billion'],
  ['[1] is a table.', '5 million'],
].map(
  ([observe, answer]) =>
    `<observe>${observe ?? ''}</observe><evidence>[1]: revenue</evidence><think>Image 1: read it.</think><answer>${answer ?? ''}</answer>`,
);

async function openAdvantages(): Promise<Page> {
  const samples = RESPONSES.map((text) => sample({ text, tokens: 300 }));
  const page = await openInspector(
    state({ dialect: 'evisrag', profile: 'evisrag', reference: REFERENCE, samples }),
  );
  await page.getByRole('tab', { name: /^Sample 3/ }).click();
  await chooseTab(page, 'Text');
  await page.getByRole('button', { name: 'Advantages' }).click();
  await page.locator('.text .advantage').first().waitFor();
  return page;
}

describe('the advantages over the text in a browser', () => {
  it('can be read, and show no accessibility violation that axe finds in any theme', async () => {
    const page = await openAdvantages();
    const lines = page.locator('.text .advantage').first();
    await inEachTheme(page, async (theme) => {
      expect((await runAxe(page, { theme })).violations, theme).toEqual([]);
      const style = await lines.evaluate((element) => getComputedStyle(element).borderBottomStyle);
      expect(style, theme).toBe('dashed');
    });
  });

  it('select a piece of the text from the table', async () => {
    const page = await openAdvantages();
    await page.getByRole('button', { name: '<think>Image 1: read it.</think>' }).click();
    await expect
      .poll(async () => (await page.locator('.text .selected').allTextContents()).join(''))
      .toBe('<think>Image 1: read it.</think>');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
