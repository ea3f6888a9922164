import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startFakeVllm, type FakeVllm } from '../support/fakeVllm.ts';
import { REPORT, RESPONSE } from './support/asking.ts';
import { useServer } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const server = useServer();

let fake: FakeVllm;
beforeAll(async () => {
  fake = await startFakeVllm({ trajectories: [RESPONSE] });
});
afterAll(async () => {
  await fake.close();
});

const head = { pagetrace_dataset: 1, prompt: 'lang2act', pass: 'exact' };
const item = (id: string, question: string, reference: string) => ({
  id,
  question,
  document: 'report.pdf',
  pages: [4],
  reference,
});

const useWindow = server.share(() => ({
  workspace: {
    'report.pdf': { copy: REPORT },
    'report.dataset.jsonl': [
      head,
      item('revenue', 'What was total revenue in 2024?', '518.9 million'),
      item('profit', 'What was the operating profit?', '52.0'),
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  },
  settings: { 'pagetrace.servers': [{ name: 'gpu', url: fake.url }] },
  viewport: { width: 1500, height: 900 },
}));

/** The questions that the server was asked, in order. */
const asked = (): readonly string[] =>
  fake.requests
    .filter(({ path: route }) => route === '/v1/chat/completions')
    .map(({ body }) => (JSON.stringify(body).includes('operating profit') ? 'profit' : 'revenue'));

/** The files of the runs, in the order in which they were made. */
const runsOf = ({ folder }: Workbench): readonly string[] =>
  fs
    .readdirSync(path.join(folder, 'runs'))
    .filter((name) => name.endsWith('.jsonl'))
    .sort();

/** Opens the tree of tests down to the questions. */
async function expandTests({ page }: Workbench): Promise<Locator> {
  const tree = page.locator('.test-explorer-tree');
  await tree
    .getByRole('treeitem', { name: /^report/u })
    .first()
    .click();
  await page.keyboard.press('ArrowRight');
  await tree.getByRole('treeitem', { name: /^report\.pdf/u }).click();
  await page.keyboard.press('ArrowRight');
  return tree;
}

it('runs a data set as tests, opens the trajectory of one that failed, and runs that again', async (test) => {
  const workbench = await useWindow(test);
  const { page } = workbench;
  await workbench.openFile('report.dataset.jsonl');
  await expect.poll(() => page.locator('.testing-run-glyph').count()).toBe(2);
  await workbench.run('Testing: Focus on Test Explorer View');
  const tree = await expandTests(workbench);
  await workbench.run('Test: Run All Tests');
  await tree.getByRole('treeitem', { name: /What was total revenue in 2024\?.*Passed/u }).waitFor();
  await tree.getByRole('treeitem', { name: /What was the operating profit\?.*Failed/u }).waitFor();
  expect(asked()).toEqual(['revenue', 'profit']);

  await page.locator('.test-output-peek-tree').getByText('What was the operating profit?').first().click();
  await page.locator('.test-output-peek-message-container').getByText('Open Trajectory').first().click();
  const inspector = await workbench.webview('What was the operating profit?');
  await inspector.getByText('518.9 million').first().waitFor();
  // The page that was sent is found in the workspace.
  await inspector.getByText('532 × 753 px').waitFor();
  expect(await inspector.getByText('was not found').count()).toBe(0);

  await workbench.run('Test: Rerun Failed Tests');
  await expect.poll(asked).toEqual(['revenue', 'profit', 'profit']);
  await expect.poll(() => runsOf(workbench)).toHaveLength(2);
});
