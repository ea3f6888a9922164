import { expect, it } from 'vitest';
import { READING } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();

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

const useWindow = server.share(() => ({
  workspace: { '1.jsonl': `${Array.from({ length: 400 }, (_, n) => record(n)).join('\n')}\n{"broken": \n` },
  viewport: { width: 1600, height: 1000 },
}));

it(
  'shows a file of records as a run, and what the person looked at after a reload',
  { timeout: READING },
  async (test) => {
    const workbench = await useWindow(test);
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
    let frame = await workbench.webview('1.jsonl');
    await frame.getByText('401 in 50 groups').waitFor();
    await frame.getByRole('grid').focus();
    await workbench.page.keyboard.press('End');
    await frame.getByText('Broken: not JSON').waitFor();

    // The filter is applied while it is written, and says what is wrong.
    let filter = frame.getByRole('combobox', { name: 'Filter' });
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

    await workbench.reload();
    frame = await workbench.webview('1.jsonl');
    await frame.getByText('134 of 401 in 50 groups').waitFor();
    await frame.locator('[aria-sort=ascending]').waitFor();
    filter = frame.getByRole('combobox', { name: 'Filter' });
    expect(await filter.inputValue()).toBe('acc=1');
  },
);
