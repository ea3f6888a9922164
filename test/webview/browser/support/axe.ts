import axeCore from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe found in a page. */
export interface AxeResult {
  /** Rule, element and what to do, one a violation. */
  readonly violations: string[];
  /** The elements that some rule looked at and passed. */
  readonly checked: string[];
}

/** Runs axe in the page. */
export async function runAxe(page: Page): Promise<AxeResult> {
  // The source is 550 KB, so it is passed only once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  return page.evaluate(async () => {
    const { violations, passes } = await (window as unknown as { axe: typeof axeCore }).axe.run();
    return {
      violations: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
      ),
      checked: [...new Set(passes.flatMap(({ nodes }) => nodes.map(({ target }) => JSON.stringify(target))))],
    };
  });
}
