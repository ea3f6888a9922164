// Measures PageTrace against its peers and budgets: node scripts/bench.mjs [MODULE ...]
import path from 'node:path';
import process from 'node:process';
import { mustRun, runCommand } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureChromium, ensureCodeServer, ensureDependencies, ensureProgram } from './lib/install.mjs';
import { ensureNode24, withNode } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

await runMain(async () => {
  await ensureDependencies();
  const node = await ensureNode24();
  const env = withNode(node, { ...process.env, PAGETRACE_CHROMIUM: await ensureChromium() });
  await ensureCodeServer();
  await wantPeer('pdftoppm', 'poppler-utils', 'Page images and words are compared with those of Poppler.', [
    '-v',
  ]);
  await wantPeer('python3', 'python3', 'Rewards are compared with the same work in CPython.');
  await mustRun(node, [path.join(root, 'scripts/package.mjs')], { env, quiet: true });
  const { status } = await runCommand(
    node,
    [path.join(root, 'test/bench/main.ts'), ...process.argv.slice(2)],
    { env },
  );
  return status;
});

/**
 * Installs a program to compare with where that is possible; where it is not, says so and goes on without.
 * @param {Parameters<typeof ensureProgram>} program
 */
async function wantPeer(...program) {
  try {
    await ensureProgram(...program);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
  }
}
