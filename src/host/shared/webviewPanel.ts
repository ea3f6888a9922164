import * as vscode from 'vscode';

/** Lets a panel run the scripts in dist/, and no others. */
export function allowOwnScripts({ webview }: vscode.WebviewPanel, extensionUri: vscode.Uri): void {
  webview.options = {
    enableScripts: true,
    localResourceRoots: [vscode.Uri.joinPath(extensionUri, 'dist')],
  };
}

/** The icon of a tab that shows a trajectory. */
export function trajectoryIcon(extensionUri: vscode.Uri): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const icon = (theme: string) =>
    vscode.Uri.joinPath(extensionUri, 'media', 'icons', `trajectory-${theme}.svg`);
  return { light: icon('light'), dark: icon('dark') };
}
