import * as vscode from 'vscode';
import { contextKeys } from '../shared/contributions.ts';

/** Characters of a text that are looked at. */
const HEAD = 16 * 1024;

/** Languages whose texts may be records; VS Code has none for lines of JSON. */
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'jsonc', 'jsonl', 'jsonlines', 'plaintext', 'log']);

/**
 * Sets the context key that says whether the active text editor shows a file of records, by the beginning of its text,
 * so that its title offers to open it as a run.
 * @param isRecords whether a file with this path and this beginning holds records; it is loaded at the first text that
 * may be
 */
export function followRecordsInEditor(
  isRecords: () => Promise<(file: string, head: string) => boolean>,
): vscode.Disposable {
  let looked = 0;
  const look = async (editor: vscode.TextEditor | undefined): Promise<void> => {
    const turn = ++looked;
    const found = editor !== undefined && (await hasRecords(editor.document, isRecords));
    // Another editor may have become active in the meantime.
    if (turn === looked)
      await vscode.commands.executeCommand('setContext', contextKeys.recordsInEditor, found);
  };
  void look(vscode.window.activeTextEditor);
  return vscode.window.onDidChangeActiveTextEditor((editor) => void look(editor));
}

async function hasRecords(
  document: vscode.TextDocument,
  isRecords: () => Promise<(file: string, head: string) => boolean>,
): Promise<boolean> {
  if (document.uri.scheme !== 'file' || !LANGUAGES.has(document.languageId)) return false;
  const head = document.getText(new vscode.Range(document.positionAt(0), document.positionAt(HEAD)));
  if (!/^\s*(?:[[{]|\[prompt\] )/.test(head)) return false;
  return (await isRecords())(document.uri.fsPath, head);
}
