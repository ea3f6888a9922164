// Runs all parts of the test suite one after the other, even if one fails, and adds up their counts.
//   node scripts/ci.mjs [--release]
import path from 'node:path';
import process from 'node:process';
import { runCommand } from './lib/command.mjs';
import { runMain } from './lib/failure.mjs';
import { cache, root } from './lib/paths.mjs';
import { formatCounts, formatFailures, readCounts } from './lib/results.mjs';

const PARTS = [
  { name: 'npm test', command: ['test.mjs'] },
  ...(process.argv.includes('--release')
    ? [{ name: 'npm run test:deep', command: ['test.mjs', 'deep'] }]
    : []),
  { name: 'npm run test:vllm', command: ['testVllm.mjs'] },
  ...(process.argv.includes('--release')
    ? [
        { name: 'npm run test:vllm -- ownEngine', command: ['testVllm.mjs', 'ownEngine'] },
        { name: 'npm run test:scale', command: ['testScale.mjs'] },
      ]
    : []),
];

await runMain(async () => {
  const total = { passed: 0, failed: 0 };
  const summary = [];
  /** @type {(import('./lib/results.mjs').Counts & { name: string })[]} */
  const parts = [];
  for (const { name, command } of PARTS) {
    console.log(`\n==== ${name}`);
    const started = performance.now();
    const [script = '', ...args] = command;
    const file = path.join(root, 'scripts', script);
    const results = path.join(cache, 'results', `part-${summary.length}-${process.pid}.json`);
    const { status } = await runCommand(process.execPath, [file, ...args], {
      env: { ...process.env, PAGETRACE_RESULTS: results },
    });
    /** @type {import('./lib/results.mjs').Counts} */
    const counts = readCounts(results) ?? { passed: 0, failed: 0 };
    if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) {
      counts.failed = 1;
      counts.failures = [`ended with status ${status} after ${counts.passed} tests.`];
    }
    parts.push({ ...counts, name });
    total.passed += counts.passed;
    total.failed += counts.failed;
    summary.push(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${formatCounts(counts)}`);
  }
  const failures = formatFailures(parts);
  if (failures !== '') console.log(`\n${failures}`);
  console.log(`\n${summary.join('\n')}`);
  console.log(formatCounts(total));
  return total.failed === 0 ? 0 : 1;
});
