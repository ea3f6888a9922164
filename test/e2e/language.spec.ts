import { expect, it } from 'vitest';
import { editorText, goTo } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();

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

it('is a language: problems, repairs with their reward, hints, hovers, outline, dialect and rewards', async (test) => {
  const workbench = await server.open(test, {
    workspace: {
      'total.trajectory': TEXT,
      'notes.md': `# Notes\n\n\`\`\`trajectory\n${TEXT}\`\`\`\n`,
    },
    viewport: { width: 1500, height: 900 },
  });
  const { page } = workbench;
  const { keyboard } = page;
  await workbench.openFile('total.trajectory');
  await workbench.statusBar('reward 0').waitFor();

  // The repair says what it is worth before it is made.
  const squiggle = page.locator('.squiggly-error');
  await squiggle.first().waitFor();
  await goTo(workbench, 9, 3);
  await keyboard.press('Control+.');
  const actions = page.locator('.action-widget');
  await actions.getByText('Close <think> (reward 0 → 0.97)').waitFor();
  await keyboard.press('Enter');
  await workbench.statusBar('reward 0.97').waitFor();
  expect(await editorText(workbench)).toContain('totals.</think>');

  // What each call earns or loses stands behind it.
  const hints = workbench.editor.locator('.view-line', { hasText: 'Read_Text_Element' });
  await hints.getByText('−0.03').waitFor();
  await goTo(workbench, 12, 15);
  await keyboard.press('Control+.');
  await actions.getByText('Write read_text_element (reward 0.97 → 1)').waitFor();
  await keyboard.press('Escape');
  await workbench.run('Show or Focus Hover');
  await page.locator('.monaco-hover:visible').getByText('is not one of the eight tools').waitFor();
  await keyboard.press('Escape');

  await page.locator('.breadcrumbs-control').getByText('Read_Text_Element').waitFor();

  // Both tags of a pair are typed at once.
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
