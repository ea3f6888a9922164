import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { PageTraceError } from '../../core/errors.ts';
import { toRange } from '../shared/editorValues.ts';
import { writeWholeFile } from '../shared/files.ts';
import { pickItem } from '../shared/workbench.ts';

/** The most files that are offered. */
const MOST_FILES = 200;

/** A file of the workspace that the person chooses, or a new one; null if that was canceled. */
export async function chooseFile(
  pattern: string,
  asked: { readonly title: string; readonly isNew: string | null; readonly proposed: vscode.Uri },
): Promise<vscode.Uri | null> {
  const found = await vscode.workspace.findFiles(pattern, undefined, MOST_FILES);
  if (found.length === 0 && asked.isNew === null)
    throw new PageTraceError('bad-input', t('There is no such file in the workspace.'), {
      hint: t('Make a prompt with “PageTrace: New Prompt from Preset” first.'),
    });
  const files = found
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri: uri as vscode.Uri | null }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const items = asked.isNew === null ? files : [...files, { label: asked.isNew, uri: null }];
  const chosen = await pickItem(items, { title: asked.title });
  if (chosen === undefined) return null;
  if (chosen.uri !== null) return chosen.uri;
  const saved = await vscode.window.showSaveDialog({ title: asked.title, defaultUri: asked.proposed });
  return saved ?? null;
}

/** The document at an address, which is created if there is none. */
export async function openOrNew(uri: vscode.Uri): Promise<vscode.TextDocument> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    await writeWholeFile(uri, '');
    return vscode.workspace.openTextDocument(uri);
  }
}

/** Inserts a text and shows it; the person saves it. */
export async function insertShown(document: vscode.TextDocument, at: number, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(at), text);
  await vscode.workspace.applyEdit(edit);
  const editor = await vscode.window.showTextDocument(document);
  const range = toRange(document, { start: at, end: at + text.trimEnd().length });
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range);
}
