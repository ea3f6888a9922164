// VS Code's server, which serves the real workbench to a browser on loopback.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { mustRun } from './command.mjs';
import { ensureCodeServer } from './install.mjs';
import { ensureNode24 } from './node24.mjs';
import { Failure } from './failure.mjs';

/**
 * @typedef {object} Folders where a server keeps its files
 * @property {string} userData settings and global storage
 * @property {string} extensions
 * @property {string} serverData
 *
 * @typedef {object} ServerOptions
 * @property {Folders} folders
 * @property {number} [port] any free one by default
 * @property {string} [token] required to open the address; none by default
 * @property {NodeJS.ProcessEnv} [env] added to this process's environment; the extension host sees it
 * @property {number} [startTimeout] milliseconds
 * @property {number} [graceTime] seconds that an extension host waits for a page that was closed
 * @property {boolean} [testing] leaves out what no test needs: some of VS Code's own extensions, and the environment of
 *   the person's login shell
 *
 * @typedef {object} Server
 * @property {string} host `127.0.0.1:<port>`
 * @property {string} origin
 * @property {string | undefined} token
 * @property {Promise<void>} ended resolves when its process has ended, for any reason
 * @property {() => string} log its output so far
 * @property {() => Promise<void>} stop stops it and everything it started
 */

/**
 * VS Code's own extensions that no test needs. Some of them start with every window, or run git for every file that is
 * opened, which takes a processor far longer than what is tested.
 */
const UNTESTED_EXTENSIONS = [
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'vscode.css-language-features',
  'vscode.debug-auto-launch',
  'vscode.debug-server-ready',
  'vscode.emmet',
  'vscode.extension-editing',
  'vscode.git',
  'vscode.git-base',
  'vscode.github',
  'vscode.github-authentication',
  'vscode.grunt',
  'vscode.gulp',
  'vscode.html-language-features',
  'vscode.ipynb',
  'vscode.jake',
  'vscode.merge-conflict',
  'vscode.microsoft-authentication',
  'vscode.notebook-renderers',
  'vscode.npm',
  'vscode.php-language-features',
  'vscode.simple-browser',
  'vscode.terminal-suggest',
  'vscode.tunnel-forwarding',
  'vscode.typescript-language-features',
];

/** How long a server may take to stop before it is killed, in milliseconds. */
const STOP_TIMEOUT = 3000;

/**
 * Creates the three folders of a server under one folder.
 * @param {string} folder
 * @returns {Folders}
 */
export function makeFolders(folder) {
  const folders = {
    userData: path.join(folder, 'user-data'),
    extensions: path.join(folder, 'extensions'),
    serverData: path.join(folder, 'server-data'),
  };
  for (const each of Object.values(folders)) fs.mkdirSync(each, { recursive: true });
  return folders;
}

/** @param {Folders} folders */
function folderArguments(folders) {
  return [
    ...['--server-data-dir', folders.serverData],
    ...['--user-data-dir', folders.userData],
    ...['--extensions-dir', folders.extensions],
  ];
}

/**
 * Writes the person's settings, or those of the machine on which VS Code's server runs.
 * @param {Folders} folders
 * @param {'User' | 'Machine'} scope
 * @param {Readonly<Record<string, unknown>>} settings
 */
export function writeSettings(folders, scope, settings) {
  const file = path.join(folders.userData, scope, 'settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(settings, null, 2));
}

/**
 * Runs the server's command line (`--install-extension`, `--list-extensions`) to its end.
 * @param {Folders} folders
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 */
export async function runServerCommand(folders, args, { quiet = true } = {}) {
  const main = path.join(await ensureCodeServer(), 'out/server-main.js');
  const fixed = [main, '--accept-server-license-terms', ...folderArguments(folders)];
  await mustRun(await ensureNode24(), [...fixed, ...args], { quiet });
}

/**
 * Starts a server; resolves when it listens.
 * @param {ServerOptions} options
 * @returns {Promise<Server>}
 * @throws {Failure} with its output, if it does not start
 */
export async function startServer({
  folders,
  port = 0,
  token,
  env = {},
  startTimeout = 60_000,
  graceTime = 5,
  testing = false,
}) {
  const main = path.join(await ensureCodeServer(), 'out/server-main.js');
  const args = [
    main,
    '--accept-server-license-terms',
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...(token === undefined ? ['--without-connection-token'] : ['--connection-token', token]),
    ...['--disable-telemetry', '--disable-experiments', '--disable-update-check'],
    ...['--reconnection-grace-time', String(graceTime)],
    // The browser is on this machine, where compression takes longer than what it saves.
    '--disable-websocket-compression',
    ...(testing ? ['--force-disable-user-env'] : []),
    ...folderArguments(folders),
  ];
  const child = spawn(await ensureNode24(), args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // The server exits when this process is gone.
    env: {
      ...process.env,
      VSCODE_PARENT_PID: String(process.pid),
      ...(testing ? { VSCODE_SKIP_BUILTIN_EXTENSIONS: UNTESTED_EXTENSIONS.join(',') } : {}),
      ...env,
    },
    // A separate process group, so that stopping the server stops its extension hosts and watchers too.
    detached: process.platform !== 'win32',
  });
  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    if (child.pid === undefined) return;
    try {
      if (process.platform === 'win32') child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch {
      // All its processes have ended.
    }
  };
  const killNow = () => {
    kill('SIGKILL');
  };
  process.once('exit', killNow);
  const ended = new Promise((resolve) => child.once('close', () => resolve(undefined))).then(() => undefined);

  let log = '';
  const listening = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      killNow();
      reject(new Failure(`VS Code's server did not start within ${startTimeout / 1000} s.\n${log}`));
    }, startTimeout);
    const read = (/** @type {Buffer} */ chunk) => {
      log += chunk.toString();
      if (log.includes('EADDRINUSE')) {
        clearTimeout(timer);
        killNow();
        reject(new Failure(`Port ${port} is in use by another program.`));
      }
      const match = /Extension host agent listening on (\d+)/.exec(log);
      if (match === null) return;
      clearTimeout(timer);
      resolve(Number(match[1]));
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (status) => {
      clearTimeout(timer);
      reject(new Failure(`VS Code's server ended with status ${status} before it listened.\n${log}`));
    });
  });

  const host = `127.0.0.1:${listening}`;
  return {
    host,
    origin: `http://${host}`,
    token,
    ended,
    log: () => log,
    stop: async () => {
      kill('SIGTERM');
      const timer = setTimeout(killNow, STOP_TIMEOUT);
      await ended;
      clearTimeout(timer);
      killNow();
      process.removeListener('exit', killNow);
    },
  };
}

/**
 * The address at which a browser opens the workbench.
 * @param {Server} server
 * @param {{ folder?: string, file?: string }} [open] absolute paths; an empty window by default
 */
export function workbenchUrl(server, { folder, file } = {}) {
  const url = new URL(server.origin);
  if (server.token !== undefined) url.searchParams.set('tkn', server.token);
  if (folder === undefined) url.searchParams.set('ew', 'true');
  else url.searchParams.set('folder', folder);
  if (file !== undefined)
    url.searchParams.set('payload', JSON.stringify([['openFile', remoteUri(server, file)]]));
  return url.href;
}

/**
 * The URI of a file of this machine in the workbench.
 * @param {Server} server
 * @param {string} file an absolute path
 */
export function remoteUri(server, file) {
  return `vscode-remote://${server.host}${file.split(path.sep).map(encodeURIComponent).join('/')}`;
}
