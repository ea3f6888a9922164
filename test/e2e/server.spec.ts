import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { emptyPages } from '../support/emptyPages.ts';
import { FAKE_MODEL, startFakeVllm, type FakeRequest, type FakeVllm } from '../support/fakeVllm.ts';
import {
  Inspector,
  READING,
  REPORT,
  RESPONSE,
  ask,
  openDocument,
  readCopy,
  recentRows,
  selectPages,
} from './support/asking.ts';
import { useServer } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const KEY = 'sesame';
const PROMPT = ['---', 'dialect: lang2act', '---', 'Answer from the pages.', '{{ content }}', ''].join('\n');
const BETTER = RESPONSE.replace('518.9</tool>', '518.9 million euros</tool>').replace(
  '</description>',
  '<tool name="read_numeric_value" args="Image 1: row Total, column 2023">481.9</tool>\n</description>',
);

let vllm: FakeVllm;
let long: Uint8Array;
beforeAll(async () => {
  long = await emptyPages(12);
  vllm = await startFakeVllm({ trajectories: [RESPONSE], maxImages: 20 });
});
afterAll(() => vllm.close());

const server = useServer();
const useWindow = server.share(() => ({
  workspace: {
    'report.pdf': { copy: REPORT },
    'second.pdf': { copy: path.join(root, 'test/fixtures/documents/second-report.pdf') },
    'notes.txt': 'Notes.',
    'mine.prompt.jinja': PROMPT,
    'long.pdf': long,
  },
  viewport: { width: 1600, height: 1000 },
  settings: {
    'pagetrace.servers': [{ name: 'GPU box', url: vllm.url }],
    // The pages of both reports and the answer fit into the model length that the server reports.
    'pagetrace.sampling.maxTokens': 256,
    'pagetrace.tokenProbabilities': 3,
    'pagetrace.pixels.min': 50_176,
    'pagetrace.pixels.max': 100_352,
  },
}));

/** The window, and the server with its default answers. */
async function begin(test: TestContext): Promise<Workbench> {
  vllm.set({ trajectories: [RESPONSE], cutAt: null, beforeChunk: null, apiKey: null });
  return useWindow(test);
}

const generations = (): FakeRequest[] =>
  vllm.requests.filter(({ path: route }) => route.endsWith('/chat/completions'));

const imagesSent = (): number => JSON.stringify(generations().at(-1)?.body).split('"image_url":{').length - 1;

it(
  'asks about several documents at once, and brings a hidden document to the front to show a page',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await begin(test);
    // One of the two is open with chosen pages; the other is sent with all pages.
    await selectPages(await openDocument(workbench, 'report.pdf'), [3, 4]);
    await workbench.openFile('notes.txt');
    await workbench.explorerItem('report.pdf').click();
    await workbench.explorerItem('second.pdf').click({ modifiers: ['Control'] });
    await workbench.explorerItem('second.pdf').click({ button: 'right' });
    await workbench.chooseFromMenu('Ask About Document');
    await workbench.quickInput.title
      .getByText(/report\.pdf, pages 3, 4; second\.pdf, all \d+ pages/u)
      .waitFor();
    const title = await workbench.quickInput.title.innerText();
    const pages = 2 + Number(/second\.pdf, all (\d+) pages/u.exec(title)?.[1]);
    const question = 'Which of them grew faster?';
    await workbench.answer(question);
    const inspector = await Inspector.of(workbench, question);
    await inspector.finish.waitFor();
    expect(imagesSent()).toBe(pages);
    expect(await inspector.images.count()).toBe(pages);
    expect(await inspector.facts.innerText()).toMatch(/report\.pdf, pages 3, 4[^]*second\.pdf/u);

    // The view of the report is behind the notes and comes to the front at the first page that was sent.
    await inspector.images.first().getByRole('button', { name: 'page 3' }).click();
    await workbench.page.locator('.tab.active', { hasText: 'report.pdf' }).waitFor();
    const report = await workbench.webview('report.pdf');
    await report.locator('.page[data-page="3"] canvas').waitFor();
    await expect
      .poll(() => report.locator('.page-box').getAttribute('aria-label'))
      .toMatch(/^Page, 3 of 10/u);
    await report.getByText('2 pages selected').waitFor();
  },
);

it(
  'says which pages of a long document are sent, how many tokens they take, and sends all of them on demand',
  { timeout: READING },
  async (test) => {
    const workbench = await begin(test);
    await openDocument(workbench, 'long.pdf');
    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickPick('Asks about page 1 of 12').waitFor();
    await workbench.quickPick(/1 page image, \d+ tokens.*left of the model's 8,192/u).waitFor();
    await workbench.answer('What is on it?');
    let inspector = await Inspector.of(workbench, 'What is on it?');
    await inspector.finish.waitFor();
    await inspector.notices.getByText('Only page 1 of 12 was sent.').waitFor();
    expect(imagesSent()).toBe(1);

    await workbench.tab('long.pdf').click();
    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickPick('use all 12 pages').click();
    await workbench.quickInput.title.getByText('long.pdf, all 12 pages').waitFor();
    await workbench.quickPick(/12 page images, [\d,]+ tokens/u).waitFor();
    await workbench.answer('And on all of them?');
    inspector = await Inspector.of(workbench, 'And on all of them?');
    await inspector.finish.waitFor();
    expect(imagesSent()).toBe(12);
    expect(await inspector.notices.count()).toBe(0);

    // The server was asked for the three likeliest tokens, of which the written one is not shown again.
    await inspector.frame.getByRole('tab', { name: 'Text' }).click();
    const probabilities = inspector.frame.getByRole('button', { name: 'Token Probabilities' });
    await probabilities.click();
    await inspector.frame.getByText('Probability of the answer: ').waitFor();
    await inspector.frame.locator('[data-token="1"]').first().hover();
    await inspector.frame.locator('.token-card dt', { hasText: 'other 2' }).waitFor();
    await probabilities.click();
    await inspector.frame.getByRole('tab', { name: 'Steps' }).click();
  },
);

it(
  'keeps an asked question: opens it again, asks it again, deletes it and undoes the deletion',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await begin(test);
    const before = generations().length;
    await workbench.run('PageTrace: Delete All Recent Trajectories');
    await workbench.dialog.getByRole('button', { name: 'Delete All' }).click();
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
    const rows = recentRows(workbench);
    await rows.filter({ hasText: question }).click();
    inspector = await Inspector.of(workbench, question);
    expect(await inspector.steps('answer').last().innerText()).toContain('518.9 million');
    await expect.poll(() => inspector.verdict('Right').getAttribute('aria-pressed')).toBe('true');

    // The question is about the same pages again; the new trajectory is listed first and has no verdict.
    await pressInRow(rows.first(), 'Ask This Again');
    await workbench.quickInput.title.getByText('report.pdf, page 4').waitFor();
    await workbench.accept();
    await expect.poll(() => rows.count()).toBe(2);
    await expect.poll(() => generations().length - before).toBe(2);
    await expect.poll(() => rows.nth(1).locator('.codicon-pass').count()).toBe(1);
    expect(await rows.first().locator('.codicon-pass').count()).toBe(0);

    const deleted = workbench.notification(`Deleted the trajectory “${question}”.`);
    await pressInRow(rows.nth(1), 'Delete Trajectory');
    await expect.poll(() => rows.count()).toBe(1);
    await deleted.hover();
    await deleted.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(1).locator('.codicon-pass').count()).toBe(1);

    await rows.nth(1).click();
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await rows.first().click({ button: 'right' });
    await workbench.chooseFromMenu('Compare Selected');
    const comparison = await workbench.webview(`Comparison: ${question}`);
    await comparison.getByText('No step differs.').waitFor();

    await workbench.run('PageTrace: Delete All Recent Trajectories');
    await workbench.dialog.getByText('Delete all recent trajectories?').waitFor();
    await workbench.dialog.getByRole('button', { name: 'Delete All' }).click();
    await expect.poll(() => rows.count()).toBe(0);
  },
);

it(
  'continues a response from a step, asks what if, and lists both as branches with their rewards',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await begin(test);
    await workbench.run('PageTrace: Delete All Recent Trajectories');
    await workbench.dialog.getByRole('button', { name: 'Delete All' }).click();
    await selectPages(await openDocument(workbench, 'report.pdf'), [3, 4]);
    const question = 'Which total has 2024?';
    await ask(workbench, question);
    let inspector = await Inspector.of(workbench, question);
    await inspector.finish.waitFor();

    // The response is kept up to the selected step, and the model answers otherwise from there.
    const [thought = ''] = RESPONSE.split('\n');
    const other = `${thought}\n<answer>481.9 million</answer>`;
    vllm.set({ trajectories: [other] });
    await inspector.steps('the table of revenue by region').first().click({ button: 'right' });
    await workbench.chooseFromMenu('Continue From Here');
    await workbench.quickPick(/^Continue.*1 sample/u).waitFor();
    await workbench.accept();
    await expect.poll(() => generations().at(-1)?.body?.['continue_final_message']).toBe(true);
    inspector = await Inspector.of(workbench, question);
    await inspector.notices
      .getByText(/^The first \d+ characters were kept from an earlier response/u)
      .waitFor();
    await inspector.finish.waitFor();
    expect(await inspector.steps().first().innerText()).toContain('the table of revenue by region');
    expect(await inspector.steps('481.9 million').count()).toBe(1);

    // The same question without one of its pages is compared with the branch.
    await inspector.choose('What If…');
    await workbench.pick('Leave out pages…');
    await workbench.pick('Page 3 of report.pdf');
    await workbench.accept();
    await workbench.webview(`Comparison: ${question}`);
    await expect.poll(() => imagesSent()).toBe(1);

    await workbench.page.locator('.activitybar').getByRole('tab', { name: 'PageTrace' }).click();
    const below = (level: number): Locator =>
      workbench.page.locator(`.part.sidebar .monaco-list-row[aria-level="${level}"]`);
    await expect.poll(() => recentRows(workbench).count()).toBe(1);
    expect(await below(3).getAttribute('aria-label')).toMatch(
      /^continued after \d+ characters, answer 481\.9 million, reward /u,
    );
    await expect
      .poll(() => below(4).getAttribute('aria-label'))
      .toMatch(/^without page 3, answer 481\.9 million, reward /u);
  },
);

it(
  'asks the last questions again with the unsaved prompt in the editor, and compares the trajectories',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await begin(test);
    await workbench.run('PageTrace: Delete All Recent Trajectories');
    await workbench.dialog.getByRole('button', { name: 'Delete All' }).click();
    await selectPages(await openDocument(workbench, 'report.pdf'), [4]);
    const question = 'Which total has 2024?';
    for (const text of ['What is the total of 2024?', question]) {
      await ask(workbench, text);
      await (await Inspector.of(workbench, text)).finish.waitFor();
    }

    await workbench.openFile('mine.prompt.jinja');
    await workbench.page.locator('.editor-group-container.active .view-lines').click();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.type('Read the year before, too.');
    vllm.set({ trajectories: [BETTER] });
    await workbench.run('PageTrace: Ask Again with This Prompt');

    const view = await workbench.webview(`Comparison: ${question}`);
    await view.getByText('2 of 5 steps differ.').waitFor();
    expect(JSON.stringify(generations().at(-1)?.body)).toContain('Read the year before, too.');
    expect(await view.locator('.side h2').allInnerTexts()).toEqual([
      'Before lang2act',
      'After mine.prompt.jinja',
    ]);
    expect(await view.locator('.row.added').innerText()).toContain('481.9');
    expect(await view.locator('.row.changed ins').allInnerTexts()).toEqual([' million euros']);

    // A verdict on either side changes the difference.
    await view.getByRole('region', { name: 'Before' }).getByRole('button', { name: 'Wrong' }).click();
    await view.getByRole('region', { name: 'After' }).getByRole('button', { name: 'Right' }).click();
    await view
      .getByRole('row', { name: /^Reward/u })
      .getByText('+0.8')
      .waitFor();

    // After a reload of the window, both are restored.
    await workbench.run('File: Save');
    await workbench.reload();
    const again = await workbench.webview(`Comparison: ${question}`);
    await again.getByText('2 of 5 steps differ.').waitFor();
    await again
      .getByRole('row', { name: /^Reward/u })
      .getByText('+0.8')
      .waitFor();

    // The prompt is tried on both questions about the document, and each can be opened as before.
    await workbench.tab('mine.prompt.jinja').click();
    const group = workbench.page.locator('.editor-group-container.active');
    await group.locator('.view-lines').click();
    await group.locator('.monaco-editor.focused').waitFor();
    await workbench.page.keyboard.press('Control+End');
    await workbench.page.keyboard.type(' Be brief.');
    await group.locator('.view-line', { hasText: 'Be brief.' }).waitFor();
    await workbench.run('PageTrace: Try Prompt on Recent Questions');
    await workbench.quickInput.title
      .getByText('Try mine.prompt.jinja on Questions About report.pdf')
      .waitFor();
    // The title is there before the rows are, and Enter would choose none of them.
    await workbench.quickPick('What is the total of 2024?').waitFor();
    await workbench.accept();
    const table = await workbench.webview('Comparison: 2 questions');
    await table.getByText('Of 2 questions: 0 better, 0 worse, 2 equal.').waitFor();
    expect(JSON.stringify(generations().at(-1)?.body)).toContain('Read the year before, too. Be brief.');
    await table.getByRole('button', { name: 'What is the total of 2024?' }).click();
    await table.getByText('2 of 5 steps differ.').waitFor();
    await table.getByRole('button', { name: 'All Questions' }).click();
    await table.getByRole('button', { name: question }).waitFor();
  },
);

it(
  'connects to a server by its address, saves it in the settings of the machine, and opens them',
  { timeout: READING },
  async (test) => {
    const workbench = await begin(test);
    const second = await startFakeVllm({
      apiKey: KEY,
      models: [FAKE_MODEL, { ...FAKE_MODEL, id: 'lang2act' }],
    });
    test.onTestFinished(() => second.close());
    const { host } = new URL(second.url);
    const { box, message, title } = workbench.quickInput;
    await workbench.run('PageTrace: Connect to Server');
    await title.getByText('Connect to Server').waitFor();
    expect(await box.inputValue()).toBe(vllm.url);
    expect(await box.getAttribute('placeholder')).toBe('http://127.0.0.1:8000');
    await box.fill('http://');
    await message.getByText('is not the address of a server').waitFor();

    // What is wrong is said below the address, which stays there to be edited.
    const stopped = await startFakeVllm();
    await stopped.close();
    await workbench.answer(stopped.url);
    await message.getByText(`Nothing listens at ${stopped.url}.`).waitFor();
    expect(await box.inputValue()).toBe(stopped.url);
    await workbench.answer(`${second.url}/v1/chat/completions`);
    await title.getByText(`API Key for ${host}`).waitFor();
    expect(await box.getAttribute('type')).toBe('password');
    await workbench.answer('wrong');
    await message.getByText(`${host} requires a valid API key (HTTP 401).`).last().waitFor();
    await workbench.answer(KEY);
    await workbench.quickPick('lang2act').waitFor();
    await workbench.pick('lang2act');
    await workbench.notification(`Connected to ${host} (vLLM 0.32.0): lang2act, 8,192 tokens long`).waitFor();
    await workbench.statusBar(`${host} · lang2act`).waitFor();

    // The setting belongs to the machine that the browser window is connected to.
    const machine = JSON.parse(
      fs.readFileSync(path.join(workbench.folders.userData, 'Machine', 'settings.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(machine['pagetrace.servers']).toEqual([
      { name: 'GPU box', url: vllm.url },
      { name: host, url: second.url, model: 'lang2act' },
    ]);
    expect(machine['pagetrace.server']).toBe(host);
    await workbench.run('PageTrace: Edit Servers in Settings');
    const setting = workbench.page.locator('.settings-editor .setting-item-contents', { hasText: 'Servers' });
    await setting.first().waitFor();
    expect(await workbench.page.locator('.settings-tabs-widget .action-label.checked').innerText()).toMatch(
      /^Remote/u,
    );

    await workbench.run('PageTrace: Switch Server');
    await workbench.pick('GPU box');
    await workbench.statusBar('GPU box').waitFor();
  },
);

it(
  'asks once a missing key is set, keeps the text of a cut stream, compares samples and shows that a server is unreachable',
  { timeout: 3 * READING },
  async (test) => {
    const workbench = await begin(test);
    await workbench.run('PageTrace: Connect to Server');
    await workbench.quickInput.title.getByText('Connect to Server').waitFor();
    await workbench.accept();
    await workbench
      .notification('Connected to GPU box (vLLM 0.32.0): qwen2.5-vl, 8,192 tokens long, at most 20 images.')
      .waitFor();
    await workbench.statusBar('GPU box · qwen2.5-vl · 0 running, 0 waiting').waitFor();
    await workbench.run('Notifications: Clear All Notifications');

    // The question is asked once the missing key has been set.
    vllm.set({ apiKey: KEY });
    await selectPages(await openDocument(workbench, 'report.pdf'), [4]);
    await ask(workbench, 'Who is there?');
    await press(workbench, /requires a valid API key \(HTTP 401\)/u, 'Set API Key');
    await workbench.quickInput.title.getByText('API Key for GPU box').waitFor();
    expect(await workbench.quickInput.box.getAttribute('type')).toBe('password');
    await workbench.answer(KEY);
    await workbench.notification(`The API key for ${vllm.url} was saved.`).waitFor();
    await (await Inspector.of(workbench, 'Who is there?')).finish.waitFor();
    expect(generations().at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`);
    await workbench.run('Notifications: Clear All Notifications');
    await workbench.tab('report.pdf').click();

    // The connection is cut in the middle of the answer.
    const before = generations().length;
    vllm.set({ cutAt: 30 });
    await ask(workbench, 'Which total has 2024?');
    const cut = /The connection to 127\.0\.0\.1:\d+ was cut in the middle of the answer\./u;
    await workbench.notification(cut).waitFor();
    let inspector = await Inspector.of(workbench, 'Which total has 2024?');
    await inspector.failure.getByText(cut).waitFor();
    await inspector.failure.getByText('The part that arrived is kept.').waitFor();
    await inspector.steps('think').getByText('the table of revenue by region').waitFor();
    expect(await inspector.steps('answer').count()).toBe(0);
    // Nothing is lost for good yet, so there is no number.
    expect(await inspector.reward.locator('.cause').innerText()).toBe(
      'Nothing is deducted from the part that was kept.',
    );
    vllm.set({ cutAt: null });
    await press(workbench, cut, 'Try Again');
    await expect
      .poll(async () => {
        inspector = await Inspector.of(workbench, 'Which total has 2024?');
        return inspector.finish.allInnerTexts();
      })
      .toEqual(['stop']);
    expect(await inspector.steps('answer').innerText()).toContain('518.9 million');
    expect(generations().length - before).toBe(2);
    // The retried question takes the place of the failed one.
    expect(await workbench.tab('Trajectory: Which total has 2024?').count()).toBe(1);

    // A stream that stalls says for how long nothing has come: in the inspector, which also cancels it, and nowhere else.
    vllm.set({ beforeChunk: (chunk) => (chunk < 30 ? Promise.resolve() : new Promise(() => undefined)) });
    await workbench.run('Notifications: Clear All Notifications');
    await workbench.tab('report.pdf').click();
    await ask(workbench, 'Is it still there?');
    inspector = await Inspector.of(workbench, 'Is it still there?');
    await inspector.status.getByText(/^Nothing received for \d+ s\.$/u).waitFor();
    await workbench.statusBar('GPU box · qwen2.5-vl').waitFor();
    expect(
      await workbench.page.locator('.notification-list-item .monaco-progress-container.active').count(),
    ).toBe(0);
    await inspector.button('Cancel').click();
    await inspector.status.getByText('Canceled. What arrived is kept.').waitFor();
    expect(await inspector.reward.locator('.cause').innerText()).toBe(
      'Nothing is deducted from the part that was kept.',
    );
    vllm.set({ beforeChunk: null });

    // Three samples are generated at once.
    vllm.set({ trajectories: [RESPONSE, RESPONSE.replaceAll('518.9', '481.9'), 'I cannot say.'] });
    await workbench.tab('report.pdf').click();
    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickInputButton('Number of Samples').click();
    await workbench.quickInput.title.getByText('Number of Samples').waitFor();
    await workbench.answer('3');
    await workbench.quickInput.title.getByText('3 samples').waitFor();
    await workbench.answer('Three times, please?');
    inspector = await Inspector.of(workbench, 'Three times, please?');
    await inspector.finish.waitFor();
    expect(generations().at(-1)?.body).toMatchObject({ n: 3, max_tokens: 256 });
    await inspector.showTab('Samples');
    const groups = inspector.frame
      .getByRole('region', { name: 'Samples compared' })
      .locator('tbody .group-row');
    await expect.poll(() => groups.count()).toBe(3);
    expect(await groups.nth(0).innerText()).toContain('518.9 million');
    expect(await groups.nth(1).innerText()).toContain('481.9 million');
    expect(await groups.nth(2).innerText()).toContain('No answer');
    await inspector.frame
      .getByRole('button', { name: 'Sample 2 of 3, answer 481.9 million, not judged' })
      .click();
    await inspector.steps('481.9 million').waitFor();
    expect(
      await inspector.frame.getByRole('tab', { name: /^Sample 2 of 3/u }).getAttribute('aria-selected'),
    ).toBe('true');

    // Commands of the palette apply to the sample that is shown.
    expect(await readCopy(workbench, () => workbench.run('PageTrace: Copy Answer'))).toContain(
      '481.9 million',
    );

    // The samples side by side: all of them are chosen unless the person says otherwise.
    await workbench.run('PageTrace: Compare Samples');
    await workbench.quickInput.title.getByText('Compare Samples').waitFor();
    // The title is there before the rows are, and Enter would choose none of them.
    await workbench.quickPick('Sample 3').waitFor();
    await workbench.accept();
    const comparison = await workbench.webview('Comparison: Three times, please?');
    await comparison.getByText('They give 2 different answers.').waitFor();
    expect(await comparison.locator('.answers li').allInnerTexts()).toEqual([
      expect.stringMatching(/518\.9 million.*Sample 1$/u),
      expect.stringMatching(/481\.9 million.*Sample 2$/u),
      expect.stringMatching(/No answer.*Sample 3$/u),
    ]);

    // The status bar shows that the server does not respond, without a request by the person.
    await vllm.close();
    const entry = workbench.statusBar('GPU box · unreachable');
    await entry.waitFor();
    expect(await entry.getAttribute('class')).toContain('has-background-color');
    await workbench.run('PageTrace: Connect to Server');
    await workbench.quickInput.title.getByText('Connect to Server').waitFor();
    await workbench.accept();
    await workbench.quickInput.message.getByText(`Nothing listens at ${vllm.url}.`).waitFor();
  },
);

/** Presses a button of a notification. */
async function press(workbench: Workbench, text: string | RegExp, button: string): Promise<void> {
  const notification = workbench.notification(text);
  await notification.waitFor();
  await notification.hover();
  await notification.getByRole('button', { name: button, exact: true }).click();
}

/** Presses a button of a row, which shows its buttons while the pointer is over it. */
async function pressInRow(row: Locator, name: string): Promise<void> {
  await row.hover();
  await row.getByRole('button', { name: new RegExp(`^${name}`, 'u') }).click();
}
