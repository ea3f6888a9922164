// Runs the client against a real vLLM: installs it if it is missing, starts it once, runs test/vllm, and stops it.
//   node scripts/testVllm.mjs [arguments for Vitest]
// The tests in test/vllm/ownEngine start another vLLM, which takes minutes, so they run only if they are named.
// The last line is `N passed, N failed`; a run without any test is a failure.
import path from 'node:path';
import process from 'node:process';
import { runCommand } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { ensureNode24, withNode } from './lib/node24.mjs';
import { cache, root, testResults } from './lib/paths.mjs';
import { formatCounts, readCounts, reportCounts } from './lib/results.mjs';
import { SERVED, startVllm } from './vllm/serve.mjs';
import { setupVllm, VLLM_FOLDER } from './vllm/setup.mjs';

/** Time limit of the tests, in milliseconds. */
const LONGEST = 900_000;

const ARGUMENTS = process.argv.length > 2 ? process.argv.slice(2) : ['--exclude', '**/ownEngine/**'];

let lastPrinted = performance.now();

/** Prints the seconds since the last call. @param {string} what */
function printElapsed(what) {
  const now = performance.now();
  console.log(`${what}: ${((now - lastPrinted) / 1000).toFixed(1)} s`);
  lastPrinted = now;
}

/** @param {string} node */
async function runTests(node) {
  const server = await startVllm(VLLM_FOLDER, { log: path.join(testResults, 'vllm.log') });
  try {
    printElapsed('vLLM started');
    const results = path.join(cache, 'results', `vllm-${process.pid}.json`);
    const config = path.join(root, 'test/vllm/vitest.config.ts');
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
    const { status } = await runCommand(node, [vitest, 'run', '--config', config, ...ARGUMENTS], {
      env: withNode(node, {
        ...process.env,
        PAGETRACE_RESULTS: results,
        PAGETRACE_VLLM: JSON.stringify({ url: server.url, ...SERVED }),
      }),
      timeout: LONGEST,
    });
    printElapsed('tests');
    const counts = readCounts(results) ?? { passed: 0, failed: 0 };
    if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) counts.failed = 1;
    return counts;
  } finally {
    await server.stop();
    printElapsed('vLLM stopped');
  }
}

await runMain(async () => {
  const started = performance.now();
  let counts = { passed: 0, failed: 1 };
  try {
    const node = await ensureNode24();
    await ensureDependencies();
    await setupVllm(VLLM_FOLDER);
    printElapsed('preparation');
    counts = await runTests(node);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
  } finally {
    console.log(`vllm: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    console.log(formatCounts(counts));
    reportCounts(counts);
  }
  return counts.failed === 0 ? 0 : 1;
});
