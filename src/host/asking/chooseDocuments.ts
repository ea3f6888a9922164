import path from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { isFolder } from '../shared/files.ts';
import { pickItems } from '../shared/workbench.ts';

const EXTENSIONS = ['pdf', 'png', 'jpg', 'jpeg', 'webp'];

/** Whether a question can be asked about the file, judging by its name. */
function isDocument(uri: vscode.Uri): boolean {
  return EXTENSIONS.includes(path.posix.extname(uri.path).slice(1).toLowerCase());
}

/** The file behind an editor tab, whatever editor shows it. */
function tabUri(tab: vscode.Tab | undefined): vscode.Uri | null {
  const input = tab?.input;
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return input.uri;
  if (typeof input === 'object' && input !== null && 'uri' in input && input.uri instanceof vscode.Uri)
    return input.uri;
  return null;
}

/**
 * The documents that the person means: those selected in the explorer, otherwise the document in the active tab,
 * otherwise the only visible one, otherwise those that the person chooses among the open ones, otherwise those chosen
 * in a dialog.
 * @returns null if none is chosen
 * @throws PageTraceError `document-unsupported` if the selected file is not a document
 */
export async function chooseDocuments(
  clicked: vscode.Uri | undefined,
  selected: readonly vscode.Uri[] | undefined,
): Promise<readonly vscode.Uri[] | null> {
  const given = selected && selected.length > 0 ? selected : clicked ? [clicked] : [];
  if (given.length > 0) {
    const documents: vscode.Uri[] = [];
    for (const uri of given) {
      if (isDocument(uri) || (await isFolder(uri))) documents.push(uri);
    }
    if (documents.length > 0) return documents;
    throw new PageTraceError(
      'document-unsupported',
      t('{0} is not a document.', path.posix.basename(given[0]?.path ?? '')),
      {
        hint: t('Choose PDF, PNG, JPEG or WebP files, or a folder of page images.'),
      },
    );
  }
  const { tabGroups } = vscode.window;
  const active = tabUri(tabGroups.activeTabGroup.activeTab);
  if (active && isDocument(active)) return [active];
  const visible = documentsIn(tabGroups.all.map(({ activeTab }) => activeTab));
  if (visible.length === 1) return visible;
  const open = documentsIn(tabGroups.all.flatMap(({ tabs }) => tabs));
  return open.length > 0 ? chooseAmong(open) : chooseInDialog();
}

/** Documents that are open in tabs, or those of a dialog if the person wants others. */
async function chooseAmong(open: readonly vscode.Uri[]): Promise<readonly vscode.Uri[] | null> {
  const chosen = await pickItems(
    [
      ...open.map((uri) => ({
        label: path.posix.basename(uri.path),
        description: vscode.workspace.asRelativePath(vscode.Uri.joinPath(uri, '..')),
        uri,
      })),
      { label: t('Browse…'), description: t('other files'), uri: null },
    ],
    {
      title: t('Ask About Document'),
      placeHolder: t('Select one or more documents for the question'),
    },
  );
  if (!chosen || chosen.length === 0) return null;
  const uris = chosen.flatMap(({ uri }) => (uri ? [uri] : []));
  if (chosen.every(({ uri }) => uri !== null)) return uris;
  const others = await chooseInDialog();
  return others ? [...uris, ...others] : null;
}

async function chooseInDialog(): Promise<readonly vscode.Uri[] | null> {
  const chosen = await vscode.window.showOpenDialog({
    title: t('Ask About Document'),
    openLabel: t('Ask'),
    canSelectMany: true,
    filters: { [t('Documents')]: EXTENSIONS },
  });
  return chosen && chosen.length > 0 ? chosen : null;
}

/** The documents in some tabs, without duplicates. */
function documentsIn(tabs: readonly (vscode.Tab | undefined)[]): vscode.Uri[] {
  const found = new Map<string, vscode.Uri>();
  for (const tab of tabs) {
    const uri = tabUri(tab);
    if (uri && isDocument(uri)) found.set(uri.toString(), uri);
  }
  return [...found.values()];
}
