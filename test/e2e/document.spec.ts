import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect, it } from 'vitest';
import { root } from '../../scripts/lib/paths.mjs';
import { useServer } from './support/server.ts';
import type { Workbench } from './support/workbench.ts';

const documents = path.join(root, 'test/fixtures/documents');
const report = path.join(documents, 'annual-report.pdf');
const second = path.join(documents, 'second-report.pdf');

const server = useServer();
const useWindow = server.share(() => ({
  workspace: {
    'report.pdf': { copy: report },
    'rebuilt.pdf': { copy: report },
    'secret.pdf': { copy: path.join(documents, 'password-protected.pdf') },
    'damaged-garbage.pdf': { copy: path.join(documents, 'damaged-garbage.pdf') },
  },
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
  await frame.getByText('2 pages chosen').waitFor();
  await frame.locator('.pages').focus();
  await workbench.page.keyboard.press('+');
  const zoom = await frame.getByRole('combobox', { name: 'Zoom' }).inputValue();

  await workbench.reload();
  frame = await workbench.webview('report.pdf');
  await canvasOf(frame, 3).waitFor();
  await frame.getByText('2 pages chosen').waitFor();
  expect(await pageField(frame).getAttribute('aria-label')).toBe('Page, 3 of 10');
  expect(await frame.getByRole('combobox', { name: 'Zoom' }).inputValue()).toBe(zoom);
  const thumbnails = frame.getByRole('listbox', { name: 'Thumbnails of the pages' });
  expect(await thumbnails.getByRole('option', { selected: true }).count()).toBe(2);
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
  await frame.getByText('1 page chosen').waitFor();

  fs.rmSync(workbench.path('rebuilt.pdf'));
  await frame.getByText('rebuilt.pdf was deleted.').waitFor();
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
