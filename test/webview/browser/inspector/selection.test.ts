import { describe, expect, it } from 'vitest';
import { RESPONSE, state } from '../../inspector/states.ts';
import { openInspector, chooseTab } from '../support/inspectorPage.ts';
import { FOUR_SAMPLES } from '../support/inspectorScenes.ts';
import { posted, send } from '../support/webviewPage.ts';

describe('the selection in the inspector', () => {
  it('sends a selection made with the mouse in the text and marks its step', async () => {
    const page = await openInspector(state());
    await chooseTab(page, 'Text');
    await page.locator('.text .tool-name').nth(1).dblclick();
    const start = RESPONSE.indexOf('read_numeric_value');
    await expect
      .poll(async () => (await posted(page)).filter(({ type }) => type === 'select').at(-1))
      .toEqual({
        type: 'select',
        sample: 0,
        span: { start, end: start + 'read_numeric_value'.length },
        stepEnd: RESPONSE.indexOf('</tool>', start) + '</tool>'.length,
      });
    await chooseTab(page, 'Steps');
    await page
      .getByRole('treeitem', { selected: true })
      .filter({ hasText: 'row Total, column 2024' })
      .waitFor();
  });

  it('shows a selection made by the extension in the steps and in the text', async () => {
    const page = await openInspector(state());
    const start = RESPONSE.indexOf('12.1%</tool>');
    await send(page, { type: 'reveal', sample: 0, span: { start, end: start + 5 } });
    await page.getByRole('treeitem', { selected: true }).filter({ hasText: 'operating margin' }).waitFor();
    expect(await page.locator('.shot.named b').allTextContents()).toEqual(['Image 1']);
    await chooseTab(page, 'Text');
    expect(await page.locator('.text .selected').allTextContents()).toEqual(['12.1%']);
    expect((await posted(page)).filter(({ type }) => type === 'select')).toEqual([]);
  });
});

describe('an inspector that was disposed and created again', () => {
  it('restores the tab, the sample and the selection of an inspector that was disposed', async () => {
    const first = await openInspector(state({ samples: FOUR_SAMPLES }));
    await first.getByRole('tab', { name: /^Sample 2 of 4/ }).click();
    await chooseTab(first, 'Checks');
    const kept = await first.evaluate(() =>
      (window as unknown as { acquireVsCodeApi(): { getState(): unknown } }).acquireVsCodeApi().getState(),
    );
    expect(kept).toMatchObject({ key: 'trajectory-1', tab: 'checks', sample: 1 });
    const again = await openInspector(state({ samples: FOUR_SAMPLES }), { kept });
    expect(await again.locator('.check-group.passed').isVisible()).toBe(true);
    expect(await again.locator('.sample-tab[aria-selected=true] .sample-sign').textContent()).toBe('21.00');
    // The extension no longer knows which sample is shown, so the page tells it.
    expect(await posted(again)).toContainEqual({ type: 'shown', sample: 1 });
    const other = await openInspector(state({ samples: FOUR_SAMPLES, key: 'trajectory-2' }), { kept });
    expect(await other.locator('.sample-tab[aria-selected=true] .sample-sign').textContent()).toBe('10.18');
  });
});
