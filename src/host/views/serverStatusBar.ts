import * as vscode from 'vscode';
import { asPageTraceError } from '../../core/errors.ts';
import { commands } from '../contributions.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { Servers } from '../services/servers.ts';
import { configuredServers, setting } from '../services/settings.ts';

/**
 * The status bar entry: server, model and load; red when the server is gone. It asks the server how it is only while
 * the window is focused and active, and only once somebody has connected in this window.
 */
export class ServerStatusBar implements vscode.Disposable {
  readonly #servers: Servers;
  readonly #item = vscode.window.createStatusBarItem('pagetrace.server', vscode.StatusBarAlignment.Right, 90);
  readonly #disposables: readonly { dispose(): unknown }[];
  #timer: NodeJS.Timeout | null = null;
  #gone: string | null = null;
  #load: string | null = null;

  constructor(servers: Servers) {
    this.#servers = servers;
    this.#item.name = 'PageTrace Server';
    this.#item.command = commands.selectServer;
    this.#disposables = [
      this.#item,
      servers.onDidChange(() => {
        if (servers.lastStatus) this.#gone = null;
        this.#load = null;
        this.#show();
        this.#schedule();
      }),
      vscode.window.onDidChangeWindowState(() => {
        this.#schedule();
      }),
    ];
    this.#show();
    this.#item.show();
  }

  dispose(): void {
    if (this.#timer) clearTimeout(this.#timer);
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #schedule(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const { focused, active } = vscode.window.state;
    const known = this.#servers.lastStatus !== null || this.#gone !== null;
    if (!focused || !active || !known || this.#servers.current() === null) return;
    this.#timer = setTimeout(() => void this.#poll(), Math.max(10, setting('limits.pollSeconds')) * 1000);
  }

  async #poll(): Promise<void> {
    try {
      const { lastStatus } = this.#servers;
      if (lastStatus) {
        const { serverLoad } = await import('../../inference/load.ts');
        const load = await serverLoad(lastStatus, this.#servers.inference);
        this.#load =
          load === null
            ? null
            : `${load.running} running${load.waiting === null ? '' : `, ${load.waiting} waiting`}`;
      } else await this.#servers.connect();
      this.#gone = null;
    } catch (error) {
      this.#gone = asPageTraceError(error).message;
      this.#servers.forget();
    }
    this.#show();
    this.#schedule();
  }

  #show(): void {
    const current = this.#servers.current();
    const status = this.#servers.lastStatus;
    const model = current?.model ?? status?.models[0]?.id ?? null;
    const parts = [
      this.#servers.name,
      ...(current && model ? [model] : []),
      ...(this.#load ? [this.#load] : []),
    ];
    this.#item.text = `$(${this.#gone ? 'error' : current ? 'server' : 'book'}) ${parts.join(' · ')}${this.#gone ? ' · gone' : ''}`;
    this.#item.backgroundColor = this.#gone
      ? new vscode.ThemeColor('statusBarItem.errorBackground')
      : undefined;
    this.#item.tooltip = this.#tooltip();
    this.#item.accessibilityInformation = {
      label: `PageTrace server: ${parts.join(', ')}${this.#gone ? ', gone' : ''}`,
    };
  }

  #tooltip(): string {
    if (this.#gone) return `${this.#gone} Click to switch.`;
    const current = this.#servers.current();
    if (!current) {
      return configuredServers().length > 0
        ? `${OFFLINE_MODEL}. Click to switch to a server.`
        : `No server is set: ${OFFLINE_MODEL} answers, from English text that it can read. Click to choose a server.`;
    }
    return `${current.name}: ${current.url}. Click to switch.`;
  }
}
