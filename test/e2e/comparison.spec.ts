import { expect, it } from 'vitest';
import { startFakeVllm } from '../support/fakeVllm.ts';
import { axe } from './support/axe.ts';
import { ask, Inspector, openDocument, READING, REPORT, RESPONSE, selectPages } from './support/asking.ts';
import { useServer } from './support/server.ts';

const server = useServer();

const PROMPT = ['---', 'dialect: lang2act', '---', 'Answer from the pages.', '{{ content }}', ''].join('\n');
const BETTER = RESPONSE.replace('518.9</tool>', '518.9 million euros</tool>').replace(
  '</description>',
  '<tool name="read_numeric_value" args="Image 1: row Total, column 2023">481.9</tool>\n</description>',
);

it(
  'asks the last question again with the prompt in the editor, unsaved, and sets both trajectories beside each other',
  { timeout: 2 * READING },
  async (test) => {
    const vllm = await startFakeVllm({ trajectories: [RESPONSE], maxImages: 20 });
    test.onTestFinished(() => vllm.close());
    const workbench = await server.open(test, {
      workspace: { 'report.pdf': { copy: REPORT }, 'mine.prompt.jinja': PROMPT },
      viewport: { width: 1600, height: 1000 },
      settings: { 'pagetrace.servers': [{ name: 'GPU box', url: vllm.url }] },
    });
    await selectPages(await openDocument(workbench, 'report.pdf'), [4]);
    const question = 'Which total has 2024?';
    await ask(workbench, question);
    await (await Inspector.of(workbench, question)).finish.waitFor();

    await workbench.openFile('mine.prompt.jinja');
    await workbench.page.locator('.editor-group-container.active .view-lines').click();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.type('Read the year before, too.');
    vllm.set({ trajectories: [BETTER] });
    await workbench.run('PageTrace: Ask Again with This Prompt');

    const view = await workbench.webview(`Comparison: ${question}`);
    await view.getByText('2 of 5 steps differ.').waitFor();
    const sent = vllm.requests.filter(({ path }) => path.endsWith('/chat/completions')).at(-1);
    expect(JSON.stringify(sent?.body)).toContain('Read the year before, too.');
    expect(await view.locator('.side h2').allInnerTexts()).toEqual([
      'Before lang2act',
      'After mine.prompt.jinja',
    ]);
    expect(await view.locator('.row.after-only').innerText()).toContain('481.9');
    expect(await view.locator('.row.changed mark').allInnerTexts()).toEqual([' million euros']);
    expect((await axe(view)).violations).toEqual([]);

    // A verdict on either side changes the difference.
    await view.getByRole('region', { name: 'Before' }).getByRole('button', { name: 'Wrong' }).click();
    await view.getByRole('region', { name: 'After' }).getByRole('button', { name: 'Right' }).click();
    await view
      .getByRole('row', { name: /^Reward/u })
      .getByText('+0.8')
      .waitFor();

    // A reload of the window finds both again.
    await workbench.run('File: Save');
    await workbench.reload();
    const again = await workbench.webview(`Comparison: ${question}`);
    await again.getByText('2 of 5 steps differ.').waitFor();
    await again
      .getByRole('row', { name: /^Reward/u })
      .getByText('+0.8')
      .waitFor();
  },
);
