import * as vscode from 'vscode';

/**
 * The column for a panel beside what is in view. A window that is already divided is not divided again: from its last
 * column, the panel joins the other panels there; if the person works in a document there, it goes to the column before.
 */
export function besideColumn(): vscode.ViewColumn {
  const { all, activeTabGroup: active } = vscode.window.tabGroups;
  const groups = all.toSorted((one, other) => one.viewColumn - other.viewColumn);
  if (groups.length < 2 || groups.at(-1) !== active) return vscode.ViewColumn.Beside;
  if (active.activeTab?.input instanceof vscode.TabInputWebview) return active.viewColumn;
  return groups.at(-2)?.viewColumn ?? vscode.ViewColumn.Beside;
}
