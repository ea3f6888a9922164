import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { STRINGS_BLOCK } from '../../protocol/stringsBlock.ts';
import { stringsLanguage } from './displayLanguage.ts';

/**
 * The HTML of a webview: one module script and one style sheet from dist/webview, and a policy that allows no other
 * script. Workers come from blobs (VS Code rejects workers from a webview's own address), images from data and blob
 * addresses. The strings of the display language are a block of JSON, which `webview/shared/displayLanguage.ts` reads.
 * @param surface name of the bundle in dist/webview, e.g. `inspector`
 */
export function webviewHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  surface: string,
  title: string,
): string {
  const nonce = randomBytes(18).toString('base64');
  const at = (file: string) =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', file)).toString();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${webview.cspSource} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `connect-src ${webview.cspSource} blob:`,
    `style-src ${webview.cspSource} 'unsafe-inline'`,
    `img-src ${webview.cspSource} data: blob:`,
    `font-src ${webview.cspSource}`,
  ].join('; ');
  return `<!doctype html>
<html lang="${escapeHtml(stringsLanguage())}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${at(`${surface}.css`)}">
<title>${escapeHtml(title)}</title>
</head>
<body>
<div id="root"></div>
<script type="application/json" id="${STRINGS_BLOCK}">${jsonBlock(vscode.l10n.bundle ?? {})}</script>
<script type="module" nonce="${nonce}" src="${at(`${surface}.js`)}"></script>
</body>
</html>`;
}

/** JSON that cannot end the script element that it is in. */
function jsonBlock(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
