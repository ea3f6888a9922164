import fs from 'node:fs';
import path from 'node:path';
import { imageSize } from 'image-size';
import type { Locator } from 'playwright-core';
import { expect, it, type TestContext } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { startFakeVllm, type FakeVllm } from '../support/fakeVllm.ts';
import { ask, Inspector, openDocument, READING, REPORT, RESPONSE, selectPages } from './support/asking.ts';
import { useServer, type OpenOptions } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const server = useServer();
const SECOND = path.join(root, 'test/fixtures/documents/second-report.pdf');

/** A workbench whose questions go to a server that always answers the same. */
async function open(
  test: TestContext,
  workspace: OpenOptions['workspace'],
): Promise<{ workbench: Workbench; vllm: FakeVllm }> {
  const vllm = await startFakeVllm({ trajectories: [RESPONSE], maxImages: 20 });
  test.onTestFinished(() => vllm.close());
  const workbench = await server.open(test, {
    workspace: workspace ?? {},
    viewport: { width: 1600, height: 1000 },
    settings: {
      'pagetrace.servers': [{ name: 'GPU box', url: vllm.url }],
      // The pages of both reports and the answer fit into the length that the server tells.
      'pagetrace.sampling.maxTokens': 256,
      'pagetrace.pixels.min': 50_176,
      'pagetrace.pixels.max': 100_352,
    },
  });
  return { workbench, vllm };
}

const imagesSent = (vllm: FakeVllm): number =>
  JSON.stringify(
    vllm.requests.filter(({ path: route }) => route.endsWith('/chat/completions')).at(-1)?.body,
  ).split('"image_url":{').length - 1;

it(
  'asks about several documents at once, shows a page in a view that is hidden, and exports what was seen',
  { timeout: 2 * READING },
  async (test) => {
    const { workbench, vllm } = await open(test, {
      'report.pdf': { copy: REPORT },
      'second.pdf': { copy: SECOND },
      'notes.txt': 'Notes.',
    });
    // One of the two is open with chosen pages; of the other all pages are taken.
    await selectPages(await openDocument(workbench, 'report.pdf'), [3, 4]);
    await workbench.openFile('notes.txt');
    await workbench.explorerItem('report.pdf').click();
    await workbench.explorerItem('second.pdf').click({ modifiers: ['Control'] });
    await workbench.explorerItem('second.pdf').click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Ask About Document' }).click();
    await workbench.quickInput.title
      .getByText(/report\.pdf, pages 3, 4; second\.pdf, all \d+ pages/u)
      .waitFor();
    const title = await workbench.quickInput.title.innerText();
    const pages = 2 + Number(/second\.pdf, all (\d+) pages/u.exec(title)?.[1]);
    const question = 'Which of them grew faster?';
    await workbench.answer(question);
    const inspector = await Inspector.of(workbench, question);
    await inspector.finish.waitFor();
    expect(imagesSent(vllm)).toBe(pages);
    expect(await inspector.images.count()).toBe(pages);
    expect(await inspector.facts.innerText()).toMatch(/report\.pdf, pages 3, 4[^]*second\.pdf/u);

    // The report's view is behind the notes: it comes to the front with the page that was sent first.
    await inspector.images.first().getByRole('button', { name: 'page 3' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'report.pdf' }).waitFor();
    let report = await workbench.webview('report.pdf');
    await report.locator('.page[data-page="3"] canvas').waitFor();
    await expect
      .poll(() => report.locator('.page-box').getAttribute('aria-label'))
      .toMatch(/^Page, 3 of 10/u);
    await report.getByText('2 pages chosen').waitFor();
    // Hidden and asked for another page.
    await workbench.tab('notes.txt').click();
    await inspector.images.nth(1).getByRole('button', { name: 'page 4' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'report.pdf' }).waitFor();
    report = await workbench.webview('report.pdf');
    await expect
      .poll(() => report.locator('.page-box').getAttribute('aria-label'))
      .toMatch(/^Page, 4 of 10/u);
    expect(await workbench.tab('report.pdf').count()).toBe(1);

    await inspector.choose('Export as Markdown');
    // VS Code's own dialog proposes a name beside the documents.
    const file = 'which-of-them-grew-faster.md';
    await expect.poll(() => workbench.quickInput.box.inputValue()).toContain(file);
    await workbench.page.keyboard.press('Enter');
    await workbench.tab(file).waitFor();
    const markdown = fs.readFileSync(workbench.path(file), 'utf8');
    expect(markdown).toContain(`# ${question}`);
    expect(markdown).toContain('518.9 million');
    const linked = [...markdown.matchAll(/!\[[^\]]*\]\(<?([^)>\s]+)>?\)/gu)].map(([, image = '']) => image);
    expect(linked).toHaveLength(pages);
    for (const image of linked) {
      const { width, height } = imageSize(fs.readFileSync(workbench.path(decodeURIComponent(image))));
      expect(width * height).toBeGreaterThan(50_000);
    }
  },
);

it(
  'keeps what was asked: opens it again, asks it again, deletes it and takes that back',
  { timeout: 2 * READING },
  async (test) => {
    const { workbench, vllm } = await open(test, { 'report.pdf': { copy: REPORT } });
    await selectPages(await openDocument(workbench, 'report.pdf'), [4]);
    const question = 'Which total has 2024?';
    await ask(workbench, question);
    let inspector = await Inspector.of(workbench, question);
    await inspector.finish.waitFor();
    await inspector.verdict('Right').click();
    await expect.poll(() => inspector.verdict('Right').getAttribute('aria-pressed')).toBe('true');
    const tab = workbench.tab(`Trajectory: ${question}`);
    await tab.getByRole('button', { name: /^Close/u }).click();
    await tab.waitFor({ state: 'detached' });

    await workbench.page.locator('.activitybar').getByRole('tab', { name: 'PageTrace' }).click();
    const rows = workbench.page.locator('.part.sidebar .monaco-list-row');
    await rows.filter({ hasText: question }).click();
    inspector = await Inspector.of(workbench, question);
    expect(await inspector.steps('answer').last().innerText()).toContain('518.9 million');
    await expect.poll(() => inspector.verdict('Right').getAttribute('aria-pressed')).toBe('true');

    // The same pages again; the new one is on top and has no verdict.
    await press(rows.first(), 'Ask This Again');
    await workbench.quickInput.title.getByText('report.pdf, page 4').waitFor();
    await workbench.page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    await expect
      .poll(() => vllm.requests.filter(({ path: route }) => route.endsWith('/chat/completions')).length)
      .toBe(2);
    await expect.poll(() => rows.nth(1).locator('.codicon-pass').count()).toBe(1);
    expect(await rows.first().locator('.codicon-pass').count()).toBe(0);

    const deleted = workbench.notification(`Deleted the trajectory “${question}”.`);
    await press(rows.nth(1), 'Delete Trajectory');
    await expect.poll(() => rows.count()).toBe(1);
    await deleted.hover();
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(1).locator('.codicon-pass').count()).toBe(1);

    await workbench.run('PageTrace: Delete All Recent Trajectories');
    await workbench.dialog.getByText('All recent trajectories will be deleted.').waitFor();
    await workbench.dialog.getByRole('button', { name: 'Delete All' }).click();
    await expect.poll(() => rows.count()).toBe(0);
  },
);

/** Presses a button of a row, which shows its buttons while the pointer is over it. */
async function press(row: Locator, name: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: new RegExp(`^${name}`, 'u') }).click();
}
