import * as vscode from 'vscode';

const SCHEME = 'pagetrace-report';

/** How many reports are kept; those made first go first. */
const MOST = 20;

/** Markdown documents that are in no file, shown as a person reads them. */
export class Reports implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #registered: vscode.Disposable;

  constructor() {
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? 'This report is no longer kept. Make it again.\n';
  }

  /** Shows a report; one of the same name is replaced where it stands. */
  async show(name: string, markdown: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name.replaceAll('/', '-')}.md` });
    const key = uri.toString();
    this.#texts.delete(key);
    this.#texts.set(key, markdown);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MOST) break;
      this.#texts.delete(oldest);
    }
    this.#changed.fire(uri);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    return uri;
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
  }
}
