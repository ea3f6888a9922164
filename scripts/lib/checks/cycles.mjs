import path from 'node:path';
import process from 'node:process';
import { runCommand } from '../command.mjs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';

const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/**
 * Finds files that import each other, directly or through other files. Imports of types count too.
 * @param {string} folder the root of the code
 * @param {readonly string[]} within folders in it to check
 * @returns {Promise<{ files: number, cycles: string[] }>} the number of files checked, and each cycle as its files
 * @throws {Failure} if the files cannot be checked
 */
export async function findCycles(folder, within) {
  const config = path.join(root, 'scripts/lib/checks/cycles.json');
  const args = [tool, ...within, '--config', config, '--output-type', 'json'];
  const { output } = await runCommand(process.execPath, args, { cwd: folder, quiet: true });
  let found;
  try {
    found = JSON.parse(output);
  } catch {
    throw new Failure(`dependency-cruiser could not check ${within.join(', ')}.\n${output}`);
  }
  /** @type {{ cycle: { name: string }[] }[]} */
  const violations = found.summary.violations;
  const cycles = violations.map(({ cycle }) =>
    cycle
      .map(({ name }) => name)
      .sort()
      .join(', '),
  );
  return { files: found.modules.length, cycles: [...new Set(cycles)] };
}
