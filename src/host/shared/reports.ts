import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { escapeMarkdown } from '../../language/markdown.ts';
import { plainText } from '../../core/plainText.ts';

const SCHEME = 'pagetrace-report';

/** How many reports are stored; the oldest are dropped first. */
const MOST = 20;

/** Markdown documents that are not in a file, shown as previews. */
export class Reports implements vscode.Disposable, vscode.TextDocumentContentProvider {
  readonly #texts = new Map<string, string>();
  readonly #registered: vscode.Disposable;
  #made = 0;

  constructor() {
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? `${t('This report is no longer kept. Create it again.')}\n`;
  }

  /**
   * Shows a report. Each has its own address, because a preview that is hidden or being opened does not notice that its
   * document changes and would show the previous report. VS Code shows the next report in the same preview.
   */
  async show(name: string, markdown: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${plainText(name).replaceAll('/', '-')}.md`,
      query: `${++this.#made}`,
    });
    this.#texts.set(uri.toString(), markdown);
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= MOST) break;
      this.#texts.delete(oldest);
    }
    await vscode.commands.executeCommand('markdown.showPreview', uri);
    return uri;
  }

  dispose(): void {
    this.#registered.dispose();
  }
}

/**
 * A place in a file, as a link in a Markdown preview: VS Code shows no links to `file:` addresses there, and resolves a
 * path that begins with a slash from the first workspace folder. For places outside of that folder, the result is plain
 * text.
 * @param line counted from 1; null for the file
 */
export function placeLink(
  words: string,
  { scheme, authority, path }: vscode.Uri,
  line: number | null,
): string {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const isInside =
    folder?.scheme === scheme && folder.authority === authority && path.startsWith(`${folder.path}/`);
  if (!isInside) return escapeMarkdown(words);
  const within = path.slice(folder.path.length).split('/').map(encodeURIComponent).join('/');
  return `[${escapeMarkdown(words)}](<${within}${line === null ? '' : `#L${line}`}>)`;
}
