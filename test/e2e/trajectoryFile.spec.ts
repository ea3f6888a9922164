import fs from 'node:fs';
import { expect, it } from 'vitest';
import { editorText, goTo, Inspector, READING, REPORT, TRAJECTORY } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const QUESTION = 'By how much did total revenue';

const TEXT = `---
question: What was total revenue in 2024?
documents:
  - path: annual-report.pdf
images:
  - { image: 1, document: 1, page: 3 }
verdict: right
---
<think>Image 1 has the totals.
<description>
<tool name="read_numeric_value" args="Image 1: row Total">518.9</tool>
<tool name="Read_Text_Element" args="Image 1: heading">Revenue</tool>
</description>
<answer>518.9</answer>
`;

const useWindow = server.share(() => ({
  workspace: {
    'annual-report.pdf': { copy: REPORT },
    'growth.trajectory': { copy: TRAJECTORY },
    'second.trajectory': { copy: TRAJECTORY },
    'total.trajectory': TEXT,
    'notes.md': `# Notes\n\n\`\`\`trajectory\n${TEXT}\`\`\`\n`,
    'mine.reward.json': '{ "components": [{ "check": "tag-present", "tag": "answer", "weight": 0.375 }] }',
  },
  viewport: { width: 1600, height: 1000 },
}));

it(
  'updates the inspector while a trajectory file is edited, and the file from the inspector',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await useWindow(test);
    const { keyboard } = workbench.page;
    await workbench.openFile('growth.trajectory');
    await workbench.statusBar('Trajectory').waitFor();
    await workbench.run('PageTrace: Inspect Trajectory');
    const inspector = await Inspector.of(workbench, QUESTION);
    await inspector.steps('compute_percentage').waitFor();
    expect(await inspector.steps().count()).toBe(8);
    expect(await inspector.images.count()).toBe(2);
    const before = await inspector.readRewards();
    expect(before).toHaveLength(2);
    // The inspector opens beside the file.
    expect(await workbench.editor.isVisible()).toBe(true);

    // An unknown tool lowers the reward at once, and undoing the edit restores it.
    await goTo(workbench, 17, 13);
    await keyboard.type('re');
    await inspector.steps('recompute_percentage').waitFor();
    await expect.poll(() => inspector.readRewards()).not.toEqual(before);
    await keyboard.press('Control+z');
    await inspector.steps(/(?<!re)compute_percentage/u).waitFor();
    await expect.poll(() => inspector.readRewards()).toEqual(before);
    await goTo(workbench, 20, 9);
    await keyboard.insertText('About');
    await inspector.steps('AboutRevenue grew by 7.7%').waitFor();
    await keyboard.press('Control+z');

    // The selection is followed in both directions.
    await goTo(workbench, 18, 20);
    await expect.poll(() => inspector.currentStep.innerText()).toContain('read_text_element');
    const tool = inspector.steps('read_numeric_value').first().locator('.tool-name');
    // The inspector may still scroll to the step of the cursor while it is clicked.
    await expect
      .poll(async () => {
        await tool.click();
        // The palette is used because a key press is lost while the workbench moves the focus to the clicked view.
        await workbench.run('View: Focus First Editor Group');
        return workbench
          .statusBar(/Ln 15, Col \d+ \(\d+ selected\)/u)
          .waitFor({ timeout: 10_000 })
          .then(
            () => true,
            () => false,
          );
      })
      .toBe(true);
    expect(await inspector.currentStep.innerText()).toContain('518.9');

    // The verdict is written into the file.
    await inspector.verdict('Wrong').click();
    await workbench.editor.locator('.view-line', { hasText: 'verdict: wrong' }).waitFor();
    const [wrong] = before;
    await inspector.expectReward(wrong ?? -1);
    await workbench.editor.locator('.view-line', { hasText: 'verdict: wrong' }).click();
    await keyboard.press('Control+s');
    await expect
      .poll(() => fs.readFileSync(workbench.path('growth.trajectory'), 'utf8'))
      .toMatch(/^verdict: wrong$/mu);
    const [, sample = ''] = fs.readFileSync(TRAJECTORY, 'utf8').split('\n---\n');
    expect(await editorText(workbench)).toContain(sample);
    // VS Code writes a file in parts.
    await expect
      .poll(() => fs.readFileSync(workbench.path('growth.trajectory'), 'utf8').endsWith(sample))
      .toBe(true);

    // A composite reward is scored like a built-in one.
    await goTo(workbench, 10, 9);
    await keyboard.press('Shift+End');
    await keyboard.insertText('./mine.reward.json');
    await inspector.expectReward(0.375);
    await workbench.statusBar('reward 0.375').waitFor();
  },
);

it('shows problems, fixes, hints, hovers, outline, dialect and rewards of a trajectory file', async (test) => {
  const workbench = await useWindow(test);
  const { page } = workbench;
  const { keyboard } = page;
  await workbench.openFile('total.trajectory');
  await workbench.statusBar('reward 0').waitFor();

  // The quick fix says how much reward it restores.
  const squiggle = page.locator('.squiggly-error');
  await squiggle.first().waitFor();
  await goTo(workbench, 9, 3);
  await workbench.listQuickFix('Close <think> (reward 0 → 0.97)');
  await keyboard.press('Enter');
  await workbench.statusBar('reward 0.97').waitFor();
  expect(await editorText(workbench)).toContain('totals.</think>');

  // An inlay hint after each call shows what it costs.
  const hints = workbench.editor.locator('.view-line', { hasText: 'Read_Text_Element' });
  await hints.getByText('−0.03').waitFor();
  await goTo(workbench, 12, 15);
  await workbench.listQuickFix('Write read_text_element (reward 0.97 → 1)');
  await keyboard.press('Escape');
  await workbench.run('Show or Focus Hover');
  await page.locator('.monaco-hover:visible').getByText('is not one of the eight tools').waitFor();
  await keyboard.press('Escape');

  await page.locator('.breadcrumbs-control').getByText('Read_Text_Element').waitFor();

  // Both tags of a pair are edited together.
  await goTo(workbench, 14, 3);
  await page.locator('.linked-editing-decoration').first().waitFor();
  await keyboard.type('x');
  await expect.poll(() => editorText(workbench)).toContain('<axnswer>518.9</axnswer>');
  await keyboard.press('Control+z');

  await workbench.run('PageTrace: Score with All Rewards');
  const preview = await workbench.webview('Rewards of total.trajectory');
  await preview.getByRole('cell', { name: '0.97', exact: true }).waitFor();

  await workbench.run('View: Focus First Editor Group');
  await workbench.run('PageTrace: Choose Dialect');
  await workbench.pick('action-rl');
  await expect.poll(() => editorText(workbench)).toContain('dialect: action-rl');

  await workbench.openFile('notes.md');
  await page.locator('.squiggly-error').first().waitFor();
});

it('shows problems of the front matter in the Problems panel, and colors the tags', async (test) => {
  const workbench = await useWindow(test);
  const { keyboard } = workbench.page;
  await workbench.openFile('second.trajectory');
  await workbench.statusBar('Trajectory').waitFor();

  await workbench.run('Developer: Inspect Editor Tokens and Scopes');
  await goTo(workbench, 15, 15);
  const tokens = workbench.page.locator('.token-inspect-widget');
  await tokens.locator('.tiw-metadata-scopes', { hasText: 'entity.name.function.tool.pagetrace' }).waitFor();
  await tokens.getByText('pagetraceTool', { exact: true }).waitFor();
  expect(await tokens.locator('.tiw-token').innerText()).toContain('read_numeric_value');
  await goTo(workbench, 2, 2);
  await tokens.getByText('entity.name.tag.yaml').waitFor();
  await workbench.run('Developer: Inspect Editor Tokens and Scopes');

  await goTo(workbench, 2, 1);
  await keyboard.insertText('color: blue\n');
  const problems = await workbench.problems();
  const unknown = problems.filter({ hasText: 'color' });
  await unknown.waitFor();
  expect(await unknown.locator('.codicon-warning').count()).toBe(1);
  expect(await unknown.innerText()).toContain('[Ln 2, Col 1]');

  await workbench.editor.locator('.view-line', { hasText: 'color: blue' }).click();
  await goTo(workbench, 3, 1);
  await keyboard.insertText('model: of: two: minds\n');
  const broken = problems.filter({ has: workbench.page.locator('.codicon-error') });
  await broken.first().waitFor();
  expect(await broken.first().innerText()).toMatch(/\[Ln 3, Col \d+\]/u);
});
