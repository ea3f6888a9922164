import process from 'node:process';
import { mustRun } from './command.mjs';

/**
 * Runs the npm that started this script, or the one on the path.
 * @param {readonly string[]} args
 * @param {import('./command.mjs').CommandOptions} [options]
 * @throws {import('./failure.mjs').Failure} if it fails
 */
export async function runNpm(args, options) {
  const script = process.env['npm_execpath'];
  if (script !== undefined && /npm-cli\.c?js$/.test(script))
    await mustRun(process.execPath, [script, ...args], options);
  else await mustRun(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options);
}
