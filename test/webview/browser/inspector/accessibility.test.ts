import { describe, expect, it } from 'vitest';
import { RESPONSE, state } from '../../inspector/states.ts';
import { runAxe, runAxeInThemes } from '../support/axe.ts';
import { openInspector, chooseTab } from '../support/inspectorPage.ts';
import { SCENES } from '../support/inspectorScenes.ts';
import { inEachTheme } from '../support/themes.ts';
import { send } from '../support/webviewPage.ts';

describe('the inspector', () => {
  it('shows no accessibility violation that axe finds in any of its states, in any theme', async () => {
    const page = await openInspector(null);
    let elements = 0;
    for (const scene of SCENES) {
      await send(page, { type: 'state', state: { ...scene.state, key: scene.name } });
      if (scene.name !== 'nothing') await chooseTab(page, scene.tab ?? 'Steps');
      if (scene.name === 'steps') {
        const start = RESPONSE.indexOf('518');
        await send(page, { type: 'reveal', sample: 0, span: { start, end: start } });
      }
      const { violations, checked } = await runAxeInThemes(page);
      expect(violations, scene.name).toEqual([]);
      expect(checked, scene.name).toBeGreaterThan(scene.name === 'nothing' ? 3 : 20);
      elements += checked;
    }
    expect(elements).toBeGreaterThan(300);
  });

  it('lets axe find an accessibility violation that is added on purpose, in every theme', async () => {
    const page = await openInspector(state());
    await page.evaluate(() => {
      const planted = document.createElement('button');
      const pale = document.createElement('p');
      pale.textContent = 'hardly to be read';
      pale.style.cssText = 'color: #777; background: #888';
      document.querySelector('.head')?.append(planted, pale);
    });
    await inEachTheme(page, async (theme) => {
      const { violations } = await runAxe(page);
      const rules = violations.map((found) => found.split(':')[0]).sort();
      expect(rules, theme).toEqual(['button-name', 'color-contrast']);
    });
  });
});
