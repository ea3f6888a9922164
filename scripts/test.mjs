// Runs the suites: node scripts/test.mjs [SUITE [ARGUMENTS FOR IT]]
// The last line of each suite, and of the whole run, is `N passed, N failed`; a suite that ran no test counts as
// failed. Before the last line, a table lists the suites with their slowest tests.
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { mustRun, runCommand } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import {
  ensureChineseFont,
  ensureChromium,
  ensureCodeServer,
  ensureDependencies,
  ensurePython,
} from './lib/install.mjs';
import { SEED } from './lib/generatedInputs.mjs';
import { ensureNode20, ensureNode24, withNode } from './lib/node24.mjs';
import { cache, root, vsix } from './lib/paths.mjs';
import { formatCounts, formatFailures, formatTable, readCounts, reportCounts } from './lib/results.mjs';
import { suites } from './lib/suites.mjs';

/**
 * @typedef {import('./lib/suites.mjs').Suite} Suite
 * @typedef {import('./lib/results.mjs').Counts & { name: string, seconds: number }} SuiteResult
 */

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  /** @type {readonly Suite[]} */
  const chosen =
    name === undefined
      ? suites
          .filter((suite) => !suite.deep)
          .flatMap((suite) => suite.parts?.map((part) => ({ ...suite, ...part })) ?? suite)
      : suites.filter((suite) => suite.name === name);
  if (chosen.length === 0)
    throw new Failure(
      `There is no suite ${name}; there are ${suites.map((suite) => suite.name).join(', ')}.`,
    );

  const started = performance.now();
  const node = await ensureNode24();
  const env = await prepare(chosen, node);
  console.log(`Preparation took ${secondsSince(started).toFixed(1)} s.`);
  const built = build(chosen, node, env);
  // A failure is reported where a suite waits for it.
  built.catch(() => undefined);
  console.log(`The seed of generated inputs is ${SEED}.`);

  /** @type {SuiteResult[]} */
  const results = [];
  /** @param {readonly Suite[]} some @param {{ quiet?: boolean }} [options] */
  const runInTurn = async (some, options) => {
    for (const suite of some) {
      if (suite.bundles || suite.workbench) await built;
      results.push(await runSuite(suite, args, node, env, options));
    }
  };
  const computing = chosen.filter((suite) => suite.single);
  const waiting = chosen.filter((suite) => suite.workbench);
  if (computing.length > 0 && waiting.length > 0 && os.availableParallelism() > 1) {
    // The lines of two suites would mix, so those of one lane are printed when each of its suites has ended.
    await Promise.all([runInTurn(computing, { quiet: true }), runInTurn(waiting)]);
  } else {
    await runInTurn(computing);
    await runInTurn(waiting);
  }
  await runInTurn(chosen.filter((suite) => !computing.includes(suite) && !waiting.includes(suite)));
  const total = {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  };
  const failures = results.flatMap((result) =>
    (result.failures ?? []).map((failure) => `${result.name}  ${failure}`),
  );
  reportCounts({ ...total, failures });
  if (chosen.length > 1) {
    console.log(`\n${formatTable(results)}\n`);
    if (failures.length > 0) console.log(`${formatFailures(results)}\n`);
    console.log(`all: ${secondsSince(started).toFixed(1)} s`);
    console.log(formatCounts(total));
  }
  return total.failed === 0 ? 0 : 1;
});

/**
 * Whether some suite needs something.
 * @param {readonly Suite[]} chosen
 * @param {'bundles' | 'vsix' | 'workbench' | 'browser' | 'fonts' | 'python'} what
 */
function needs(chosen, what) {
  return chosen.some((suite) => suite[what]);
}

/**
 * Installs what the suites need.
 * @param {readonly Suite[]} chosen
 * @param {string} node
 * @returns {Promise<NodeJS.ProcessEnv>} the environment to run them in
 */
async function prepare(chosen, node) {
  await ensureDependencies();
  const env = withNode(node, {
    ...process.env,
    PAGETRACE_SEED: String(SEED),
    ...(chosen.some((suite) => suite.deep) ? { PAGETRACE_DEPTH: '1' } : {}),
    PAGETRACE_NODE20: await ensureNode20(),
  });
  if (needs(chosen, 'fonts')) await ensureChineseFont();
  if (needs(chosen, 'python')) env['PYTHON'] ??= await ensurePython();
  if (needs(chosen, 'workbench') || needs(chosen, 'browser'))
    env['PAGETRACE_CHROMIUM'] = await ensureChromium();
  if (needs(chosen, 'vsix')) env['PAGETRACE_VSIX'] = vsix;
  return env;
}

/**
 * Builds and packs the extension, and installs the VS Code that it runs in at the same time, if suites need them. Those
 * that need neither run meanwhile.
 * @param {readonly Suite[]} chosen
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
async function build(chosen, node, env) {
  const run = (/** @type {readonly string[]} */ [script = '', ...args]) =>
    mustRun(node, [path.join(root, 'scripts', script), ...args], { env });
  await Promise.all([
    needs(chosen, 'workbench') ? ensureCodeServer() : undefined,
    (async () => {
      if (needs(chosen, 'bundles') || needs(chosen, 'vsix')) await run(['build.mjs']);
      if (needs(chosen, 'vsix')) await run(['package.mjs', '--no-build']);
    })(),
  ]);
}

/**
 * @param {Suite} suite
 * @param {readonly string[]} args
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 * @param {{ quiet?: boolean }} [options] quiet: its output is printed all at once when it has ended
 * @returns {Promise<SuiteResult>}
 */
async function runSuite(suite, args, node, env, { quiet = false } = {}) {
  if (!quiet) console.log(`\n== ${suite.name}`);
  const started = performance.now();
  const results = path.join(cache, 'results', `${suite.name}-${process.pid}.json`);
  const { status, output } = await runCommand(node, suite.command(args), {
    env: { ...env, PAGETRACE_RESULTS: results },
    timeout: suite.minutes * 60_000,
    quiet,
  });
  if (quiet) console.log(`\n== ${suite.name}\n${output}`.trimEnd());
  /** @type {import('./lib/results.mjs').Counts} */
  const counts = readCounts(results) ?? { passed: 0, failed: 0 };
  const fault =
    status !== 0 && counts.failed === 0
      ? `ended with status ${status} although no test failed.`
      : counts.passed + counts.failed === 0
        ? 'ran no test.'
        : undefined;
  if (fault !== undefined) {
    console.log(`${suite.name} ${fault}`);
    counts.failed = 1;
    counts.failures = [fault];
  }
  const seconds = secondsSince(started);
  console.log(`${suite.name}: ${seconds.toFixed(1)} s`);
  console.log(formatCounts(counts));
  return { ...counts, name: suite.name, seconds };
}

/** @param {number} started */
function secondsSince(started) {
  return (performance.now() - started) / 1000;
}
