// Asks a question as a person does, in a headless browser. Needs the project's dependencies.
import path from 'node:path';
import { launchBrowser, newContext } from './browser.mjs';
import { Failure } from './failure.mjs';
import { findWebview, lookUntil, openWorkbench, runFromPalette, STEP_TIMEOUT } from './workbenchPage.mjs';

/** Time limit for an answer, in milliseconds: a large model on a busy server takes minutes. */
const ANSWER_TIMEOUT = 30 * 60_000;

/**
 * @typedef {object} Answer
 * @property {string} trajectory what the model wrote
 * @property {string} reward as the inspector shows it, `0.18 if wrong, 0.98 if right` while the verdict is unknown
 * @property {readonly string[]} components of the reward, as the inspector shows them
 */

/**
 * Opens the workbench, asks about the document that it shows, and waits for the end of the answer.
 * @param {import('./session.mjs').Session} session
 * @param {string} question
 * @param {object} options
 * @param {(line: string) => void} options.say is told what is being done
 * @param {string} [options.screenshot] file for a screenshot of the whole workbench at the end, even after a failure
 * @returns {Promise<Answer>}
 * @throws {Failure} with the message that a person would have seen, if no answer came
 */
export async function askHeadless({ server, url }, question, { say, screenshot }) {
  say('Opening VS Code in a headless browser.');
  const browser = await launchBrowser();
  try {
    const context = await newContext(browser, server.origin, { viewport: { width: 1600, height: 1000 } });
    const page = await context.newPage();
    try {
      await openWorkbench(page, url);
      await findWebview(page, 'annual-report.pdf');
      return await ask(page, question, say);
    } finally {
      if (screenshot !== undefined) {
        await page.screenshot({ path: screenshot });
        say(`A picture of the workbench is in ${path.resolve(screenshot)}`);
      }
    }
  } finally {
    await browser.close();
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} question
 * @param {(line: string) => void} say
 * @returns {Promise<Answer>}
 */
async function ask(page, question, say) {
  say(`Asking about the sample: ${question}`);
  await runFromPalette(page, 'PageTrace: Ask About Document');
  const input = page.locator('.quick-input-widget .quick-input-box input');
  await input.fill(question);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: question }).first().waitFor();
  await input.press('Enter');

  // The inspector opens once the pages are rendered; errors before that are shown as notifications.
  const refused = page.locator('.notifications-toasts .notification-list-item:has(.codicon-error)');
  const inspector = await Promise.race([
    findWebview(page, question.slice(0, 20), ANSWER_TIMEOUT),
    refused.first().waitFor({ timeout: ANSWER_TIMEOUT }),
  ]);
  if (inspector === undefined) throw new Failure(await refused.first().innerText());

  say('The pages are sent; waiting for the end of the answer.');
  const failed = inspector.getByRole('alert');
  const finished = inspector.getByTitle('Why the response ended');
  await failed.or(finished).first().waitFor({ timeout: ANSWER_TIMEOUT });
  if (await failed.isVisible()) throw new Failure(await failed.innerText());

  const reward = inspector.getByRole('region', { name: 'Reward', exact: true });
  await inspector.getByRole('tab', { name: /^Reward/u }).click();
  const parts = inspector.getByRole('list', { name: 'Parts of the reward' });
  const answer = {
    trajectory: await copyTrajectory(page),
    reward: await reward.locator('.number').innerText(),
    components: await parts.locator('summary').allInnerTexts(),
  };
  await inspector.getByRole('tab', { name: /^Steps/u }).click();
  if (answer.trajectory.trim() === '') throw new Failure('The response is empty: no answer came.');
  return answer;
}

/** @param {import('playwright-core').Page} page */
async function copyTrajectory(page) {
  const none = 'nothing copied yet';
  await page.evaluate((text) => navigator.clipboard.writeText(text), none);
  await runFromPalette(page, 'PageTrace: Copy Trajectory');
  const readCopy = async () => {
    const found = await page.evaluate(() => navigator.clipboard.readText());
    return found === none || found === '' ? null : found;
  };
  return (await lookUntil(readCopy, STEP_TIMEOUT)) ?? '';
}
