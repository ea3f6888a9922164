import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { asPageTraceError, type ErrorReason } from '../../core/errors.ts';
import { commands } from '../shared/contributions.ts';
import type { ServerStatus } from '../../inference/model.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { Servers } from './servers.ts';
import { brokenServerEntries, configuredServers, setting } from '../shared/settings.ts';
import { plainText } from '../../core/plainText.ts';

/** The errors of a server that cannot be reached; after others it runs but cannot be used with its settings. */
const UNREACHABLE: ReadonlySet<ErrorReason> = new Set(['server-unreachable', 'server-dead', 'timeout']);

/** The shortest time between two requests to a server, in milliseconds, whatever the settings say. */
const LEAST_POLL = 10_000;

/** The events and timers that the entry depends on. */
export interface StatusBarDeps {
  readonly servers: Servers;
  /** Whether the window is focused and somebody is active in it. */
  readonly window: Pick<typeof vscode.window, 'state' | 'onDidChangeWindowState'>;
  /** Runs `work` after `milliseconds`; returns a function that cancels it. */
  readonly later: (work: () => void, milliseconds: number) => () => void;
}

/**
 * The status bar entry: server, model, and load; red when the server is unreachable. It requests the load only while the
 * window is focused and active, and only after a connection was made in this window.
 */
export class ServerStatusBar implements vscode.Disposable {
  readonly #servers: Servers;
  readonly #item = vscode.window.createStatusBarItem('pagetrace.server', vscode.StatusBarAlignment.Right, 90);
  readonly #disposables: readonly { dispose(): unknown }[];
  readonly #deps: StatusBarDeps;
  #stopPolling: (() => void) | null = null;
  #disposed = false;
  #load: string | null = null;
  /** The connection whose load was requested last. */
  #asked: ServerStatus | null = null;

  constructor(deps: StatusBarDeps) {
    const { servers } = deps;
    this.#deps = deps;
    this.#servers = servers;
    this.#item.name = t('PageTrace Server');
    this.#item.command = commands.selectServer;
    this.#disposables = [
      this.#item,
      servers.onDidChange(() => {
        this.#load = null;
        this.#show();
        this.#schedule();
      }),
      deps.window.onDidChangeWindowState(() => {
        this.#schedule();
      }),
    ];
    this.#show();
    this.#item.show();
  }

  dispose(): void {
    this.#disposed = true;
    this.#stopPolling?.();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  #schedule(): void {
    this.#stopPolling?.();
    this.#stopPolling = null;
    const { focused, active } = this.#deps.window.state;
    const known = this.#servers.lastStatus !== null || this.#servers.trouble !== null;
    if (!focused || !active || !known || this.#servers.current() === null) return;
    // The load of a new connection is requested immediately.
    const { lastStatus } = this.#servers;
    const fresh = lastStatus !== null && lastStatus !== this.#asked;
    const every = Math.max(LEAST_POLL, setting('limits.pollSeconds') * 1000);
    this.#stopPolling = this.#deps.later(() => void this.#poll(), fresh ? 0 : every);
  }

  async #poll(): Promise<void> {
    const { lastStatus } = this.#servers;
    this.#asked = lastStatus;
    if (lastStatus) await this.#requestLoad(lastStatus);
    // A failure to connect becomes the servers' trouble.
    else await this.#servers.connect().catch(() => undefined);
    if (this.#disposed) return;
    this.#show();
    this.#schedule();
  }

  async #requestLoad(status: ServerStatus): Promise<void> {
    const { serverLoad } = await import('../../inference/load.ts');
    try {
      const load = await serverLoad(status, this.#servers.inference);
      if (this.#servers.lastStatus !== status) return;
      this.#load =
        load === null
          ? null
          : load.waiting === null
            ? t('{0} running', load.running)
            : t('{0} running, {1} waiting', load.running, load.waiting);
    } catch (error) {
      // A busy server may be late with this answer while the text of another still arrives from it.
      if (!this.#servers.isStreaming) this.#servers.lost(status, asPageTraceError(error));
    }
  }

  #show(): void {
    const current = this.#servers.current();
    const status = this.#servers.lastStatus;
    const model = current?.model ?? status?.models[0]?.id ?? null;
    const { trouble } = this.#servers;
    const state =
      trouble === null ? '' : UNREACHABLE.has(trouble.reason) ? t('unreachable') : t('not connected');
    const parts = [
      this.#servers.name,
      ...(current && model ? [model] : []),
      ...(this.#load ? [this.#load] : []),
      ...(state === '' ? [] : [state]),
    ];
    this.#item.text = `$(${trouble ? 'error' : current ? 'server' : 'book'}) ${plainText(parts.join(' · '))}`;
    this.#item.backgroundColor = trouble ? new vscode.ThemeColor('statusBarItem.errorBackground') : undefined;
    this.#item.tooltip = plainText(this.#tooltip());
    this.#item.accessibilityInformation = {
      label: plainText(t('PageTrace server: {0}', parts.join(', '))),
    };
  }

  #tooltip(): string {
    if (this.#servers.trouble)
      return `${this.#servers.trouble.message} ${t('Click to switch to another server.')}`;
    const current = this.#servers.current();
    if (!current) {
      const broken = brokenServerEntries();
      if (broken > 0 && setting('server') !== OFFLINE_MODEL)
        return t('No entry of pagetrace.servers in the settings can be used. Click to edit them.');
      return configuredServers().length > 0
        ? t('{0}. Click to switch to a server.', OFFLINE_MODEL)
        : t(
            'No server is connected; the offline reader answers from the English text that it can read. Click to connect to a server.',
          );
    }
    const status = this.#servers.lastStatus;
    const lines = [t('{0}: {1}. Click to switch to another server.', current.name, current.url)];
    if (status?.kind === 'vllm' && status.version !== null) lines.push(`vLLM ${status.version}`);
    return [...lines, ...(status?.lacks ?? [])].join('\n');
  }
}
