import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { THEMES, themes } from '../support/themes.ts';
import { bundleWebview } from '../support/webviewPage.ts';

const KB = 1024;

describe('the bundle of the inspector', () => {
  it('keeps the bundle within its budget, with the toolkit and without React', async () => {
    const bundle = await bundleWebview('inspector');
    expect(bundle.script.length).toBeLessThan(450 * KB);
    const inputs = Object.keys(bundle.metafile.inputs);
    expect(inputs.some((input) => input.includes('@vscode/webview-ui-toolkit'))).toBe(true);
    expect(
      inputs.filter((input) =>
        /node_modules\/(react|react-dom|@microsoft\/fast-react-wrapper)\//.test(input),
      ),
    ).toEqual([]);
    expect(inputs.filter((input) => input.includes('webview-ui-toolkit/react'))).toEqual([]);
  });

  it('imports the toolkit in one module only', async () => {
    const bundle = await bundleWebview('inspector');
    const importers = Object.entries(bundle.metafile.inputs)
      .filter(
        ([name, { imports }]) =>
          name.startsWith('webview/') && imports.some((one) => one.path.includes('webview-ui-toolkit')),
      )
      .map(([name]) => name);
    expect(importers).toEqual(['webview/shared/controls.tsx']);
  });

  it('takes all colors from the theme', () => {
    const styles = fs.readdirSync(path.join(root, 'webview/inspector/styles'));
    expect(styles.length).toBeGreaterThan(0);
    for (const file of [
      'webview/shared/theme.css',
      ...styles.map((name) => `webview/inspector/styles/${name}`),
    ]) {
      const css = fs.readFileSync(path.join(root, file), 'utf8');
      // Paper is white in every theme.
      const colors = css.match(/#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(/gi) ?? [];
      expect(
        colors.filter((color) => color !== '#fff'),
        file,
      ).toEqual([]);
      for (const [name] of css.matchAll(/--vscode-[\w-]+/g))
        expect(
          THEMES.some((theme) => themes[theme].variables[name] !== undefined),
          `${name} is in some theme`,
        ).toBe(true);
    }
  });
});
