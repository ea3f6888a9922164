import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { inEachTheme, THEMES, type ThemeName } from './themes.ts';

/** What axe found in a page. */
export interface AxeResult {
  /** Rule, element and what to do, one a violation. */
  readonly violations: string[];
  /** How many elements some rule looked at and passed. */
  readonly checked: number;
}

export interface AxeOptions {
  /** The part of the page that is looked at; all of it unless told. */
  readonly within?: string;
  /** Only colors differ between the themes, so the other rules are checked in the first one, or if there is no theme. */
  readonly theme?: ThemeName;
}

/** Runs axe in the page. */
export async function runAxe(
  page: Page,
  { within = 'html', theme = THEMES[0] }: AxeOptions = {},
): Promise<AxeResult> {
  // The source is 550 KB, so it is passed only once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeCore.source);
  const rules = theme === THEMES[0] ? null : ['color-contrast'];
  return page.evaluate(
    async (asked) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const { violations, passes } = await axe.run(asked.within, {
        ...(asked.rules !== null && { runOnly: asked.rules }),
        resultTypes: ['violations', 'passes'],
        // A selector that fits one element only takes long to find, so elements are told apart by themselves.
        selectors: false,
        elementRef: true,
      });
      return {
        violations: violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
        ),
        checked: new Set(passes.flatMap(({ nodes }) => nodes.map(({ element }) => element))).size,
      };
    },
    { within, rules },
  );
}

/**
 * Runs axe in each theme, without loading the page again.
 * @returns every violation with its theme, and how many elements were checked in the theme with the fewest
 */
export async function runAxeInThemes(
  page: Page,
  { within }: Pick<AxeOptions, 'within'> = {},
): Promise<AxeResult> {
  const violations: string[] = [];
  let checked = Infinity;
  await inEachTheme(page, async (theme) => {
    const found = await runAxe(page, { theme, ...(within !== undefined && { within }) });
    violations.push(...found.violations.map((violation) => `${theme}: ${violation}`));
    checked = Math.min(checked, found.checked);
  });
  return { violations, checked };
}
