import fs from 'node:fs';
import type { FrameLocator } from 'playwright-core';
import { expect, it } from 'vitest';
import { Inspector, READING, REPORT } from './support/asking.ts';
import { useServer } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const server = useServer();

/** Milliseconds that a menu may take to open before it is opened again. */
const MENU_PATIENCE = 2000;

/** A sample of a trainer: eight of a question, of which some are right. */
const record = (n: number): string =>
  JSON.stringify({
    input: `<|im_start|>user\nWhat was revenue in ${2000 + Math.floor(n / 8)}?<|im_end|>`,
    output: `<think>Image 1 has the table.</think>\n<answer>${n % 3 === 0 ? 518.9 : n}</answer>`,
    gts: '518.9',
    score: n % 3 === 0 ? 1 : 0,
    step: 1,
    acc: n % 3 === 0 ? 1 : 0,
  });

/** A sample about page 4 of a report that was elsewhere on the machine of the trainer. */
const sampleOfPage = (step: number, value: string): string =>
  JSON.stringify({
    input: `<|im_start|>user\nWhat was total revenue in step ${step}?<|im_end|>`,
    output: `<description><tool name="read_numeric_value" args="Image 1: total">${value}</tool></description>\n<answer>${value}</answer>`,
    gts: '518.9',
    score: value === '518.9' ? 1 : 0.25,
    documents: [{ path: '/gone/with/the/trainer/report.pdf', sha256: null }],
    images: [{ document: 1, page: 4 }],
  });

/** The samples of a training step. */
const stepOf = (step: number, values = ['481.9', '518.9', '37.0']): string =>
  values.map((value) => `${sampleOfPage(step, value)}\n`).join('');

const useWindow = server.share(() => ({
  workspace: {
    '1.jsonl': `${Array.from({ length: 400 }, (_, n) => record(n)).join('\n')}\n{"broken": \n`,
    'rollouts/2.jsonl': stepOf(2),
    'rollouts/10.jsonl': stepOf(10),
    'papers/report.pdf': { copy: REPORT },
  },
  settings: { 'pagetrace.runs.documentFolders': ['papers'] },
  viewport: { width: 1600, height: 1000 },
}));

/** Opens the file in its editor, filters, groups and sorts it, and opens one of its rows. */
async function lookAtFile(workbench: Workbench): Promise<void> {
  await workbench.openFile('1.jsonl');
  // VS Code lists extensions' editors only after it has been idle once.
  await expect
    .poll(async () => {
      await workbench.run('View: Reopen Editor With...');
      await workbench.quickPick('Text Editor').first().waitFor();
      const listed = await workbench.quickPick('PageTrace Run').count();
      if (listed === 0) await workbench.page.keyboard.press('Escape');
      return listed;
    })
    .toBe(1);
  await workbench.pick('PageTrace Run');
  const frame = await workbench.webview('1.jsonl');
  await frame.getByText('401 in 50 groups').waitFor();
  await frame.getByRole('grid').focus();
  await workbench.page.keyboard.press('End');
  // It stands in its row, and whole below the table.
  await frame.getByRole('grid').getByText('Broken: not JSON').waitFor();
  await frame.getByRole('region', { name: 'Problem' }).getByText('Broken: not JSON').waitFor();

  // The filter is applied while it is written, and says what is wrong.
  const filter = frame.getByRole('combobox', { name: 'Filter' });
  await filter.fill('acc=');
  await filter.press('Escape');
  await frame.locator('#filter-problem').waitFor();
  await filter.fill('acc=1');
  await frame.getByText('134 of 401 in 50 groups').waitFor();
  await filter.press('Escape');
  await frame.getByRole('combobox', { name: 'Grouping' }).selectOption('Group by question');
  const table = frame.getByRole('treegrid');
  await table.getByRole('row', { level: 1 }).first().waitFor();
  await frame.getByRole('button', { name: 'Fold All', exact: true }).click();
  await expect.poll(() => table.getAttribute('aria-rowcount')).toBe('51');
  await frame.getByRole('button', { name: 'Score', exact: true }).click();
  await frame.locator('[aria-sort=ascending]').waitFor();

  // A row is opened in the inspector.
  await table.focus();
  await workbench.page.keyboard.press('ArrowRight');
  await expect.poll(() => table.getAttribute('aria-rowcount')).not.toBe('51');
  await workbench.page.keyboard.press('ArrowDown');
  await workbench.page.keyboard.press('Enter');
  const inspector = await workbench.webview('What was revenue');
  await inspector.getByText('518.9').first().waitFor();
}

const rowsIn = (frame: FrameLocator): Promise<readonly string[]> =>
  frame.getByRole('grid').getByRole('row').allInnerTexts();

/** Follows the folder while a step is added to it, and filters by a point of a chart. */
async function lookAtCharts(workbench: Workbench, frame: FrameLocator): Promise<void> {
  await frame.locator('.tile', { hasText: 'Reward by step' }).locator('canvas').waitFor();
  await frame.getByRole('tab', { name: 'Charts' }).click();
  const chart = frame.getByRole('slider', { name: 'Reward by step' });
  await frame.getByRole('figure', { name: 'Reward by step' }).locator('canvas').waitFor();
  fs.writeFileSync(workbench.path('rollouts/11.jsonl'), stepOf(11, ['518.9', '518.9', '518.9']));
  await frame.getByText('9 in 3 groups').waitFor();
  await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe('2');
  await chart.focus();
  const filter = frame.getByRole('combobox', { name: 'Filter' });
  const press = async (keys: readonly string[], text: string, points: number): Promise<void> => {
    for (const key of keys) await workbench.page.keyboard.press(key);
    await expect.poll(() => filter.inputValue()).toBe(text);
    await expect.poll(() => chart.getAttribute('aria-valuemax')).toBe(String(points - 1));
  };
  await press(['End', 'Enter'], 'step=11', 1);
  // The same again takes it away.
  await press(['Enter'], '', 3);
  await press(['Home', 'ArrowRight', 'Enter'], 'step=10', 1);
  await frame.getByRole('tab', { name: 'Samples' }).click();
}

/** Opens the folder in a panel, filters and sorts it, and opens the best of its rows. Returns the rows that are shown. */
async function lookAtFolder(workbench: Workbench): Promise<readonly string[]> {
  // A menu closes if an editor that is still opening takes the focus.
  const entry = workbench.page.getByRole('menuitem', { name: 'Open Run' });
  await expect
    .poll(async () => {
      await workbench.explorerItem('rollouts').click({ button: 'right', timeout: MENU_PATIENCE });
      await entry.waitFor({ timeout: MENU_PATIENCE });
      return entry.isVisible();
    })
    .toBe(true);
  await workbench.chooseFromMenu('Open Run');
  const frame = await workbench.webview('rollouts');
  await frame.getByText('6 in 2 groups').waitFor();
  await lookAtCharts(workbench, frame);
  await frame.getByText('3 of 9 in 1 group').waitFor();
  const score = frame.getByRole('button', { name: 'Score', exact: true });
  await score.click();
  await frame.locator('[aria-sort=ascending]').waitFor();
  await score.click();
  await frame.locator('[aria-sort=descending]').waitFor();
  await expect.poll(async () => (await rowsIn(frame))[1]).toContain('518.9');
  const rows = await rowsIn(frame);
  await frame.getByRole('grid').focus();
  await workbench.page.keyboard.press('Home');
  await workbench.page.keyboard.press('Enter');
  return rows;
}

/** Waits until the inspector shows the row of the folder with its page, and what of it stands there. */
async function untilPageIsShown(workbench: Workbench): Promise<void> {
  const inspector = await Inspector.of(workbench, 'What was total revenue in step 10');
  const image = inspector.images.locator('img').first();
  await expect
    .poll(() => image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0)))
    .toBeGreaterThan(100);
  await inspector.facts.getByText('report.pdf, page 4').waitFor();
  await inspector.images.getByText(/claims: \d+ found/u).waitFor();
}

// Both are looked at before one reload, which takes longer than all else.
it(
  'shows a file and a folder of records as runs, and what the person looked at after a reload',
  { timeout: READING },
  async (test) => {
    const workbench = await useWindow(test);
    await lookAtFile(workbench);
    await workbench.run('View: Focus First Editor Group');
    const rows = await lookAtFolder(workbench);
    await untilPageIsShown(workbench);

    await workbench.reload();
    const folder = await workbench.webview('rollouts');
    await folder.getByText('3 of 9 in 1 group').waitFor();
    await folder.locator('[aria-sort=descending]').waitFor();
    expect(await folder.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('step=10');
    await expect.poll(() => rowsIn(folder)).toEqual(rows);
    await untilPageIsShown(workbench);

    await workbench.tab('1.jsonl').click();
    const file = await workbench.webview('1.jsonl');
    await file.getByText('134 of 401 in 50 groups').waitFor();
    await file.locator('[aria-sort=ascending]').waitFor();
    expect(await file.getByRole('combobox', { name: 'Filter' }).inputValue()).toBe('acc=1');
  },
);
