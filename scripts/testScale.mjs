// Runs the programs in media/scale on a Ray cluster with two nodes on this machine: installs Ray if it is missing, and
// runs test/scale.
//   node scripts/testScale.mjs [TEST ...]
// The last line is `N passed, N failed`; a run without any test is a failure.
import path from 'node:path';
import process from 'node:process';
import { mustRun, runCommand } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureDependencies } from './lib/install.mjs';
import { ensureNode24, withNode } from './lib/node24.mjs';
import { dist, root } from './lib/paths.mjs';
import { formatCounts, reportCounts, unittestCounts } from './lib/results.mjs';
import { RAY_FOLDER, setupRay } from './scale/setup.mjs';

/** Time limit of the tests, in milliseconds. */
const LONGEST = 900_000;

await runMain(async () => {
  let counts = { passed: 0, failed: 1 };
  try {
    const node = await ensureNode24();
    await ensureDependencies();
    const python = await setupRay(RAY_FOLDER);
    const env = withNode(node, {
      ...process.env,
      PAGETRACE_COMMAND: `'${node}' '${path.join(dist, 'cli.js')}'`,
      RAY_USAGE_STATS_ENABLED: '0',
      // The programs join the cluster of the tests as other processes.
      RAY_AUTH_MODE: 'disabled',
      PYTHONDONTWRITEBYTECODE: '1',
    });
    await mustRun(node, [path.join(root, 'scripts/build.mjs')], { env });
    const { status, output } = await runCommand(
      python,
      [path.join(root, 'test/scale/test_cluster.py'), ...process.argv.slice(2)],
      { env, timeout: LONGEST, keep: true },
    );
    counts = unittestCounts(output);
    if (counts.failed === 0 && (status !== 0 || counts.passed === 0)) counts.failed = 1;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
  }
  console.log(formatCounts(counts));
  reportCounts(counts);
  return counts.failed === 0 ? 0 : 1;
});
