import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPageTraceError, PageTraceError } from '../../core/errors.ts';
import {
  DEFAULT_INFERENCE_LIMITS,
  type InferenceDeps,
  type ServerAddress,
  type ServerStatus,
} from '../../inference/model.ts';
import { OFFLINE_MODEL } from '../../offline/model.ts';
import type { OfflineReader } from '../../offline/start.ts';
import type { ApiKeys } from './apiKeys.ts';
import {
  brokenServerEntries,
  configuredProxy,
  configuredServers,
  PROXY_SETTINGS,
  setting,
} from '../shared/settings.ts';
import { showWarning } from '../shared/workbench.ts';

export interface ServersDeps {
  readonly extensionUri: vscode.Uri;
  readonly keys: ApiKeys;
  readonly log: (line: string) => void;
  readonly trusted: () => boolean;
  /** Whether a question is being answered. */
  readonly busy: () => boolean;
  /** Origins that the person has agreed to send pages to. */
  readonly consent: vscode.Memento;
}

const CONSENT = 'pagetrace.consent';

/** How long after its last text a server counts as reachable while it streams, in milliseconds. */
const HEARD_RECENTLY = 15_000;

/** The servers that questions go to: the configured ones, and the offline reader if there is none. */
export class Servers implements vscode.Disposable {
  readonly #deps: ServersDeps;
  readonly #change = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#change.event;
  readonly #listening: vscode.Disposable;
  #offline: Promise<OfflineReader> | null = null;
  #offlineAccess: { readonly origin: string; readonly key: string } | null = null;
  #status: ServerStatus | null = null;
  #trouble: PageTraceError | null = null;
  #inference: InferenceDeps | null = null;
  /** How often the server in use, its settings or its key have changed. */
  #changes = 0;
  /** When text last arrived from the server in use, by `performance.now()`; null if nothing streams. */
  #heardAt: number | null = null;

  constructor(deps: ServersDeps) {
    this.#deps = deps;
    this.#listening = vscode.workspace.onDidChangeConfiguration((event) => {
      const affects = (...keys: readonly string[]) => keys.some((key) => event.affectsConfiguration(key));
      if (affects('pagetrace.servers', 'pagetrace.server', 'pagetrace.limits', ...PROXY_SETTINGS)) {
        void this.#disconnect();
        this.forget();
      } else if (affects('pagetrace.pixels')) this.#change.fire();
    });
  }

  /** The server in use as the person named it; null for the offline reader. */
  current(): ServerAddress | null {
    const servers = configuredServers();
    const name = setting('server');
    if (name === OFFLINE_MODEL) return null;
    return servers.find((server) => server.name === name) ?? servers[0] ?? null;
  }

  get name(): string {
    return this.current()?.name ?? OFFLINE_MODEL;
  }

  /** The last known status of the server in use; null before it was requested. */
  get lastStatus(): ServerStatus | null {
    return this.#status;
  }

  /** The context length of the model in use, in tokens, as the server last reported it; null if it is not known. */
  get modelLength(): number | null {
    if (this.#status === null || this.#status.kind === 'offline-reader') return null;
    const { address, models } = this.#status;
    const model = models.find(({ id }) => id === address.model) ?? models[0];
    return model?.maxModelLength ?? null;
  }

  /** Why the server in use did not answer the last request; null if it did, or if there was none yet. */
  get trouble(): PageTraceError | null {
    return this.#trouble;
  }

  /** The dependencies of the inference room: key, log, clock, and limits. */
  get inference(): InferenceDeps {
    const wait = setting('limits.waitSeconds') * 1000;
    this.#inference ??= {
      log: this.#deps.log,
      now: () => performance.now(),
      apiKey: (origin) =>
        this.#offlineAccess?.origin === origin
          ? Promise.resolve(this.#offlineAccess.key)
          : this.#deps.keys.get(origin),
      mayReceive: (origin) => this.mayReceive(origin),
      limits: { ...DEFAULT_INFERENCE_LIMITS, headers: wait, body: wait },
      ...configuredProxy(),
    };
    return this.#inference;
  }

  /** Uses the server `name` (or the offline reader) from now on. */
  async use(name: string): Promise<void> {
    await vscode.workspace
      .getConfiguration('pagetrace')
      .update('server', name, vscode.ConfigurationTarget.Global);
    this.forget();
  }

  /** @throws PageTraceError `untrusted` in Restricted Mode, in which nothing is sent */
  requireTrust(): void {
    if (this.#deps.trusted()) return;
    throw new PageTraceError(
      'untrusted',
      t('In Restricted Mode, nothing is sent and the offline reader does not run.'),
      {
        hint: t(
          'Viewing, checks and rewards work. Trust this workspace to ask questions (Workspaces: Manage Workspace Trust).',
        ),
      },
    );
  }

  /**
   * Checks any server, with `key` instead of the stored one unless it is null. Neither the settings nor the server in
   * use change.
   * @throws PageTraceError `untrusted` in Restricted Mode, otherwise the errors of connecting
   */
  async probe(url: string, key: string | null, signal: AbortSignal): Promise<ServerStatus> {
    this.requireTrust();
    const { serverUrls } = await import('../../inference/address.ts');
    const { connect } = await import('../../inference/connect.ts');
    const { closeConnections } = await import('../../inference/fetch.ts');
    const { origin, root } = serverUrls(url);
    const { apiKey, ...rest } = this.inference;
    const deps: InferenceDeps = {
      ...rest,
      apiKey: (asked) => (key !== null && asked === origin ? Promise.resolve(key) : apiKey(asked)),
    };
    try {
      return await connect({ name: new URL(origin).host, url: root, model: null }, deps, signal);
    } finally {
      await closeConnections(deps);
    }
  }

  /**
   * Connects to the server in use, and starts the offline reader if there is none. If the settings or the key change
   * before it answers, its status is returned but does not become the last known one.
   * @throws PageTraceError `untrusted` in Restricted Mode, otherwise the errors of connecting
   */
  async connect(signal?: AbortSignal): Promise<ServerStatus> {
    this.requireTrust();
    const changes = this.#changes;
    const current = this.current();
    if (current === null) requireNoBrokenEntries();
    const address = current ?? (await this.#offlineAddress());
    const { connect } = await import('../../inference/connect.ts');
    try {
      const status = await connect(address, this.inference, signal);
      if (changes === this.#changes) this.#setStatus(status);
      return status;
    } catch (error) {
      if (isPageTraceError(error) && error.reason !== 'cancelled') {
        // An offline reader that does not answer is started again the next time.
        if (current === null) await this.#stopOffline();
        if (changes === this.#changes) this.#setStatus(null, error);
      }
      throw error;
    }
  }

  /** The server in use, connected: its known status, or a new connection. */
  async ready(signal?: AbortSignal): Promise<ServerStatus> {
    return this.#status ?? (await this.connect(signal));
  }

  /**
   * Whether prompts, page images and answers may be sent to a server: never in Restricted Mode, otherwise to loopback
   * and to the addresses that the person has agreed to. The inference room refuses everything else.
   */
  async mayReceive(url: string): Promise<boolean> {
    if (!this.#deps.trusted()) return false;
    const { isLoopback, serverUrls } = await import('../../inference/address.ts');
    return isLoopback(url) || this.#agreed().includes(serverUrls(url).origin);
  }

  /**
   * Asks once for each address before anything is sent to a host that is not loopback.
   * @throws PageTraceError `untrusted` in Restricted Mode; `cancelled` if the person does not agree
   */
  async agreeToSend(status: ServerStatus): Promise<void> {
    this.requireTrust();
    if (await this.mayReceive(status.baseUrl)) return;
    const { serverUrls } = await import('../../inference/address.ts');
    const { origin } = serverUrls(status.baseUrl);
    const send = t('Send');
    const answer = await showWarning(
      t('Page images, questions and answers will be sent to {0}.', origin),
      {
        modal: true,
        detail: t(
          'The server “{0}” is not on this machine. PageTrace asks once for each address.',
          status.address.name,
        ),
      },
      send,
    );
    if (answer !== send) throw new PageTraceError('cancelled', t('Nothing was sent.'));
    await this.#deps.consent.update(CONSENT, [...this.#agreed(), origin]);
    this.#change.fire();
  }

  /** Forgets every address that the person has agreed to: PageTrace asks again. */
  async forgetConsent(): Promise<void> {
    await this.#deps.consent.update(CONSENT, []);
    this.#change.fire();
  }

  /** The origins that the person has agreed to send to. */
  #agreed(): readonly string[] {
    return this.#deps.consent.get<readonly string[]>(CONSENT, []);
  }

  dispose(): void {
    this.#listening.dispose();
    this.#change.dispose();
    void this.#stopOffline();
  }

  /** Notes that text has arrived from the server with `status`, which is reachable, if it is the server in use. */
  heard(status: ServerStatus): void {
    if (!this.#isInUse(status)) return;
    this.#heardAt = performance.now();
    if (this.#trouble !== null) this.#setStatus(status);
  }

  /** Notes that a stream has ended. */
  streamEnded(): void {
    this.#heardAt = null;
  }

  /** Whether text is arriving from the server in use: a request that fails meanwhile does not mean that it is down. */
  get isStreaming(): boolean {
    return this.#heardAt !== null && performance.now() - this.#heardAt < HEARD_RECENTLY;
  }

  /** Discards what is known about the server in use, because it or its key has changed. */
  forget(): void {
    this.#changes++;
    this.#heardAt = null;
    this.#setStatus(null);
  }

  /** Notes that the server with `status` did not answer because of `trouble`, if it is the server in use. */
  lost(status: ServerStatus, trouble: PageTraceError): void {
    if (this.#isInUse(status)) this.#setStatus(null, trouble);
  }

  /** Whether a status is that of the server in use: two servers can have the same name. */
  #isInUse({ address }: ServerStatus): boolean {
    const current = this.current();
    if (current === null) return address.isEmbedded === true;
    const { name, url, model } = current;
    return address.name === name && address.url === url && address.model === model;
  }

  async #offlineAddress(): Promise<ServerAddress> {
    const { startOfflineReader } = await import('../../offline/start.ts');
    this.#offline ??= startOfflineReader({
      script: vscode.Uri.joinPath(this.#deps.extensionUri, 'dist', 'offline-server.js').fsPath,
      log: this.#deps.log,
    });
    try {
      const reader = await this.#offline;
      this.#offlineAccess = { origin: new URL(reader.url).origin, key: reader.apiKey };
      return { name: OFFLINE_MODEL, url: reader.url, model: null, isEmbedded: true };
    } catch (error) {
      this.#offline = null;
      throw error;
    }
  }

  /** Closes the connections that were opened under earlier settings, unless a question still uses them. */
  async #disconnect(): Promise<void> {
    const earlier = this.#inference;
    this.#inference = null;
    if (!earlier || this.#deps.busy()) return;
    const { closeConnections } = await import('../../inference/fetch.ts');
    await closeConnections(earlier);
  }

  async #stopOffline(): Promise<void> {
    const reader = this.#offline;
    this.#offline = null;
    this.#offlineAccess = null;
    await reader?.then((started) => started.close()).catch(() => undefined);
  }

  #setStatus(status: ServerStatus | null, trouble: PageTraceError | null = null): void {
    this.#status = status;
    this.#trouble = trouble;
    this.#change.fire();
  }
}

/** Does not fall back on the offline reader if servers are configured but none of their entries can be used. */
function requireNoBrokenEntries(): void {
  if (setting('server') === OFFLINE_MODEL || brokenServerEntries() === 0) return;
  throw new PageTraceError('bad-input', t('No entry of pagetrace.servers in the settings can be used.'), {
    hint: t(
      'Each needs a name, and a url that begins with http:// or https://. Or switch to the offline reader.',
    ),
  });
}
