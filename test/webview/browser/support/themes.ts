import fs from 'node:fs';
import path from 'node:path';
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
