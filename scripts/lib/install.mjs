// Installs what the scripts and tests need and a fresh clone lacks. Each function does nothing if its part is
// installed.
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { hasProgram, mustRun, runCommand } from './command.mjs';
import { Failure } from './failure.mjs';
import { withLock } from './lock.mjs';
import { ensureNode24, withNode } from './node24.mjs';
import { runNpm } from './npm.mjs';
import { root, tools } from './paths.mjs';

/** The npm package whose VS Code server is used, pinned; it contains VS Code 1.139. */
const CODE_SERVER = '4.139.1';

/** Parts of VS Code's server that neither tests nor people use here and that are large or ask for an account. */
const UNUSED_SERVER_PARTS = [
  'node_modules/@github/copilot-sdk-linux-x64',
  'node_modules/@microsoft/mxc-sdk',
  'extensions/copilot',
  'extensions/mermaid-markdown-features',
];

/** The version of Pillow whose results the page images equal. */
const PILLOW = '13.0.0';

/** Readers of JSON that the run index is compared with. */
const JSON_READERS = ['orjson==3.13.0', 'duckdb==2.0.1'];

/** The CPython version from which src/core/python/tables.ts was made. */
const PINNED_PYTHON = 'python3.11';

/** Where Chromium may be. The first one has no windows of its own, so that it takes a third less of a processor. */
const CHROMIUM_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Runs `npm ci` if node_modules does not match package-lock.json. */
export async function ensureDependencies() {
  if (dependenciesAreInstalled()) return;
  await withLock(path.join(tools, 'dependencies.lock'), async () => {
    if (dependenciesAreInstalled()) return;
    console.log('Installing dependencies with npm ci.');
    // If npm installs this repository as a global package, it passes that on, and installs nothing here.
    const env = { ...process.env, npm_config_global: 'false' };
    await runNpm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { env, quiet: true });
  });
}

function dependenciesAreInstalled() {
  const read = (/** @type {string} */ file) =>
    JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')).packages;
  try {
    const wanted = read('package-lock.json');
    // npm writes this file last; it does not list packages of other platforms.
    const installed = read('node_modules/.package-lock.json');
    return Object.keys(wanted).every(
      (name) => name === '' || wanted[name].optional || wanted[name].version === installed[name]?.version,
    );
  } catch {
    return false;
  }
}

/**
 * Installs VS Code's server into .tools/vscode-server. Install scripts of packages are not run, and nothing is
 * compiled.
 * @returns {Promise<string>} the folder that holds `out/server-main.js`
 */
export async function ensureCodeServer() {
  const folder = path.join(tools, 'vscode-server');
  const server = path.join(folder, 'node_modules/code-server/lib/vscode');
  // Written last, so that an interrupted installation is repeated.
  const ready = path.join(folder, `.ready-${CODE_SERVER}`);
  if (fs.existsSync(ready)) return server;
  const env = withNode(await ensureNode24());
  await withLock(path.join(tools, 'vscode-server.lock'), async () => {
    if (fs.existsSync(ready)) return;
    console.log(`Installing VS Code's server (code-server ${CODE_SERVER}); this takes some 500 MB.`);
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(
      path.join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: { 'code-server': CODE_SERVER } }),
    );
    const install = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund'];
    await runNpm(install, { cwd: folder, env, quiet: true });
    await runNpm(install, { cwd: server, env, quiet: true });
    for (const part of UNUSED_SERVER_PARTS)
      fs.rmSync(path.join(server, part), { recursive: true, force: true });
    // VS Code's file logger is a native module that was not compiled; without a replacement, log channels stay empty.
    fs.copyFileSync(
      path.join(root, 'scripts/lib/spdlog.cjs'),
      path.join(server, 'node_modules/@vscode/spdlog/index.js'),
    );
    fs.writeFileSync(ready, '');
  });
  return server;
}

/**
 * Finds Chromium: the one that PAGETRACE_CHROMIUM names or the one on this machine; as root, installs it through apt.
 * @returns {Promise<string>} the program's path
 */
export async function ensureChromium() {
  const named = process.env['PAGETRACE_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (fs.existsSync(named)) return named;
    throw new Failure(`PAGETRACE_CHROMIUM names ${named}, which does not exist.`);
  }
  const find = () => CHROMIUM_PLACES.find((place) => fs.existsSync(place));
  const found = find();
  if (found !== undefined) return found;
  const otherwise =
    'Chromium is needed to drive VS Code. Install the package chromium-headless-shell or chromium, or set PAGETRACE_CHROMIUM to the program of a Chromium or Chrome.';
  const install = (/** @type {string} */ name) => installWithApt([name, 'fonts-dejavu-core'], otherwise);
  // Not every version of Debian and Ubuntu has the first of the two.
  await install('chromium-headless-shell').catch(() => install('chromium'));
  const installed = find();
  if (installed === undefined)
    throw new Failure('A package of Chromium was installed, but no Chromium was found.');
  return installed;
}

/**
 * Installs a Chinese font: one page of the sample report contains text whose font is not embedded. fontconfig, which is
 * installed with Chromium, finds the font on Linux; other systems come with one.
 */
export async function ensureChineseFont() {
  if (process.platform !== 'linux') return;
  const listed = await runCommand('fc-list', [':lang=zh-cn', 'file'], { quiet: true }).catch(() => undefined);
  if (listed?.status === 0 && listed.output.trim() !== '') return;
  await installWithApt(
    ['fonts-wqy-microhei', 'fontconfig'],
    'A page in Chinese cannot be drawn without a Chinese font. Install the package fonts-wqy-microhei.',
  );
}

/**
 * Finds CPython: the version whose character tables the rewards follow if it is installed, otherwise any Python 3,
 * which is installed if none is found. Tests that need the pinned version are skipped with a note if it is missing.
 * @returns {Promise<string>} the program
 */
export async function ensurePython() {
  if (await hasProgram(PINNED_PYTHON)) return interpreterOf(PINNED_PYTHON);
  await ensureProgram('python3', 'python3', 'The tests ask CPython what the references would answer.');
  return interpreterOf('python3');
}

/**
 * The program that a name of Python leads to. It may lead to a script that looks for the program each time, as that of
 * pyenv does, and takes longer for it than Python takes to start.
 * @param {string} python
 */
async function interpreterOf(python) {
  const { output } = await runCommand(python, ['-c', 'import sys; print(sys.executable)'], { quiet: true });
  return output.trim() || python;
}

/**
 * Installs Pillow into .tools/pillow.
 * @param {string} python
 * @returns {Promise<string>} the folder, for PYTHONPATH
 */
export function ensurePillow(python) {
  return ensurePythonPackages(python, 'pillow', [`pillow==${PILLOW}`]);
}

/**
 * Installs orjson and DuckDB into .tools/json-readers.
 * @param {string} python
 * @returns {Promise<string>} the folder, for PYTHONPATH
 */
export function ensureJsonReaders(python) {
  return ensurePythonPackages(python, 'json-readers', JSON_READERS);
}

/**
 * @param {string} python
 * @param {string} name of the folder in .tools
 * @param {readonly string[]} packages with their versions
 * @returns {Promise<string>} the folder
 */
async function ensurePythonPackages(python, name, packages) {
  const folder = path.join(tools, name);
  await withLock(path.join(tools, `${name}.lock`), async () => {
    const installed = packages.map((each) => `${each.replace('==', '-')}.dist-info`);
    if (installed.every((each) => fs.existsSync(path.join(folder, each)))) return;
    fs.rmSync(folder, { recursive: true, force: true });
    const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', '--target', folder];
    await mustRun(python, [...pip, ...packages], { quiet: true });
  });
  return folder;
}

/**
 * Installs a system program through apt if it is missing and this process runs as root.
 * @param {string} program as typed in a shell
 * @param {string} aptPackage
 * @param {string} purpose a sentence that says what needs it
 * @param {readonly string[]} [args] arguments with which it exits at once
 */
export async function ensureProgram(program, aptPackage, purpose, args) {
  if (await hasProgram(program, args)) return;
  await installWithApt(
    [aptPackage],
    `${purpose} Install the package ${aptPackage}, which has the program ${program}.`,
  );
}

/**
 * @param {readonly string[]} packages
 * @param {string} otherwise what to tell the person if they cannot be installed
 */
async function installWithApt(packages, otherwise) {
  if (process.getuid?.() !== 0 || !(await hasProgram('apt-get'))) throw new Failure(otherwise);
  await withLock(path.join(tools, 'apt.lock'), async () => {
    console.log(`Installing ${packages.join(' and ')} with apt-get.`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await mustRun('apt-get', ['update', '-q'], { env, quiet: true });
    await mustRun('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], {
      env,
      quiet: true,
    });
  });
}
