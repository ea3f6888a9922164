import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../../../scripts/lib/paths.mjs';

export const THEMES = ['dark', 'light', 'hc-dark', 'hc-light'] as const;
export type ThemeName = (typeof THEMES)[number];

interface Theme {
  readonly name: string;
  readonly kind: string;
  readonly class: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The variables that VS Code gives a webview, read from one in each theme. */
export const themes: Readonly<Record<ThemeName, Theme>> = readThemes();

function readThemes(): Record<ThemeName, Theme> {
  const file = fs.readFileSync(path.join(root, 'test/webview/browser/support/themes.json'), 'utf8');
  return (JSON.parse(file) as { themes: Record<ThemeName, Theme> }).themes;
}

/** What VS Code says of a theme to a webview: variables on the document, and a class and data on its body. */
export const variablesOf = (name: ThemeName): string =>
  Object.entries(themes[name].variables)
    .map(([key, value]) => `${key}: ${value};`)
    .join(' ');

/** Changes the theme of an open page as VS Code does, when a person chooses another one. */
async function showTheme(page: Page, name: ThemeName): Promise<void> {
  const { kind, name: id, class: added } = themes[name];
  const classes = [...new Set(THEMES.flatMap((each) => themes[each].class.split(' ')))];
  await page.evaluate(
    ({ style, kind: themeKind, id: themeId, classes: all, added: those }) => {
      document.documentElement.setAttribute('style', style);
      document.body.classList.remove(...all);
      document.body.classList.add(...those);
      document.body.dataset['vscodeThemeKind'] = themeKind;
      document.body.dataset['vscodeThemeId'] = themeId;
    },
    { style: variablesOf(name), kind, id, classes, added: added.split(' ') },
  );
}

/** Looks at a page in each theme, and goes back to the first one, in which pages are opened. */
export async function inEachTheme(page: Page, look: (theme: ThemeName) => Promise<void>): Promise<void> {
  for (const theme of THEMES) {
    await showTheme(page, theme);
    await look(theme);
  }
  await showTheme(page, THEMES[0]);
}
