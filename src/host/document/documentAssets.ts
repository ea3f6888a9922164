import * as vscode from 'vscode';
import type { DocumentAssets } from '../../protocol/document.ts';

/** Addresses of the files that pdf.js loads, as a webview reaches them. */
export function documentAssets(webview: vscode.Webview, extensionUri: vscode.Uri): DocumentAssets {
  const folder = webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'pdfjs')).toString();
  return {
    worker: `${folder}/pdf.worker.min.mjs`,
    cMapUrl: `${folder}/cmaps/`,
    standardFontDataUrl: `${folder}/standard_fonts/`,
    wasmUrl: `${folder}/wasm/`,
    iccUrl: `${folder}/iccs/`,
  };
}
