import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  fromInspector,
  inspectorMethods,
  type FromInspector,
  type InspectorMethods,
} from '../../protocol/inspector.ts';
import { sourceIdentity, sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { contextKeys, panelTypes } from '../shared/contributions.ts';
import { actOn, type InspectorActions } from './inspectorActions.ts';
import type { Inspected, InspectorSource, OpenSource } from './inspectorSource.ts';
import { panelTitle } from './panelTitle.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts, trajectoryIcon } from '../shared/webviewPanel.ts';
import { serveWebview } from '../shared/webviewServer.ts';

export interface InspectorsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows the error of an action in an inspector. */
  readonly error: (error: unknown) => void;
  readonly actions: InspectorActions;
  /** Finds a source again after a reload of the window; null if it no longer exists. */
  readonly restore: OpenSource;
}

/** A panel and what it shows now. */
interface Shown {
  readonly panel: vscode.WebviewPanel;
  source: InspectorSource;
  /** The sample whose tab is in view. */
  sample: number;
  /** Whether the page is ready for messages. Before that, nothing is sent; then it gets the whole state. */
  ready: boolean;
  following: vscode.Disposable;
}

/** The relevant part of the state that the page of an inspector stores. */
const keptState = v.object({
  key: sourceIdentity,
  sample: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(0)), 0),
});

/** How a source is shown. */
export interface ShowOptions {
  readonly preserveFocus: boolean;
  /** The source that it replaces in its panel, if that is open: a question that is tried again. */
  readonly replaces?: SourceIdentity | null;
}

/** The inspector panels, one for each source, recreated from their sources after a reload. */
export class Inspectors implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: InspectorsDeps;
  readonly #shown = new Map<string, Shown>();
  readonly #disposables: vscode.Disposable[] = [];

  constructor(deps: InspectorsDeps) {
    this.#deps = deps;
    this.#disposables.push(vscode.window.registerWebviewPanelSerializer(panelTypes.inspector, this));
  }

  /** What is in view in the active inspector, or in the only visible one. */
  active(): Inspected | null {
    const all = [...this.#shown.values()];
    const visible = all.filter(({ panel }) => panel.visible);
    return all.find(({ panel }) => panel.active) ?? (visible.length === 1 ? (visible[0] ?? null) : null);
  }

  /** The source with an identity, if an inspector shows it. */
  find(identity: SourceIdentity): InspectorSource | null {
    return this.#shown.get(sourceKey(identity))?.source ?? null;
  }

  /** Updates in every inspector whether asking and judging are possible, because trust or the server has changed. */
  refresh(): void {
    for (const { source } of this.#shown.values()) source.refresh();
  }

  /** Shows `source`, next to the active editor unless it is already shown, and disposes of it in the end. */
  show(source: InspectorSource, options: ShowOptions): void {
    const shown = this.#shown.get(sourceKey(source.identity));
    if (shown) {
      if (shown.source !== source) source.dispose();
      shown.panel.reveal(undefined, options.preserveFocus);
      return;
    }
    const replaced = options.replaces ? this.#shown.get(sourceKey(options.replaces)) : undefined;
    if (replaced) {
      this.#replace(replaced, source);
      replaced.panel.reveal(undefined, options.preserveFocus);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      panelTypes.inspector,
      this.#titleOf(source),
      { viewColumn: this.#column(), preserveFocus: options.preserveFocus },
      { enableFindWidget: true },
    );
    this.#attach(panel, source, 0);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    const source = kept.success ? await this.#deps.restore(kept.output.key) : null;
    if (!source || !kept.success) {
      panel.dispose();
      return;
    }
    panel.title = this.#titleOf(source);
    this.#attach(panel, source, kept.output.sample);
  }

  dispose(): void {
    for (const { panel } of this.#shown.values()) panel.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  /** The column of an open inspector, so that inspectors share one, unless the person is working there. */
  #column(): vscode.ViewColumn {
    const working = vscode.window.tabGroups.activeTabGroup;
    const text = working.activeTab?.input instanceof vscode.TabInputText;
    for (const { panel } of this.#shown.values()) {
      if (panel.viewColumn && !(text && panel.viewColumn === working.viewColumn)) return panel.viewColumn;
    }
    return vscode.ViewColumn.Beside;
  }

  /** The source's title, with a number if an open inspector already has that title. */
  #titleOf(source: InspectorSource): string {
    const taken = new Set([...this.#shown.values()].map(({ panel }) => panel.title));
    const own = ownTitle(source);
    let title = own;
    for (let number = 2; taken.has(title); number++) title = `${own} (${number})`;
    return title;
  }

  /** Replaces the source of a panel; the panel keeps its title if it fits both. */
  #replace(shown: Shown, source: InspectorSource): void {
    const earlier = shown.source;
    this.#shown.delete(sourceKey(earlier.identity));
    if (ownTitle(earlier) !== ownTitle(source)) shown.panel.title = this.#titleOf(source);
    shown.following.dispose();
    earlier.dispose();
    shown.source = source;
    shown.sample = 0;
    this.#shown.set(sourceKey(source.identity), shown);
    this.#follow(shown);
    if (shown.ready) void shown.panel.webview.postMessage({ type: 'state', state: source.state() });
  }

  #follow(shown: Shown): void {
    shown.following = shown.source.onDidSend((message) => {
      if (shown.ready) void shown.panel.webview.postMessage(message);
    });
  }

  #attach(panel: vscode.WebviewPanel, source: InspectorSource, sample: number): void {
    const { extensionUri } = this.#deps;
    const { webview } = panel;
    panel.iconPath = trajectoryIcon(extensionUri);
    allowOwnScripts(panel, extensionUri);
    const shown: Shown = {
      panel,
      source,
      sample,
      ready: false,
      following: new vscode.Disposable(() => undefined),
    };
    const rpc = serveWebview<InspectorMethods>(
      webview,
      inspectorMethods,
      { image: ({ image }) => shown.source.image(image) },
      (message) => {
        const read = v.safeParse(fromInspector, message);
        if (!read.success) {
          this.#deps.log(
            `A message from an inspector was not understood and is ignored: ${read.issues[0].message}`,
          );
          return;
        }
        if (read.output.type === 'ready') {
          const state = shown.source.state();
          shown.ready = true;
          // A new page shows the first sample until it reports another.
          shown.sample = 0;
          void webview.postMessage({ type: 'state', state });
        } else this.#take(read.output, shown).catch(this.#deps.error);
      },
    );
    this.#shown.set(sourceKey(source.identity), shown);
    this.#follow(shown);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) shown.ready = false;
      this.#updateContext();
    });
    panel.onDidDispose(() => {
      shown.following.dispose();
      rpc.dispose();
      this.#shown.delete(sourceKey(shown.source.identity));
      shown.source.dispose();
      this.#updateContext();
    });
    webview.html = webviewHtml(webview, extensionUri, 'inspector', panel.title);
    this.#updateContext();
  }

  async #take(message: Exclude<FromInspector, { type: 'ready' }>, shown: Shown): Promise<void> {
    if (message.type === 'shown') shown.sample = message.sample;
    else await actOn(message, shown.source, this.#deps.actions);
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.inspectorActive, this.active() !== null);
  }
}

const ownTitle = ({ subject }: InspectorSource): string => panelTitle('Trajectory', subject);
