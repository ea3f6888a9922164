import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  fromInspector,
  inspectorMethods,
  type FromInspector,
  type InspectorMethods,
} from '../../protocol/inspector.ts';
import { serveRpc, type Wire } from '../../protocol/rpc.ts';
import { contextKeys, viewTypes } from '../contributions.ts';
import type { InspectorSource } from './inspectorSource.ts';
import { webviewHtml } from './webviewHtml.ts';

/** What a person does in an inspector that is not the source's own business. */
export interface InspectorActions {
  command(
    command: Extract<FromInspector, { type: 'command' }>['command'],
    source: InspectorSource,
    sample: number,
  ): unknown;
  showPage(source: InspectorSource, image: number): unknown;
  judge(source: InspectorSource, sample: number): unknown;
}

export interface InspectorsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows what went wrong in something that the person did in an inspector. */
  readonly error: (error: unknown) => void;
  readonly actions: InspectorActions;
  /** Finds a source again after a reload of the window; null when it is gone. */
  readonly restore: (key: string) => Promise<InspectorSource | null>;
}

interface Shown {
  readonly panel: vscode.WebviewPanel;
  readonly source: InspectorSource;
}

/** The inspector panels: one a source, made again from their source after a reload. */
export class Inspectors implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: InspectorsDeps;
  readonly #shown = new Map<string, Shown>();
  readonly #disposables: vscode.Disposable[] = [];

  constructor(deps: InspectorsDeps) {
    this.#deps = deps;
    this.#disposables.push(vscode.window.registerWebviewPanelSerializer(viewTypes.inspector, this));
  }

  /** The source of the inspector that is active, or of the only one that is visible. */
  active(): InspectorSource | null {
    const all = [...this.#shown.values()];
    const active = all.find(({ panel }) => panel.active);
    if (active) return active.source;
    const visible = all.filter(({ panel }) => panel.visible);
    return visible.length === 1 ? (visible[0]?.source ?? null) : null;
  }

  /** The source that is shown under `key`, or null. */
  find(key: string): InspectorSource | null {
    return this.#shown.get(key)?.source ?? null;
  }

  /** Tells every inspector anew whether one can ask and judge here: trust was granted, or the server is another. */
  refresh(): void {
    for (const { source } of this.#shown.values()) source.refresh();
  }

  /** Shows `source`, beside the active editor unless it is shown already. Takes over its disposal. */
  show(source: InspectorSource, options: { readonly preserveFocus: boolean }): void {
    const shown = this.#shown.get(source.key);
    if (shown) {
      if (shown.source !== source) source.dispose();
      shown.panel.reveal(undefined, options.preserveFocus);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      viewTypes.inspector,
      source.title,
      { viewColumn: this.#column(), preserveFocus: options.preserveFocus },
      { enableFindWidget: true },
    );
    this.#attach(panel, source);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const key = v.safeParse(v.object({ key: v.string() }), state);
    const source = key.success ? await this.#deps.restore(key.output.key) : null;
    if (!source) {
      panel.dispose();
      return;
    }
    this.#attach(panel, source);
  }

  dispose(): void {
    for (const { panel } of this.#shown.values()) panel.dispose();
    vscode.Disposable.from(...this.#disposables).dispose();
  }

  /** The column of an inspector that is open, so that inspectors share one, unless the person is working there. */
  #column(): vscode.ViewColumn {
    const working = vscode.window.tabGroups.activeTabGroup;
    const text = working.activeTab?.input instanceof vscode.TabInputText;
    for (const { panel } of this.#shown.values()) {
      if (panel.viewColumn && !(text && panel.viewColumn === working.viewColumn)) return panel.viewColumn;
    }
    return vscode.ViewColumn.Beside;
  }

  #attach(panel: vscode.WebviewPanel, source: InspectorSource): void {
    const { extensionUri } = this.#deps;
    const { webview } = panel;
    const icon = (theme: string) =>
      vscode.Uri.joinPath(extensionUri, 'media', 'icons', `trajectory-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
    };
    let ready = false;
    const wire: Wire = {
      send: (message) => void webview.postMessage(message),
      listen: (receive) => {
        const listening = webview.onDidReceiveMessage(receive);
        return () => {
          listening.dispose();
        };
      },
    };
    const rpc = serveRpc<InspectorMethods>(
      wire,
      inspectorMethods,
      { image: ({ image }) => source.image(image) },
      {
        plain: (message) => {
          const read = v.safeParse(fromInspector, message);
          if (!read.success) {
            this.#deps.log(
              `A message from an inspector was not understood and is ignored: ${read.issues[0].message}`,
            );
            return;
          }
          if (read.output.type === 'ready') {
            ready = true;
            wire.send({ type: 'state', state: source.state() });
          } else this.#take(read.output, source).catch(this.#deps.error);
        },
      },
    );
    const sending = source.onDidSend((message) => {
      // Before the page is ready there is nobody to tell; it gets the whole state when it is.
      if (ready) wire.send(message);
    });
    this.#shown.set(source.key, { panel, source });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) ready = false;
      this.#updateContext();
    });
    panel.onDidDispose(() => {
      sending.dispose();
      rpc.dispose();
      this.#shown.delete(source.key);
      source.dispose();
      this.#updateContext();
    });
    webview.html = webviewHtml(webview, extensionUri, 'inspector', source.title);
    this.#updateContext();
  }

  async #take(message: Exclude<FromInspector, { type: 'ready' }>, source: InspectorSource): Promise<void> {
    const { actions } = this.#deps;
    switch (message.type) {
      case 'command':
        await actions.command(message.command, source, message.sample);
        break;
      case 'showPage':
        await actions.showPage(source, message.image);
        break;
      case 'judge':
        await actions.judge(source, message.sample);
        break;
      default:
        await source.receive(message);
    }
  }

  #updateContext(): void {
    void vscode.commands.executeCommand('setContext', contextKeys.inspectorActive, this.active() !== null);
  }
}
