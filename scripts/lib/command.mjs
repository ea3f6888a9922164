import { spawn } from 'node:child_process';
import process from 'node:process';
import { root } from './paths.mjs';
import { Failure } from './failure.mjs';

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd] the repository by default
 * @property {NodeJS.ProcessEnv} [env] this process's environment by default
 * @property {number} [timeout] milliseconds after which the command is stopped
 * @property {boolean} [quiet] return the output without printing it
 * @property {boolean} [keep] return the output and print it too
 */

/**
 * Runs a command to its end, without standard input.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ status: number, output: string }>} the exit status (128 when a signal ended it) and, with `quiet`
 *   or `keep`, the output
 */
export function runCommand(
  command,
  args,
  { cwd = root, env = process.env, timeout, quiet = false, keep = quiet } = {},
) {
  return new Promise((resolve, reject) => {
    const stream = keep ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', stream, stream],
      timeout,
      killSignal: 'SIGKILL',
    });
    let output = '';
    const keepOf = (/** @type {'stdout' | 'stderr'} */ name) => {
      child[name]?.on('data', (/** @type {Buffer} */ chunk) => {
        output += chunk.toString();
        if (!quiet) process[name].write(chunk);
      });
    };
    keepOf('stdout');
    keepOf('stderr');
    child.once('error', reject);
    child.once('close', (status) => {
      resolve({ status: status ?? 128, output });
    });
  });
}

/**
 * Runs a command that must succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @throws {Failure} with the output, if the exit status is not 0
 */
export async function mustRun(command, args, options = {}) {
  let result;
  try {
    result = await runCommand(command, args, options);
  } catch (error) {
    throw new Failure(`${command} could not be started: ${error instanceof Error ? error.message : error}`);
  }
  if (result.status !== 0) {
    throw new Failure(
      `${[command, ...args].join(' ')} failed with status ${result.status}.\n${result.output}`.trimEnd(),
    );
  }
}

/**
 * Whether a program can be found and started.
 * @param {string} program
 * @param {readonly string[]} args arguments with which it exits at once
 */
export async function hasProgram(program, args = ['--version']) {
  try {
    return (await runCommand(program, args, { quiet: true })).status === 0;
  } catch {
    return false;
  }
}
