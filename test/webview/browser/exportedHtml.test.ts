import { expect, it } from 'vitest';
import { trajectoryHtml } from '../../../src/reports/html/trajectoryHtml.ts';
import { runHtml } from '../../../src/reports/html/runHtml.ts';
import { reportOf } from '../../support/exportedRun.ts';
import { htmlExport } from '../../support/exportedTrajectory.ts';
import { HOSTILE_TEXT } from '../../support/hostileText.ts';
import { sample } from '../inspector/states.ts';
import { runAxe } from './support/axe.ts';
import { serve } from './support/server.ts';
import { testPage } from './support/testPage.ts';

/** Opens an exported file, and collects what the browser reports and requests because of it. */
async function openExport(html: string, width = 1200) {
  const server = await serve(({ pathname }) => (pathname === '/' ? html : undefined));
  const page = await testPage({ width });
  const reports: string[] = [];
  page.on('console', (message) => reports.push(message.text()));
  page.on('pageerror', (error) => reports.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith('data:')) reports.push(request.url());
  });
  await page.goto(`${server.origin}/`);
  await server.close();
  return { page, reports, own: [`${server.origin}/`] };
}

it('an exported file is drawn without complaints of its policy, is accessible, and fits, in light and dark', async () => {
  const { page, reports, own } = await openExport(trajectoryHtml(htmlExport()));
  expect(
    await page
      .locator('figure img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth)),
  ).toEqual([1, 1]);
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body).maxWidth)).toBe('960px');
  expect(reports).toEqual(own);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations, checked } = await runAxe(page);
    expect(violations, colorScheme).toEqual([]);
    expect(checked).toBeGreaterThan(30);
  }
  for (const width of [1200, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBe(0);
  }
});

it('the report of a run is drawn without complaints of its policy, is accessible, and fits, in light and dark', async () => {
  const { page, reports, own } = await openExport(runHtml(reportOf()));
  await page.locator('.charts svg[role=img]').first().waitFor();
  expect(reports).toEqual(own);
  await page.locator('.charts details summary').first().click();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await runAxe(page)).violations, colorScheme).toEqual([]);
  }
  for (const width of [1200, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBe(0);
  }
  // The words of a chart are dark on its paper in both.
  const title = page.locator('.charts svg > text').first();
  expect(await title.evaluate((element) => getComputedStyle(element).fill)).toBe('rgb(31, 31, 31)');
});

it('in an exported file, a claim leads to its box on the page, the box to the claim, and the claim to its step', async () => {
  const { page } = await openExport(trajectoryHtml(htmlExport()));
  const near = page.locator('tr', { hasText: 'differs' }).first();
  await near.locator('td.number a').click();
  const target = page.locator(':target');
  expect(await target.getAttribute('aria-label')).toContain('differs');
  expect(await target.evaluate((element) => element.getBoundingClientRect().width)).toBeGreaterThan(10);
  await target.press('Enter');
  expect(await target.evaluate((element) => element.localName)).toBe('tr');
  await target.locator('td:last-child a').click();
  expect(await target.evaluate((element) => element.localName)).toBe('li');
});

it('boxes lie on the words of the page, and differ by status in more than color', async () => {
  const { page } = await openExport(trajectoryHtml(htmlExport()));
  const box = await page.locator('#page-2 a.solid[aria-label*="518.9"] rect.frame').boundingBox();
  const image = await page.locator('#page-2 img').boundingBox();
  expect(box).not.toBeNull();
  // The words stand from 20 points on, on a page 612 points wide.
  expect(((box?.x ?? 0) - (image?.x ?? 0)) / (image?.width ?? 1)).toBeGreaterThan(0.02);
  expect((box?.width ?? 0) / (image?.width ?? 1)).toBeLessThan(0.3);
  const dashes = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).strokeDasharray);
  expect(await dashes('a.solid .frame')).toBe('none');
  expect(await dashes('a.dashed .frame')).not.toBe('none');
});

it('nothing that a model wrote is drawn, requested or run by an exported file', async () => {
  const attack = `</style></pre></title><script>document.title='run'</script><img src="https://elsewhere.invalid/a.png" onerror="document.title='run'"><iframe srcdoc="<script>parent.document.title='run'</script>"></iframe><style>*{display:none}</style><meta http-equiv="refresh" content="0;url=https://elsewhere.invalid">`;
  const text = `<think>${attack} ${HOSTILE_TEXT}</think><answer>${attack}</answer>`;
  const html = trajectoryHtml(htmlExport({ question: attack, model: attack, samples: [sample({ text })] }));
  const { page, reports, own } = await openExport(html);
  expect(reports).toEqual(own);
  expect(await page.locator('script, iframe, body style, body meta, img[onerror]').count()).toBe(0);
  expect(await page.title()).toMatch(/^<\/style>/);
  // The policy holds even for what would get into the file.
  const planted = html.replace(
    '</main>',
    `<script>document.title='run'</script><p style="color:red">a</p></main>`,
  );
  const second = await openExport(planted);
  expect(await second.page.title()).not.toBe('run');
  expect(second.reports.filter((line) => /Content.Security.Policy/i.test(line))).toHaveLength(2);
});
