import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { longResponse, sample, state } from '../../inspector/states.ts';
import { openInspector } from '../support/inspectorPage.ts';
import { send } from '../support/webviewPage.ts';

/** Whether a row is completely visible in its scroll container. */
const isInSight = (row: Element): boolean => {
  const box = row.closest('.scroll')?.getBoundingClientRect() ?? new DOMRect();
  const { top, bottom } = row.getBoundingClientRect();
  return top >= box.top - 1 && bottom <= box.bottom + 1;
};

/**
 * Counts from now on the milliseconds of processor time of the page's own thread, so that other work on the machine
 * does not count.
 */
async function busyMeter(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const total = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const begun = await total();
  return async () => (await total()) - begun;
}

describe('a huge trajectory in the inspector', () => {
  const text = longResponse(6_000);

  it('opens and scrolls through a trajectory of 1 MB with few elements in the DOM', async () => {
    expect(text.length).toBeGreaterThan(900_000);
    const page = await openInspector(null);
    const busy = await busyMeter(page);
    await send(page, { type: 'state', state: state({ samples: [sample({ text })] }) });
    expect(await busy()).toBeLessThan(5_000);
    const elements = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    expect(await elements()).toBeLessThan(4_000);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    const last = page.getByRole('treeitem', { selected: true });
    expect(await last.textContent()).toContain('The sum of all rows.');
    await expect.poll(() => last.evaluate(isInSight)).toBe(true);
    expect(await elements()).toBeLessThan(4_000);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.text .selected').last().isVisible()).toBe(true);
    expect(await elements()).toBeLessThan(6_000);
  });

  it('follows a long stream with as little work at its end as at its beginning', async () => {
    const page = await openInspector(
      state({ samples: [sample({ text: '', state: 'streaming', finishReason: null })] }),
    );
    const busy = await busyMeter(page);
    const halves: number[] = [];
    for (const half of [text.slice(0, text.length / 2), text.slice(text.length / 2)]) {
      const before = await busy();
      await page.evaluate(async (whole) => {
        for (let at = 0; at < whole.length; at += 4_000) {
          window.postMessage({ type: 'append', sample: 0, text: whole.slice(at, at + 4_000) });
          await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
        }
      }, half);
      halves.push((await busy()) - before);
    }
    console.log(
      `busy ${halves.map((half) => half.toFixed(0)).join(' and ')} ms in the first and the second half`,
    );
    const [first = 0, second = 0] = halves;
    // Earlier text is not processed again: otherwise the second half would take three times as long as the first.
    expect(second / first).toBeLessThan(2);
    expect((first + second) / (text.length / 4_000)).toBeLessThan(100);
    await expect
      .poll(() =>
        page.locator('.scroll').evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight),
      )
      .toBeLessThan(60);
    expect(await page.evaluate(() => document.querySelectorAll('[role=treeitem]').length)).toBeLessThan(300);
  });
});

describe('huge parts of a trajectory', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => `[${index + 1}]: fact ${index} of the page`);
  const evidence = `<observe>a</observe><evidence>${items.join('\n')}</evidence><think>b</think><answer>c</answer>`;
  const reasoning = `<think>${'The table says 518.9, as the chart does. '.repeat(100_000)}</think><answer>c</answer>`;

  it.each([
    { what: '20,000 items of evidence', dialect: 'evisrag', text: evidence },
    { what: '4 MB of reasoning', dialect: 'think-answer', text: reasoning },
  ] as const)(
    'opens and scrolls to the end of $what',
    async ({ dialect, text }) => {
      const page = await openInspector(null);
      const busy = await busyMeter(page);
      await send(page, {
        type: 'state',
        state: state({ dialect, profile: null, reference: '', samples: [sample({ text })] }),
      });
      console.log(`busy ${(await busy()).toFixed(0)} ms`);
      expect(await busy()).toBeLessThan(8_000);
      await page.getByRole('tree').focus();
      await page.keyboard.press('End');
      const last = page.getByRole('treeitem', { selected: true });
      expect(await last.textContent()).toContain('answer c');
      await expect.poll(() => last.evaluate(isInSight)).toBe(true);
      expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4_000);
    },
    60_000,
  );

  it('reads 200 KB of reasoning to its end, with the answer in view', async () => {
    const lines = Array.from(
      { length: 5_000 },
      (_, index) => `Row ${index} of the table in Image 1 says ${index * 7}.`,
    );
    const long = `<think>${lines.join('\n')}</think><answer>42 million</answer>`;
    expect(long.length).toBeGreaterThan(180_000);
    const page = await openInspector(
      state({ dialect: 'think-answer', profile: null, samples: [sample({ text: long })] }),
    );
    const busy = await busyMeter(page);
    await page.getByRole('button', { name: /^Show all [\d,]+ characters$/u }).click();
    const box = page.locator('.scroll');
    await expect
      .poll(() =>
        box.evaluate((scrolled) => {
          scrolled.scrollTop = scrolled.scrollHeight;
          return scrolled.textContent.includes('Row 4999 of the table');
        }),
      )
      .toBe(true);
    expect(await page.getByRole('treeitem').last().innerText()).toContain('42 million');
    expect(await page.locator('.answer').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4_000);
    expect(await busy()).toBeLessThan(3_000);
  });
});
