import fs from 'node:fs';
import { expect, it } from 'vitest';
import { editorText, goTo, Inspector, READING, REPORT, TRAJECTORY } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();
const QUESTION = 'By how much did total revenue';

it(
  'follows a trajectory file while it is typed in, and the file follows the inspector',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await server.open(test, {
      workspace: {
        'annual-report.pdf': { copy: REPORT },
        'growth.trajectory': { copy: TRAJECTORY },
        'mine.reward.json':
          '{ "components": [{ "check": "tag-present", "tag": "answer", "weight": 0.375 }] }',
      },
      viewport: { width: 1600, height: 1000 },
    });
    const { keyboard } = workbench.page;
    await workbench.openFile('growth.trajectory');
    await workbench.statusBar('Trajectory').waitFor();
    await workbench.run('PageTrace: Inspect Trajectory');
    const inspector = await Inspector.of(workbench, QUESTION);
    await inspector.steps('compute_percentage').waitFor();
    expect(await inspector.steps().count()).toBe(8);
    expect(await inspector.images.count()).toBe(2);
    const before = await inspector.paid();
    expect(before).toHaveLength(2);
    // Beside: both are in sight.
    expect(await workbench.editor.isVisible()).toBe(true);

    // A tool that nobody knows costs something, at once, and nothing when it is taken back.
    await goTo(workbench, 17, 13);
    await keyboard.type('re');
    await inspector.steps('recompute_percentage').waitFor();
    await expect.poll(() => inspector.paid()).not.toEqual(before);
    await keyboard.press('Control+z');
    await inspector.steps(/(?<!re)compute_percentage/u).waitFor();
    await expect.poll(() => inspector.paid()).toEqual(before);
    await goTo(workbench, 20, 9);
    await keyboard.insertText('About');
    await inspector.steps('AboutRevenue grew by 7.7%').waitFor();
    await keyboard.press('Control+z');

    // Selection, both ways.
    await goTo(workbench, 18, 20);
    await expect.poll(() => inspector.currentStep.innerText()).toContain('read_text_element');
    await inspector.steps('read_numeric_value').first().locator('.tool-name').click();
    await keyboard.press('Control+1');
    await workbench.statusBar(/Ln 15, Col \d+ \(\d+ selected\)/u).waitFor();
    expect(await inspector.currentStep.innerText()).toContain('518.9');

    // The verdict is the file's.
    await inspector.verdict('Wrong').click();
    await workbench.editor.locator('.view-line', { hasText: 'verdict: wrong' }).waitFor();
    const [wrong] = before;
    await inspector.expectPaid(wrong ?? -1);
    await workbench.editor.locator('.view-line', { hasText: 'verdict: wrong' }).click();
    await keyboard.press('Control+s');
    await expect
      .poll(() => fs.readFileSync(workbench.path('growth.trajectory'), 'utf8'))
      .toMatch(/^verdict: wrong$/mu);
    const [, sample = ''] = fs.readFileSync(TRAJECTORY, 'utf8').split('\n---\n');
    expect(await editorText(workbench)).toContain(sample);
    expect(fs.readFileSync(workbench.path('growth.trajectory'), 'utf8').endsWith(sample)).toBe(true);

    // A reward of one's own is paid like any other.
    await goTo(workbench, 10, 9);
    await keyboard.press('Shift+End');
    await keyboard.insertText('./mine.reward.json');
    await inspector.expectPaid(0.375);
    await workbench.statusBar('reward 0.375').waitFor();
  },
);

it('says in Problems what is wrong with the front matter, and colours the tags', async (test) => {
  const workbench = await server.open(test, { workspace: { 'growth.trajectory': { copy: TRAJECTORY } } });
  const { keyboard } = workbench.page;
  await workbench.openFile('growth.trajectory');
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
  await keyboard.insertText('colour: blue\n');
  const problems = await workbench.problems();
  const unknown = problems.filter({ hasText: 'colour' });
  await unknown.waitFor();
  expect(await unknown.locator('.codicon-warning').count()).toBe(1);
  expect(await unknown.innerText()).toContain('[Ln 2, Col 1]');

  await workbench.editor.locator('.view-line', { hasText: 'colour: blue' }).click();
  await goTo(workbench, 3, 1);
  await keyboard.insertText('model: of: two: minds\n');
  const broken = problems.filter({ has: workbench.page.locator('.codicon-error') });
  await broken.first().waitFor();
  expect(await broken.first().innerText()).toMatch(/\[Ln 3, Col \d+\]/u);
});
