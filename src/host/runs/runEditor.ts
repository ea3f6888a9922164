import path from 'node:path';
import * as v from 'valibot';
import * as vscode from 'vscode';
import { plainText } from '../../core/plainText.ts';
import { panelTypes } from '../shared/contributions.ts';
import { trajectoryIcon } from '../shared/webviewPanel.ts';
import type { RunPanels } from './runPanels.ts';
import type { OpenedRun, RunSession } from './runSession.ts';

/** A file of records that is open as a run, in one view or several. */
export class RunFile implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly session: RunSession;

  constructor(uri: vscode.Uri, session: RunSession) {
    this.uri = uri;
    this.session = session;
  }

  dispose(): void {
    this.session.dispose();
  }
}

/** The state that the page of a run stores. */
const keptState = v.object({ key: v.string() });

/** The views of runs: an editor for single files, and panels for folders and several files, which have no editor. */
export class RunEditors
  implements vscode.CustomReadonlyEditorProvider<RunFile>, vscode.WebviewPanelSerializer, vscode.Disposable
{
  readonly #panels: RunPanels;
  readonly #extensionUri: vscode.Uri;
  readonly #shown = new Map<string, vscode.WebviewPanel>();

  constructor(extensionUri: vscode.Uri, panels: RunPanels) {
    this.#extensionUri = extensionUri;
    this.#panels = panels;
  }

  openCustomDocument(uri: vscode.Uri): RunFile {
    return new RunFile(uri, this.#panels.open(runOf([uri])));
  }

  resolveCustomEditor(file: RunFile, panel: vscode.WebviewPanel): void {
    this.#panels.attach(panel, file.session);
  }

  /** Shows a folder, or several files and folders, as one run. */
  show(uris: readonly vscode.Uri[]): void {
    const run = runOf(uris);
    const open = this.#shown.get(run.key);
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      panelTypes.run,
      plainText(run.name),
      vscode.ViewColumn.Active,
      {},
    );
    this.#attach(panel, run);
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = v.safeParse(keptState, state);
    const uris = kept.success ? urisOf(kept.output.key) : [];
    if (uris.length === 0) {
      panel.dispose();
    } else this.#attach(panel, runOf(uris));
    return Promise.resolve();
  }

  dispose(): void {
    for (const panel of this.#shown.values()) panel.dispose();
  }

  #attach(panel: vscode.WebviewPanel, run: OpenedRun): void {
    panel.title = plainText(run.name);
    panel.iconPath = trajectoryIcon(this.#extensionUri);
    this.#shown.set(run.key, panel);
    const session = this.#panels.open(run);
    panel.onDidDispose(() => {
      this.#shown.delete(run.key);
      session.dispose();
    });
    this.#panels.attach(panel, session);
  }
}

/** The run that consists of files and folders. */
function runOf(uris: readonly vscode.Uri[]): OpenedRun {
  const [first] = uris;
  const name = first === undefined ? '' : path.posix.basename(first.path);
  return {
    key: uris.map((uri) => uri.toString()).join('\n'),
    name: uris.length > 1 ? `${name} +${uris.length - 1}` : name,
    paths: uris.map((uri) => uri.fsPath),
  };
}

function urisOf(key: string): readonly vscode.Uri[] {
  try {
    return key
      .split('\n')
      .filter((each) => each !== '')
      .map((each) => vscode.Uri.parse(each, true));
  } catch {
    // A key of another version.
    return [];
  }
}
