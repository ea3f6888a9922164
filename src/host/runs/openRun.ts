import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { editorTypes } from '../shared/contributions.ts';
import { isFolder } from '../shared/files.ts';
import { pickItem } from '../shared/workbench.ts';
import type { RunEditors } from './runEditor.ts';

/**
 * `PageTrace: Open Run`: a file of records in its editor, a folder or several files as one run in a panel.
 * @param clicked the file or folder of a menu, `selected` all that are selected there
 */
export async function openRun(
  clicked: unknown,
  selected: unknown,
  editors: () => Promise<RunEditors>,
): Promise<void> {
  const uris = await urisToOpen(clicked, selected);
  const [only] = uris;
  if (only === undefined) return;
  if (uris.length > 1 || (await isFolder(only))) (await editors()).show(uris);
  else await vscode.commands.executeCommand('vscode.openWith', only, editorTypes.run);
}

/** The files and folders that a menu names, otherwise those that the person chooses. */
async function urisToOpen(clicked: unknown, selected: unknown): Promise<readonly vscode.Uri[]> {
  const named = (Array.isArray(selected) && selected.length > 0 ? selected : [clicked]).filter(
    (each) => each instanceof vscode.Uri,
  );
  if (named.length > 0) return named;
  const kinds = [
    { label: t('Files of Records…'), isFolder: false },
    { label: t('A Folder of Records…'), isFolder: true },
  ];
  const kind = await pickItem(kinds, { placeHolder: t('What to open as a run') });
  if (kind === undefined) return [];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return (
    (await vscode.window.showOpenDialog({
      title: t('Open Run'),
      openLabel: t('Open Run'),
      canSelectFiles: !kind.isFolder,
      canSelectFolders: kind.isFolder,
      canSelectMany: true,
      ...(folder === undefined ? {} : { defaultUri: folder }),
    })) ?? []
  );
}
