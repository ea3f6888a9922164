import { createHash } from 'node:crypto';
import fs from 'node:fs';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parseTrajectoryFile } from '../../src/core/records/trajectoryFile.ts';
import {
  Inspector,
  READING,
  REPORT,
  ask,
  editorText,
  openDocument,
  readCopy,
  recentRows,
  selectPages,
} from './support/asking.ts';
import { axe } from './support/axe.ts';
import { useServer } from './support/server.ts';
import { THEME_KINDS } from './support/workbench.ts';

const server = useServer();
const READER = 'Offline reader (OCR, no model)';
const useWindow = server.share(() => ({
  workspace: { 'report.pdf': { copy: REPORT }, 'another.pdf': { copy: REPORT } },
  viewport: { width: 1600, height: 1000 },
}));

it(
  'selects pages, asks a question about them and explains the answer and its reward',
  { timeout: 3 * READING },
  async (test) => {
    const workbench = await useWindow(test);
    const view = await openDocument(workbench, 'report.pdf');
    await selectPages(view, [3, 4]);
    const question = 'What was the total revenue in 2024?';

    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickInput.title.getByText('report.pdf, pages 3, 4').waitFor();
    const title = await workbench.quickInput.title.innerText();
    expect(title).toContain(READER);
    await workbench.quickPick(/2 page images.*text \d+ px high/u).waitFor();
    await workbench.answer(question);

    // The trajectory is shown beside the document.
    const inspector = await Inspector.of(workbench, question, READING);
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    expect(await inspector.shareOfSteps()).toBeGreaterThanOrEqual(0.5);
    await inspector.finish.waitFor({ timeout: READING });
    expect(await inspector.shareOfSteps()).toBeGreaterThanOrEqual(0.5);
    await workbench.page.setViewportSize({ width: 1600, height: 1000 });
    expect(await inspector.finish.innerText()).toBe('stop');
    expect(await inspector.question.innerText()).toBe(question);
    const facts = await inspector.facts.innerText();
    expect(facts).toContain('report.pdf, pages 3, 4');
    const details = await inspector.readDetails();
    expect(facts + details).toContain(READER);
    expect(details).toMatch(/First token:?\s*after [\d.]+ m?s/u);
    await workbench.statusBar(READER).waitFor();

    // The sent images have the names of their pages.
    expect(await inspector.images.count()).toBe(2);
    for (const [index, page] of [3, 4].entries()) {
      const shot = inspector.images.nth(index);
      expect(await shot.locator('p').first().innerText()).toContain(`Image ${index + 1}, page ${page}`);
      await shot.locator('img').waitFor();
      const width = await shot.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
      expect(await shot.innerText()).toContain(`${width} × `);
      expect(await shot.innerText()).toContain('text layer');
      expect(width).toBeGreaterThan(700);
    }

    // The steps are the thought, the tool calls with their observations, and the answer.
    await inspector
      .steps(/^.?\s*think/u)
      .first()
      .waitFor();
    const tools = inspector.tree.locator('.tool-name');
    expect(await tools.count()).toBeGreaterThan(0);
    expect(await inspector.steps('answer').last().innerText()).toContain('518.9');
    // A locator inside another one starts from the page, whatever frame the outer one is in.
    const second = workbench.page.getByRole('button', { name: 'Image 2', exact: true });
    const naming = inspector.tree.locator('.step.kind-tool').filter({ has: second });
    // A selected step shows its page in the document beside.
    const pageBox = view.locator('.page-box');
    await pageBox.fill('1');
    await pageBox.press('Enter');
    await expect.poll(() => pageBox.getAttribute('aria-label')).toBe('Page, 1 of 10');
    const heading = view
      .locator('.page[data-page="4"] .text-layer')
      .getByText('Revenue by region', { exact: true });
    expect(await isInView(heading)).toBe(false);
    await naming
      .first()
      .locator('.asked')
      .click({ position: { x: 2, y: 8 } });
    await inspector.tree.locator('.step.kind-tool[aria-selected=true]').filter({ has: second }).waitFor();
    await inspector.images.nth(1).locator('.named-by').waitFor();
    expect(await inspector.images.nth(0).locator('.named-by').count()).toBe(0);
    await expect.poll(() => pageBox.getAttribute('aria-label')).toBe('Page, 4 of 10');
    await expect.poll(() => isInView(heading)).toBe(true);

    // The reward is two numbers until the verdict is known.
    const [wrong = 1, right = 0] = await inspector.readRewards();
    expect(right).toBeGreaterThan(wrong);
    await inspector.verdict('Wrong').click();
    await inspector.expectReward(wrong);
    await inspector.reward.getByText('(by you)').waitFor();
    await inspector.verdict('Right').click();
    await inspector.expectReward(right);
    await inspector.reward.getByText('(by you)').waitFor({ state: 'detached' });
    await inspector.showTab('Checks');
    expect(
      await inspector.frame.getByRole('region', { name: 'Passed checks' }).locator('.check').count(),
    ).toBeGreaterThan(3);

    const answer = await readCopy(workbench, () => inspector.choose('Copy Answer'));
    expect(answer).toContain('518.9');
    expect(answer).not.toContain('<');

    // The view of recent trajectories lists the question.
    await workbench.page.locator('.activitybar').getByRole('tab', { name: 'PageTrace' }).click();
    const recent = recentRows(workbench);
    await recent.filter({ hasText: question }).waitFor();
    expect(await recent.count()).toBe(1);
    expect(await recent.innerText()).toContain(`${answer} · ${right.toFixed(2)} · report.pdf`);

    // The question opens as text, which can be inspected too.
    await inspector.choose('Open as Text');
    await workbench.statusBar('Trajectory').waitFor();
    const { info, response, problems } = parseTrajectoryFile(await editorText(workbench));
    expect(problems).toEqual([]);
    expect(info.question).toBe(question);
    expect(info.verdict).toBe('right');
    // The offline reader does not sample.
    expect(info.sampling).toEqual({});
    expect(info.documents).toEqual([
      {
        path: 'report.pdf',
        sha256: createHash('sha256').update(fs.readFileSync(REPORT)).digest('hex'),
      },
    ]);
    expect(info.images).toEqual([
      { image: 1, document: 0, page: 3 },
      { image: 2, document: 0, page: 4 },
    ]);
    expect(response).toMatch(/^<think>[^]*<answer>[^]*518\.9[^]*<\/answer>\s*$/u);
    await workbench.run('PageTrace: Inspect Trajectory');
    const inspected = await Inspector.of(workbench, question);
    // The reused inspector is still at the checks.
    await inspected.showTab('Steps');
    await inspected.steps('518.9').last().waitFor();
    await inspected.expectReward(right);
    await expect.poll(() => inspected.readDetails()).not.toContain('First token');

    // The question is offered again, newest first.
    await workbench.tab('report.pdf').click();
    await workbench.run('PageTrace: Ask About Document');
    await workbench.quickInput.title.getByText('report.pdf').waitFor();
    await workbench.quickPick(question).waitFor();
    await workbench.page.keyboard.press('Escape');
  },
);

it(
  'follows the theme, and restores the document and the inspector after a reload',
  { timeout: 2 * READING },
  async (test) => {
    const workbench = await useWindow(test);
    const view = await openDocument(workbench, 'report.pdf');
    await selectPages(view, [3, 4]);
    const question = 'What was the operating margin in 2024?';
    await ask(workbench, question);
    let inspector = await Inspector.of(workbench, question, READING);
    await inspector.finish.waitFor({ timeout: READING });
    await inspector.verdict('Wrong').click();
    await expect.poll(() => inspector.readRewards()).toHaveLength(1);
    const paid = await inspector.readRewards();

    const theme = 'Default High Contrast Light';
    await workbench.setTheme(theme);
    for (const [surface, frame] of [
      ['inspector', inspector.frame],
      ['document', view],
    ] as const) {
      await frame.locator(`body[data-vscode-theme-kind="${THEME_KINDS[theme]}"]`).waitFor();
      const { violations, checked } = await axe(frame);
      expect(violations, surface).toEqual([]);
      expect(checked, surface).toBeGreaterThan(20);
    }

    await inspector.showTab('Checks');
    await workbench.reload();
    inspector = await Inspector.of(workbench, question);
    await inspector.question.getByText(question).waitFor();
    await inspector.frame.getByRole('region', { name: 'Passed checks' }).waitFor();
    expect(await inspector.readRewards()).toEqual(paid);
    expect(await inspector.verdict('Wrong').getAttribute('aria-pressed')).toBe('true');
    await inspector.showTab('Steps');
    await inspector.steps('answer').last().waitFor();
    await inspector.images.nth(1).locator('img').waitFor();
  },
);

it('asks a question and reads the answer with the keyboard alone', { timeout: 2 * READING }, async (test) => {
  const workbench = await useWindow(test);
  const { keyboard } = workbench.page;
  // Quick Open shows the document and gives it the focus.
  await workbench.openDocument('another.pdf', async () => {
    await keyboard.press('Control+p');
    await workbench.quickInput.box.waitFor();
    await keyboard.type('another.pdf');
    await workbench.quickPick('another.pdf').waitFor();
    await keyboard.press('Enter');
    await workbench.tab('another.pdf').waitFor();
  });
  const view = await workbench.webview('another.pdf');
  await view.locator('.page canvas').first().waitFor();
  // The arrows move to the thumbnail of page 4, and Space chooses it.
  await tabTo(workbench.page, view, ({ role }) => role === 'listbox');
  await keyboard.press('Home');
  for (let page = 2; page <= 4; page += 1) await keyboard.press('ArrowDown');
  await keyboard.press('Space');
  await view.getByText('1 page selected').waitFor();
  await keyboard.press('Control+Alt+a');
  await workbench.quickInput.title.getByText('another.pdf, page 4').waitFor();
  const question = 'What was the total revenue in 2023?';
  await keyboard.type(question);
  await keyboard.press('Enter');

  const inspector = await Inspector.of(workbench, question, READING);
  await inspector.finish.waitFor({ timeout: READING });
  await keyboard.press('Control+2');
  await tabTo(workbench.page, inspector.frame, ({ role }) => role === 'tree');
  const steps = await inspector.steps().count();
  await keyboard.press('Home');
  expect(await inspector.currentStep.getAttribute('aria-posinset')).toBe('1');
  const seen = new Set<string | null>();
  for (let step = 0; step < steps; step += 1) {
    seen.add(await inspector.currentStep.getAttribute('id'));
    await keyboard.press('ArrowDown');
  }
  expect(seen.size).toBe(steps);
  expect(await inspector.currentStep.innerText()).toContain('481.9');

  await tabTo(workbench.page, inspector.frame, ({ text }) => text === 'Right', 'Shift+Tab');
  await keyboard.press('Enter');
  await expect.poll(() => inspector.verdict('Right').getAttribute('aria-pressed')).toBe('true');
  expect(await inspector.readRewards()).toHaveLength(1);
});

/** Whether the element exists and its full height is in view. */
async function isInView(element: Locator): Promise<boolean> {
  if ((await element.count()) === 0) return false;
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  });
}

/** The element that has the focus inside a webview. */
interface Focused {
  readonly role: string | null;
  readonly text: string;
}

/** Presses Tab until the given element inside the webview has the focus. */
async function tabTo(
  page: Page,
  frame: FrameLocator,
  found: (active: Focused) => boolean,
  key = 'Tab',
): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    const active = await frame.locator('body').evaluate((): Focused => {
      const element = document.activeElement;
      return { role: element?.getAttribute('role') ?? null, text: (element?.textContent ?? '').trim() };
    });
    if (found(active)) return;
    passed.push(active.role ?? active.text.slice(0, 20));
    await page.keyboard.press(key);
  }
  throw new Error(`${key} leads only to: ${passed.join(', ')}.`);
}
