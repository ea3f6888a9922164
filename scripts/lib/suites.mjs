// The suites of `npm test`, and those that run only if they are named.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {object} Suite
 * @property {string} name
 * @property {(args: readonly string[]) => readonly string[]} command arguments for Node 24
 * @property {boolean} [single] it uses one processor and measures no time but its own. Such suites run beside those with
 *   a workbench, which leave a processor free for about half of their time
 * @property {readonly SuitePart[]} [parts] what `npm test` runs in its place; the whole runs if it is named
 * @property {boolean} [deep] it tries all generated inputs; it runs only if it is named, not as part of `npm test`
 * @property {boolean} [bundles] it needs dist/
 * @property {boolean} [vsix] it installs the packed extension
 * @property {boolean} [workbench] it needs Chromium and VS Code's server
 * @property {boolean} [browser] it needs Chromium
 * @property {boolean} [python] it needs CPython
 * @property {boolean} [fonts] it draws a page whose Chinese font is not embedded
 * @property {number} minutes after which it is stopped and counts as failed: it hangs, because that is several times what
 *   it takes on two processors that do much else
 *
 * @typedef {Pick<Suite, 'name' | 'command' | 'single'>} SuitePart what differs from the whole suite
 */

const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const check = (/** @type {string} */ name) => path.join(root, 'scripts/lib/checks', `${name}.mjs`);
const project = (/** @type {string} */ name) => (/** @type {readonly string[]} */ args) => [
  vitest,
  'run',
  '--project',
  name,
  ...args,
];

/** @returns {readonly string[]} the test files that generate inputs, relative to the repository */
function filesWithGeneratedInputs() {
  return ['unit', 'golden', 'webview']
    .flatMap((folder) =>
      fs
        .readdirSync(path.join(root, 'test', folder), { recursive: true, encoding: 'utf8' })
        .map((file) => path.join('test', folder, file)),
    )
    .filter((file) => /\.test\.tsx?$/.test(file))
    .filter(
      (file) =>
        file.includes(`${path.sep}differential${path.sep}`) ||
        fs.readFileSync(path.join(root, file), 'utf8').includes('/generatedInputs.mjs'),
    );
}

/** The folders of unit tests that compute, with few threads and processes beside them. */
const COMPUTING = [
  'alerts',
  'charts',
  'comparison',
  'core',
  'datasets',
  'geometry',
  'groups',
  'language',
  'layout',
  'lint',
  'metrics',
  'prompts',
  'protocol',
  'protocols',
  'python',
  'reports',
  'rewards',
  'runComparison',
  'runMetrics',
  'statistics',
  'summary',
  'toolPool',
  'training',
  'trajectory',
  'whatIf',
].map((folder) => `test/unit/${folder}/`);

/** @type {readonly Suite[]} */
export const suites = [
  { name: 'lint', command: (args) => [check('lint'), ...args], single: true, minutes: 40 },
  { name: 'types', command: () => [check('types')], single: true, minutes: 40 },
  { name: 'grammar', command: (args) => [check('grammar'), ...args], single: true, minutes: 10 },
  {
    name: 'golden',
    command: (args) => [...project('golden')(['--maxWorkers=1', ...args])],
    single: true,
    python: true,
    minutes: 20,
  },
  {
    name: 'unit',
    command: project('unit'),
    parts: [
      {
        name: 'unit (computing)',
        command: () => project('unit')(['--maxWorkers=1', ...COMPUTING]),
        single: true,
      },
      {
        name: 'unit (others)',
        command: () => project('unit')(COMPUTING.flatMap((folder) => ['--exclude', `${folder}**`])),
      },
    ],
    bundles: true,
    browser: true,
    fonts: true,
    python: true,
    minutes: 40,
  },
  {
    name: 'cli',
    command: project('cli'),
    parts: [{ name: 'cli', command: () => project('cli')(['--maxWorkers=1']), single: true }],
    bundles: true,
    python: true,
    minutes: 30,
  },
  { name: 'webview', command: project('webview*'), browser: true, minutes: 40 },
  {
    name: 'host',
    command: (args) => [path.join(root, 'test/host/support/run.ts'), ...args],
    bundles: true,
    workbench: true,
    python: true,
    minutes: 30,
  },
  {
    name: 'e2e',
    command: (args) => [vitest, 'run', '--config', path.join(root, 'test/e2e/vitest.config.ts'), ...args],
    vsix: true,
    workbench: true,
    minutes: 60,
  },
  {
    name: 'deep',
    deep: true,
    command: (args) => [vitest, 'run', ...(args.length === 0 ? filesWithGeneratedInputs() : args)],
    browser: true,
    python: true,
    minutes: 90,
  },
];
