// Runs oxlint, ESLint and oxfmt on the whole tree or on the given paths, and looks for import cycles in the whole tree.
// Counts files: once for each of them. ESLint runs in a separate thread, in parallel with the rest.
import path from 'node:path';
import process from 'node:process';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { ESLint } from 'eslint';
import { runCommand } from '../command.mjs';
import { Failure, runMain } from '../failure.mjs';
import { root } from '../paths.mjs';
import { formatFailure, reportCounts } from '../results.mjs';
import { findCycles } from './cycles.mjs';

/**
 * @typedef {import('../results.mjs').Counts & { findings: string, seconds: number }} Checked
 */

const paths = process.argv.slice(2);
const targets = paths.length === 0 ? ['.'] : paths;

if (isMainThread) await runMain(main);
else parentPort?.postMessage(await runEslint());

async function main() {
  // ESLint makes so much garbage that a small space for new objects costs a tenth of its time.
  const resourceLimits = { maxYoungGenerationSizeMb: 192 };
  const worker = new Worker(new URL(import.meta.url), { argv: paths, resourceLimits });
  /** @type {Promise<Checked>} */
  const linting = new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const checks = [
    { name: 'oxlint', ...(await runOxlint()) },
    { name: 'import cycles', ...(await checkCycles()) },
    { name: 'oxfmt', ...(await checkFormat()) },
    { name: 'ESLint', ...(await linting) },
  ];
  for (const { findings } of checks) if (findings !== '') console.log(findings);
  const counts = {
    passed: checks.reduce((sum, { passed }) => sum + passed, 0),
    failed: checks.reduce((sum, { failed }) => sum + failed, 0),
  };
  const failures = checks
    .filter(({ failed }) => failed > 0)
    .map(({ name, findings }) => formatFailure(name, findings));
  reportCounts({ ...counts, failures }, checks);
  return counts.failed === 0 ? 0 : 1;
}

/**
 * TypeScript with its types. Throws a Failure if oxlint did not run to its end.
 * @returns {Promise<Checked>}
 */
async function runOxlint() {
  const started = performance.now();
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const args = ['--format=json', '--no-error-on-unmatched-pattern', ...targets];
  const { output } = await runCommand(process.execPath, [oxlint, ...args], { quiet: true });
  const report = parseReport(output);
  const findings = report.diagnostics.map(({ filename, labels, code, message }) => {
    const { line, column } = labels[0]?.span ?? { line: 1, column: 1 };
    return `${filename}:${line}:${column}: ${message} (${code})`;
  });
  const failed = new Set(report.diagnostics.map(({ filename }) => filename)).size;
  return {
    passed: report.number_of_files - failed,
    failed,
    findings: findings.join('\n'),
    seconds: secondsSince(started),
  };
}

/**
 * @typedef {object} Report
 * @property {number} number_of_files
 * @property {{ filename: string, code: string, message: string, labels: { span: { line: number, column: number } }[] }[]}
 *   diagnostics
 */

/**
 * @param {string} output what oxlint wrote
 * @returns {Report}
 */
function parseReport(output) {
  try {
    return JSON.parse(output);
  } catch {
    throw new Failure(`oxlint did not run to its end.\n${output}`.trimEnd());
  }
}

/** @returns {Promise<Checked>} */
async function runEslint() {
  const started = performance.now();
  // Other checks are for files that it ignores.
  const eslint = new ESLint({ cwd: root, errorOnUnmatchedPattern: false, warnIgnored: false });
  const results = await eslint.lintFiles(targets);
  const formatter = await eslint.loadFormatter('stylish');
  const failed = results.filter((result) => result.errorCount + result.warningCount > 0).length;
  return {
    passed: results.length - failed,
    failed,
    findings: await formatter.format(results),
    seconds: secondsSince(started),
  };
}

/** @returns {Promise<Checked>} */
async function checkCycles() {
  const started = performance.now();
  // A cycle may go through files that were not given.
  if (paths.length > 0) return { passed: 0, failed: 0, findings: '', seconds: 0 };
  const { files, cycles } = await findCycles(root, ['src', 'webview', 'scripts', 'test']);
  return {
    passed: files - cycles.length,
    failed: cycles.length,
    findings: cycles.map((cycle) => `Import each other: ${cycle}`).join('\n'),
    seconds: secondsSince(started),
  };
}

/**
 * Whether oxfmt would leave the files as they are. Throws a Failure if it did not run to its end.
 * @returns {Promise<Checked>}
 */
async function checkFormat() {
  const started = performance.now();
  const oxfmt = path.join(root, 'node_modules/oxfmt/bin/oxfmt');
  const args = ['--check', '--no-error-on-unmatched-pattern', ...targets];
  const { status, output } = await runCommand(process.execPath, [oxfmt, ...args], { quiet: true });
  const unformatted = [...output.matchAll(/^(.+) \(\d+ms\)$/gm)].map(([, file]) => file);
  const findings = unformatted.map((file) => `Not formatted: ${file} (npm run format writes it)`);
  const unparsed = new Set([...output.matchAll(/,-\[(.+?):\d+:\d+\]$/gm)].map(([, file]) => file));
  if (unparsed.size > 0) findings.push(output.trim());
  const failed = unformatted.length + unparsed.size;
  if (status !== 0 && failed === 0) throw new Failure(`oxfmt did not run to its end.\n${output}`.trimEnd());
  const checked = Number(/ on (\d+) files/.exec(output)?.[1] ?? failed);
  return { passed: checked - failed, failed, findings: findings.join('\n'), seconds: secondsSince(started) };
}

/** @param {number} started */
function secondsSince(started) {
  return (performance.now() - started) / 1000;
}
