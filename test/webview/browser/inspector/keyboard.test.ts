import { describe, expect, it } from 'vitest';
import { sample, state } from '../../inspector/states.ts';
import { chooseTab, openInspector } from '../support/inspectorPage.ts';
import { posted } from '../support/webviewPage.ts';

describe('the inspector with the keyboard', () => {
  it('reaches the verdict, the tabs and the steps with the keyboard alone', async () => {
    const page = await openInspector(state());
    const verdict = page.getByRole('button', { name: 'Wrong' });
    for (
      let stops = 0;
      stops < 20 && !(await verdict.evaluate((button) => document.activeElement === button));
      stops++
    )
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'verdict', sample: 0, verdict: 'wrong' });
    await page.getByRole('tab', { name: 'Steps' }).focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('tree');
    const outline = (selector: string): Promise<string> =>
      page.locator(selector).evaluate((element) => getComputedStyle(element).outlineStyle);
    expect(await outline('[role=tree]')).toBe('solid');
    await page.keyboard.press('ArrowDown');
    expect(await outline('[role=tree]')).toBe('none');
    expect(await outline('.step.current')).toBe('solid');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page
      .getByRole('treeitem', { selected: true })
      .filter({ hasText: 'locate_visual_element' })
      .waitFor();
    // Tab stops only at the links of the current step.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Image 2');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Enlarge image 2');
    await page.keyboard.press('Enter');
    const large = page.getByRole('dialog');
    await large.getByText('532 × 756 px, 515 tokens').waitFor();
    await large.getByText('text 7 px high').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Steps' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('region', { name: 'Text of the response' }).count()).toBe(0);
    await page.getByRole('list', { name: 'Parts of the reward' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'Text of the response' }).waitFor();
    const chosenTab = page.getByRole('tab', { selected: true }).and(page.locator(':focus'));
    for (const [key, name] of [
      ['End', 'Request'],
      ['ArrowRight', 'Steps'],
      ['ArrowLeft', 'Request'],
      ['Home', 'Steps'],
    ] as const) {
      await page.keyboard.press(key);
      await chosenTab.and(page.getByRole('tab', { name })).waitFor();
      await page.getByRole('tabpanel', { name }).waitFor();
    }
    const more = page.getByRole('button', { name: 'More…' });
    await more.focus();
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    expect(await more.getAttribute('aria-expanded')).toBe('true');
    await page.getByRole('menuitem', { name: 'Continue From Here' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'command', command: 'copyCurl', sample: 0 });
  });

  it('chooses a reward profile with the keyboard', async () => {
    const page = await openInspector(state({ samples: [sample({ verdict: 'right' })] }));
    await chooseTab(page, 'Reward');
    await page.getByRole('combobox', { name: 'Reward profile' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'profile', profile: 'lang2act-paper' });
    await expect.poll(() => page.locator('.number').textContent()).toBe('1.00');
  });

  it('accepts a reference answer typed with the keyboard', async () => {
    const page = await openInspector(state({ reference: '' }));
    await page.getByRole('textbox', { name: 'Reference answer' }).fill('7.7%');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'reference', text: '7.7%' });
  });
});
