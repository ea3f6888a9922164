// A VS Code with the packed extension and the sample workspace.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { makeFolders, runServerCommand, startServer, workbenchUrl, writeSettings } from './vscodeServer.mjs';
import { root } from './paths.mjs';
import { QUIET_SETTINGS } from './workbenchPage.mjs';

/** The document of the sample workspace that is open at startup. */
const SAMPLE_DOCUMENT = 'annual-report.pdf';

/** How long the extension host waits for a page that was closed or whose machine went to sleep, in seconds. */
const GRACE_TIME = 3600;

/**
 * @typedef {object} Session
 * @property {import('./vscodeServer.mjs').Server} server
 * @property {string} url opens the sample workspace with the sample document
 */

/**
 * Creates the sample workspace in `folder`. Files that exist already are kept, because the person may have changed
 * them.
 * @param {string} folder
 * @returns {{ workspace: string, document: string }}
 */
export function makeSampleWorkspace(folder) {
  const workspace = path.join(folder, 'sample');
  fs.cpSync(path.join(root, 'media/sample'), workspace, { recursive: true, force: false });
  return { workspace, document: path.join(workspace, SAMPLE_DOCUMENT) };
}

/**
 * Installs the packed extension into VS Code's server and starts it.
 * @param {object} options
 * @param {string} options.folder where this VS Code keeps all its files
 * @param {string} options.vsix the packed extension
 * @param {string} options.token required to open the address
 * @param {number} [options.port] any free one by default
 * @returns {Promise<Session>}
 */
export async function startSession({ folder, vsix, token, port = 0 }) {
  const folders = makeFolders(folder);
  const { workspace, document } = makeSampleWorkspace(folder);
  if (!fs.existsSync(path.join(folders.userData, 'User/settings.json'))) {
    writeSettings(folders, 'User', QUIET_SETTINGS);
  }
  writeSettings(folders, 'Machine', serverSettings());
  await runServerCommand(folders, ['--install-extension', vsix, '--force']);
  // Passed by environment rather than in the address: from the address, VS Code would open the file as text, before it
  // knows our editor.
  const env = { PAGETRACE_OPEN: document };
  const server = await startServer({ folders, token, port, graceTime: GRACE_TIME, env });
  return { server, url: workbenchUrl(server, { folder: workspace }) };
}

/** Settings that send questions to the model server that the environment names, if any. */
function serverSettings() {
  const url = process.env['PAGETRACE_SERVER'];
  if (url === undefined || url === '') return {};
  const name = new URL(url).host;
  const model = process.env['PAGETRACE_MODEL'];
  return {
    'pagetrace.servers': [{ name, url, ...(model === undefined || model === '' ? {} : { model }) }],
    'pagetrace.server': name,
  };
}
