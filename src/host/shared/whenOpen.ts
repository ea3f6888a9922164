import * as vscode from 'vscode';

/**
 * Loads something when a document of a kind is first open, or becomes one while it is edited.
 * @returns ends waiting, and what was loaded
 */
export function whenOpen(
  isOfKind: (document: vscode.TextDocument) => boolean,
  load: () => Promise<vscode.Disposable>,
): vscode.Disposable {
  let held: vscode.Disposable;
  let isEnded = false;
  const look = (document: vscode.TextDocument): void => {
    if (!isOfKind(document)) return;
    held.dispose();
    void load().then((loaded) => {
      if (isEnded) loaded.dispose();
      else held = loaded;
    });
  };
  held = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      look(document);
    }),
  );
  const open = vscode.workspace.textDocuments.find(isOfKind);
  if (open !== undefined) look(open);
  return new vscode.Disposable(() => {
    isEnded = true;
    held.dispose();
  });
}
