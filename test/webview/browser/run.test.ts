import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { RunRow, RunState } from '../../../src/protocol/run.ts';
import { groupedRow, groupRow, problemRow, runState, runView, sampleRow } from '../run/states.ts';
import { runAxe, runAxeInThemes } from './support/axe.ts';
import { drawnRows, openRun, showState } from './support/runPage.ts';
import { bundleWebview, posted, type WebviewOptions } from './support/webviewPage.ts';

const KB = 1000;
const HUGE = 3_000_000;
const WIDTHS = [320, 700, 1400];
const SAMPLES = Array.from({ length: 12 }, (_, row) => sampleRow(row));
const GROUPS = Array.from({ length: 18 }, (_, index) => groupedRow(index));
/** A row of every kind. */
const EVERY_ROW: readonly RunRow[] = [
  groupRow(0, { matched: 3 }),
  sampleRow(0),
  sampleRow(1),
  groupRow(1, { right: 0, isZeroVariance: true, isCollapsed: true, majority: { answer: '7', count: 1 } }),
  groupRow(2, { n: 64, judged: 60, right: 23, matched: 64, step: null, std: null }),
  sampleRow(4, { isScored: false, answer: null, reward: null, components: [] }),
  problemRow(5),
  problemRow(6, { reason: 'failed', problem: 'The server is out of memory.' }),
];
const wrongFilter = runView({
  filter: 'rewrd < 0.5 and tool:read_numeric_value',
  problem: { message: '"rewrd" is not a field of this run.', start: 0, end: 5, suggestion: 'reward' },
  isGrouped: true,
  sort: { column: 'reward', isDescending: false },
});

/** The states of a run, by name. */
const STATES: readonly (readonly [name: string, state: RunState])[] = [
  ['empty', runState({ status: { phase: 'empty' } })],
  [
    'indexing',
    runState({
      status: { phase: 'indexing', bytes: 982_000_000, ofBytes: 10_400_000_000 },
      fieldMap: 'The response is read from "output", the reference from "gold".',
      notices: ['7.jsonl cannot be read: permission denied.'],
    }),
  ],
  [
    'failed',
    runState({ status: { phase: 'failed', message: 'rollouts does not exist.', hint: 'Open it again.' } }),
  ],
  ['huge', runState({ view: { ...wrongFilter, rows: HUGE, matched: HUGE } })],
];

const open = (state: RunState, pattern = EVERY_ROW, options: WebviewOptions = {}): Promise<Page> =>
  openRun({ state, pattern }, options);
const activeRow = (page: Page): Promise<string | null> =>
  page.locator('.table').getAttribute('aria-activedescendant');

describe('the run view in a browser', () => {
  it('keeps its bundle within its budget', async () => {
    expect((await bundleWebview('run')).script.length).toBeLessThan(450 * KB);
  });

  it.each(STATES)('shows no accessibility violation that axe finds in any theme: %s', async (_, state) => {
    const page = await open(state, EVERY_ROW, { width: 1400 });
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    // Only sizes differ between the widths.
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      expect((await runAxe(page)).violations, `${width}`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${width}`).toBeLessThanOrEqual(0);
    }
  });

  it('shows what had arrived of a failed response, which the keyboard scrolls, without an accessibility violation', async () => {
    const partial = `<think>Image 1 has ${'481.9 and 518.9, '.repeat(100)}`;
    const failed = problemRow(1, { reason: 'failed', problem: 'The server is out of memory.', partial });
    const page = await open(runState(), [sampleRow(0), failed]);
    await page.locator('#row-1').click();
    const details = page.locator('.row-details');
    await details.getByText('Image 1 has').waitFor();
    expect((await runAxe(page)).violations).toEqual([]);
    await details.focus();
    await page.keyboard.press('End');
    await expect.poll(() => details.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0);
  });

  it('scrolls to the last of 3,000,000 rows, with few of them in the DOM', async () => {
    const page = await open(runState({ view: runView({ rows: HUGE, matched: HUGE }) }), SAMPLES, {
      width: 1400,
    });
    const table = page.getByRole('grid');
    await table.focus();
    await page.keyboard.press('Control+End');
    await page.getByText('#3000000').waitFor();
    expect(await drawnRows(page)).toBeLessThanOrEqual(80);
    const last = page.locator('.table-row.active');
    expect(await last.getAttribute('aria-rowindex')).toBe(String(HUGE + 1));
    const [row, box] = [await last.boundingBox(), await table.boundingBox()];
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1);
    // The scroll bar and the wheel reach them as well, and every row in between.
    await table.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
    await page
      .getByText(/#1500\d\d\d/)
      .first()
      .waitFor();
    const shown = async (): Promise<number> =>
      Number(/#(15\d+)/.exec((await page.locator('.table-row .words').allTextContents()).join(' '))?.[1]);
    const before = await shown();
    await table.hover();
    await page.mouse.wheel(0, 24 * 40);
    await expect.poll(shown).toBe(before + 40);
    await table.evaluate((element) => (element.scrollTop = element.scrollHeight));
    await page.getByText('#3000000').waitFor();
    expect(await drawnRows(page)).toBeLessThanOrEqual(80);
    const asked = await page.evaluate(() => (window as unknown as { fake: { asked: number } }).fake.asked);
    expect(asked).toBeLessThan(3000);
  });

  it('keeps the heads of the columns in sight, and the rows beside their columns', async () => {
    const page = await open(runState(), SAMPLES, { width: 700 });
    const table = page.getByRole('grid');
    await table.evaluate((element) => {
      element.scrollTop = 5000;
      element.scrollLeft = 200;
    });
    const head = page.getByRole('columnheader', { name: 'Reward' });
    await expect.poll(() => head.isVisible()).toBe(true);
    const cell = page.locator('.table-row [data-column=reward]').first();
    expect((await cell.boundingBox())?.x).toBeCloseTo((await head.boundingBox())?.x ?? 0, 0);
    expect((await head.boundingBox())?.y).toBeCloseTo((await table.boundingBox())?.y ?? 0, -1);
  });

  it('is used with keys only: rows, groups, filter, columns', async () => {
    const page = await open(runState({ view: runView({ isGrouped: true, rows: 138_240 }) }), GROUPS, {
      width: 1400,
    });
    const table = page.getByRole('treegrid');
    await table.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await activeRow(page)).toBe('row-2');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    expect(await activeRow(page)).toBe('row-0');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('c');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Home');
    expect(await activeRow(page)).toBe('row-0');
    await page.keyboard.press('/');
    const filter = page.getByRole('combobox', { name: 'Filter' });
    expect(await filter.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('rew');
    await page.getByRole('option', { name: 'reward number' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('<0.5');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    // A filter is also applied when the person pauses before it is complete, as on a slow machine.
    const sent = (await posted(page)).filter(
      ({ type, ...rest }) =>
        type !== 'ready' && !(type === 'filter' && 'text' in rest && rest.text !== 'reward<0.5'),
    );
    expect(sent).toEqual([
      { type: 'open', row: 2, generation: 1, isKept: false },
      { type: 'fold', group: 'group-0', isFolded: true },
      { type: 'compare', group: 'group-0', generation: 1 },
      { type: 'filter', text: 'reward<0.5' },
    ]);
  });

  it('sorts, moves and resizes columns with keys and with the pointer', async () => {
    const page = await open(runState(), SAMPLES, { width: 1400 });
    const titles = (): Promise<string[]> => page.locator('.column-title').allTextContents();
    await page.getByRole('button', { name: 'Reward', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Alt+ArrowLeft');
    expect((await titles()).slice(3, 5)).toEqual(['Reward', 'Verdict']);
    await page.keyboard.press('Shift+ArrowRight');
    const head = page.getByRole('columnheader', { name: 'Reward' });
    expect((await head.boundingBox())?.width).toBe(156);
    expect(await head.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    const box = await head.boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(60, y, { steps: 4 });
    await page.mouse.up();
    expect((await titles())[0]).toBe('Reward');
    await page.mouse.move(156, y);
    await page.mouse.down();
    await page.mouse.move(256, y, { steps: 4 });
    await page.mouse.up();
    expect((await page.getByRole('columnheader', { name: 'Reward' }).boundingBox())?.width).toBe(256);
    await page.getByRole('button', { name: 'Score', exact: true }).click();
    const sorts = (await posted(page)).filter(({ type }) => type === 'sort');
    expect(sorts).toEqual([
      { type: 'sort', sort: { column: 'reward', isDescending: false } },
      { type: 'sort', sort: { column: 'score', isDescending: false } },
    ]);
  });

  it('marks what is wrong with the filter, in the place of the text of the box', async () => {
    const page = await open(runState({ view: wrongFilter }), EVERY_ROW, { width: 1400 });
    expect(await page.locator('.filter-colors .wrong').textContent()).toBe('rewrd');
    const filter = page.getByRole('combobox', { name: 'Filter' });
    expect(await filter.getAttribute('aria-invalid')).toBe('true');
    const widths = await page.locator('.filter-box').evaluate((box) => {
      const input = box.querySelector('input');
      const colors = box.querySelector('.filter-colors');
      const canvas = document.createElement('canvas').getContext('2d');
      if (canvas === null || input === null || colors === null) return null;
      canvas.font = getComputedStyle(input).font;
      const range = document.createRange();
      range.selectNodeContents(colors);
      return [canvas.measureText(input.value).width, range.getBoundingClientRect().width];
    });
    expect(widths?.[0]).toBeCloseTo(widths?.[1] ?? 0, 0);
    await page.getByRole('button', { name: 'Use reward' }).click();
    expect((await posted(page)).at(-1)).toEqual({
      type: 'filter',
      text: 'reward < 0.5 and tool:read_numeric_value',
    });
  });

  it('comes back to the filter, the columns and the place of before', async () => {
    const kept = {
      key: runState().key,
      filter: 'acc=1',
      sort: null,
      isGrouped: false,
      acrossSteps: false,
      isFolded: false,
      columns: [{ name: 'answer', width: 200 }],
      top: 5000,
      active: 5003,
    };
    const page = await open(runState(), SAMPLES, { kept });
    expect((await posted(page)).slice(1)).toContainEqual({ type: 'filter', text: 'acc=1' });
    const filtered = runView({ filter: 'acc=1', rows: 90_000 });
    await showState(page, runState({ version: 2, view: filtered }));
    expect(await activeRow(page)).toBe('row-5003');
    expect(await page.locator('.table-row.active').getAttribute('aria-rowindex')).toBe('5005');
    expect(await page.locator('.column-title').allTextContents()).toEqual(['Answer']);
    const heads = await page.locator('.table-head').boundingBox();
    const top = await page.locator('#row-5000').boundingBox();
    expect(top?.y).toBeCloseTo((heads?.y ?? 0) + (heads?.height ?? 0), 0);
    // Another state of the run leaves the person where they are.
    await showState(page, runState({ version: 3, view: filtered }));
    expect(await activeRow(page)).toBe('row-5003');
    expect((await page.locator('#row-5000').boundingBox())?.y).toBe(top?.y);
  });

  it('shows texts as texts, whatever they hold', async () => {
    const text = '<img src=x onerror="document.title=1">\n\u202E<b>bold</b>';
    const page = await open(runState(), [sampleRow(0, { question: text, answer: text, id: text })], {});
    await page.getByText('<b>bold</b>').first().waitFor();
    expect(await page.locator('.table img, .table b').count()).toBe(0);
  });
});
