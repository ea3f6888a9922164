import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ClaimStatus } from '../../../src/core/grounding/model.ts';
import type { GroundingShown } from '../../../src/protocol/grounding.ts';
import type { InspectorSample, InspectorState } from '../../../src/protocol/inspector.ts';
import {
  comparedQuestion,
  comparedQuestions,
  comparisonMessages,
  EVERY_ROW,
  groundingOf,
  samplesMessages,
} from '../comparison/states.ts';
import { GOOD_RESPONSE, longResponse, sample } from '../inspector/states.ts';
import { runAxe, runAxeInThemes } from './support/axe.ts';
import { bundleWebview, openWebview, posted, send, type WebviewOptions } from './support/webviewPage.ts';

const KB = 1024;

/** A comparison of two trajectories. */
async function open(
  before: Partial<InspectorState>,
  after: Partial<InspectorState>,
  options: WebviewOptions = {},
): Promise<Page> {
  const page = await openWebview('comparison', options);
  for (const message of comparisonMessages(before, after)) await send(page, message);
  return page;
}

const better = { samples: [sample({ text: GOOD_RESPONSE, verdict: 'right' as const })] };
/** Eight samples, the fourth with another answer. */
const eight = (text: string): InspectorSample[] =>
  Array.from({ length: 8 }, (_, index) =>
    sample({ text: index === 3 ? text.replace(/<answer>.*<\/answer>/, '<answer>12.1</answer>') : text }),
  );
/** What is read of the claims of one side in each state. */
const CLAIM_STATES: readonly (readonly [says: string, shown: GroundingShown])[] = [
  ['After: Looking for the claims on the pages…', { kind: 'running' }],
  [
    'After: moved.pdf does not exist. Find it.',
    { kind: 'failed', message: 'moved.pdf does not exist.', hint: 'Find it.', missing: 'moved.pdf' },
  ],
  ['row "cannot be checked – 2"', groundingOf(['unknown', 'unknown'])],
  ['row "found – 1,000"', groundingOf(Array<ClaimStatus>(1_000).fill('found'))],
];
const worse = { samples: [sample({ verdict: 'wrong' as const })] };

describe('the comparison in a browser', () => {
  it('shows no accessibility violation that axe finds in any theme', async () => {
    const page = await open(worse, better, { width: 1100 });
    await page.getByText('3 of 8 steps differ.').waitFor();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    for (const [says, shown] of CLAIM_STATES) {
      const message = { type: 'grounding', sample: 0, shown };
      await send(page, { type: 'trajectory', key: 'question:2', message });
      expect(await page.locator('.head').ariaSnapshot()).toContain(says);
      expect((await runAxeInThemes(page, { within: '.head' })).violations, says).toEqual([]);
    }
  });

  it('places the two sides next to each other, and on tabs in a narrow panel', async () => {
    const page = await open(worse, better, { width: 1100 });
    const sides = page.locator('.side');
    await sides.nth(1).waitFor();
    const [before, after] = [await sides.nth(0).boundingBox(), await sides.nth(1).boundingBox()];
    expect(after?.y).toBe(before?.y);
    expect(await page.getByRole('tab').count()).toBe(0);
    await page.setViewportSize({ width: 420, height: 800 });
    await page.getByRole('tab', { name: 'Before', selected: true }).focus();
    expect(await sides.count()).toBe(1);
    const answer = page.locator('.row.changed').last();
    expect(await answer.locator('del, ins').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'After', selected: true }).waitFor();
    // The other side is not in sight, so the words that it has instead are shown too.
    expect(await answer.locator('del, ins').allTextContents()).toEqual(['12.1', '11.2']);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(420);
    expect((await runAxe(page)).violations).toEqual([]);
  });

  it('shows no accessibility violation with eight sides in any theme', async () => {
    const page = await openWebview('comparison', { width: 1100 });
    await send(page, ...samplesMessages({ samples: eight(GOOD_RESPONSE) }));
    await page.getByText('They give 2 different answers.').waitFor();
    // The rows scroll sideways, and the page does not.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1100);
    expect((await runAxeInThemes(page)).violations).toEqual([]);
    await page.setViewportSize({ width: 420, height: 800 });
    await expect.poll(() => page.getByRole('tab').count()).toBe(8);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
    expect((await runAxeInThemes(page)).violations).toEqual([]);
  });

  it('draws only the rows in sight of eight sides with 500 tool calls each, and goes to where they part', async () => {
    const page = await openWebview('comparison', { width: 1100 });
    const samples = eight(longResponse(500));
    const last = samples.at(-1);
    if (last) samples[7] = { ...last, text: last.text.replace(/row 400,/, 'row 999,') };
    await send(page, ...samplesMessages({ samples }));
    await page.locator('.row').first().waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(60);
    await page.getByRole('button', { name: /^Go to Step \d+$/ }).click();
    const parting = page.locator('.row:has(.parting)');
    await expect.poll(() => parting.evaluate((row) => row === document.activeElement)).toBe(true);
    expect(await parting.textContent()).toContain('row 999');
    expect(await page.locator('.row').count()).toBeLessThan(90);
    await page.getByRole('button', { name: 'Only Differences' }).press('Enter');
    await expect.poll(() => page.locator('.row:not(.row-titles *)').count()).toBe(2);
  });

  it('draws only the parts near the view when both responses are long', async () => {
    const long = { samples: [sample({ text: longResponse(4_000) })] };
    const page = await open(long, long, { width: 1100 });
    await page.locator('.row').first().waitFor();
    expect(await page.locator('.row').count()).toBeLessThan(200);
    await page.getByRole('button', { name: 'Only Differences' }).click();
    await page.getByText('All steps are the same on both sides.').waitFor();
  });

  it('keeps its filter and the identities of its trajectories over a reload', async () => {
    const page = await open(worse, better, {
      width: 1100,
      kept: {
        pairs: [],
        isTable: false,
        notes: [],
        open: null,
        sides: [],
        reference: 0,
        tab: 0,
        onlyDifferences: true,
      },
    });
    await page.locator('.row').first().waitFor();
    expect(await page.locator('.row.same').count()).toBe(0);
    expect(await posted(page)).toContainEqual({ type: 'ready' });
  });

  it('shows no accessibility violation in the table of several questions in any theme', async () => {
    const page = await openWebview('comparison', { width: 900 });
    const notes = ['Not compared: “Who is on page 3?” is selected only once.'];
    await send(page, comparedQuestions(EVERY_ROW, { notes, progress: 'Asking question 8 of 9.' }));
    await page.getByText('Of 9 questions: 2 better').waitFor();
    await page.getByText('Prompt: 1 line removed, 1 line added').click();
    expect((await runAxeInThemes(page)).violations).toEqual([]);
  });

  it('opens questions of a long table with the keyboard, and comes back to their rows', async () => {
    const questions = Array.from({ length: 30 }, (_, k) =>
      comparedQuestion(`Question ${k + 1}?`, (k % 3) / 10),
    );
    const page = await openWebview('comparison', { width: 420 });
    await send(page, comparedQuestions(questions));
    await page.getByText('Of 30 questions: 20 better, 0 worse, 10 equal.').waitFor();
    await page.getByRole('button', { name: 'Question 29?' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => posted(page)).toContainEqual({ type: 'open', index: 29 });
    await send(page, ...comparisonMessages(worse, better, 29));
    await page.getByText('Question 30 of 30').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent.trim())).toBe('All Questions');
    await page.getByRole('button', { name: 'Only Differences' }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Question 30?');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
    // With room, the table scrolls below what is said about it.
    await page.setViewportSize({ width: 900, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(600);
  });

  it('keeps the bundle of the comparison within its budget', async () => {
    const bundle = await bundleWebview('comparison');
    expect(bundle.script.length).toBeLessThan(450 * KB);
  });
});
