import path from 'node:path';
import process from 'node:process';
import { runCommand } from '../command.mjs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';

const tool = path.join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');

/**
 * Finds files that import each other, directly or through others. Imports of types count, too.
 * @param {string} folder in which the code lies
 * @param {readonly string[]} within folders of it to look at
 * @returns {Promise<{ files: number, cycles: string[] }>} how many files were looked at; each cycle as its files
 * @throws {Failure} when they cannot be looked at
 */
export async function findCycles(folder, within) {
  const config = path.join(root, 'scripts/lib/checks/cycles.json');
  const args = [tool, ...within, '--config', config, '--output-type', 'json'];
  const { output } = await runCommand(process.execPath, args, { cwd: folder, quiet: true });
  let found;
  try {
    found = JSON.parse(output);
  } catch {
    throw new Failure(`dependency-cruiser could not look at ${within.join(', ')}.\n${output}`);
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
