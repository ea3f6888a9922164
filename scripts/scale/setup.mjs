// Installs Ray, and what the programs in media/scale import beside it, into an ignored folder.
//   node scripts/scale/setup.mjs [FOLDER]
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { mustRun, runCommand } from '../lib/command.mjs';
import { Failure, runMain } from '../lib/failure.mjs';
import { withLock } from '../lib/lock.mjs';
import { tools } from '../lib/paths.mjs';

/** What docs/scale.md says is needed. */
const PACKAGES = ['ray[data]==2.60.0', 'pydantic==2.14.4', 'aiohttp==3.14.5'];

/** The folder where Ray is installed by default. */
export const RAY_FOLDER = path.join(tools, 'ray');

/** The Python for which Ray is installed. */
const python3 = process.env['PYTHON'] ?? 'python3';

/**
 * Installs Ray into `folder`, unless it is there already.
 * @param {string} folder
 * @returns {Promise<string>} its Python
 */
export async function setupRay(folder) {
  const ask = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  if ((await runCommand(python3, ['-c', ask], { quiet: true })).status !== 0)
    throw new Failure(
      `Ray needs Python 3.10 or newer with its venv module, which ${python3} is not: install it, or name one in the variable PYTHON.`,
    );
  const python = path.join(folder, 'bin', 'python');
  const ready = path.join(folder, 'ready.json');
  await withLock(`${folder}.lock`, async () => {
    const wanted = JSON.stringify(PACKAGES);
    // Written last, so that an interrupted installation is repeated.
    if (fs.existsSync(ready) && fs.readFileSync(ready, 'utf8') === wanted) return;
    console.log(`Installing Ray into ${folder} (about 650 MB).`);
    fs.mkdirSync(folder, { recursive: true });
    await mustRun(python3, ['-m', 'venv', '--clear', folder]);
    const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check'];
    await mustRun(python, [...pip, ...PACKAGES], { quiet: true });
    fs.writeFileSync(ready, wanted);
  });
  return python;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runMain(async () => {
    await setupRay(path.resolve(process.argv[2] ?? RAY_FOLDER));
    return 0;
  });
