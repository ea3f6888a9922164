import * as vscode from 'vscode';
import { contextKeys } from '../shared/contributions.ts';
import { holdsRecords } from '../../runs/reading/headRecords.ts';

/** Characters of a text that are looked at. */
const HEAD = 16 * 1024;

/** Languages whose texts may be records; VS Code has none for lines of JSON. */
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc', 'jsonl', 'jsonlines', 'plaintext', 'log']);

/**
 * Sets the context key that says whether the active text editor shows a file of records, by the beginning of its text,
 * so that its title offers to open it as a run.
 */
export async function lookForRecords(editor: vscode.TextEditor | undefined): Promise<void> {
  const found = editor !== undefined && hasRecords(editor.document);
  await vscode.commands.executeCommand('setContext', contextKeys.recordsInEditor, found);
}

function hasRecords(document: vscode.TextDocument): boolean {
  if (document.uri.scheme !== 'file' || !LANGUAGES.has(document.languageId)) return false;
  const head = document.getText(new vscode.Range(document.positionAt(0), document.positionAt(HEAD)));
  return /^\s*(?:[[{]|\[prompt\] )/.test(head) && holdsRecords(document.uri.fsPath, head) === true;
}
