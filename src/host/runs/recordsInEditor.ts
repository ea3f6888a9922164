import * as vscode from 'vscode';
import { openRegularFile } from '../../documents/regularFile.ts';
import { contextKeys } from '../shared/contributions.ts';
import { holdsRecords } from '../../runs/reading/headRecords.ts';

/** Characters of a text that are looked at. */
const HEAD = 16 * 1024;

/** Languages whose texts may be records. */
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc', 'jsonl', 'jsonlines', 'plaintext', 'log']);

/** The names of files whose texts may be records, where VS Code does not say the language. */
const NAMES = /\.(?:json|jsonl|ndjson|jsonlines|log|txt)$/i;

/**
 * Sets the context key that says whether the active text editor shows a file of records, by the beginning of its text,
 * so that its title offers to open it as a run.
 */
export async function lookForRecords(): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const found = editor === undefined ? await hasRecordsOnDisk() : hasRecords(editor.document);
  // While the file was read, the person may have gone to another editor, which is looked at on its own.
  if (vscode.window.activeTextEditor !== editor) return;
  await vscode.commands.executeCommand('setContext', contextKeys.recordsInEditor, found);
}

function hasRecords(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== 'file' || !LANGUAGES.has(document.languageId)) return false;
  const range = new vscode.Range(document.positionAt(0), document.positionAt(HEAD));
  return beginsWithRecords(document.uri.fsPath, document.getText(range));
}

/** VS Code shows files of more than 50 MB, but hands their texts to no extension. */
async function hasRecordsOnDisk(): Promise<boolean> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText) || input.uri.scheme !== 'file') return false;
  const { fsPath } = input.uri;
  if (!NAMES.test(fsPath)) return false;
  try {
    const { handle } = await openRegularFile(fsPath);
    try {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(HEAD), position: 0 });
      return beginsWithRecords(fsPath, buffer.toString('utf8', 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    // The editor says what is wrong with the file.
    return false;
  }
}

function beginsWithRecords(file: string, head: string): boolean {
  return /^\s*(?:[[{]|\[prompt\] )/.test(head) && holdsRecords(file, head) === true;
}
