// Measures PageTrace against its peers and budgets: node scripts/bench.mjs [MODULE ...]
import path from 'node:path';
import process from 'node:process';
import { mustRun, runCommand } from './lib/command.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import {
  ensureChromium,
  ensureCodeServer,
  ensureDependencies,
  ensureJsonReaders,
  ensurePillow,
  ensureProgram,
  ensurePython,
} from './lib/install.mjs';
import { ensureNode24, withNode } from './lib/node24.mjs';
import { root } from './lib/paths.mjs';

await runMain(async () => {
  await ensureDependencies();
  const node = await ensureNode24();
  const env = withNode(node, { ...process.env, PAGETRACE_CHROMIUM: await ensureChromium() });
  await ensureCodeServer();
  await installPeer(
    'pdftoppm',
    'poppler-utils',
    'Page images and words are compared with those of Poppler.',
    ['-v'],
  );
  await installPeer('python3', 'python3', 'Rewards are compared with the same work in CPython.');
  await mustRun(node, [path.join(root, 'scripts/package.mjs')], { env, quiet: true });
  const libraries = { ...(await installPillow()), ...(await installJsonReaders()) };
  const { status } = await runCommand(
    node,
    [path.join(root, 'test/bench/main.ts'), ...process.argv.slice(2)],
    { env: { ...env, ...libraries } },
  );
  return status;
});

/**
 * Installs Pillow for the papers' own pipeline.
 * @returns {Promise<Record<string, string>>} the variables by which test/bench/documents.ts finds it
 */
function installPillow() {
  return installLibraries(async (python) => ({
    PAGETRACE_PILLOW_PYTHON: python,
    PAGETRACE_PILLOW: await ensurePillow(python),
  }));
}

/**
 * Installs the other readers of JSON.
 * @returns {Promise<Record<string, string>>} the variables by which test/bench/runs.ts finds them
 */
function installJsonReaders() {
  return installLibraries(async (python) => ({
    PAGETRACE_JSON_READERS_PYTHON: python,
    PAGETRACE_JSON_READERS: await ensureJsonReaders(python),
  }));
}

/**
 * Installs libraries that we compare with. If they cannot be installed, prints why and continues without them.
 * @param {(python: string) => Promise<Record<string, string>>} install
 * @returns {Promise<Record<string, string>>} the variables that `install` returns
 */
async function installLibraries(install) {
  try {
    return await install(await ensurePython());
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
    return {};
  }
}

/**
 * Installs a program that we compare with. If it cannot be installed, prints why and continues without it.
 * @param {Parameters<typeof ensureProgram>} program
 */
async function installPeer(...program) {
  try {
    await ensureProgram(...program);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.log(error.message);
  }
}
