import { describe, expect, it } from 'vitest';
import { RESPONSE, state } from '../../inspector/states.ts';
import { runAxe } from '../support/axe.ts';
import { openInspector, chooseTab } from '../support/inspectorPage.ts';
import { SCENES } from '../support/inspectorScenes.ts';
import { THEMES } from '../support/themes.ts';
import { send } from '../support/webviewPage.ts';

describe.each(THEMES)('the inspector in the theme %s', (theme) => {
  it('shows no accessibility violation that axe finds in any state of the inspector', async () => {
    const page = await openInspector(null, { theme });
    const nodes = new Set<string>();
    for (const scene of SCENES) {
      await send(page, { type: 'state', state: { ...scene.state, key: scene.name } });
      if (scene.name !== 'nothing') await chooseTab(page, scene.tab ?? 'Steps');
      if (scene.name === 'steps') {
        const start = RESPONSE.indexOf('518');
        await send(page, { type: 'reveal', sample: 0, span: { start, end: start } });
      }
      const { violations, checked } = await runAxe(page, { theme });
      expect(violations, `${scene.name} in ${theme}`).toEqual([]);
      expect(checked.length, `${scene.name} in ${theme}`).toBeGreaterThan(scene.name === 'nothing' ? 3 : 20);
      for (const node of checked) nodes.add(`${scene.name} ${node}`);
    }
    expect(nodes.size).toBeGreaterThan(300);
  });

  it('lets axe find an accessibility violation that is added on purpose', async () => {
    const page = await openInspector(state(), { theme });
    await page.evaluate(() => {
      const planted = document.createElement('button');
      const pale = document.createElement('p');
      pale.textContent = 'hardly to be read';
      pale.style.cssText = 'color: #777; background: #888';
      document.querySelector('.head')?.append(planted, pale);
    });
    const { violations } = await runAxe(page);
    expect(violations.map((found) => found.split(':')[0]).sort()).toEqual(['button-name', 'color-contrast']);
  });
});
