import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../../../../scripts/lib/paths.mjs';
import { THEMES, themes } from '../support/themes.ts';
import { bundleWebview } from '../support/webviewPage.ts';

const KB = 1024;

describe('the bundle of the inspector', () => {
  it('keeps the bundle within its budget, without React or a library of elements', async () => {
    const bundle = await bundleWebview('inspector');
    expect(bundle.script.length).toBeLessThan(450 * KB);
    const inputs = Object.keys(bundle.metafile.inputs);
    expect(inputs).toContain('webview/shared/controls.tsx');
    expect(
      inputs.filter((input) =>
        /node_modules\/(?:react|react-dom|lit|@microsoft|@vscode-elements)\//.test(input),
      ),
    ).toEqual([]);
    expect(bundle.script).not.toMatch(/customElements|attachShadow/);
  });

  it('takes all colors from the theme', () => {
    const styles = fs.readdirSync(path.join(root, 'webview/inspector/styles'));
    expect(styles.length).toBeGreaterThan(0);
    for (const file of [
      'webview/shared/theme.css',
      'webview/shared/controls.css',
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
