import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { goTo as goToLine, Inspector } from './support/asking.ts';
import { useServer } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const documents = path.join(root, 'test/fixtures/documents');
const report = path.join(documents, 'annual-report.pdf');
const second = path.join(documents, 'second-report.pdf');

const GROWTH = `---
question: By how much did total revenue grow from 2023 to 2024?
dialect: lang2act
documents:
  - path: report.pdf
images:
  - { image: 1, document: 1, page: 3 }
  - { image: 2, document: 1, page: 4 }
---
<think>Image 2 has the table of revenue by region.
<description>
<tool name="read_numeric_value" args="Image 2: row Total, column 2024">518.9</tool>
<tool name="read_numeric_value" args="Image 2: row Total, column 2023">481.9</tool>
<tool name="read_text_element" args="Image 2: the heading">Revenue by region</tool>
<tool name="read_text_element" args="Image 2: operating margin">Operating margin reached 12.2% of revenue</tool>
</description>
<answer>Revenue grew by 7.7%.</answer>
`;

const server = useServer();
const useWindow = server.share(() => ({
  workspace: {
    'report.pdf': { copy: report },
    'rebuilt.pdf': { copy: report },
    'secret.pdf': { copy: path.join(documents, 'password-protected.pdf') },
    'damaged-garbage.pdf': { copy: path.join(documents, 'damaged-garbage.pdf') },
    'growth.trajectory': GROWTH,
    'figures.pdf': { copy: report },
    'figures.trajectory': GROWTH.replace('report.pdf', 'figures.pdf').replace('By how much', 'How much'),
  },
  viewport: { width: 1600, height: 1000 },
  alongside: [path.join(root, 'test/e2e/support/elsewhere')],
}));

async function view(workbench: Workbench, file: string): Promise<FrameLocator> {
  await workbench.openDocument(file);
  return workbench.webview(file);
}

const pageField = (frame: FrameLocator) => frame.locator('.page-box');
const canvasOf = (frame: FrameLocator, page: number) => frame.locator(`.page[data-page="${page}"] canvas`);

async function goTo(frame: FrameLocator, label: string): Promise<void> {
  await pageField(frame).fill(label);
  await pageField(frame).press('Enter');
}

it('shows a document, and restores its position after the window is reloaded', async (test) => {
  const workbench = await useWindow(test);
  let frame = await view(workbench, 'report.pdf');
  await canvasOf(frame, 1).waitFor();
  await frame.locator('.page[data-page="1"] .text-layer', { hasText: 'Annual Report' }).waitFor();

  await goTo(frame, '4');
  await canvasOf(frame, 4).waitFor();
  await frame.getByRole('option', { name: 'Page 3', exact: true }).click();
  await frame.getByRole('option', { name: 'Page 5', exact: true }).click({ modifiers: ['Control'] });
  await frame.getByText('2 pages selected').waitFor();
  await frame.locator('.pages').focus();
  await workbench.page.keyboard.press('+');
  const zoom = await frame.getByRole('combobox', { name: 'Zoom' }).inputValue();

  await workbench.reload();
  frame = await workbench.webview('report.pdf');
  await canvasOf(frame, 3).waitFor();
  await frame.getByText('2 pages selected').waitFor();
  expect(await pageField(frame).getAttribute('aria-label')).toBe('Page, 3 of 10');
  expect(await frame.getByRole('combobox', { name: 'Zoom' }).inputValue()).toBe(zoom);
  const thumbnails = frame.getByRole('listbox', { name: 'Thumbnails of the pages' });
  expect(await thumbnails.getByRole('option', { selected: true }).count()).toBe(2);
});

it('shows the claims of a trajectory over the pages, and leads from its steps to their boxes and back', async (test) => {
  const workbench = await useWindow(test);
  await workbench.openFile('growth.trajectory');
  await workbench.run('PageTrace: Inspect Trajectory');
  const inspector = await Inspector.of(workbench, 'By how much did total revenue');
  await workbench.run('View: Focus First Editor Group');
  const frame = await view(workbench, 'report.pdf');
  const label = (text: string) =>
    frame.locator('.page[data-page="4"] .claim-label', { hasText: text }).first();

  await inspector.steps('481.9').first().locator('.tool-name').click();
  await label('2').waitFor();
  await expect.poll(() => label('2').getAttribute('class')).toContain('is-of-step');
  expect(await label('2').getAttribute('aria-label')).toContain('step 2, found: 481.9');
  expect(await frame.locator('.claims-summary').textContent()).toMatch(/^\d+ claims: .*\d+ found$/u);

  await label('1').click();
  await expect.poll(() => inspector.currentStep.innerText()).toContain('518.9');
  // A bad claim is reached from the palette, as with its key.
  await workbench.run('PageTrace: Go to Next Claim with a Problem');
  await frame.locator('.claims-selected', { hasText: /, (?:differs|not found): /u }).waitFor();
  await expect.poll(() => inspector.currentStep.innerText()).not.toContain('518.9');

  // The image that was sent has the same frames; its loupe compares it with the page.
  await inspector.frame.getByRole('button', { name: 'Enlarge image 2' }).click();
  const enlarged = inspector.frame.getByRole('dialog');
  await enlarged.locator('.claim-label.is-selected').waitFor();
  await enlarged.getByRole('button', { name: 'Loupe' }).click();
  const naturalWidth = (image: Locator): Promise<number> =>
    image.evaluate((element) => (element instanceof HTMLImageElement ? element.naturalWidth : 0));
  const part = enlarged.locator('.loupe-window img:not(.pixels)');
  await expect.poll(() => naturalWidth(part)).toBeGreaterThan(800);
  expect(await naturalWidth(enlarged.locator('.loupe-window img.pixels'))).toBe(532);
  await workbench.page.keyboard.press('Escape');
  await enlarged.waitFor({ state: 'detached' });

  // A word leads to all steps that speak of it, whose claims the inspector marks.
  await frame
    .locator('.page[data-page="4"] .text-layer span', { hasText: /^Total$/u })
    .first()
    .click();
  const choices = frame.locator('.step-choice');
  await choices.first().waitFor();
  expect(await choices.count()).toBeGreaterThan(1);
  await choices.last().click();
  await expect.poll(() => choices.last().getAttribute('aria-current')).toBe('true');
  await expect.poll(() => inspector.frame.locator('.mentioned').count()).toBeGreaterThan(0);
  await choices.last().press('Escape');
  await expect.poll(() => inspector.frame.locator('.mentioned').count()).toBe(0);

  await frame.locator('.page[data-page="4"] .text-layer span', { hasText: 'services.' }).first().click();
  await frame.getByText(/^No step mentions/u).waitFor();
});

it('shows the place of a claim in a hover of its text, and leads from there to the page', async (test) => {
  const workbench = await useWindow(test);
  await workbench.openFile('growth.trajectory');
  // VS Code underlines what is a problem once the claims are known.
  await workbench.page.locator('.squiggly-info').first().waitFor();
  await goToLine(workbench, 12, 72);
  await workbench.run('Show or Focus Hover');
  const hover = workbench.page.locator('.monaco-hover:visible');
  await hover.getByText('Found on page 4').waitFor();
  const picture = hover.getByRole('img', { name: 'The place on page 4.' });
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(300);
  const shown = await picture.boundingBox();
  expect(shown?.width).toBeGreaterThan(300);
  expect(shown?.height).toBeGreaterThan(30);
  await workbench.page.keyboard.press('Escape');

  await workbench.page.keyboard.press('F12');
  const frame = await workbench.webview('report.pdf');
  await frame.locator('.claims-selected', { hasText: 'step 1, found: 518.9' }).waitFor();
  const box = frame.locator('.page[data-page="4"] .claim-frame.is-selected').first();
  await expect
    .poll(() => box.evaluate((element) => element.getBoundingClientRect().top / innerHeight))
    .toBeLessThan(0.95);
  expect(await workbench.tab('claim-place').count()).toBe(0);

  // From a box back to its text, and no claims once the text is closed.
  await frame.locator('.claim-label', { hasText: /^2$/u }).first().click();
  await workbench.page.locator('.monaco-editor .selected-text').first().waitFor();
  await workbench.run('View: Close Editors in Other Groups');
  await frame.locator('.claims-selected', { hasText: 'step 2' }).waitFor();
  await workbench.run('View: Close Other Editors in Group');
  await frame.locator('.claims-selected').waitFor({ state: 'detached' });
});

it('follows a document that is rebuilt, waits for a half-written one, and says when it was deleted', async (test) => {
  const workbench = await useWindow(test);
  const frame = await view(workbench, 'rebuilt.pdf');
  await canvasOf(frame, 1).waitFor();
  await goTo(frame, '2');
  await frame.locator('.page[data-page="2"] .text-layer').waitFor();
  await frame.getByRole('option', { name: 'Page 2', exact: true }).click();

  const bytes = fs.readFileSync(second);
  fs.writeFileSync(workbench.path('rebuilt.pdf'), bytes.subarray(0, bytes.length / 2));
  await frame.getByText('rebuilt.pdf is being written.').waitFor();
  fs.writeFileSync(workbench.path('rebuilt.pdf'), bytes);
  await expect
    .poll(() => pageField(frame).getAttribute('aria-label'), { timeout: 90_000 })
    .toMatch(/^Page, 2 of (?!10$)/u);
  await frame.getByText('rebuilt.pdf is being written.').waitFor({ state: 'hidden' });
  await frame.getByText('1 page selected').waitFor();

  fs.rmSync(workbench.path('rebuilt.pdf'));
  await frame.getByText('rebuilt.pdf was deleted.').waitFor();
});

it('finds the claims again in a document that changes while they are shown, and keeps them when it is deleted', async (test) => {
  const workbench = await useWindow(test);
  await workbench.openFile('figures.trajectory');
  await workbench.run('PageTrace: Inspect Trajectory');
  const inspector = await Inspector.of(workbench, 'How much did total revenue');
  await workbench.run('View: Focus First Editor Group');
  const frame = await view(workbench, 'figures.pdf');
  const summary = frame.locator('.claims-summary');
  await summary.filter({ hasText: / \d+ found$/u }).waitFor();
  const before = await summary.textContent();
  await inspector.frame.getByRole('tab', { name: 'Claims' }).click();

  fs.copyFileSync(second, workbench.path('figures.pdf.new'));
  fs.renameSync(workbench.path('figures.pdf.new'), workbench.path('figures.pdf'));
  const changed = 'figures.pdf has changed since the question was asked';
  await frame.locator('.claims-notice', { hasText: changed }).waitFor();
  await inspector.frame.locator('.notices', { hasText: changed }).waitFor();
  await inspector.frame.locator('.claims-notice', { hasText: changed }).waitFor();
  await expect.poll(() => summary.textContent()).not.toBe(before);
  const after = await summary.textContent();

  fs.rmSync(workbench.path('figures.pdf'));
  await inspector.frame.getByText('figures.pdf is not at hand any more').waitFor();
  expect(await summary.textContent()).toBe(after);
  await inspector.frame.getByRole('button', { name: 'Find the Document' }).first().waitFor();

  fs.copyFileSync(report, workbench.path('figures.pdf'));
  await expect.poll(() => summary.textContent()).toBe(before);
  await frame.locator('.claims-notice', { hasText: changed }).waitFor({ state: 'detached' });
  await inspector.frame.getByText('figures.pdf is not at hand any more').waitFor({ state: 'detached' });
});

it('shows and follows a document of a file system that is not on this machine', async (test) => {
  const workbench = await useWindow(test);
  await workbench.openDocument('report.pdf', async () => {
    await workbench.run('Elsewhere: Open Report');
    await workbench.tab('report.pdf').waitFor();
  });
  const frame = await workbench.webview('report.pdf');
  await canvasOf(frame, 1).waitFor();
  await goTo(frame, '3');
  await frame.locator('.page[data-page="3"] .text-layer').waitFor();
  await expect.poll(() => pageField(frame).getAttribute('aria-label')).toBe('Page, 3 of 10');
  fs.copyFileSync(second, workbench.path('report.pdf'));
  await expect.poll(() => pageField(frame).getAttribute('aria-label')).toMatch(/^Page, \d+ of (?!10$)/u);
});

it('asks for the password of a document, again when it is wrong, and once more after it was canceled', async (test) => {
  const workbench = await useWindow(test);
  const frame = await view(workbench, 'secret.pdf');
  await workbench.quickInput.box.waitFor();
  await workbench.page.keyboard.press('Escape');
  await frame.getByText('secret.pdf is protected by a password').waitFor();
  await frame.getByText('Enter Password').click();
  await workbench.answer('not this one');
  await workbench.quickInput.message.getByText('That password does not open the document.').waitFor();
  await workbench.answer('tarnholm');
  await canvasOf(frame, 1).waitFor();
});

it('shows a message for a file that is not a PDF, and shows its pages once it is one', async (test) => {
  const workbench = await useWindow(test);
  const frame = await view(workbench, 'damaged-garbage.pdf');
  await frame.getByRole('heading', { name: 'it does not begin like a PDF.' }).waitFor();
  // Once the file is a document, its pages are shown.
  fs.copyFileSync(report, workbench.path('damaged-garbage.pdf'));
  await canvasOf(frame, 1).waitFor();
});
