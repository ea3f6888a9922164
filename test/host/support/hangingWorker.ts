import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';
import { extensionUri } from './given.ts';

/**
 * Writes a language worker into a folder that never answers a request in which `hang` occurs, and returns the folder,
 * which stands for that of the extension.
 */
export async function hangingWorker(folder: vscode.Uri): Promise<vscode.Uri> {
  const real = pathToFileURL(path.join(extensionUri().fsPath, 'dist', 'language-worker.js'));
  const dist = path.join(folder.fsPath, 'dist');
  await fs.mkdir(dist, { recursive: true });
  await fs.writeFile(path.join(folder.fsPath, 'package.json'), '{ "type": "module" }');
  await fs.writeFile(
    path.join(dist, 'language-worker.js'),
    `import { parentPort } from 'node:worker_threads';
parentPort.on('message', (message) => {
  if (JSON.stringify(message).includes('hang')) for (;;);
});
await import(${JSON.stringify(real.href)});
`,
  );
  return folder;
}
