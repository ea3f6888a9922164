import fs from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { root } from '../../../../scripts/lib/paths.mjs';
import type { DocumentState } from '../../../../src/protocol/document.ts';
import { openDocumentPage, type DocumentPage, type DocumentPageOptions } from './documentPage.ts';
import { serveDocumentView, type DocumentSite } from './documentSite.ts';
import { numberedPages } from './numberedPages.ts';
import { testPage, type TestPageOptions } from './testPage.ts';

/** The view and the test documents, served once by each test process. */
let serving: Promise<DocumentSite> | undefined;

export function documentSite(): Promise<DocumentSite> {
  serving ??= serveDocuments();
  return serving;
}

async function serveDocuments(): Promise<DocumentSite> {
  const site = await serveDocumentView();
  const fixtures = path.join(root, 'test/fixtures/documents');
  for (const name of fs.readdirSync(fixtures)) site.put(name, fs.readFileSync(path.join(fixtures, name)));
  site.put('three.pdf', await numberedPages(3));
  site.put('rebuilt.pdf', await numberedPages(3, 'Rebuilt'));
  site.put('shorter.pdf', await numberedPages(1, 'Shorter'));
  site.put('fourteen.pdf', await numberedPages(14));
  return site;
}

export interface ShowOptions extends DocumentPageOptions, TestPageOptions {
  /** What the extension tells the view about the file beside its name. */
  readonly state?: Partial<DocumentState>;
}

/** Opens the view without a file. */
export async function openView(options: ShowOptions = {}): Promise<DocumentPage> {
  return openDocumentPage(await testPage(options), await documentSite(), options);
}

/** Opens the view with a file of the site. */
export async function show(file: string, options: ShowOptions = {}): Promise<DocumentPage> {
  const view = await openView(options);
  await view.page.evaluate(({ name, state }) => window.host.open(name, state), {
    name: file,
    state: options.state,
  });
  return view;
}

export const pageOf = (page: Page, number: number): Locator => page.locator(`.page[data-page="${number}"]`);
export const canvas = (page: Page, number: number): Locator => pageOf(page, number).locator('canvas');
export const text = (page: Page, number: number): Locator => pageOf(page, number).locator('.text-layer');
export const thumbnail = (page: Page, number: number): Locator => page.locator(`#thumbnail-${number}`);

/** The page that the view says it shows, and of how many. */
export const shownPage = (page: Page): Promise<string | null> =>
  page.locator('.page-box').getAttribute('aria-label');

/** Ids of the chosen thumbnails. */
export const chosen = (page: Page): Promise<string[]> =>
  page.locator('.thumbnail[aria-selected=true]').evaluateAll((all) => all.map((one) => one.id));

/** Width of a page on the screen, in CSS pixels. */
export const widthOf = (page: Page, number: number): Promise<number> =>
  pageOf(page, number).evaluate((element) => element.getBoundingClientRect().width);

/** Goes to a page by its number or label. */
export async function goTo(page: Page, label: string): Promise<void> {
  await page.locator('.page-box').fill(label);
  await page.locator('.page-box').press('Enter');
}
