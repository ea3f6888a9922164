import { t } from '@vscode/l10n';
import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  fromPrompt,
  promptMethods,
  type FromPrompt,
  type PromptMethods,
  type ToPrompt,
} from '../../protocol/prompt.ts';
import { panelTypes } from '../shared/contributions.ts';
import type { PromptPreviewSource } from './promptPreviewSource.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts } from '../shared/webviewPanel.ts';
import { serveWebview } from '../shared/webviewServer.ts';
import { plainText } from '../../core/plainText.ts';

/** What the previews of prompts need from the rest of the extension. */
export interface PromptPreviewsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows the error of an action in a preview. */
  readonly error: (error: unknown) => void;
  /**
   * The source of the preview of the prompt file at `uri`.
   * @throws PageTraceError if the file cannot be read
   */
  readonly source: (uri: vscode.Uri) => Promise<PromptPreviewSource>;
}

/** The state that the page of a preview stores. */
const keptState = v.object({ key: v.string() });

/** The previews of prompt files: one for each file, next to it, recreated after a reload. */
export class PromptPreviews implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: PromptPreviewsDeps;
  readonly #panels = new Map<string, vscode.WebviewPanel>();
  readonly #serializer: vscode.Disposable;

  constructor(deps: PromptPreviewsDeps) {
    this.#deps = deps;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(panelTypes.promptPreview, this);
  }

  /**
   * Shows the preview of a prompt file next to the active editor.
   * @throws PageTraceError if it cannot be read
   */
  async show(uri: vscode.Uri): Promise<void> {
    const open = this.#panels.get(uri.toString());
    if (open) {
      open.reveal(undefined, true);
      return;
    }
    const source = await this.#deps.source(uri);
    const panel = vscode.window.createWebviewPanel(
      panelTypes.promptPreview,
      plainText(t('Preview {0}', source.name)),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableFindWidget: true },
    );
    this.#attach(panel, source);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    try {
      if (!kept.success) throw new Error('The preview kept nothing of itself.');
      this.#attach(panel, await this.#deps.source(vscode.Uri.parse(kept.output.key, true)));
    } catch (error) {
      this.#deps.log(`A preview of a prompt was not opened again: ${String(error)}`);
      panel.dispose();
    }
  }

  dispose(): void {
    for (const panel of this.#panels.values()) panel.dispose();
    this.#serializer.dispose();
  }

  #attach(panel: vscode.WebviewPanel, source: PromptPreviewSource): void {
    const { extensionUri } = this.#deps;
    const { webview } = panel;
    allowOwnScripts(panel, extensionUri);
    let ready = false;
    const send = (message: ToPrompt): void => {
      if (ready) void webview.postMessage(message);
    };
    const take = async (message: FromPrompt): Promise<void> => {
      if (message.type !== 'ready') {
        await source.receive(message);
        return;
      }
      ready = true;
      send(source.message());
    };
    const rpc = serveWebview<PromptMethods>(
      webview,
      promptMethods,
      { image: ({ image }) => source.image(image) },
      (message) => {
        const read = v.safeParse(fromPrompt, message);
        if (read.success) take(read.output).catch(this.#deps.error);
        else this.#deps.log('A message from the preview of a prompt was not understood and is ignored.');
      },
    );
    const following = source.onDidChange(() => {
      send(source.message());
    });
    this.#panels.set(source.key, panel);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) ready = false;
    });
    panel.onDidDispose(() => {
      following.dispose();
      rpc.dispose();
      source.dispose();
      this.#panels.delete(source.key);
    });
    webview.html = webviewHtml(webview, extensionUri, 'prompt', panel.title);
  }
}
