import fs from 'node:fs';
import path from 'node:path';
import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';
import type { Folders } from '../../../scripts/lib/vscodeServer.mjs';
import {
  findWebview,
  lookUntil,
  runFromPalette,
  STEP_TIMEOUT,
  waitForWorkbench,
} from '../../../scripts/lib/workbenchPage.mjs';

/** How long one of several clicks may take, milliseconds. */
const CLICK_PATIENCE = 1500;

/** VS Code's built-in themes, one of each kind. */
export type Theme = 'Dark 2026' | 'Light 2026' | 'Default High Contrast' | 'Default High Contrast Light';

/** The kind of each theme, as `data-vscode-theme-kind` of a webview's body names it. */
export const THEME_KINDS: Readonly<Record<Theme, string>> = {
  'Dark 2026': 'vscode-dark',
  'Light 2026': 'vscode-light',
  'Default High Contrast': 'vscode-high-contrast',
  'Default High Contrast Light': 'vscode-high-contrast-light',
};

interface Place {
  /** The workspace's folder; undefined in a window without one. */
  readonly folder: string | undefined;
  readonly folders: Folders;
  readonly theme: Theme;
}

/** The workbench in a browser, with methods for a person's actions there. */
export class Workbench {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly folders: Folders;
  readonly #folder: string | undefined;
  readonly #workspaceSettings: Record<string, unknown> = {};

  constructor(page: Page, context: BrowserContext, place: Place) {
    this.page = page;
    this.context = context;
    this.folders = place.folders;
    this.#folder = place.folder;
  }

  /** The workspace's folder. Throws in a window without one. */
  get folder(): string {
    if (this.#folder === undefined) throw new Error('This window has no folder.');
    return this.#folder;
  }

  /**
   * Chooses an entry of VS Code's context menu that is open. For a moment after it opens, the menu ignores the mouse, so
   * this clicks until the menu is closed.
   */
  async chooseFromMenu(name: string): Promise<void> {
    const entry = this.page.getByRole('menuitem', { name });
    await entry.waitFor();
    const closed = await lookUntil(async () => {
      if (!(await entry.isVisible())) return true;
      // The menu may close between the look and the click.
      await entry.click({ timeout: CLICK_PATIENCE }).catch(() => undefined);
      return null;
    }, STEP_TIMEOUT);
    if (closed === null) throw new Error(`The menu stays open after a click on "${name}".`);
  }

  /** The path of a file of the workspace on this machine. */
  path(file: string): string {
    return path.join(this.folder, file);
  }

  /** Runs a command through the palette, by its title including the category (`PageTrace: Ask About Document`). */
  async run(title: string): Promise<void> {
    await runFromPalette(this.page, title);
  }

  /** The content of the webview whose title contains `title`. */
  async webview(title: string): Promise<FrameLocator> {
    return findWebview(this.page, title);
  }

  /** The input box or quick pick that is open. */
  get quickInput(): {
    readonly widget: Locator;
    readonly box: Locator;
    readonly title: Locator;
    readonly message: Locator;
  } {
    const widget = this.page.locator('.quick-input-widget');
    return {
      widget,
      box: widget.locator('.quick-input-box input'),
      title: widget.locator('.quick-input-title'),
      message: widget.locator('.quick-input-message'),
    };
  }

  /** The rows of the quick pick that is open, or those that contain `text`. */
  quickPick(text?: string | RegExp): Locator {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    return text === undefined ? rows : rows.filter({ hasText: text });
  }

  /** A button in the title of the quick input, found by its tooltip. */
  quickInputButton(name: string | RegExp): Locator {
    return this.quickInput.widget
      .locator('.quick-input-titlebar, .quick-input-header')
      .getByRole('button', { name });
  }

  /**
   * Lists the quick fixes at the cursor until the one with `text` is offered. VS Code closes or never opens the list when
   * problems of the text change meanwhile.
   */
  async listQuickFix(text: string): Promise<void> {
    const fix = this.page.locator('.action-widget').getByText(text);
    const offered = await lookUntil(async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+.');
      return fix.waitFor({ timeout: CLICK_PATIENCE }).then(
        () => true,
        () => null,
      );
    }, STEP_TIMEOUT);
    if (offered === null) throw new Error(`The quick fix "${text}" is not offered.`);
  }

  /** Answers the open input box: waits for it, types, presses Enter. */
  async answer(text: string): Promise<void> {
    await this.quickInput.box.fill(text);
    await this.accept();
  }

  /** Presses Enter in the open input box or quick pick, which shows its title before it has the focus. */
  async accept(): Promise<void> {
    await this.quickInput.box.press('Enter');
  }

  /** Chooses the row of the open quick pick that contains `text`. */
  async pick(text: string): Promise<void> {
    await this.quickPick(text).first().click();
  }

  /** The notification that contains `text`; its buttons are visible only when it is hovered. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  }

  /** The modal dialog that is open. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** The entry of the status bar that contains `text`. */
  statusBar(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item', { hasText: text });
  }

  /** The tab of an open editor. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab', { hasText: name });
  }

  /** A file or folder in the Explorer. */
  explorerItem(name: string): Locator {
    return this.page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
  }

  /** Opens a file of the workspace with its default editor. */
  async openFile(name: string): Promise<void> {
    await this.explorerItem(name).dblclick();
    await this.tab(name).waitFor();
  }

  /**
   * Opens a document with its default editor; `open` opens it as a person would. VS Code registers extensions' editors
   * only after it has been idle once and opens files as text before that. In that case, the text editor is closed and
   * the file opened again.
   */
  async openDocument(name: string, open: () => Promise<void> = () => this.openFile(name)): Promise<void> {
    const editor = this.page.locator('.editor-group-container.active .editor-instance');
    const custom = editor.locator('> [id^="webview-editor-element-"]');
    const text = editor.locator('.monaco-editor, .monaco-editor-pane-placeholder');
    const deadline = Date.now() + STEP_TIMEOUT;
    for (;;) {
      await open();
      await custom.or(text).first().waitFor({ state: 'attached' });
      if ((await custom.count()) > 0) return;
      if (Date.now() > deadline) throw new Error(`${name} is opened as text.`);
      await this.run('View: Close Editor');
      await this.tab(name).waitFor({ state: 'detached' });
    }
  }

  /** Closes all editors without saving them, closes the notifications, and shows the Explorer. */
  async tidyUp(): Promise<void> {
    await this.run('Notifications: Clear All Notifications');
    await this.run('View: Show Explorer');
    await this.run('View: Close All Editors');
    const tabs = this.page.locator('.tabs-container .tab');
    const discard = this.dialog.getByRole('button', { name: "Don't Save" });
    const closed = await lookUntil(async () => {
      if ((await tabs.count()) === 0) return true;
      if (await discard.isVisible()) await discard.click();
      return null;
    }, STEP_TIMEOUT);
    if (closed === null) throw new Error('An editor stays open.');
  }

  /** The text editor that has, or last had, the focus. */
  get editor(): Locator {
    return this.page.locator('.editor-instance .monaco-editor').first();
  }

  /** Opens the Problems panel and returns its rows. */
  async problems(): Promise<Locator> {
    await this.run('Problems: Focus on Problems View');
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** The text on the clipboard. */
  async clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  /** Changes settings while the workbench runs; a page applies the settings of its workspace. */
  setSettings(settings: Readonly<Record<string, unknown>>): void {
    Object.assign(this.#workspaceSettings, settings);
    const file = this.path('.vscode/settings.json');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(this.#workspaceSettings));
  }

  /** Changes the color theme and waits until the workbench shows it. */
  async setTheme(theme: Theme): Promise<void> {
    this.setSettings({ 'workbench.colorTheme': theme });
    const kind = {
      'vscode-dark': 'vs-dark',
      'vscode-light': 'vs',
      'vscode-high-contrast': 'hc-black',
      'vscode-high-contrast-light': 'hc-light',
    }[THEME_KINDS[theme]];
    await this.page.locator(`.monaco-workbench.${kind}`).waitFor();
  }

  /** Reloads the window as "Developer: Reload Window" does, and waits until it is ready again. */
  async reload(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    // On a busy machine, the reload can come before the palette has closed, for which `run` would wait in vain.
    await Promise.race([loaded, this.run('Developer: Reload Window').then(() => loaded)]);
    await waitForWorkbench(this.page);
  }

  /** Trusts a workspace that is in Restricted Mode, and closes VS Code's editor for that. */
  async trustWorkspace(): Promise<void> {
    await this.run('Workspaces: Manage Workspace Trust');
    await this.page.getByRole('button', { name: 'Trust', exact: true }).click();
    await this.statusBar('Restricted Mode').waitFor({ state: 'detached' });
    const editor = this.page.locator('.monaco-modal-editor-block');
    await editor.getByRole('button', { name: /^Close/ }).click();
    await editor.waitFor({ state: 'detached' });
  }

  /** Writes a screenshot to a file, for a person to look at. */
  async screenshot(file: string): Promise<void> {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    await this.page.screenshot({ path: file });
  }
}
