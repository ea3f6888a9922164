import * as v from 'valibot';
import * as vscode from 'vscode';
import {
  fromComparison,
  type ComparisonSide,
  type FromComparison,
  type SideLabel,
  type ToComparison,
} from '../../protocol/comparison.ts';
import { sourceIdentity, sourceKey, type SourceIdentity } from '../../protocol/sourceIdentity.ts';
import { panelTypes } from '../shared/contributions.ts';
import type { InspectorState } from '../../protocol/inspector.ts';
import { actOn, type InspectorActions } from './inspectorActions.ts';
import { panelTitle } from './panelTitle.ts';
import type { InspectorSource, OpenSource } from './inspectorSource.ts';
import { webviewHtml } from '../shared/webviewHtml.ts';
import { allowOwnScripts, trajectoryIcon } from '../shared/webviewPanel.ts';

export interface ComparisonsDeps {
  readonly extensionUri: vscode.Uri;
  readonly log: (line: string) => void;
  /** Shows the error of an action in a comparison. */
  readonly error: (error: unknown) => void;
  readonly actions: InspectorActions;
  /** Opens a separate source again; null if it no longer exists. */
  readonly restore: OpenSource;
  /** Shows a trajectory in its own inspector. */
  readonly inspect: (identity: SourceIdentity) => unknown;
}

/** Two trajectories that are shown side by side. */
export type Compared = Readonly<Record<ComparisonSide, InspectorSource>>;

/** The relevant part of the state that the page of a comparison stores. */
const keptState = v.object({ before: sourceIdentity, after: sourceIdentity });

/** The panels that show two trajectories side by side, recreated from their sources after a reload. */
export class Comparisons implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #deps: ComparisonsDeps;
  readonly #panels = new Set<vscode.WebviewPanel>();
  readonly #serializer: vscode.Disposable;

  constructor(deps: ComparisonsDeps) {
    this.#deps = deps;
    this.#serializer = vscode.window.registerWebviewPanelSerializer(panelTypes.comparison, this);
  }

  /** Shows two trajectories next to the active editor, and disposes of both sources in the end. */
  show(compared: Compared): void {
    const panel = vscode.window.createWebviewPanel(
      panelTypes.comparison,
      titleOf(compared),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableFindWidget: true },
    );
    this.#attach(panel, compared);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    const [before, after] = kept.success
      ? await Promise.all([this.#deps.restore(kept.output.before), this.#deps.restore(kept.output.after)])
      : [null, null];
    if (before && after) {
      panel.title = titleOf({ before, after });
      this.#attach(panel, { before, after });
      return;
    }
    before?.dispose();
    after?.dispose();
    panel.dispose();
  }

  dispose(): void {
    for (const panel of this.#panels) panel.dispose();
    this.#serializer.dispose();
  }

  #attach(panel: vscode.WebviewPanel, compared: Compared): void {
    const { extensionUri } = this.#deps;
    const { webview } = panel;
    panel.iconPath = trajectoryIcon(extensionUri);
    allowOwnScripts(panel, extensionUri);
    let ready = false;
    const send = (message: ToComparison): void => void webview.postMessage(message);
    const follow = (side: ComparisonSide): vscode.Disposable =>
      compared[side].onDidSend((message) => {
        if (ready) send({ type: 'side', side, message });
      });
    const listening = vscode.Disposable.from(
      follow('before'),
      follow('after'),
      webview.onDidReceiveMessage((message) => {
        const read = v.safeParse(fromComparison, message);
        if (!read.success) {
          this.#deps.log(
            `A message from a comparison was not understood and is ignored: ${read.issues[0].message}`,
          );
        } else if (read.output.type === 'ready') {
          const states = { before: compared.before.state(), after: compared.after.state() };
          ready = true;
          sendAll(compared, states, send);
        } else this.#take(read.output, compared).catch(this.#deps.error);
      }),
    );
    this.#panels.add(panel);
    panel.onDidChangeViewState(() => {
      if (!panel.visible) ready = false;
    });
    panel.onDidDispose(() => {
      listening.dispose();
      this.#panels.delete(panel);
      compared.before.dispose();
      compared.after.dispose();
    });
    webview.html = webviewHtml(webview, extensionUri, 'comparison', panel.title);
  }

  async #take(message: Exclude<FromComparison, { type: 'ready' }>, compared: Compared): Promise<void> {
    const source = compared[message.side];
    if (message.type === 'inspect') {
      await this.#deps.inspect(source.identity);
      return;
    }
    const { message: said } = message;
    if (said.type !== 'ready' && said.type !== 'shown') await actOn(said, source, this.#deps.actions);
  }
}

function sendAll(
  compared: Compared,
  states: Readonly<Record<ComparisonSide, InspectorState>>,
  send: (message: ToComparison) => void,
): void {
  send({ type: 'labels', before: labelOf(compared.before), after: labelOf(compared.after) });
  for (const side of ['before', 'after'] as const)
    send({ type: 'side', side, message: { type: 'state', state: states[side] } });
}

const labelOf = (source: InspectorSource): SideLabel => ({
  key: sourceKey(source.identity),
  prompt: source.sample(0)?.info.prompt ?? '',
});

const titleOf = ({ after }: Compared): string => panelTitle('Comparison', after.subject);
