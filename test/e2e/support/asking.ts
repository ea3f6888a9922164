import path from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { root } from '../../../scripts/lib/paths.mjs';
import { findWebview } from '../../../scripts/lib/workbenchPage.mjs';
import type { Workbench } from './workbench.ts';

/** The report that ships as the sample, with a trajectory about it. */
export const REPORT = path.join(root, 'media/sample/annual-report.pdf');
export const TRAJECTORY = path.join(root, 'media/sample/revenue-growth.trajectory');

/** The answer of the fake servers about the report. */
export const RESPONSE = [
  '<think>Image 1 has the table of revenue by region with its totals.</think>',
  '<description>',
  '<tool name="read_numeric_value" args="Image 1: row Total, column 2024">518.9</tool>',
  '</description>',
  '<answer>518.9 million</answer>',
].join('\n');

/** Time limit for the offline reader on two busy cores, in milliseconds. */
export const READING = 300_000;

/** Time limit for sending a question and opening its inspector, in milliseconds. */
const SENDING = 120_000;

/** Opens a document of the workspace in the document view and waits for its first page. */
export async function openDocument(workbench: Workbench, file: string): Promise<FrameLocator> {
  await workbench.openDocument(file);
  const view = await workbench.webview(file);
  await view.locator('.page canvas').first().waitFor();
  return view;
}

/** Selects pages by their thumbnails, which may say how many claims are on them: one click, then clicks with Ctrl. */
export async function selectPages(view: FrameLocator, pages: readonly number[]): Promise<void> {
  for (const [index, page] of pages.entries()) {
    await view
      .getByRole('option', { name: new RegExp(`^Page ${page}(?:, \\d+ claims?)?$`, 'u') })
      .click(index === 0 ? {} : { modifiers: ['Control'] });
  }
  await view.getByText(pages.length === 1 ? '1 page selected' : `${pages.length} pages selected`).waitFor();
}

/** Asks a question about the visible document through the palette. */
export async function ask(workbench: Workbench, question: string): Promise<void> {
  await workbench.run('PageTrace: Ask About Document');
  await workbench.quickInput.title.getByText(/\.pdf/u).waitFor();
  await workbench.answer(question);
}

/** The inspector of a question. */
export class Inspector {
  readonly frame: FrameLocator;

  constructor(frame: FrameLocator) {
    this.frame = frame;
  }

  /** The visible inspector of a question, once the question has been sent. */
  static async of(workbench: Workbench, question: string, timeout = SENDING): Promise<Inspector> {
    const start = question.slice(0, 30);
    const inspector = new Inspector(await findWebview(workbench.page, `Trajectory: ${start}`, timeout));
    // The page of a reused inspector shows the earlier question for a moment.
    await inspector.question.filter({ hasText: start }).waitFor();
    return inspector;
  }

  get question(): Locator {
    return this.frame.locator('h1.question');
  }

  /** Document, dialect, model, tokens and the finish reason. */
  get facts(): Locator {
    return this.frame.locator('ul.meta');
  }

  /** The finish reason of a response. */
  get finish(): Locator {
    return this.frame.getByTitle('Why the response ended');
  }

  /** The message of a failed question. */
  get failure(): Locator {
    return this.frame.getByRole('alert');
  }

  get status(): Locator {
    return this.frame.getByRole('status');
  }

  get tree(): Locator {
    return this.frame.getByRole('tree', { name: 'Steps of the trajectory' });
  }

  /** The steps, or those that contain `text`. */
  steps(text?: string | RegExp): Locator {
    const steps = this.tree.getByRole('treeitem');
    return text === undefined ? steps : steps.filter({ hasText: text });
  }

  /** How much of the panel's height the steps have, from 0 to 1. */
  async shareOfSteps(): Promise<number> {
    return this.frame
      .locator('.scroll')
      .evaluate((steps) => steps.getBoundingClientRect().height / window.innerHeight);
  }

  get currentStep(): Locator {
    return this.tree.locator('[role=treeitem][aria-selected=true]');
  }

  /** The page images of the request. */
  get images(): Locator {
    return this.frame.getByRole('list', { name: 'Page images of the request' }).getByRole('listitem');
  }

  get reward(): Locator {
    return this.frame.getByRole('region', { name: 'Reward', exact: true });
  }

  /** The reward as it is shown: a number, or two where the verdict is not known. */
  async readRewards(): Promise<readonly number[]> {
    const shown = await this.reward.locator('.number').innerText();
    return shown.split(', ').map(parseFloat);
  }

  /** Waits until the reward is shown as `value`. */
  async expectReward(value: number): Promise<void> {
    await expect.poll(() => this.readRewards()).toEqual([value]);
  }

  verdict(name: 'Right' | 'Wrong' | 'Unknown'): Locator {
    return this.frame.getByRole('group', { name: 'Is the answer right?' }).getByRole('button', { name });
  }

  /** Server, times and sampling, behind a button. */
  async readDetails(): Promise<string> {
    await this.button('Details').click();
    const details = await this.frame.locator('.details').innerText();
    await this.button('Details').click();
    return details;
  }

  async showTab(name: 'Steps' | 'Reward' | 'Checks' | 'Text' | 'Request' | 'Samples'): Promise<void> {
    await this.frame.getByRole('tab', { name: new RegExp(`^${name}`, 'u') }).click();
  }

  get notices(): Locator {
    return this.frame.getByRole('list', { name: 'Notices' });
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  /** Chooses an action from the More menu. */
  async choose(action: string): Promise<void> {
    await this.button('More…').click();
    await this.frame.getByRole('menuitem', { name: action, exact: true }).click();
  }
}

/** The questions in the view of recent trajectories, without the groups that contain them. */
export function recentRows({ page }: Workbench): Locator {
  return page.locator('.part.sidebar .monaco-list-row[aria-level="2"]');
}

/** Clears the clipboard, runs `copy`, and returns the copied text. */
export async function readCopy(workbench: Workbench, copy: () => Promise<void>): Promise<string> {
  const nothing = 'nothing is copied yet';
  await workbench.page.evaluate((text) => navigator.clipboard.writeText(text), nothing);
  await copy();
  await expect.poll(() => workbench.clipboard()).not.toBe(nothing);
  return workbench.clipboard();
}

/** The whole text of the active text editor. */
export async function editorText(workbench: Workbench): Promise<string> {
  return readCopy(workbench, async () => {
    await workbench.page.keyboard.press('Control+a');
    await workbench.page.keyboard.press('Control+c');
  });
}

/**
 * Moves the caret of the active text editor; lines and columns count from 1. The editor already moves while the place
 * is being typed, so this waits until the editor has the keyboard focus again.
 */
export async function goTo(workbench: Workbench, line: number, column: number): Promise<void> {
  await workbench.page.keyboard.press('Control+g');
  await workbench.answer(`:${line}:${column}`);
  await workbench.statusBar(`Ln ${line}, Col ${column}`).waitFor();
  await workbench.quickInput.widget.waitFor({ state: 'hidden' });
  await workbench.page.locator('.monaco-editor.focused').waitFor();
}
